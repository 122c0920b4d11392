// Command kubelet serves what kube-apiserver asks a node's kubelet for: the log of a container, exec, attach and port-forward,
// by the streaming code that real container runtimes use. kwok plays everything else of a node.
//
// Files under -pods say what a Pod does, and may be there before it:
//
//	NAMESPACE/POD/CONTAINER.log           its log, in CRI's format; without one, a line that names the container
//	NAMESPACE/POD/CONTAINER.previous.log  the log of its previous run
//	NAMESPACE/POD/CONTAINER.exited        while it is there, the container does not run any more
//	NAMESPACE/POD/CONTAINER.waiting       while it is there, the container has not begun; its text is the reason
//	NAMESPACE/POD/CONTAINER.stdin         what was sent by attach
//	NAMESPACE/POD/port-N                  the local port that the Pod's port N leads to; without one, N
//
// A command runs on this machine, in the folder of its Pod. Only clients with a certificate of -client-ca are let in.
package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

// As long as a connection over which nothing comes is kept by a real kubelet.
const idleTimeout = 4 * time.Hour

type kubelet struct {
	pods string
	// Ends when the program is told to; commands end with it.
	lifetime context.Context
	commands sync.WaitGroup
}

func (k *kubelet) folder(namespace, pod string) string {
	return filepath.Join(k.pods, namespace, pod)
}

func (k *kubelet) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /containerLogs/{namespace}/{pod}/{container}", k.serveLog)
	mux.HandleFunc("/exec/{namespace}/{pod}/{container}", k.serveExec)
	mux.HandleFunc("/attach/{namespace}/{pod}/{container}", k.serveAttach)
	mux.HandleFunc("/portForward/{namespace}/{pod}", k.servePortForward)
	return mux
}

func main() {
	certificate := flag.String("certificate", "", "file of the server's certificate")
	key := flag.String("key", "", "file of its key")
	clientAuthority := flag.String("client-ca", "", "file of the authority of those who are let in")
	pods := flag.String("pods", "", "folder that says what Pods do")
	port := flag.Int("port", 10250, "port of 127.0.0.1 to listen on")
	flag.Parse()
	if err := serve(fmt.Sprintf("127.0.0.1:%d", *port), *certificate, *key, *clientAuthority, *pods); err != nil {
		log.Fatal(err)
	}
}

func serve(address, certificate, key, clientAuthority, pods string) error {
	authority, err := os.ReadFile(clientAuthority)
	if err != nil {
		return err
	}
	clients := x509.NewCertPool()
	if !clients.AppendCertsFromPEM(authority) {
		return fmt.Errorf("no certificate in %s", clientAuthority)
	}
	lifetime, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	k := &kubelet{pods: pods, lifetime: lifetime}
	server := &http.Server{
		Addr:      address,
		Handler:   k.handler(),
		TLSConfig: &tls.Config{ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: clients},
		// Connections that become streams are of HTTP/1.1.
		TLSNextProto: map[string]func(*http.Server, *tls.Conn, http.Handler){},
	}
	context.AfterFunc(lifetime, func() { server.Close() })
	if err := server.ListenAndServeTLS(certificate, key); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	k.commands.Wait()
	return nil
}
