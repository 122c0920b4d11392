import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cluster, KubeContext } from '../../../client/src/cluster/cluster.ts';
import type { ClusterError } from '../../../client/src/cluster/errors.ts';
import {
  openTransport,
  type Transport,
  type TransportOptions,
} from '../../../client/src/cluster/http/transport.ts';
import type { KubeconfigFiles } from '../../../client/src/cluster/kubeconfig/files.ts';
import { loadConnection, loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import { silentLog } from '../../../client/src/cluster/log.ts';
import { openCluster } from '../../../client/src/cluster/open.ts';
import { type Clock, systemClock } from '../../../client/src/cluster/watch/clock.ts';
import { type Certificates, makeCertificates } from '../../../sandbox/src/certificates/make-certificates.ts';

/** Collects what is to be undone; the last first. */
export interface Cleanup {
  add(undo: () => unknown): void;
  run(): Promise<void>;
}

export function cleanup(): Cleanup {
  let undo: (() => unknown)[] = [];
  return {
    add: (one) => void undo.push(one),
    async run() {
      const all = undo.reverse();
      undo = [];
      for (const one of all) await one();
    },
  };
}

/** A server that misbehaves as the test says. */
export interface MockServer {
  readonly url: string;
  readonly port: number;
  /** The fields of a kubeconfig's cluster that lead to it. */
  readonly cluster: object;
  /** `GET /path?query` of each request. */
  readonly requests: string[];
  readonly server: Server;
  readonly sockets: ReadonlySet<Socket>;
}

export async function mockServer(
  after: Cleanup,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  certificates?: Certificates,
): Promise<MockServer> {
  const requests: string[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  };
  const server = certificates
    ? createSecureServer({ cert: certificates.certificate, key: certificates.key }, listener)
    : createServer(listener);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  const port = await listen(server);
  after.add(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  const url = `${certificates ? 'https' : 'http'}://127.0.0.1:${port}`;
  const authority = certificates && Buffer.from(certificates.authority).toString('base64');
  const cluster = { server: url, ...(authority ? { 'certificate-authority-data': authority } : {}) };
  return { url, port, cluster, requests, server, sockets };
}

/** The same by TLS: credentials are sent to no other. */
export async function secureMockServer(
  after: Cleanup,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<MockServer> {
  return await mockServer(after, answer, await makeCertificates(new Date()));
}

export function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** Answers with JSON. */
export function json(
  response: ServerResponse,
  code: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Answers with a `Status`. */
export function status(response: ServerResponse, code: number, reason: string, message: string): void {
  json(response, code, { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message });
}

/** A temporary folder that goes away at the end. */
export async function temporaryFolder(after: Cleanup): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-cluster-'));
  after.add(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens the only context of a kubeconfig made of these fields, which are JSON. */
export async function openMock(
  after: Cleanup,
  cluster: object,
  user: object = {},
  allowExec: (file: string) => boolean = () => true,
  clock: Clock = systemClock,
): Promise<Cluster> {
  const { files, context } = await mockContext(after, cluster, user);
  const opened = openCluster(context, { files, allowExec, clock });
  after.add(() => opened.dispose());
  return opened;
}

/** The only context of a kubeconfig. */
export interface OnlyContext {
  readonly files: KubeconfigFiles;
  readonly context: KubeContext;
}

/** The only context of a kubeconfig made of these fields, which are JSON. */
export async function mockContext(
  after: Cleanup,
  cluster: object,
  user: object = {},
  userName = 'mock',
): Promise<OnlyContext> {
  const file = join(await temporaryFolder(after), 'kubeconfig');
  await writeFile(file, mockKubeconfig(cluster, user, userName));
  const files = { merged: [file], extra: [] };
  return { files, context: (await loadKubeContexts(files)).contexts[0]! };
}

/** A kubeconfig with one context, as JSON. */
export function mockKubeconfig(cluster: object, user: object, userName = 'mock'): string {
  return JSON.stringify({
    clusters: [{ name: 'mock', cluster }],
    users: [{ name: userName, user }],
    contexts: [{ name: 'mock', context: { cluster: 'mock', user: userName } }],
  });
}

/** The transport of a context, as a cluster has it. */
export function transportOf(
  after: Cleanup,
  { files, context }: OnlyContext,
  options: Partial<TransportOptions> = {},
): Transport {
  const transport = openTransport({
    context,
    loadConnection: () => loadConnection(context.id, files),
    allowExec: () => false,
    userAgent: 'test',
    environment: {},
    log: silentLog,
    clock: systemClock,
    ...options,
  });
  after.add(() => transport.dispose());
  return transport;
}

/** What a failed call tells. */
export async function failureOf(promise: Promise<unknown>): Promise<{ failure: string; message: string }> {
  try {
    await promise;
  } catch (error) {
    const { failure, message } = error as ClusterError;
    return { failure, message };
  }
  throw new Error('it did not fail');
}
