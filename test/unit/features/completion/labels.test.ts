import { describe, expect, test } from 'vitest';
import { composeCatalogs, kindsOfDefinition } from '../../../../server/src/catalog/definitions.ts';
import { complete } from '../../../../server/src/features/completion/completion.ts';
import { parseDocuments } from '../../../../server/src/yaml/documents.ts';
import { atCursor } from '../../../support/cursor.ts';
import { customDefinition } from '../../../support/custom-definition.ts';
import { acceptItem } from '../../../support/snippets.ts';
import { catalog, completes, offered, offers } from './completing.ts';

/** A document of a kind with a spec, whose lines are those given. */
const manifest = (apiVersion: string, kind: string, ...spec: string[]) =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: mine\nspec:\n${spec.map((line) => `  ${line}\n`).join('')}`;

const pods = `---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: api
  labels:
    team: red
spec:
  selector:
    matchLabels:
      app: api
  template:
    metadata:
      labels:
        app: api
        tier: back
    spec:
      nodeSelector:
        disk: ssd
      containers: []
---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: nightly
spec:
  jobTemplate:
    spec:
      template:
        metadata:
          labels:
            app: nightly
---
apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels:
    stage: prod
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: disk-1
  labels:
    speed: fast
`;

const service = (...spec: string[]) => `${manifest('v1', 'Service', ...spec)}${pods}`;
const policy = (...spec: string[]) => `${manifest('networking.k8s.io/v1', 'NetworkPolicy', ...spec)}${pods}`;
const budget = (...spec: string[]) => `${manifest('policy/v1', 'PodDisruptionBudget', ...spec)}${pods}`;
const ofPods = ['app: api', 'app: nightly', 'tier'];

describe('what selects Pods is offered the labels of Pods', () => {
  offers(service('selector:', '  |'), ofPods);
  completes(service('selector:', '  ap|'), 'app: nightly', service('selector:', '  app: nightly|'));
  completes(service('selector: |'), 'tier', service('selector:', '  tier: back|'));
  offers(policy('podSelector:', '  matchLabels:', '    |'), ofPods);
  offers(policy('ingress:', '  - from:', '      - podSelector:', '          matchLabels: {|}'), ofPods);
  offers(
    policy('egress:', '  - to:', '      - podSelector:', '          matchLabels:', '            |'),
    ofPods,
  );
  offers(budget('selector:', '  matchLabels:', '    |'), ofPods);
  offers(budget('selector:', '  matchLabels:', '    app: api', '    |'), ['tier']);
  offers(`${manifest('v1', 'ReplicationController', 'selector:', '  |')}${pods}`, ofPods);
  offers(`${manifest('apps/v1', 'ReplicaSet', 'selector:', '  matchLabels:', '    |')}${pods}`, ofPods);
});

test.each([
  ['|', ['app']],
  ['app: |', ['web']],
])('where nothing else has labels, a Service has its own: %s', async (entry, labels) => {
  const alone = `apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  labels:\n    app: web\nspec:\n  selector:\n    ${entry}\n`;
  expect((await offered(alone)).map(({ label }) => label)).toEqual(labels);
});

test('an entry shows its value, and says whose it is', async () => {
  const [app, nightly, tier] = await offered(service('selector:', '  |'));
  expect([app, nightly, tier].map((item) => [item!.label, item!.labelDetails?.detail, item!.detail])).toEqual(
    [
      ['app: api', undefined, 'Deployment api'],
      ['app: nightly', undefined, 'CronJob nightly'],
      ['tier', ': back', 'Deployment api'],
    ],
  );
});

describe('values by key', () => {
  offers(service('selector:', '  app: |'), ['api', 'nightly']);
  completes(service('selector:', '  app: n|'), 'nightly', service('selector:', '  app: nightly|'));
  offers(service('selector: {app: |}'), ['api', 'nightly']);
  offers(service('selector: {app: "|"}'), ['api', 'nightly']);
  offers(budget('selector:', '  matchLabels:', '    tier: |'), ['back']);
  offers(budget('selector:', '  matchLabels:', '    color: |'), []);
  offers(budget('selector:', '  matchLabels:', '    team: |'), ['red']);
});

describe('expressions', () => {
  const expression = (...lines: string[]) =>
    budget(
      'selector:',
      '  matchExpressions:',
      `    - ${lines[0]}`,
      ...lines.slice(1).map((line) => `      ${line}`),
    );
  offers(expression('key: |'), ['app', 'tier']);
  offers(expression('key: app', 'operator: |'), ['In', 'NotIn', 'Exists', 'DoesNotExist']);
  offers(expression('key: app', 'operator: In', 'values: [|]'), ['api', 'nightly']);
  offers(expression('key: app', 'operator: In', 'values:', '  - |'), ['api', 'nightly']);
  completes(
    expression('key: tier', 'operator: In', 'values: |'),
    'back',
    expression('key: tier', 'operator: In', 'values:', '  - back|'),
  );
  offers(expression('operator: In', 'values: [|]'), []);
});

describe('other things are selected by their own labels', () => {
  const peer = (...lines: string[]) =>
    policy(
      'ingress:',
      '  - from:',
      '      - namespaceSelector:',
      ...lines.map((line) => `          ${line}`),
    );
  offers(peer('matchLabels:', '  |'), ['stage', 'kubernetes.io/metadata.name']);
  offers(peer('matchLabels:', '  kubernetes.io/metadata.name: |'), ['shop']);
  offers(peer('matchExpressions:', '  - key: |'), ['stage', 'kubernetes.io/metadata.name']);
  const claim = (...spec: string[]) => `${manifest('v1', 'PersistentVolumeClaim', ...spec)}${pods}`;
  offers(claim('selector:', '  matchLabels:', '    |'), ['speed']);
  const webhooks = (field: string) =>
    `apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nwebhooks:\n  - name: a\n    ${field}:\n      matchLabels:\n        |\n${pods}`;
  offers(webhooks('namespaceSelector'), ['stage', 'kubernetes.io/metadata.name']);
  offers(webhooks('objectSelector'), ['app: api', 'app: nightly', 'tier', 'team', 'stage', 'speed']);
});

describe('what places Pods', () => {
  const web = (...lines: string[]) =>
    `${manifest(
      'apps/v1',
      'StatefulSet',
      'template:',
      '  metadata:',
      '    labels:',
      '      app: web',
      '  spec:',
      '    containers: []',
      ...lines.map((line) => `    ${line}`),
    )}${pods}`;
  const spread = (...lines: string[]) =>
    web('topologySpreadConstraints:', '  - maxSkew: 1', ...lines.map((line) => `    ${line}`));
  const affinity = (kind: string, ...lines: string[]) =>
    web(
      'affinity:',
      `  ${kind}:`,
      '    requiredDuringSchedulingIgnoredDuringExecution:',
      ...lines.map((line) => `      ${line}`),
    );
  const mineFirst = ['app: web', 'app: api', 'app: nightly', 'tier'];
  offers(spread('labelSelector:', '  matchLabels:', '    |'), mineFirst);
  offers(spread('matchLabelKeys: [|]'), ['app', 'tier']);
  offers(affinity('podAntiAffinity', '- labelSelector:', '    matchLabels:', '      |'), mineFirst);
  offers(affinity('podAffinity', '- labelSelector:', '    matchExpressions:', '      - key: |'), [
    'app',
    'tier',
  ]);
  offers(affinity('podAffinity', '- namespaceSelector:', '    matchLabels:', '      |'), [
    'stage',
    'kubernetes.io/metadata.name',
  ]);
  const ofNodes = [
    'kubernetes.io/hostname',
    'topology.kubernetes.io/zone',
    'topology.kubernetes.io/region',
    'kubernetes.io/os',
    'kubernetes.io/arch',
    'node.kubernetes.io/instance-type',
    'node-role.kubernetes.io/control-plane',
  ];
  offers(affinity('podAntiAffinity', '- topologyKey: |'), ['disk', ...ofNodes]);
  const term = (...lines: string[]) =>
    affinity(
      'nodeAffinity',
      '  nodeSelectorTerms:',
      '    - matchExpressions:',
      ...lines.map((line) => `        ${line}`),
    );
  offers(term('- key: |'), ['disk', ...ofNodes]);
  offers(term('- key: kubernetes.io/arch', '  operator: In', '  values: [|]'), ['amd64', 'arm64']);
  offers(term('- key: disk', '  operator: |'), ['DoesNotExist', 'Exists', 'Gt', 'In', 'Lt', 'NotIn']);
  offers(web('nodeSelector:', '  kubernetes.io/os: |'), ['linux', 'windows']);
  offers(web('nodeSelector:', '  disk: |'), ['ssd']);
});

describe('a template is offered the labels that select it', () => {
  const set = (label: string) =>
    `${manifest('apps/v1', 'DaemonSet', 'selector:', '  matchLabels:', '    app: web', 'template:', '  metadata:', '    labels:', `      ${label}`)}${pods}`;
  offers(set('|'), ['app: web', 'app: api']);
  offers(set('app: |'), ['web', 'api', 'nightly']);
});

describe('free labels', () => {
  const settings = (labels: string) =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  labels:\n    ${labels}\n`;
  offers(settings('|'), []);
  offers(settings('app: |'), []);
  offers(`${settings('|')}${pods}`, ['team', 'stage', 'speed']);
  offers(`${settings('app: |')}${pods}`, ['api', 'nightly']);
  offers(`${settings('team: |').replace('labels', 'annotations')}${pods}`, []);
  const namespace = (label: string) =>
    `apiVersion: v1\nkind: Namespace\nmetadata:\n  labels:\n    ${label}\n`;
  offers(namespace('pod-security.kubernetes.io/enforce: |'), ['restricted', 'baseline', 'privileged']);
  completes(
    namespace('warn|'),
    'pod-security.kubernetes.io/warn: baseline',
    namespace('pod-security.kubernetes.io/warn: baseline|'),
  );
});

