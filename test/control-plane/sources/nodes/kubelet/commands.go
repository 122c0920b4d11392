package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/creack/pty"
	crilogs "k8s.io/cri-client/pkg/logs"
	"k8s.io/cri-streaming/pkg/streaming/remotecommand"
	utilexec "k8s.io/utils/exec"
)

func (k *kubelet) serveExec(response http.ResponseWriter, request *http.Request) {
	options, err := remotecommand.NewOptions(request)
	if err != nil {
		http.Error(response, err.Error(), http.StatusBadRequest)
		return
	}
	remotecommand.ServeExec(response, request, k, podOf(request), "", request.PathValue("container"), request.URL.Query()["command"],
		options, idleTimeout, remotecommand.DefaultStreamCreationTimeout, remotecommand.SupportedStreamingProtocols)
}

func (k *kubelet) serveAttach(response http.ResponseWriter, request *http.Request) {
	options, err := remotecommand.NewOptions(request)
	if err != nil {
		http.Error(response, err.Error(), http.StatusBadRequest)
		return
	}
	remotecommand.ServeAttach(response, request, attachment{k, options.Stdin}, podOf(request), "", request.PathValue("container"),
		options, idleTimeout, remotecommand.DefaultStreamCreationTimeout, remotecommand.SupportedStreamingProtocols)
}

func podOf(request *http.Request) string {
	return request.PathValue("namespace") + "/" + request.PathValue("pod")
}

// ExecInContainer runs a command on this machine, and ends with its exit code.
func (k *kubelet) ExecInContainer(_ context.Context, name, _, container string, command []string, input io.Reader, output, errorOutput io.WriteCloser, isTerminal bool, sizes <-chan remotecommand.TerminalSize, _ time.Duration) error {
	k.commands.Add(1)
	defer k.commands.Done()
	if len(command) == 0 {
		return errors.New("failed to exec in container: process args must not be empty")
	}
	namespace, pod, _ := strings.Cut(name, "/")
	process := exec.CommandContext(k.lifetime, command[0], command[1:]...)
	process.Dir = k.folder(namespace, pod)
	if err := os.MkdirAll(process.Dir, 0o755); err != nil {
		return err
	}
	process.Env = append(os.Environ(), "POD_NAMESPACE="+namespace, "POD_NAME="+pod, "CONTAINER_NAME="+container, "HOSTNAME="+pod)
	// A session of its own, all of which ends with it.
	process.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	process.Cancel = func() error { return syscall.Kill(-process.Process.Pid, syscall.SIGKILL) }
	process.WaitDelay = time.Second
	if isTerminal {
		return endOf(runOnTerminal(process, input, output, sizes))
	}
	return endOf(run(process, input, output, errorOutput))
}

// What a runtime says of how a command ended.
func endOf(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code := exit.ExitCode()
		if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			code = 128 + int(status.Signal())
		}
		return utilexec.CodeExitError{Err: fmt.Errorf("command terminated with exit code %d", code), Code: code}
	}
	if err != nil {
		return fmt.Errorf("failed to exec in container: unable to start container process: %w", err)
	}
	return nil
}

func run(process *exec.Cmd, input io.Reader, output, errorOutput io.Writer) error {
	process.Stdout, process.Stderr = output, errorOutput
	if input != nil {
		// Wait does not wait for the end of a pipe's other side, which is the client's.
		pipe, err := process.StdinPipe()
		if err != nil {
			return err
		}
		go func() {
			io.Copy(pipe, input)
			pipe.Close()
		}()
	}
	if err := process.Start(); err != nil {
		return err
	}
	return process.Wait()
}

func runOnTerminal(process *exec.Cmd, input io.Reader, output io.Writer, sizes <-chan remotecommand.TerminalSize) error {
	process.Env = append(process.Env, "TERM=xterm")
	process.SysProcAttr.Setctty = true
	terminal, err := pty.Start(process)
	if err != nil {
		return err
	}
	defer terminal.Close()
	go func() {
		for size := range sizes {
			pty.Setsize(terminal, &pty.Winsize{Rows: size.Height, Cols: size.Width})
		}
	}()
	if input != nil {
		go io.Copy(terminal, input)
	}
	read := make(chan struct{})
	go func() {
		io.Copy(output, terminal)
		close(read)
	}()
	err = process.Wait()
	select {
	case <-read:
	// What it has started may hold the terminal.
	case <-time.After(time.Second):
	}
	return err
}

type attachment struct {
	*kubelet
	// Without it a WebSocket's standard input has ended from the first.
	takesInput bool
}

// AttachContainer streams what comes to the log from now on, until the container or the client's standard input ends.
func (a attachment) AttachContainer(request context.Context, name, _, container string, input io.Reader, output, errorOutput io.WriteCloser, isTerminal bool, _ <-chan remotecommand.TerminalSize) error {
	attached, end := context.WithCancel(request)
	defer end()
	context.AfterFunc(a.lifetime, end)
	path := filepath.Join(a.pods, name, container)
	if err := beginLog(path+".log", name+"/"+container); err != nil {
		return err
	}
	if a.takesInput && input != nil {
		file, err := os.OpenFile(path+".stdin", os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
		if err != nil {
			return err
		}
		go func() {
			io.Copy(file, input)
			file.Close()
			end()
		}()
	}
	var standard, errors io.Writer = output, errorOutput
	if isTerminal {
		errors = output
	}
	options := &crilogs.LogOptions{TailLines: new(int64), Follow: true}
	err := crilogs.ReadLogs(attached, path+".log", "", options, runtime{exited: path + ".exited"}, standard, errors)
	if attached.Err() != nil {
		return nil
	}
	return err
}
