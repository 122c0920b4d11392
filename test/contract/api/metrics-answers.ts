/** What metrics-server 0.8 answers, by path; a table where one is asked for. */
export function metricsAnswer(path: string, accept: string): unknown {
  const asTable = accept.includes('as=Table');
  const named = objectPath.exec(path);
  if (path === root) return resources;
  if (path === '/apis/metrics.k8s.io') return group;
  if (path === `${root}/nodes`) return asTable ? tableOf(nodes) : listOf('NodeMetricsList', nodes);
  if (path === `${root}/pods` || path === `${root}/namespaces/shop/pods`) {
    return asTable ? tableOf(pods) : listOf('PodMetricsList', pods);
  }
  const found = [...nodes, ...pods].find(({ metadata }) => metadata.name === named?.[1]);
  return found && (asTable ? tableOf([found]) : { apiVersion, ...found });
}

/** What a server with nothing but this group answers, to discovery too. */
export function wholeServerAnswer(path: string, accept: string): unknown {
  if (path === '/version') return { major: '1', minor: '35', gitVersion: 'v1.35.4' };
  if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] };
  if (path === '/api/v1') return { ...resources, groupVersion: 'v1', resources: [] };
  if (path === '/apis') return { kind: 'APIGroupList', apiVersion: 'v1', groups: [group] };
  return metricsAnswer(path, accept);
}

const apiVersion = 'metrics.k8s.io/v1beta1';
const root = `/apis/${apiVersion}`;
const objectPath = new RegExp(`^${root}/(?:nodes|namespaces/shop/pods)/([^/]+)$`);

const version = { groupVersion: apiVersion, version: 'v1beta1' };
const group = {
  kind: 'APIGroup',
  apiVersion: 'v1',
  name: 'metrics.k8s.io',
  versions: [version],
  preferredVersion: version,
};

const verbs = ['get', 'list'];
const resources = {
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: apiVersion,
  resources: [
    { name: 'nodes', singularName: '', namespaced: false, kind: 'NodeMetrics', verbs },
    { name: 'pods', singularName: '', namespaced: true, kind: 'PodMetrics', verbs },
  ],
};

const taken = { timestamp: '2026-01-02T03:04:05Z', window: '20.051s' };
const creationTimestamp = '2026-01-02T03:04:25Z';

const nodes = [
  {
    kind: 'NodeMetrics',
    metadata: { name: 'node-1', creationTimestamp, labels: { 'kubernetes.io/os': 'linux' } },
    ...taken,
    usage: { cpu: '122537201n', memory: '1331944Ki' },
  },
];

const pods = [
  {
    kind: 'PodMetrics',
    metadata: { name: 'web', namespace: 'shop', creationTimestamp, labels: { app: 'web' } },
    ...taken,
    containers: [{ name: 'main', usage: { cpu: '1204n', memory: '9012Ki' } }],
  },
];

type Metrics = (typeof nodes)[number] | (typeof pods)[number];

/** Items name no kind. */
function listOf(kind: string, items: readonly Metrics[]): unknown {
  return { kind, apiVersion, metadata: {}, items: items.map(({ kind: _, ...item }) => item) };
}

function tableOf(items: readonly Metrics[]): unknown {
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata: {},
    columnDefinitions: ['Name', 'cpu', 'memory', 'Window'].map((name) => ({
      name,
      type: 'string',
      format: name === 'Name' ? 'name' : name === 'Window' ? 'duration' : 'quantity',
      description: '',
      priority: 0,
    })),
    rows: items.map(({ metadata, ...item }) => {
      const { cpu, memory } = 'usage' in item ? item.usage : item.containers[0]!.usage;
      const object = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
      return { cells: [metadata.name, cpu, memory, item.window], object };
    }),
  };
}
