import { describe, expect, test } from 'vitest';
import { resolveCompletion } from '../../../../server/src/features/completion/completion.ts';
import { expand } from '../../../support/snippets.ts';
import { catalog, completes, offered, offers } from './completing.ts';

const pod = 'kind: Pod\napiVersion: v1\n';
const deployment = 'apiVersion: apps/v1\nkind: Deployment\n';
const service = 'apiVersion: v1\nkind: Service\n';
const portFields = ['port', 'name', 'targetPort', 'protocol', 'nodePort', 'appProtocol'];

describe('a blank indented line offers the fields of its key only', () => {
  offers(`${service}spec:\n  ports:\n    - port: 80\n      |\n`, portFields.slice(1));
  offers(`${pod}spec:\n  os:\n    |\n`, ['name']);
  offers(`${pod}spec:\n  os:\n    |\n  containers: []\n`, ['name']);
  offers(`${pod}spec:\n  os: # which\n\n    |\n\n  containers: []\n`, ['name']);
});

describe('in every document', () => {
  const inner = (cursor: string) => `${pod}spec:\n  os:\n    ${cursor}\n`;
  const other = `${deployment}spec: {}\n`;
  offers(`${inner('|')}---\n${other}---\n${other}`, ['name']);
  offers(`${other}---\n${inner('|')}---\n${other}`, ['name']);
  offers(`---\n${other}---\n${other}---\n${inner('|')}`, ['name']);
});

describe('present siblings are left out', () => {
  offers(`${service}spec:\n  ports:\n    - port: 80\n      |\n      name: x\n      protocol: TCP\n`, [
    'targetPort',
    'nodePort',
    'appProtocol',
  ]);
  offers(`${service}spec:\n  ports:\n    - |\n      port: 80\n      name: x\n`, [
    'targetPort',
    'protocol',
    'nodePort',
    'appProtocol',
  ]);
});

describe('a partial key with siblings below replaces just the word', () => {
  completes(
    `${pod}spec:\n  contai|\n  volumes: []\n`,
    'containers',
    `${pod}spec:\n  containers:\n    - name: |\n  volumes: []\n`,
  );
  completes(
    `${pod}spec:\n  containers:\n  - ima|\n    name: web\n`,
    'image',
    `${pod}spec:\n  containers:\n  - image: |\n    name: web\n`,
  );
  completes('ki|\napiVersion: v1\n', 'kind', 'kind: |\napiVersion: v1\n');
  completes(`${pod}met|\nspec: {}\n`, 'metadata', `${pod}metadata:\n  name: |\nspec: {}\n`);
});

describe('a key that has its colon gets no second one', () => {
  completes(`${pod}spec:\n  hostN|: true\n`, 'hostNetwork', `${pod}spec:\n  hostNetwork|: true\n`);
  completes(
    `${pod}spec:\n  conta|iner:\n    - name: x\n`,
    'containers',
    `${pod}spec:\n  containers|:\n    - name: x\n`,
  );
});

describe('a key whose children are there already gets its colon only', () => {
  completes(
    `${pod}spec:\n  contai|\n    - name: x\n  volumes: []\n`,
    'containers',
    `${pod}spec:\n  containers:|\n    - name: x\n  volumes: []\n`,
  );
  completes(`${service}spec:\n  po|\n  - port: 80\n`, 'ports', `${service}spec:\n  ports:|\n  - port: 80\n`);
  completes(
    `${deployment}spec:\n  templ|\n    metadata:\n      labels: {}\n`,
    'template',
    `${deployment}spec:\n  template:|\n    metadata:\n      labels: {}\n`,
  );
  completes(
    `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nrules:\n- apiG|\n  - apps\n  verbs: []\n`,
    'apiGroups',
    `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nrules:\n- apiGroups:|\n  - apps\n  verbs: []\n`,
  );
  completes(
    `${service}metadata:\n  name: x\n|\n  ports:\n  - port: 80\n`,
    'spec',
    `${service}metadata:\n  name: x\nspec:|\n  ports:\n  - port: 80\n`,
  );
  // Only fields that can hold them.
  offers(`${pod}spec:\n  host|\n    - ip: 10.0.0.1\n      hostnames: []\n`, ['hostAliases']);
});

