import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cluster } from '../../../client/src/cluster/cluster.ts';
import { concurrently } from '../../../client/src/cluster/concurrently.ts';
import { ClusterError } from '../../../client/src/cluster/errors.ts';
import type { Resource } from '../../../client/src/cluster/kube-object.ts';
import { categorize } from '../../../client/src/explorer/categories.ts';
import { kubeconfigBy, portOf } from '../api/kubeconfig-by.ts';
import { openLine } from '../api/line.ts';
import { measureKubectl } from '../api/measure.ts';
import { openContext } from '../api/open-context.ts';
import { printHead, printRow } from '../table.ts';

const namespaceCount = 200;
const definitionCount = 150;
const clusterCount = 10;
/** Milliseconds that the slow cluster takes for an answer. */
const slowAnswer = 3_000;

/**
 * Prints what it takes to show the kinds of a cluster with many namespaces and definitions, and those namespaces; of ten such
 * clusters at once; and of one that answers late. Beside it stands kubectl with the same.
 */
export async function printClusters(kubeconfig: string): Promise<void> {
  await fill(kubeconfig);
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-bench-'));
  const port = await portOf(kubeconfig);
  const line = await openLine({ port, bytesPerSecond: 1e9, roundTrip: slowAnswer });
  try {
    printHead('kubectl');
    const one = await kubectlTime(kubeconfig);
    const what = `${namespaceCount} namespaces, ${definitionCount} definitions`;
    printRow({ what: `${what}: kinds and namespaces`, unit: 'ms', ours: await shown(kubeconfig), peer: one });
    const begun = performance.now();
    await Promise.all(Array.from({ length: clusterCount }, () => shown(kubeconfig)));
    const ten = performance.now() - begun;
    printRow({
      what: `the same of ${clusterCount} clusters at once`,
      unit: 'ms',
      ours: ten,
      peer: one * clusterCount,
    });
    const slow = await kubeconfigBy(kubeconfig, { port: line.port }, join(folder, 'slow'));
    const [ours, peer] = [await shown(slow), await kubectlTime(slow)];
    printRow({ what: 'the same of a cluster that answers after 3 s', unit: 'ms', ours, peer });
  } finally {
    line.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Milliseconds from nothing to the kinds under their headings and the lines of all namespaces. */
async function shown(kubeconfig: string): Promise<number> {
  const begun = performance.now();
  const cluster = await openContext(kubeconfig);
  try {
    const { resources } = await cluster.discover();
    categorize(resources);
    const store = cluster.watch(find(resources, 'namespaces', ''), undefined);
    await new Promise<void>((resolve) => {
      store.onDidChange(() => store.freshness.state === 'live' && resolve());
    });
    if (store.rows.size < namespaceCount) throw new Error(`${store.rows.size} namespaces`);
    return performance.now() - begun;
  } finally {
    await cluster.dispose();
  }
}

async function kubectlTime(kubeconfig: string): Promise<number> {
  const kinds = await measureKubectl(kubeconfig, 'api-resources', '--cached=false');
  const namespaces = await measureKubectl(kubeconfig, 'get', 'namespaces');
  return kinds.milliseconds + namespaces.milliseconds;
}

async function fill(kubeconfig: string): Promise<void> {
  const cluster = await openContext(kubeconfig);
  try {
    const { resources } = await cluster.discover();
    const namespaces = find(resources, 'namespaces', '');
    const definitions = find(resources, 'customresourcedefinitions', 'apiextensions.k8s.io');
    await concurrently(16, numbers(namespaceCount), async (number) => {
      await create(cluster, namespaces, {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: `team-${number}` },
      });
    });
    await concurrently(4, numbers(definitionCount), async (number) => {
      await create(cluster, definitions, definition(number));
    });
  } finally {
    await cluster.dispose();
  }
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number);
}

async function create(
  cluster: Cluster,
  resource: Resource,
  object: Parameters<Cluster['create']>[2],
): Promise<void> {
  try {
    await cluster.create(resource, undefined, object);
  } catch (error) {
    if (!(error instanceof ClusterError) || error.reason !== 'AlreadyExists') throw error;
  }
}

function definition(number: number) {
  const [plural, group] = [`gadgets${number}`, `group${number % 15}.example.com`];
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      names: {
        plural,
        singular: `gadget${number}`,
        kind: `Gadget${number}`,
        listKind: `Gadget${number}List`,
      },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
}

function find(resources: readonly Resource[], plural: string, group: string): Resource {
  const found = resources.find((resource) => resource.plural === plural && resource.group === group);
  if (!found) throw new Error(`the cluster serves no ${plural}`);
  return found;
}
