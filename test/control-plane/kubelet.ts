import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { KeyPair } from './authority.ts';

/**
 * Serves what kube-apiserver asks a node's kubelet for: the log of any container, which is one line that names it. Only
 * clients with a certificate of `authority` are let in. kwok plays everything else of a node.
 */
export async function startKubelet(pair: KeyPair, authority: string): Promise<Server> {
  const options = { cert: pair.certificate, key: pair.key, ca: authority, requestCert: true };
  const server = createServer(options, (request, response) => {
    const [, path = '', namespace, pod, container] = (request.url ?? '').split('?')[0]!.split('/');
    if (path !== 'containerLogs' || container === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/plain' }).end(`${namespace}/${pod}/${container} began\n`);
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', done);
  });
  return server;
}

/** The port that a server listens on. */
export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