describe('a line begun outside of what follows is one among that', () => {
  completes(`${pod}spec:\n|\n  hostPID: true\n`, 'hostIPC', `${pod}spec:\n  hostIPC: |\n  hostPID: true\n`);
  completes(
    `${pod}spec:\n      host|\n  hostPID: true\n`,
    'hostIPC',
    `${pod}spec:\n  hostIPC: |\n  hostPID: true\n`,
  );
  completes(
    `${pod}spec:\n  containers:\n|\n    - name: x\n`,
    'image',
    `${pod}spec:\n  containers:\n    - image: |\n    - name: x\n`,
  );
  completes(
    `${service}spec:\n  ports:\n      |\n  - port: 80\n`,
    'port',
    `${service}spec:\n  ports:\n  - port: |\n  - port: 80\n`,
  );
  completes(
    `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nspec:\n  egress:\n  - {}\n      |\n`,
    'to',
    `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nspec:\n  egress:\n  - {}\n  - to:\n    - |\n`,
  );
  completes(`${pod}spec:\nconta|`, 'containers', `${pod}spec:\n  containers:\n    - name: |`);
  completes(
    `${service}spec:\n  ports:\n  targ|`,
    'targetPort',
    `${service}spec:\n  ports:\n    - targetPort: |`,
  );
  completes(`${pod}spec:\nsta|`, 'status', `${pod}spec:\nstatus:\n  |`);
  completes(`  ki|\napiVersion: v1\n`, 'kind', 'kind: |\napiVersion: v1\n');
});

describe('a dash offers the fields of an item, what is nested in them under the text behind it', () => {
  completes(
    `${pod}spec:\n  containers:\n    - |\n`,
    'env',
    `${pod}spec:\n  containers:\n    - env:\n        - name: |\n`,
  );
  completes(
    `${pod}spec:\n  containers:\n  - |\n`,
    'resources',
    `${pod}spec:\n  containers:\n  - resources:\n      |\n`,
  );
  completes(
    `${pod}spec:\n  containers:\n    - name: x\n    - na|\n`,
    'name',
    `${pod}spec:\n  containers:\n    - name: x\n    - name: |\n`,
  );
});

describe('a dash without its space gets it', () => {
  completes(`${pod}spec:\n  containers:\n    -|\n`, 'name', `${pod}spec:\n  containers:\n    - name: |\n`);
  completes(
    `${pod}spec:\n  containers:\n  - name: x\n  -|\n`,
    'image',
    `${pod}spec:\n  containers:\n  - name: x\n  - image: |\n`,
  );
});

describe('a dash over the fields of its item', () => {
  completes(
    `${service}spec:\n  ports:\n  -|\n    port: 80\n`,
    'name',
    `${service}spec:\n  ports:\n  - name: |\n    port: 80\n`,
  );
  completes(
    `${pod}spec:\n  containers:\n  -|\n    name: x\n`,
    'args',
    `${pod}spec:\n  containers:\n  - args:\n    - |\n    name: x\n`,
  );
  completes(
    'apiVersion: v1\nkind: List\nitems:\n  -|\n    kind: Pod\n',
    'apiVersion',
    'apiVersion: v1\nkind: List\nitems:\n  - apiVersion: |\n    kind: Pod\n',
  );
});

describe('a line without its dash gets it', () => {
  completes(`${pod}spec:\n  containers:\n    |\n`, 'name', `${pod}spec:\n  containers:\n    - name: |\n`);
  completes(`${pod}spec:\n  containers:\n    na|\n`, 'name', `${pod}spec:\n  containers:\n    - name: |\n`);
  completes(
    `${pod}spec:\n  containers:\n    - name: x\n    |\n`,
    '- image',
    `${pod}spec:\n  containers:\n    - name: x\n    - image: |\n`,
  );
});

