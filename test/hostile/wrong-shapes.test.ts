import { describe, expect, test } from 'vitest';
import {
  checkCoreVersions,
  indexOfKinds,
  parseAggregated,
  parseGroups,
  resourceListReader,
} from '../../client/src/cluster/discovery/parse.ts';
import { ClusterError } from '../../client/src/cluster/errors.ts';
import { sentenceOf } from '../../client/src/cluster/explanation.ts';
import { refusalError, statusError } from '../../client/src/cluster/http/failures.ts';
import { readStatus } from '../../client/src/cluster/http/read-status.ts';
import { collectionRequest } from '../../client/src/cluster/http/request.ts';
import { intentOf } from '../../client/src/cluster/http/request-intents.ts';
import type { KubeObject, Resource } from '../../client/src/cluster/kube-object.ts';
import { readExecCredential } from '../../client/src/cluster/kubeconfig/exec-plugin.ts';
import { loadConnection, loadKubeContexts } from '../../client/src/cluster/kubeconfig/load.ts';
import { silentLog } from '../../client/src/cluster/log.ts';
import { claimsOf } from '../../client/src/cluster/objects/container-runs.ts';
import { containersOf } from '../../client/src/cluster/objects/containers.ts';
import { healthOf } from '../../client/src/cluster/objects/health.ts';
import { newestFirst, readEvent } from '../../client/src/cluster/objects/object-event.ts';
import { objectText } from '../../client/src/cluster/objects/object-text.ts';
import { podSelectorOf } from '../../client/src/cluster/objects/pod-selector.ts';
import { deletedOf, objectOf } from '../../client/src/cluster/objects/read-object.ts';
import type { Rows } from '../../client/src/cluster/objects/table.ts';
import {
  objectReader,
  objectsOfList,
  rowsOfEvent,
  rowsOfList,
} from '../../client/src/cluster/objects/table.ts';
import { withoutSecrets } from '../../client/src/cluster/objects/without-secrets.ts';
import { backendsOfIngress, backendsOfRoute } from '../../client/src/cluster/relations/named-services.ts';
import { readingFor } from '../../client/src/cluster/relations/related-of.ts';
import { eventsOf } from '../../client/src/cluster/watch/events.ts';
import { failureOfError } from '../../client/src/cluster/watch/failure.ts';
import { mayOwnPods } from '../../client/src/cluster/watch/owned-pods.ts';
import { WrongAnswer } from '../../client/src/cluster/wrong-answer.ts';
import { kindLabel } from '../../client/src/connections/kind-label.ts';
import { objectContext } from '../../client/src/contributions/item-context.ts';
import { categorize } from '../../client/src/explorer/categories.ts';
import { cellsOf, describeRow } from '../../client/src/explorer/cells.ts';
import { conflictsOf, missingObject, refusalOf } from '../../client/src/journal/refusal.ts';
import { differenceLines } from '../../client/src/manifests/difference.ts';
import { deployments, pods } from '../unit/cluster/resources.ts';
import { leastTime } from './support/least-time.ts';
import { ownTime } from './support/measured-process.ts';
import { wrongShapes } from './support/wrong-shapes.ts';

const asker = { context: 'prod', server: 'https://prod' };
const intent = intentOf('list', pods, 'shop');

