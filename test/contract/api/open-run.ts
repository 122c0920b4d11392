import type { Case, RawRequest } from './case.ts';
import { customKinds } from './custom-kinds.ts';
import { answerOf } from './open-server.ts';
import { type Run, runLabel, type Send, type ServerAnswer } from './run-case.ts';

/** What all cases of a run share. */
export interface OpenRun {
  /** For the case with this number. */
  of(number: number): Run;
  /** Why the server cannot be asked this: clusters turn groups off. Undefined where it can. */
  unserved(tried: Case): string | undefined;
  /** Takes away what the run itself has made. */
  close(): Promise<void>;
}

/** Makes what cases need, and waits until the server has it: a namespace and two kinds. Throws where it cannot. */
export async function openRun(id: string, send: Send, pause: () => Promise<void>): Promise<OpenRun> {
  const namespace = `${id}-contract`;
  const patiently = whenSettled(send, pause);
  const texts: Record<string, string> = { '{run}': id, '{ns}': namespace };
  const own = (text: string) => text.replace(/\{\w+\}/g, (placeholder) => texts[placeholder] ?? placeholder);
  const make = async ({ method, path, body }: RawRequest) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await patiently({ method, path: own(path), headers, body: own(JSON.stringify(body)) });
    if (answer.code !== 201) throw new Error(`the run cannot begin: ${method} ${path}: ${answer.text}`);
  };
  const get = (path: string) => patiently({ method: 'GET', path: own(path), headers: {}, body: undefined });
  const remove = (path: string) =>
    patiently({ method: 'DELETE', path: own(path), headers: {}, body: undefined });

  const metadata = { name: namespace, labels: { [runLabel]: id } };
  await make({ method: 'POST', path: '/api/v1/namespaces', body: { metadata } });
  for (const { definition, served } of customKinds) {
    await make(definition);
    const collection = `/apis/${served.group}/${served.version}/${served.plural}`;
    for (let count = 0; (await get(collection)).code !== 200; count++) {
      if (count === 120) throw new Error(`${own(collection)} is not served`);
      await pause();
    }
  }
  for (let count = 0; ; count++) {
    const account = await get('/api/v1/namespaces/{ns}/serviceaccounts/default');
    if (account.code === 200 || count === 20) break;
    await pause();
  }
  const prefixes = await servedPrefixes(get);
  const nodes = (await get('/api/v1/nodes?limit=1')).body as { items?: { metadata: { name: string } }[] };
  const node = nodes.items?.[0]?.metadata.name ?? 'none';
  return {
    of: (number) => ({ id, namespace, node, number, send: patiently, attempts: 120, pause }),
    unserved({ operation }) {
      const [prefix = ''] = operation.split(' ', 1);
      const isServed = prefixes.has(prefix) || prefix.includes('{group}');
      return isServed ? undefined : `the cluster does not serve ${prefix}`;
    },
    async close() {
      await remove('/api/v1/namespaces/{ns}');
      for (const { path } of customKinds) await remove(path);
    },
  };
}

async function servedPrefixes(get: (path: string) => Promise<ServerAnswer>): Promise<Set<string>> {
  const { groups } = (await get('/apis')).body as { groups: { versions: { groupVersion: string }[] }[] };
  const named = groups.flatMap(({ versions }) => versions.map(({ groupVersion }) => `/apis/${groupVersion}`));
  return new Set(['/api/v1', ...named]);
}

/** Sends again what a server that is still settling has put off: 429, as clients do that heed `Retry-After`. */
function whenSettled(send: Send, pause: () => Promise<void>): Send {
  return async (request) => {
    let answer: ServerAnswer = answerOf(0, {}, '');
    for (let count = 0; count < 20; count++) {
      answer = await send(request);
      if (answer.code !== 429 || !answer.text.includes('storage is (re)initializing')) break;
      await pause();
    }
    return answer;
  };
}
