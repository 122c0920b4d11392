package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	criapi "k8s.io/cri-api/pkg/apis"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	crilogs "k8s.io/cri-client/pkg/logs"
)

func (k *kubelet) serveLog(response http.ResponseWriter, request *http.Request) {
	namespace, pod, container := request.PathValue("namespace"), request.PathValue("pod"), request.PathValue("container")
	path := filepath.Join(k.folder(namespace, pod), container)
	query := request.URL.Query()
	options, err := logOptions(query)
	if err != nil {
		refuse(response, http.StatusUnprocessableEntity, err.Error())
		return
	}
	file := path + ".log"
	if query.Get("previous") == "true" {
		file = path + ".previous.log"
		if _, err := os.Stat(file); err != nil {
			refuse(response, http.StatusBadRequest, fmt.Sprintf("previous terminated container %q in pod %q not found", container, pod))
			return
		}
	} else if reason, err := os.ReadFile(path + ".waiting"); err == nil {
		refuse(response, http.StatusBadRequest, fmt.Sprintf("container %q in pod %q is waiting to start: %s", container, pod, strings.TrimSpace(string(reason))))
		return
	} else if err := beginLog(file, fmt.Sprintf("%s/%s/%s", namespace, pod, container)); err != nil {
		refuse(response, http.StatusInternalServerError, err.Error())
		return
	}
	output := flushed{response}
	standard, errors := streamsOf(query.Get("stream"), output)
	response.Header().Set("Content-Type", "text/plain")
	response.WriteHeader(http.StatusOK)
	output.Write(nil)
	err = crilogs.ReadLogs(request.Context(), file, "", options, runtime{exited: path + ".exited"}, standard, errors)
	if err != nil && request.Context().Err() == nil {
		fmt.Fprintln(response, err)
	}
}

// Those of the two streams that are asked for.
func streamsOf(name string, output io.Writer) (standard, errors io.Writer) {
	switch name {
	case "Stdout":
		return output, nil
	case "Stderr":
		return nil, output
	}
	return output, output
}

// What http.Error answers, without a newline, which kube-apiserver would take for a part of the message.
func refuse(response http.ResponseWriter, code int, message string) {
	response.Header().Set("Content-Type", "text/plain; charset=utf-8")
	response.WriteHeader(code)
	io.WriteString(response, message)
}

func logOptions(query url.Values) (*crilogs.LogOptions, error) {
	options := &crilogs.LogOptions{Follow: query.Get("follow") == "true", Timestamp: query.Get("timestamps") == "true"}
	numbers := map[string]*int64{}
	for _, name := range []string{"tailLines", "limitBytes", "sinceSeconds"} {
		text := query.Get(name)
		if text == "" {
			continue
		}
		number, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, err
		}
		numbers[name] = &number
	}
	options.TailLines, options.LimitBytes = numbers["tailLines"], numbers["limitBytes"]
	if seconds := numbers["sinceSeconds"]; seconds != nil {
		options.Since = time.Now().Add(-time.Duration(*seconds) * time.Second)
	}
	if text := query.Get("sinceTime"); text != "" {
		since, err := time.Parse(time.RFC3339, text)
		if err != nil {
			return nil, err
		}
		options.Since = since
	}
	return options, nil
}

// Makes a log of one line where there is none.
func beginLog(file, container string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	log, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if os.IsExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(log, "%s stdout F %s began\n", time.Now().UTC().Format(time.RFC3339Nano), container)
	return log.Close()
}

// Sends at once what is written.
type flushed struct{ response http.ResponseWriter }

func (f flushed) Write(bytes []byte) (int, error) {
	written, err := f.response.Write(bytes)
	http.NewResponseController(f.response).Flush()
	return written, err
}

// Answers what the reader of a log asks a runtime for: whether the container still runs.
type runtime struct {
	criapi.RuntimeService
	exited string
}

func (r runtime) ContainerStatus(context.Context, string, bool) (*runtimeapi.ContainerStatusResponse, error) {
	state := runtimeapi.ContainerState_CONTAINER_RUNNING
	if _, err := os.Stat(r.exited); err == nil {
		state = runtimeapi.ContainerState_CONTAINER_EXITED
	}
	return &runtimeapi.ContainerStatusResponse{Status: &runtimeapi.ContainerStatus{State: state}}, nil
}