describe('a line on the column of the dashes may also go on with the item above', () => {
  completes(
    `${pod}spec:\n  containers:\n    - name: x\n    im|\n`,
    'image',
    `${pod}spec:\n  containers:\n    - name: x\n      image: |\n`,
  );
  completes(
    `${pod}spec:\n  containers:\n  - name: a\n  |\n  - name: b\n`,
    'ports',
    `${pod}spec:\n  containers:\n  - name: a\n    ports:\n    - containerPort: |\n  - name: b\n`,
  );

  test('the editor ranks them before new items', async () => {
    const items = await offered(`${pod}spec:\n  containers:\n    - name: x\n    im|\n`);
    const texts = items.flatMap(({ label, filterText }) => (/image$/.test(label) ? [filterText] : []));
    expect(texts).toEqual(['image', '- image']);
  });

  test('its fields come first, without those that it has', async () => {
    const items = await offered(`${service}spec:\n  ports:\n    - port: 80\n      name: a\n    |\n`);
    const labels = items.map(({ label }) => label);
    expect(labels.slice(0, 5)).toEqual(['targetPort', 'protocol', 'nodePort', 'appProtocol', '- port']);
    expect(labels).not.toContain('port');
  });
});

describe('a blank line between items is a new item', () => {
  completes(
    `${pod}spec:\n  containers:\n  - name: a\n  |\n  - name: b\n`,
    '- image',
    `${pod}spec:\n  containers:\n  - name: a\n  - image: |\n  - name: b\n`,
  );
  completes(
    `${pod}spec:\n  containers:\n  - name: a\n  |\n\n  # next\n  - name: b\n`,
    '- image',
    `${pod}spec:\n  containers:\n  - name: a\n  - image: |\n\n  # next\n  - name: b\n`,
  );
  completes(
    `${pod}spec:\n  containers:\n  - name: a\n  host|\n`,
    'hostPID',
    `${pod}spec:\n  containers:\n  - name: a\n  hostPID: |\n`,
  );
});

describe('lists stand where the file has them', () => {
  completes(
    `${service}spec:\n  ports:\n  - port: 80\n---\n${pod}spec:\n  |\n`,
    'containers',
    `${service}spec:\n  ports:\n  - port: 80\n---\n${pod}spec:\n  containers:\n  - name: |\n`,
  );
  completes(
    `${pod}metadata:\n  finalizers:\n  - x\nspec:\n  |\n`,
    'containers',
    `${pod}metadata:\n  finalizers:\n  - x\nspec:\n  containers:\n  - name: |\n`,
  );
  completes(
    `${pod}metadata:\n  finalizers:\n    - x\nspec:\n  |\n`,
    'containers',
    `${pod}metadata:\n  finalizers:\n    - x\nspec:\n  containers:\n    - name: |\n`,
  );
});

describe('the indent of the file is followed', () => {
  for (const unit of [2, 3, 4]) {
    const indent = ' '.repeat(unit);
    completes(
      `${pod}metadata:\n${indent}name: x\nspec:\n${indent}|\n`,
      'containers',
      `${pod}metadata:\n${indent}name: x\nspec:\n${indent}containers:\n${indent}${indent}- name: |\n`,
    );
    completes(
      `${pod}metadata:\n${indent}name: x\nspec:\n${indent}secur|\n`,
      'securityContext',
      `${pod}metadata:\n${indent}name: x\nspec:\n${indent}securityContext:\n${indent}${indent}|\n`,
    );
    completes(
      `${service}spec:\n   ports:\n   - port: 80\n---\n${pod}metadata:\n${indent}labels:\n${indent}${indent}a: b\nspec:\n${indent}|\n`,
      'os',
      `${service}spec:\n   ports:\n   - port: 80\n---\n${pod}metadata:\n${indent}labels:\n${indent}${indent}a: b\nspec:\n${indent}os:\n${indent}${indent}name: |\n`,
    );
  }
});

