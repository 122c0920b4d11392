import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import { openCluster } from '../../../client/src/cluster/open.ts';
import { until } from '../../support/processes.ts';
import { type Sandbox, startSandbox } from '../../support/sandbox.ts';
import { askText } from '../../support/sandbox-client.ts';
import { pods } from '../../unit/cluster/resources.ts';
import { type Cleanup, cleanup, temporaryFolder } from './mock-server.ts';

const after: Cleanup = cleanup();
afterEach(() => after.run());

const namespace = 'default';
const rights = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';

async function create(sandbox: Sandbox, path: string, object: object): Promise<void> {
  expect(await askText(sandbox, path, 'POST', object)).toMatchObject({ status: 201 });
}

/** A sandbox with a Pod that listens on 80, and for each of these verbs a user who may only that of `pods/portforward`. */
async function sandboxWith(version: '1.34' | '1.36', verbs: readonly string[]): Promise<Sandbox> {
  const sandbox = await startSandbox({ kubernetesVersion: version });
  after.add(() => sandbox.stop());
  const containers = [{ name: 'main', image: 'shop/web:1', ports: [{ containerPort: 80 }] }];
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec: { containers } };
  await create(sandbox, `/api/v1/namespaces/${namespace}/pods`, pod);
  for (const verb of verbs) {
    const rules = [{ apiGroups: [''], resources: ['pods/portforward'], verbs: [verb] }];
    await create(sandbox, `${rights}/roles`, { metadata: { name: verb }, rules });
    await create(sandbox, `${rights}/rolebindings`, {
      metadata: { name: verb },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: verb },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: verb }],
    });
  }
  const path = `/api/v1/namespaces/${namespace}/pods/web`;
  await until('the pod runs', async () => (await askText(sandbox, path)).text.includes('"phase":"Running"'));
  return sandbox;
}

/** What a client of a forwarded port gets, and what is told beside. */
async function forwardedFor(user: string, sandbox: Sandbox): Promise<[answer: string, told: string[]]> {
  const config = parse(await readFile(sandbox.kubeconfig, 'utf8'));
  for (const each of config.users) each.user.as = user;
  const file = join(await temporaryFolder(after), 'kubeconfig');
  await writeFile(file, JSON.stringify(config));
  const files = { merged: [file], extra: [] };
  const { contexts } = await loadKubeContexts(files);
  const cluster = openCluster(contexts[0]!, { files, allowExec: () => false });
  after.add(() => cluster.dispose());
  const forward = await cluster.portForward({ resource: pods, namespace, name: 'web' }, 80);
  const told: string[] = [];
  forward.onDidFail(({ explanation }) => told.push(`${explanation.fault}. ${explanation.wayOut}`));
  const answer = await fetch(`http://127.0.0.1:${forward.localPort}/`).then(
    async (response) => (await response.text()).split('\n')[0]!,
    () => 'nothing',
  );
  return [answer, told];
}

const answered = 'GET / answered by pod web on port 80';

describe.each(['1.34', '1.36'] as const)('a port of a server of %s is forwarded for who', (version) => {
  test.each([
    ['create', [answered, []]],
    [
      'get',
      // Until 1.34 a WebSocket took nothing else.
      version === '1.34'
        ? [answered, []]
        : [
            'nothing',
            [
              'forbidden: User "get" cannot create resource "pods/portforward" in API group "" in the namespace "default". Ask for `create` on `pods/portforward`',
            ],
          ],
    ],
  ])('may %s it alone', async (verb, expected) => {
    expect(await forwardedFor(verb, await sandboxWith(version, [verb]))).toEqual(expected);
  });
});