describe('selectors of custom kinds', () => {
  const selector = {
    type: 'object',
    properties: {
      matchLabels: { type: 'object', additionalProperties: { type: 'string' } },
      matchExpressions: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            key: { type: 'string' },
            operator: { type: 'string' },
            values: { type: 'array', items: { type: 'string' } },
          },
        },
      },
    },
  };
  const properties = {
    selector,
    podMonitorSelector: selector,
    namespaceSelector: selector,
    workload: {
      type: 'object',
      properties: { selector: { type: 'object', additionalProperties: { type: 'string' } } },
    },
  };
  const definition = customDefinition({
    group: 'monitoring.example.com',
    kind: 'ServiceMonitor',
    plural: 'servicemonitors',
    schema: { type: 'object', properties: { spec: { type: 'object', properties } } },
  });
  const others = `${pods}---\napiVersion: v1\nkind: Service\nmetadata:\n  name: api\n  labels:\n    scrape: yes-please\n`;
  const monitor = (...spec: string[]) =>
    `${manifest('monitoring.example.com/v1', 'ServiceMonitor', ...spec)}${others}`;

  test.each([
    [monitor('selector:', '  matchLabels:', '    |'), ['scrape']],
    [monitor('selector:', '  matchExpressions:', '    - key: |'), ['scrape']],
    [
      monitor('selector:', '  matchExpressions:', '    - operator: |'),
      ['In', 'NotIn', 'Exists', 'DoesNotExist'],
    ],
    [monitor('namespaceSelector:', '  matchLabels:', '    |'), ['stage', 'kubernetes.io/metadata.name']],
    [monitor('workload:', '  selector:', '    |'), ['scrape']],
  ])('%j offers %j', async (marked, labels) => {
    const items = await offeredOfCustom(marked);
    expect(items.map(({ label }) => label)).toEqual(labels);
  });

  test('an entry of a custom selector is written whole', async () => {
    const marked = monitor('selector:', '  matchLabels: |');
    const [item] = await offeredOfCustom(marked);
    expect(acceptItem(atCursor(marked).text, item!)).toBe(
      monitor('selector:', '  matchLabels:', '    scrape: yes-please|'),
    );
  });

  async function offeredOfCustom(marked: string) {
    const { text, position } = atCursor(marked);
    const { items } = await complete({
      text,
      documents: () => parseDocuments(text),
      uri: 'file:///workspace/a.yaml',
      position,
      catalog: composeCatalogs(
        catalog(),
        kindsOfDefinition(definition, { from: 'definition', uri: 'file:///crd.yaml' }),
      ),
    });
    return items.toSorted((left, right) => (left.sortText! < right.sortText! ? -1 : 1));
  }
});
