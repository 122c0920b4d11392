import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type KubeconfigFiles, kubeconfigFiles } from '../../../client/src/cluster/kubeconfig/files.ts';
import { serviceAccountFiles } from '../../../client/src/cluster/kubeconfig/in-cluster.ts';
import { loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import { makeCurrent } from '../../../client/src/cluster/kubeconfig/use-context.ts';
import { openCluster } from '../../../client/src/cluster/open.ts';
import { makeCertificates } from '../../../sandbox/src/certificates/make-certificates.ts';
import { pods } from '../../unit/cluster/resources.ts';
import { cleanup, json, mockServer, status, temporaryFolder } from './mock-server.ts';

const after = cleanup();
afterEach(() => after.run());

const podList = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '1' }, items: [] };
const pod = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' };
let folder: string;

beforeEach(async () => {
  folder = join(await temporaryFolder(after), 'serviceaccount');
  await mkdir(folder);
  await writeFile(join(folder, 'token'), 'first\n');
  await writeFile(join(folder, 'namespace'), 'shop\n');
});

/** The files of a machine, with a kubeconfig of this text or without one. */
async function machine(
  environment: NodeJS.ProcessEnv,
  kubeconfig: string | undefined,
): Promise<KubeconfigFiles> {
  const file = join(await temporaryFolder(after), 'config');
  if (kubeconfig !== undefined) await writeFile(file, kubeconfig);
  return {
    ...kubeconfigFiles([], { environment: { ...environment, KUBECONFIG: file } }),
    serviceAccount: serviceAccountFiles(environment, folder),
  };
}

describe('the service account of a Pod', () => {
  test.each<[string, NodeJS.ProcessEnv, string | undefined, string[]]>([
    ['counts where there is no kubeconfig', pod, undefined, ['in-cluster shop https://10.0.0.1:443']],
    ['counts where it is empty', pod, 'clusters: []\n', ['in-cluster shop https://10.0.0.1:443']],
    [
      'and its namespace is what the Pod says',
      { ...pod, POD_NAMESPACE: 'own' },
      undefined,
      ['in-cluster own https://10.0.0.1:443'],
    ],
    [
      'and its server may have an address of IPv6',
      { ...pod, KUBERNETES_SERVICE_HOST: 'fd00::1' },
      undefined,
      ['in-cluster shop https://[fd00::1]:443'],
    ],
    [
      'does not count beside a context',
      pod,
      'contexts: [{name: x, context: {cluster: c}}]',
      ['x undefined undefined'],
    ],
    ['does not count beside what cannot be read', pod, 'contexts: [', []],
    ['is none where no server is named', {}, undefined, []],
    ['is none without its port', { KUBERNETES_SERVICE_HOST: 'h' }, undefined, []],
  ])('%s', async (_name, environment, kubeconfig, expected) => {
    const { contexts } = await loadKubeContexts(await machine(environment, kubeconfig));
    expect(contexts.map(({ name, namespace, server }) => `${name} ${namespace} ${server}`)).toEqual(expected);
  });

  test('is none without a token', async () => {
    await rm(join(folder, 'token'));
    expect((await loadKubeContexts(await machine(pod, undefined))).contexts).toEqual([]);
  });

  test('is used as its files say, which are read again when they change', async () => {
    const certificates = await makeCertificates(new Date());
    await writeFile(join(folder, 'ca.crt'), certificates.authority);
    const tokens: (string | undefined)[] = [];
    const { port } = await mockServer(
      after,
      ({ headers }, response) => {
        tokens.push(headers.authorization);
        if (headers.authorization === 'Bearer second') return json(response, 200, podList);
        void writeFile(join(folder, 'token'), 'second').then(() =>
          status(response, 401, 'Unauthorized', 'expired'),
        );
      },
      certificates,
    );
    const environment = { KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: String(port) };
    const files = await machine(environment, undefined);
    const [context] = (await loadKubeContexts(files)).contexts;
    expect(context).toMatchObject({ current: true, problem: undefined, insecure: false });
    const cluster = openCluster(context!, { files, allowExec: () => false });
    after.add(() => cluster.dispose());
    expect(await cluster.list(pods, 'shop')).toEqual([]);
    expect(tokens).toEqual(['Bearer first', 'Bearer second']);
    await expect(makeCurrent(context!, files)).rejects.toThrow(
      'in-cluster is the service account of the Pod that this runs in',
    );
  });
});