describe('the first indented line shows the indent', () => {
  completes(`${pod}spec:\n   |\n`, 'os', `${pod}spec:\n   os:\n      name: |\n`);
  completes(`${pod}spec:\n    |\n`, 'containers', `${pod}spec:\n    containers:\n        - name: |\n`);
});

describe('a comment behind the cursor stays where it is', () => {
  completes(`${pod}spec:\n  dnsPolicy: | # why\n`, 'None', `${pod}spec:\n  dnsPolicy: None| # why\n`);
  completes(`${pod}spec:\n  os: | # why\n`, 'name', `${pod}spec:\n  os: # why\n    name: |\n`);
});

describe('trailing spaces behind the cursor vanish', () => {
  completes(`${pod}spec:\n  hostN|   \n`, 'hostNetwork', `${pod}spec:\n  hostNetwork: |\n`);
  completes(`${pod}spec:\n  |    \n`, 'hostNetwork', `${pod}spec:\n  hostNetwork: |\n`);
});

describe('an object opens its block, a list its first item, with what they require', () => {
  completes(`${pod}|`, 'spec', `${pod}spec:\n  containers:\n    - name: |`);
  completes(`${pod}|`, 'metadata', `${pod}metadata:\n  name: |`);
  completes(`${pod}spec:\n  |`, 'nodeSelector', `${pod}spec:\n  nodeSelector:\n    |`);
  completes(
    `${pod}spec:\n  containers:\n    - |`,
    'args',
    `${pod}spec:\n  containers:\n    - args:\n        - |`,
  );
  completes(
    `${deployment}|`,
    'spec',
    `${deployment}spec:
  selector:
    matchLabels:
      |
  template:
    metadata:
      labels:
        
    spec:
      containers:
        - name: `,
  );
  completes(
    `apiVersion: batch/v1\nkind: Job\nspec:\n  templ|`,
    'template',
    `apiVersion: batch/v1
kind: Job
spec:
  template:
    metadata:
      labels:
        |
    spec:
      containers:
        - name: 
      restartPolicy: `,
  );

  test('each tab stop stands once', async () => {
    for (const text of [`${deployment}|`, `${service}spec:\n  |`, `${pod}spec:\n  |`]) {
      for (const item of await offered(text)) {
        const { newText } = item.textEdit!;
        const stops = [...newText.matchAll(/\$\{?(\d+)/g)].map(([, stop]) => Number(stop));
        if (item.kind !== 15) expect(new Set(stops).size, newText).toBe(stops.length);
        expect(expand(newText).stops.length, newText).toBeGreaterThan(0);
      }
    }
  });
});

describe('a deeper blank line means children, one on the same column siblings', () => {
  const text = (cursor: string) => `${pod}spec:\n  hostNetwork: true\n  os:\n${cursor}`;
  offers(text('    |'), ['name']);
  completes(text('  |'), 'hostPID', text('  hostPID: |'));
  completes(
    `${pod}metadata:\n  name: x\n|`,
    'spec',
    `${pod}metadata:\n  name: x\nspec:\n  containers:\n    - name: |`,
  );
});

describe('a line indented unlike its siblings is put right', () => {
  completes(
    `${pod}spec:\n    hostPID: true\n  |\n`,
    'hostNetwork',
    `${pod}spec:\n    hostPID: true\n    hostNetwork: |\n`,
  );
  completes(
    `${pod}spec:\n  containers:\n    - name: x\n     ima|\n`,
    'image',
    `${pod}spec:\n  containers:\n    - name: x\n      image: |\n`,
  );
});

describe('flow maps and lists stay on their line', () => {
  offers(`${pod}spec: {os: {|}}\n`, ['name']);
  completes(`${service}spec: {ports: [{po|}]}\n`, 'port', `${service}spec: {ports: [{port: |}]}\n`);
  completes(
    `${service}spec: {ports: [{port: 80, |}]}\n`,
    'name',
    `${service}spec: {ports: [{port: 80, name: |}]}\n`,
  );
  completes(`${service}spec: {|}\n`, 'ports', `${service}spec: {ports: [|]}\n`);
  completes(`${service}spec: {ports: [|]}\n`, 'port', `${service}spec: {ports: [{port: |}]}\n`);
  completes(`${pod}spec: {|`, 'os', `${pod}spec: {os: {|}`);
});

describe('JSON stays JSON', () => {
  const json = (spec: string) => `{"apiVersion": "v1", "kind": "Service", "spec": {${spec}}}\n`;
  completes(json('|'), 'ports', json('"ports": [|]'));
  completes(json('"po|"'), 'ports', json('"ports": [|]'));
  completes(json('"type": |'), 'NodePort', json('"type": "NodePort"|'));
  completes(json('"ty|": "x"'), 'type', json('"type"|: "x"'));
  completes('{|}', 'kind', '{"kind": |}');
  completes('{"kind": "Po|"}', 'Pod', '{"kind": "Pod"|}');
});

describe('nothing is offered inside of comments, block scalars and longer texts', () => {
  for (const text of [
    `${pod}spec:\n  # |\n`,
    `${pod}spec:\n  #|\n`,
    `${pod}spec: # |\n`,
    `${pod}metadata:\n  annotations:\n    x: >\n      |\n`,
    `${pod}metadata:\n  annotations:\n    x: >\n      text\n\n      |\n    y: z\n`,
    `${pod}metadata:\n  annotations:\n    x: >\n      text\n  |\n      text\n    y: z\n`,
    `${pod}metadata:\n  annotations:\n    x: >\n|\n      text\n    y: z\n`,
    `${pod}spec:\n  dnsPolicy: some words |\n`,
    `${pod}spec:\n  dnsPolicy: "some words |"\n`,
    `-|-- \n${pod}`,
    `${pod}--|-\n`,
    `${pod}---|\n`,
    `${pod}|---\n`,
  ]) {
    offers(text, []);
  }
});

describe('what is broken elsewhere changes nothing here', () => {
  for (const broken of ['a: "open', 'a: [open', 'a: {b: [', 'a: b: c', 'a', '\ta: b', "a: 'x' y"]) {
    offers(`${pod}metadata:\n  labels:\n    ${broken}\nspec:\n  os:\n    |\n`, ['name']);
    offers(`${pod}spec:\n  os:\n    |\nmetadata:\n  labels:\n    ${broken}\n`, ['name']);
    offers(`${broken}\n---\n${pod}spec:\n  os:\n    |\n---\n${broken}\n`, ['name']);
  }
});

describe('anchors and merge keys count as present', () => {
  offers(
    `${service}spec:\n  ports:\n    - &http\n      port: 80\n      protocol: TCP\n    - <<: *http\n      |\n`,
    ['name', 'targetPort', 'nodePort', 'appProtocol'],
  );
  offers(`${service}spec:\n  ports:\n    - &http\n      port: 80\n      |\n`, portFields.slice(1));
});

describe('line ends, tabs, emoji', () => {
  const windows = pod.replaceAll('\n', '\r\n');
  completes(
    `${windows}spec:\r\n  contai|  \r\n`,
    'containers',
    `${windows}spec:\r\n  containers:\r\n    - name: |\r\n`,
  );
  offers(`${pod}metadata:\n  labels: {x: "😀😀"}\nspec:\n  os: {|}\n`, ['name']);
  completes(
    `${pod}metadata: {name: "😀😀", lab|}\n`,
    'labels',
    `${pod}metadata: {name: "😀😀", labels: {|}}\n`,
  );
  offers(`${pod}spec:\n\tos:\n\t\t|\n`, ['name']);
  completes(
    `${pod}spec:\n  hostN|: true\n\n\ta: b\n`,
    'hostNetwork',
    `${pod}spec:\n  hostNetwork|: true\n\n\ta: b\n`,
  );
});

describe('items of a list', () => {
  const list = 'apiVersion: v1\nkind: List\nitems:\n';
  offers(`${list}  - apiVersion: v1\n    kind: Pod\n    spec:\n      os:\n        |\n`, ['name']);
  offers(`apiVersion: v1\nkind: PodList\nitems:\n  - spec:\n      os:\n        |\n`, ['name']);
  completes(`${list}  - |\n`, 'kind', `${list}  - kind: |\n`);
});

describe('a kind that nobody knows has the metadata of every object', () => {
  const machine = 'apiVersion: example.com/v1\nkind: Machine\n';
  completes(
    `${machine}metadata:\n  name: a\n  gener|\n`,
    'generateName',
    `${machine}metadata:\n  name: a\n  generateName: |\n`,
  );
  completes(
    'apiVersion: v1\nkind: List\nitems:\n  - apiVersion: example.com/v1\n    kind: Machine\n    metadata:\n      lab|\n',
    'labels',
    'apiVersion: v1\nkind: List\nitems:\n  - apiVersion: example.com/v1\n    kind: Machine\n    metadata:\n      labels:\n        |\n',
  );
  offers(`${machine}spec:\n  |\n`, []);
});

test('a field says what it is, and its prose comes on resolve', async () => {
  const items = await offered(`${pod}spec:\n  containers:\n    - |`);
  const image = items.find(({ label }) => label === 'image')!;
  expect(items[0]).toMatchObject({ label: 'name', detail: 'string, required' });
  expect(image).toMatchObject({ detail: 'string, required', kind: 10 });
  expect(image.documentation).toBeUndefined();
  const resolved = await resolveCompletion(image, catalog());
  expect(resolved.documentation).toMatchObject({ kind: 'markdown', value: expect.stringContaining('image') });
});

test('in a file of 50,000 lines', async () => {
  const filler = Array.from(
    { length: 2_000 },
    (_, index) => `${deployment}metadata:\n  name: x${index}\nspec:\n${'  # a\n'.repeat(19)}`,
  );
  const items = await offered(
    `${filler.slice(1_000).join('---\n')}---\n${pod}spec:\n  os:\n    |\n---\n${filler.join('---\n')}`,
  );
  expect(items.map(({ label }) => label)).toEqual(['name']);
});

describe('a field comes with what says what is meant', () => {
  completes(
    'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nspec:\n  sca|\n',
    'scaleTargetRef',
    'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nspec:\n  scaleTargetRef:\n    apiVersion: |\n    kind: \n    name: \n',
  );
  completes(
    'apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nrole|\n',
    'roleRef',
    'apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nroleRef:\n  apiGroup: |\n  kind: \n  name: \n',
  );
  completes(
    'apiVersion: networking.k8s.io/v1\nkind: Ingress\nspec:\n  default|\n',
    'defaultBackend',
    'apiVersion: networking.k8s.io/v1\nkind: Ingress\nspec:\n  defaultBackend:\n    service:\n      name: |\n      port:\n        number: \n',
  );
  completes(
    'apiVersion: networking.k8s.io/v1\nkind: Ingress\nspec:\n  ru|\n',
    'rules',
    'apiVersion: networking.k8s.io/v1\nkind: Ingress\nspec:\n  rules:\n    - http:\n        paths:\n          - path: |\n            pathType: \n            backend:\n              service:\n                name: \n                port:\n                  number: \n',
  );
  completes(
    'apiVersion: v1\nkind: PersistentVolumeClaim\nspec:\n  res|\n',
    'resources',
    'apiVersion: v1\nkind: PersistentVolumeClaim\nspec:\n  resources:\n    requests:\n      |\n',
  );
  completes(
    'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nwebhooks:\n  - client|\n',
    'clientConfig',
    'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nwebhooks:\n  - clientConfig:\n      service:\n        name: |\n        namespace: \n',
  );
});