const metadata = {
  name: 'web',
  generateName: 'web-',
  namespace: 'shop',
  uid: 'u',
  resourceVersion: '7',
  generation: 1,
  creationTimestamp: '2026-01-01T00:00:00Z',
  deletionTimestamp: '2026-01-01T00:00:00Z',
  labels: { a: 'b' },
  annotations: { a: 'b', 'k8s.io/initial-events-end': 'true' },
  ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', uid: 'r', controller: true }],
  finalizers: ['a/b'],
  managedFields: [{ manager: 'm', fieldsV1: { 'f:a': {} } }],
};
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata,
  spec: {
    containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 80, name: 'h', protocol: 'TCP' }] }],
  },
  status: {
    containerStatuses: [
      { name: 'c', ready: true, restartCount: 1, state: { terminated: { reason: 'Error', exitCode: 7 } } },
    ],
  },
};
const table = {
  kind: 'Table',
  apiVersion: 'meta.k8s.io/v1',
  metadata: { resourceVersion: '7', continue: '' },
  columnDefinitions: [
    { name: 'Name', type: 'string', format: 'name', priority: 0 },
    { name: 'Status', type: 'string', format: '', priority: 0 },
    { name: 'Ready', type: 'string', format: '', priority: 0 },
    { name: 'Age', type: 'string', format: '', priority: 0 },
    { name: 'Desired', type: 'integer', format: '', priority: 0 },
  ],
  rows: [
    { cells: ['web', 'Running', '1/1', '5m', 3], object: { kind: 'PartialObjectMetadata', metadata } },
    { cells: ['web2', 'Failed', 2, '5m', 3], object: { metadata: { ...metadata, name: 'web2', uid: 'v' } } },
  ],
};
const status = {
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  code: 409,
  reason: 'Conflict',
  message: 'Apply failed with 1 conflict: unknown field "spec.x", namespaces "a" not found',
  details: {
    name: 'web',
    group: 'apps',
    kind: 'pods',
    uid: 'u',
    causes: [
      {
        reason: 'FieldManagerConflict',
        message: 'conflict with "kubectl" using v1',
        field: '.spec.replicas',
      },
      {
        reason: 'FieldValueNotSupported',
        message: 'Unsupported value: "x": supported values: "a", "b"',
        field: 'spec',
      },
    ],
    retryAfterSeconds: 3,
  },
};
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata,
  spec: {
    selector: {
      matchLabels: { app: 'web' },
      matchExpressions: [
        { key: 'tier', operator: 'In', values: ['front'] },
        { key: 'a', operator: 'Exists' },
      ],
    },
  },
};
const scale = {
  apiVersion: 'autoscaling/v1',
  kind: 'Scale',
  metadata,
  status: { replicas: 1, selector: 'app=web' },
};
const scalable: Resource = {
  ...deployments,
  subresources: [{ name: 'scale', kind: 'Scale', verbs: ['get'] }],
};

/** An answer that is as it should be, and all that is done with it until a person sees it. */
interface Use {
  readonly name: string;
  readonly sound: unknown;
  readonly use: (answer: unknown) => unknown;
}

const uses: readonly Use[] = [
  { name: 'a table of a list', sound: table, use: (answer) => lookAt(rowsOfList(answer, 0)) },
  { name: 'a table of an event', sound: table, use: (answer) => lookAt(rowsOfEvent(answer, 0)) },
  {
    name: 'a list of objects',
    sound: { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '7' }, items: [pod, pod] },
    use(answer) {
      lookAt(rowsOfList(answer, 0));
      lookAt(objectReader(pods).rowsOfList(answer));
      objectsOfList(pods, answer).forEach(lookAtObject);
    },
  },
  {
    name: 'an object',
    sound: pod,
    use: (answer) => lookAtObject(objectOf({ resource: pods, name: 'web' })(answer)),
  },
  {
    name: 'an object of an event',
    sound: pod,
    use: (answer) => lookAt(objectReader(pods).rowsOfEvent(answer)),
  },
  { name: 'the answer of a deletion', sound: status, use: (answer) => deletedOf(answer) },
  { name: 'a selector of a workload', sound: deployment, use: (answer) => selectorOf(deployments, answer) },
  { name: 'a scale of a workload', sound: scale, use: (answer) => selectorOf(scalable, answer) },
  ...['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK'].flatMap((type): Use[] => [
    { name: `an event ${type} of a table`, sound: { type, object: table }, use: (answer) => follow(answer) },
    { name: `an event ${type} of an object`, sound: { type, object: pod }, use: (answer) => follow(answer) },
  ]),
  { name: 'an event ERROR', sound: { type: 'ERROR', object: status }, use: (answer) => follow(answer) },
  {
    name: 'a Status',
    sound: status,
    use(answer) {
      const read = readStatus(answer, { code: 500 });
      lookAtError(read ? statusError(intent, asker, read) : undefined);
      const body = JSON.stringify(answer) ?? '';
      lookAtError(refusalError(intent, asker, { code: 409, contentType: '', body, retryAfterSeconds: 5 }));
    },
  },
  {
    name: 'aggregated discovery',
    sound: {
      kind: 'APIGroupDiscoveryList',
      apiVersion: 'apidiscovery.k8s.io/v2',
      metadata: {},
      items: [
        {
          metadata: { name: 'apps' },
          versions: [
            {
              version: 'v1',
              freshness: 'Current',
              resources: [
                {
                  resource: 'deployments',
                  responseKind: { group: 'apps', version: 'v1', kind: 'Deployment' },
                  scope: 'Namespaced',
                  singularResource: 'deployment',
                  verbs: ['list', 'watch', 'get', 'delete'],
                  shortNames: ['deploy'],
                  categories: ['all'],
                  subresources: [{ subresource: 'scale', responseKind: { kind: 'Scale' }, verbs: ['get'] }],
                },
              ],
            },
          ],
        },
      ],
    },
    use: (answer) => lookAtKinds(parseAggregated(answer) ?? []),
  },
  { name: 'versions', sound: { kind: 'APIVersions', versions: ['v1'] }, use: checkCoreVersions },
  {
    name: 'groups',
    sound: {
      kind: 'APIGroupList',
      groups: [
        {
          name: 'apps',
          versions: [{ groupVersion: 'apps/v1', version: 'v1' }],
          preferredVersion: { groupVersion: 'apps/v1', version: 'v1' },
        },
      ],
    },
    use: (answer) => parseGroups(answer).map(({ group, version }) => encodeURIComponent(group + version)),
  },
  {
    name: 'resources of a group',
    sound: {
      kind: 'APIResourceList',
      groupVersion: 'apps/v1',
      resources: [
        {
          name: 'deployments',
          singularName: 'deployment',
          namespaced: true,
          kind: 'Deployment',
          verbs: ['list', 'watch'],
          shortNames: ['deploy'],
          categories: ['all'],
        },
        { name: 'deployments/scale', singularName: '', namespaced: true, kind: 'Scale', verbs: ['get'] },
      ],
    },
    use: (answer) => lookAtKinds(resourceListReader('apps', 'v1')(answer)),
  },
  {
    name: 'the answer of a plugin',
    sound: {
      kind: 'ExecCredential',
      apiVersion: 'client.authentication.k8s.io/v1',
      status: {
        token: 't',
        clientCertificateData: 'c',
        clientKeyData: 'k',
        expirationTimestamp: '2026-01-01T00:00:00Z',
      },
    },
    use: (answer) => readExecCredential(plugin, JSON.stringify(answer) ?? ''),
  },
  {
    name: 'a kubeconfig',
    sound: {
      kind: 'Config',
      apiVersion: 'v1',
      'current-context': 'c',
      preferences: {},
      clusters: [
        {
          name: 'c',
          cluster: {
            server: 'https://c',
            'certificate-authority-data': 'Yg==',
            'insecure-skip-tls-verify': false,
            'tls-server-name': 'c',
            'proxy-url': 'http://p',
            extensions: [{ name: 'client.authentication.k8s.io/exec', extension: { a: 1 } }],
          },
        },
      ],
      users: [
        {
          name: 'u',
          user: {
            as: 'me',
            'as-uid': '5',
            'as-groups': ['g'],
            'as-user-extra': { a: ['b'] },
            exec: {
              apiVersion: 'client.authentication.k8s.io/v1',
              command: 'plugin',
              args: ['a'],
              env: [{ name: 'A', value: 'b' }],
              interactiveMode: 'Never' as const,
              installHint: 'h',
              provideClusterInfo: true,
            },
          },
        },
      ],
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u', namespace: 'n' } }],
    },
    use: (answer) => lookAtKubeconfig(JSON.stringify(answer) ?? ''),
  },
];

