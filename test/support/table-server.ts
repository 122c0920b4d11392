import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { type Cleanup, json, mockServer, status } from '../contract/cluster/mock-server.ts';
import type { Sandbox } from './sandbox.ts';
import { ask } from './sandbox-client.ts';

const fixtures = resolve(import.meta.dirname, '../fixtures/table');

/** Rows of a kind, with the cells that a real server printed. */
interface KindRows {
  readonly apiVersion: string;
  readonly kind: string;
  readonly rows: readonly { readonly cells: readonly unknown[]; readonly object: { metadata: Metadata } }[];
}

interface Metadata {
  name: string;
  namespace?: string;
  uid?: string;
  creationTimestamp?: string;
}

/**
 * A server that has the kinds of the sandbox, and of each the rows that a real server printed (`kubernetes-1.35.json`), with
 * more states of some kinds (`more-states.json`, by the printers of Kubernetes 1.35). Nothing changes. Gives its address.
 */
export async function startTableServer(sandbox: Sandbox, after: Cleanup): Promise<string> {
  const kinds: KindRows[] = [
    ...JSON.parse(await readFile(join(fixtures, 'kubernetes-1.35.json'), 'utf8')),
    ...JSON.parse(await readFile(join(fixtures, 'more-states.json'), 'utf8')),
  ];
  const answers = new Map<string, object>();
  const read = async (path: string) => {
    const { body } = await ask(sandbox, 'GET', path);
    answers.set(path, body);
    return body;
  };
  await read('/version');
  await read('/api');
  const { groups } = await read('/apis');
  const versions: string[] = groups.flatMap((group: { versions: { groupVersion: string }[] }) =>
    group.versions.map(({ groupVersion }) => groupVersion),
  );
  for (const version of ['v1', ...versions]) {
    const root = version === 'v1' ? '/api/v1' : `/apis/${version}`;
    for (const { name, kind, verbs } of (await read(root)).resources) {
      if (!verbs.includes('list')) continue;
      const rows = kinds
        .filter((each) => each.apiVersion === version && each.kind === kind)
        .flatMap((each) => each.rows);
      const table = await ask(sandbox, 'GET', `${root}/${name}?limit=1`, undefined, { accept: asTable });
      answers.set(`${root}/${name}`, { ...table.body, metadata: { resourceVersion: '1' }, rows });
    }
  }
  const server = await mockServer(after, (request, response) => give(answers, request, response));
  return server.url;
}

const asTable = 'application/json;as=Table;v=v1;g=meta.k8s.io';

function give(
  answers: ReadonlyMap<string, object>,
  { url = '', headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const { pathname, searchParams } = new URL(url, 'http://tables');
  const answer = answers.get(pathname) as { kind?: string; rows?: KindRows['rows'] } | undefined;
  const asks = searchParams.get('watch') === null ? 'a list' : 'a watch';
  if (!answer) status(response, 404, 'NotFound', 'no such path');
  else if (!answer.rows) json(response, 200, answer);
  else if (asks === 'a list' && headers.accept?.includes('as=Table')) json(response, 200, answer);
  else if (asks === 'a list') json(response, 200, listOf(answer.rows));
  else if (searchParams.get('sendInitialEvents') !== null) {
    status(response, 422, 'Invalid', 'sendInitialEvents: Forbidden');
  } else {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
  }
}

function listOf(rows: KindRows['rows']): object {
  return {
    kind: 'List',
    apiVersion: 'v1',
    metadata: { resourceVersion: '1' },
    items: rows.map(({ object }) => object),
  };
}
