import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parse, stringify } from 'yaml';
import type { Cluster } from '../../../client/src/cluster/cluster.ts';
import { ClusterError } from '../../../client/src/cluster/errors.ts';
import type { Resource } from '../../../client/src/cluster/kube-object.ts';
import { loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import { openCluster } from '../../../client/src/cluster/open.ts';
import type { RowsPage } from '../../../client/src/cluster/operation.ts';
import type { Expectation } from './case.ts';
import { type ClientOperation, clientOperation } from './client-operation.ts';
import { absent, type Pattern } from './patterns.ts';
import type { SentRequest, ServerAnswer } from './run-case.ts';

/** A server that is asked through the client's interface. */
export interface ClientServer {
  /**
   * Asks, and gives the answer as the server sent it, as far as the interface tells: not which code a success has, nor the
   * type of its content.
   */
  ask(request: SentRequest): Promise<ServerAnswer>;
  close(): Promise<void>;
}

/** What a case expects, as the client tells it. */
export function asClientTells(expected: Expectation, operation: ClientOperation): Expectation {
  if (isUnserved(expected)) return { code: unserved };
  const { code, body } = expected;
  if (code > 299) return { code, ...(body !== undefined && { body: asRead(body) }) };
  const isTold = !/^(?:delete|deletecollection|log)$/.test(operation.verb);
  const isTable = 'as' in operation && operation.as === 'table';
  return { code: success, ...(body !== undefined && isTold && !isTable && { body }) };
}

/** What a kind has no verb for never gets to a server, which would not allow the method or not find the path. */
function isUnserved({ code, body }: Expectation): boolean {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined;
  return (
    code === unserved || (code === 404 && message === 'the server could not find the requested resource')
  );
}

const unserved = 405;

/** A refusal as the client reads it, which names a reason where the server has none. */
function asRead(refusal: Pattern): Pattern {
  if (typeof refusal !== 'object' || refusal === null || Array.isArray(refusal)) return refusal;
  return Object.fromEntries(Object.entries(refusal).filter(([, value]) => value !== absent)) as Pattern;
}

/** The code of every answer that is no failure. */
const success = 200;

/** Opens the server of a kubeconfig's current context, for its user and, on behalf of others, by impersonation. */
export async function openClientServer(kubeconfig: string): Promise<ClientServer> {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-client-'));
  const clusters = new Map<string, Promise<Cluster>>();
  const clusterOf = (user: string) => {
    const open = clusters.get(user) ?? openAs(kubeconfig, user, folder, clusters.size);
    clusters.set(user, open);
    return open;
  };
  const { resources } = await (await clusterOf('')).discover();
  return {
    async ask(request) {
      const { operation, user } = operationOf(request, resources)!;
      const cluster = await clusterOf(user);
      try {
        return answerOf(success, await asked(cluster, operation));
      } catch (error) {
        return failureOf(error);
      }
    },
    async close() {
      for (const cluster of clusters.values()) await (await cluster).dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What a request asks, and for whom; undefined where the interface has no words for it. */
export function operationOf(
  { headers, ...request }: SentRequest,
  resources: readonly Resource[],
): { operation: ClientOperation; user: string } | undefined {
  const { 'impersonate-user': user = '', ...rest } = headers;
  const operation = clientOperation({ ...request, headers: rest }, resources);
  return operation && { operation, user };
}

async function openAs(kubeconfig: string, user: string, folder: string, number: number): Promise<Cluster> {
  const config = parse(await readFile(kubeconfig, 'utf8'));
  const { context } = config.contexts.find(
    ({ name }: { name: string }) => name === config['current-context'],
  );
  if (user !== '') config.users.find(({ name }: { name: string }) => name === context.user).user.as = user;
  const file = join(folder, `${number}.yaml`);
  await writeFile(file, stringify(config), { mode: 0o600 });
  const files = { merged: [], extra: [file] };
  const { contexts } = await loadKubeContexts(files);
  const current = contexts.find(({ name }) => name === config['current-context'])!;
  return openCluster(current, { files, allowExec: () => false });
}

async function asked(cluster: Cluster, operation: ClientOperation): Promise<unknown> {
  switch (operation.verb) {
    case 'watch':
      return await firstEvent(cluster, operation);
    case 'log':
      return await text(Readable.from(cluster.logs(operation.of, operation.options)));
    case 'proxy':
      return await text((await cluster.proxy(operation)).body);
    case 'list': {
      const { as, of } = operation;
      const page = await cluster.ask(operation);
      if (as === 'table') return page;
      const { items, continueToken, ...metadata } = page as Exclude<typeof page, RowsPage>;
      const { group, version, kind } = of.resource;
      const isWhole = as !== 'metadata';
      return {
        apiVersion: isWhole ? [group, version].filter(Boolean).join('/') : 'meta.k8s.io/v1',
        kind: isWhole ? `${kind}List` : 'PartialObjectMetadataList',
        metadata: { ...metadata, ...(continueToken !== undefined && { continue: continueToken }) },
        items,
      };
    }
    default:
      return await cluster.ask(operation);
  }
}

async function firstEvent(
  cluster: Cluster,
  operation: Extract<ClientOperation, { verb: 'watch' }>,
): Promise<unknown> {
  for await (const event of cluster.events(operation)) return event;
  return undefined;
}

function answerOf(code: number, body: unknown): ServerAnswer {
  const isText = typeof body === 'string';
  return {
    code,
    contentType: '',
    headers: {},
    text: isText ? body : (JSON.stringify(body) ?? ''),
    body: isText ? undefined : body,
  };
}

function failureOf(error: unknown): ServerAnswer {
  if (!(error instanceof ClusterError)) throw error;
  if (error.failure === 'unserved') return answerOf(unserved, undefined);
  if (!error.status) throw error;
  return answerOf(error.status.code, { ...aStatus, status: 'Failure', ...error.status });
}

const aStatus = { apiVersion: 'v1', kind: 'Status', metadata: {} };