const plugin = {
  apiVersion: 'client.authentication.k8s.io/v1',
  command: 'plugin',
  args: [],
  env: [],
  installHint: undefined,
  interactiveMode: 'Never' as const,
  provideClusterInfo: false,
  file: '/kubeconfig',
  clusterConfig: undefined,
};

describe('what is wrong in one place, whatever it is there, is read or refused by name', () => {
  test.each(uses)('$name', async ({ sound, use }) => {
    await use(sound);
    const faults: string[] = [];
    for (const { what, value } of wrongShapes(sound)) {
      try {
        await use(value);
      } catch (error) {
        if (!isNamed(error)) faults.push(`${what}: ${error}`);
      }
    }
    expect(faults).toEqual([]);
  });
});

const laughs = `a0: &a0 [x, x, x, x, x, x, x, x, x]\n${Array.from({ length: 12 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i}, `.repeat(9)}]\n`).join('')}`;
const named = (fields: string) => `clusters: [{name: c, cluster: {server: 'https://c', ${fields}}}]\n`;
const rest = 'contexts: [{name: c, context: {cluster: c, user: u}}]\n';

/** Kubeconfigs that are made to break who reads them. */
const hostileKubeconfigs: readonly (readonly [name: string, text: string])[] = [
  ['aliases of aliases', `${laughs}${named('x: *a12')}${rest}`],
  [
    'aliases of aliases as an extension',
    `${laughs}${named('extensions: [{name: client.authentication.k8s.io/exec, extension: *a12}]')}${rest}`,
  ],
  [
    'aliases of aliases as headers',
    `${laughs}users: [{name: u, user: {as: x, as-groups: *a12}}]\n${named('x: 1')}${rest}`,
  ],
  ['a list in itself', `clusters: &a [*a]\n${rest}`],
  ['a map in itself', `clusters: [&a {name: c, cluster: *a}]\n${rest}`],
  ['merges of itself', `clusters: [&a {<<: *a, name: c}]\n${rest}`],
  ['100,000 levels', `clusters: ${'['.repeat(100_000)}`],
  ['100,000 contexts of one name', `contexts: [${'{name: c, context: {cluster: c}}, '.repeat(100_000)}]`],
  ['another encoding', '\ufeffclusters: []\n'],
  ['bytes that are no text', '\u0000\u0001'],
  ['several documents', `a: b\n---\n${named('x: 1')}${rest}`],
  [
    'a name of a prototype',
    'contexts: [{name: __proto__, context: {cluster: __proto__, user: constructor}}]\n',
  ],
];

