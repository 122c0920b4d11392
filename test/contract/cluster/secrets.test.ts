import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import { createLog } from '../../../client/src/cluster/log.ts';
import { openCluster } from '../../../client/src/cluster/open.ts';
import { until } from '../../support/processes.ts';
import { pods } from '../../unit/cluster/resources.ts';
import { cleanup, json, mockServer, secureMockServer, status, temporaryFolder } from './mock-server.ts';

const after = cleanup();
afterEach(() => after.run());

const secret = 'hunter2s3cr3tvalue';
const v1 = 'client.authentication.k8s.io/v1';
const podList = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '1' }, items: [] };
const web = { resource: pods, namespace: 'shop', name: 'web' };
/** Prints its secrets wherever it can, and gives a token. */
const chatty = `#!/bin/sh
echo "token: ${secret}" >&2
echo '{"apiVersion":"${v1}","kind":"ExecCredential","status":{"token":"${secret}"}}'
exit $CODE
`;

const plugin = (code: string) => ({
  exec: {
    apiVersion: v1,
    interactiveMode: 'Never',
    command: './chatty',
    env: [{ name: 'CODE', value: code }],
  },
});
const refresh = { 'refresh-token': secret, 'client-secret': secret, 'client-id': 'c' };

/** What a server makes of a request that shows its credentials: it says them, in words and headers. */
const servers: Readonly<Record<string, { code: number; location?: string }>> = {
  'that takes them': { code: 200 },
  'that refuses them': { code: 401 },
  'that forbids it': { code: 403 },
  'that fails': { code: 500 },
  'that leads elsewhere': { code: 307, location: '/elsewhere' },
};

const users: Readonly<Record<string, object>> = {
  'a token': { token: secret },
  'the token of a plugin': plugin('0'),
  'a plugin that fails': plugin('1'),
  'a refresh token that nobody takes': {
    'auth-provider': { name: 'oidc', config: { ...refresh, 'idp-issuer-url': 'http://127.0.0.1:1' } },
  },
};

describe('whatever becomes of them, secrets are in no log and in no error', () => {
  test.each(
    Object.keys(servers).flatMap((server) => Object.keys(users).map((user) => [user, server] as const)),
  )('%s, of a server %s', async (user, kind) => {
    const elsewhere = await mockServer(after, (_request, response) => json(response, 200, podList));
    const { code, location } = servers[kind]!;
    // By TLS, or nothing would be sent.
    const server = await secureMockServer(after, ({ headers }, response) => {
      const said = `Authorization: ${headers.authorization}`;
      response.setHeader('X-Debug', said);
      if (location) {
        const to = `${elsewhere.url.replace('//', `//ada:${secret}@`)}${location}`;
        return void response.writeHead(code, { location: to }).end(said);
      }
      if (code === 200) return json(response, 200, podList);
      status(response, code, 'Any', `not with ${said}`);
    });
    const folder = await temporaryFolder(after);
    await writeFile(join(folder, 'chatty'), chatty, { mode: 0o755 });
    const file = join(folder, 'kubeconfig');
    const proxied = server.url.replace('//', `//ada:${secret}@`);
    await writeFile(
      file,
      JSON.stringify({
        clusters: [{ name: 'c', cluster: { ...server.cluster, server: proxied } }],
        users: [{ name: 'u', user: users[user] }],
        contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      }),
    );
    const written: string[] = [];
    const files = { merged: [file], extra: [] };
    const { contexts, problems } = await loadKubeContexts(files);
    written.push(JSON.stringify([contexts, problems]));
    const log = createLog((level, line) => written.push(`${level} ${line}`));
    const cluster = openCluster(contexts[0]!, { files, allowExec: () => true, log });
    after.add(() => cluster.dispose());

    const tell = (error: unknown) => {
      const { message, stack, explanation } = error as Error & { explanation?: unknown };
      written.push(message, stack ?? '', JSON.stringify(explanation ?? null));
    };
    await cluster.list(pods, 'shop').catch(tell);
    await cluster.discover().catch(tell);
    await cluster.get(web).catch(tell);
    await (async () => {
      for await (const _chunk of cluster.logs(web));
    })().catch(tell);
    const store = cluster.watch(pods, 'shop');
    const begins = ['empty', 'listing'];
    await until('the watch has begun', () => !begins.includes(store.freshness.state) || code === 200);
    written.push(JSON.stringify(store.freshness));
    const forward = await cluster.portForward(web, 80);
    forward.onDidFail(tell);
    await fetch(`http://127.0.0.1:${forward.localPort}/`).catch(() => {});
    await cluster.dispose();

    expect(written.join('\n')).not.toContain(secret);
    expect(written.length).toBeGreaterThan(1);
    expect(elsewhere.requests).toEqual([]);
  });
});
