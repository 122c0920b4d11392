package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"k8s.io/cri-streaming/pkg/streaming/portforward"
	"k8s.io/cri-streaming/pkg/streaming/remotecommand"
)

func (k *kubelet) servePortForward(response http.ResponseWriter, request *http.Request) {
	options, err := portforward.NewV4Options(request)
	if err != nil {
		http.Error(response, err.Error(), http.StatusBadRequest)
		return
	}
	portforward.ServePortForward(response, request, k, podOf(request), "", options,
		idleTimeout, remotecommand.DefaultStreamCreationTimeout, portforward.SupportedProtocols)
}

// PortForward carries one connection to the local port that a Pod's leads to.
func (k *kubelet) PortForward(_ context.Context, name, _ string, port int32, stream io.ReadWriteCloser) error {
	defer stream.Close()
	local := strconv.Itoa(int(port))
	if text, err := os.ReadFile(filepath.Join(k.pods, name, "port-"+local)); err == nil {
		local = strings.TrimSpace(string(text))
	}
	connection, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", local))
	if err != nil {
		return fmt.Errorf("failed to connect to localhost:%d inside pod %q: %w", port, name, err)
	}
	defer connection.Close()
	go func() {
		io.Copy(connection, stream)
		connection.(*net.TCPConn).CloseWrite()
	}()
	_, err = io.Copy(stream, connection)
	return err
}