/** CPU time in milliseconds. */
const longest = 2_000;

test('a kubeconfig that nests too deeply is told with its line', async () => {
  const io = { readFile: async () => Buffer.from(`kind: Config\nclusters: ${'['.repeat(600)}`) };
  const { problems } = await loadKubeContexts({ merged: ['/kubeconfig'], extra: [] }, io);
  expect(problems.map(({ message }) => message)).toEqual([
    '/kubeconfig, line 2: nested deeper than any kubeconfig: correct the file',
  ]);
});

test.each(hostileKubeconfigs)('a kubeconfig of %s is read or refused in time', async (_name, text) => {
  const time = await leastTime(longest, () => ownTime(() => lookAtKubeconfig(text)));
  expect(time).toBeLessThan(longest);
});

/** An error that is meant for a person: none of a program that did not look before it took hold. */
function isNamed(error: unknown): boolean {
  if (error instanceof WrongAnswer || error instanceof ClusterError) return true;
  return error instanceof Error && error.constructor === Error;
}

function lookAt({ rows, columns = [] }: Rows): void {
  for (const row of rows) {
    healthOf(columns, row);
    describeRow(columns, row, 0, 'several');
    cellsOf(columns, row, 0, 'all').map(({ column, text }) => column.toLowerCase() + text.trim());
    if ('object' in row)
      containersOf(row.object as KubeObject).map(JSON.stringify as (one: unknown) => string);
  }
}

function lookAtObject(object: KubeObject): void {
  containersOf(object);
  claimsOf(object);
  backendsOfIngress(object);
  backendsOfRoute(object);
  newestFirst([readEvent(object), readEvent(pod)]);
  objectText(object);
  withoutSecrets(object);
  differenceLines(object, pod);
}

async function selectorOf(resource: Resource, answer: unknown): Promise<void> {
  const failures: unknown[] = [];
  const log = { ...silentLog, debug: (_what: string, error?: unknown) => void failures.push(error) };
  const get = async (reference: Parameters<typeof objectOf>[0]) => objectOf(reference)(answer);
  const reference = { resource, namespace: 'shop', name: 'web' };
  const labelSelector = await podSelectorOf({ get }, reference, log);
  const selection = labelSelector === undefined ? {} : { labelSelector };
  const { path } = collectionRequest(
    { resource: pods, namespace: 'shop', selection, content: 'rows' },
    { verb: 'list', continueToken: undefined },
  );
  if (/object%20Object/.test(path)) throw new TypeError(`asks for ${path}`);
  for (const error of failures) throw error;
}

function follow(answer: unknown): void {
  for (const reader of [{ rowsOfEvent }, objectReader(pods)]) {
    const failureOfStatus = (object: unknown) => {
      const read = readStatus(object, { code: 500 });
      return failureOfError(read ? statusError(intent, asker, read) : new Error('no reason'));
    };
    for (const event of eventsOf(answer, { ...reader, failureOfStatus }, 0)) {
      if (event.type === 'changed') lookAt({ rows: [event.row], columns: event.columns });
    }
  }
}

function lookAtError(error: ClusterError | undefined): void {
  if (!error) return;
  sentenceOf(error.explanation);
  refusalOf(error);
  conflictsOf(error);
  missingObject(error);
  failureOfError(error);
}

function lookAtKinds(resources: readonly Resource[]): void {
  categorize(resources);
  indexOfKinds(resources)('apps/v1', 'Deployment');
  for (const resource of resources) {
    kindLabel(resource);
    objectContext(resource, 'none');
    mayOwnPods(resource);
    readingFor(resource);
    collectionRequest(
      { resource, namespace: 'shop', selection: {}, content: 'rows' },
      { verb: 'list', continueToken: undefined },
    );
  }
}

async function lookAtKubeconfig(text: string): Promise<void> {
  const io = { readFile: async () => Buffer.from(text) };
  const files = { merged: ['/kubeconfig'], extra: [] };
  const { contexts } = await loadKubeContexts(files, io);
  for (const { id, problem, namespace, server } of contexts) {
    `${namespace} ${server}`.trim();
    if (problem === undefined) JSON.stringify(await loadConnection(id, files, io));
  }
}
