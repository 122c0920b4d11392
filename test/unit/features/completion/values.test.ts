import { describe, expect, test } from 'vitest';
import { diagnose, loadSchemas } from '../../../../server/src/checks/check-document.ts';
import { resolveCompletion } from '../../../../server/src/features/completion/completion.ts';
import { parseDocuments } from '../../../../server/src/yaml/documents.ts';
import { acceptItem } from '../../../support/snippets.ts';
import { catalog, completes, offered, offers } from './completing.ts';

const pod = 'kind: Pod\napiVersion: v1\n';
const service = 'apiVersion: v1\nkind: Service\n';

describe('behind a key stand its values', () => {
  offers(`${pod}spec:\n  hostNetwork: |\n`, ['true', 'false']);
  offers(`${pod}spec:\n  dnsPolicy: |\n`, ['ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None']);
  completes(`${pod}spec:\n  dnsPolicy: |\n`, 'None', `${pod}spec:\n  dnsPolicy: None|\n`);
  completes(`${pod}spec:\n  dnsPolicy: Clu|\n`, 'ClusterFirst', `${pod}spec:\n  dnsPolicy: ClusterFirst|\n`);
  completes(`${pod}spec:\n  dnsPolicy: Cl|uster  \n`, 'Default', `${pod}spec:\n  dnsPolicy: Default|\n`);
  completes(`${pod}spec:\n  dnsPolicy:|\n`, 'None', `${pod}spec:\n  dnsPolicy: None|\n`);
  completes(`${pod}spec:\n  dnsPolicy:\n    |\n`, 'None', `${pod}spec:\n  dnsPolicy:\n    None|\n`);
  completes(
    `${service}spec:\n  ports: [{protocol: |}]\n`,
    'UDP',
    `${service}spec:\n  ports: [{protocol: UDP|}]\n`,
  );
});

describe('values keep the quotes they are typed in, and get those they need', () => {
  completes(`${pod}spec:\n  dnsPolicy: "No|"\n`, 'None', `${pod}spec:\n  dnsPolicy: "None"|\n`);
  completes(
    `${pod}spec:\n  dnsPolicy: 'No|\n  os: {}\n`,
    'None',
    `${pod}spec:\n  dnsPolicy: 'None'|\n  os: {}\n`,
  );
  completes(`${pod}spec:\n  dnsPolicy: "|"\n`, 'None', `${pod}spec:\n  dnsPolicy: "None"|\n`);
});

describe('values of lists', () => {
  const claim = 'apiVersion: v1\nkind: PersistentVolumeClaim\nspec:\n';
  const capabilities = `${pod}spec:\n  containers:\n    - name: x\n      lifecycle:\n        `;
  offers(`${claim}  volumeMode: |\n`, ['Block', 'Filesystem']);
  completes(
    `${claim}  accessModes:\n    - |\n`,
    'ReadWriteOnce',
    `${claim}  accessModes:\n    - ReadWriteOnce|\n`,
  );
  completes(
    `${claim}  accessModes:\n    -|\n`,
    'ReadWriteOnce',
    `${claim}  accessModes:\n    - ReadWriteOnce|\n`,
  );
  completes(
    `${claim}  accessModes:\n    |\n`,
    'ReadWriteOnce',
    `${claim}  accessModes:\n    - ReadWriteOnce|\n`,
  );
  completes(`${claim}  accessModes: |\n`, 'ReadWriteOnce', `${claim}  accessModes:\n    - ReadWriteOnce|\n`);
  completes(
    `${claim}  accessModes: [ "|" ]\n`,
    'ReadWriteOnce',
    `${claim}  accessModes: [ "ReadWriteOnce"| ]\n`,
  );
  completes(
    `${claim}  accessModes: [ "Rea| ]\n`,
    'ReadWriteOnce',
    `${claim}  accessModes: [ "ReadWriteOnce"| ]\n`,
  );
  completes(
    `${claim}  accessModes:\n        |\n    - ReadOnlyMany\n`,
    'ReadWriteOnce',
    `${claim}  accessModes:\n    - ReadWriteOnce|\n    - ReadOnlyMany\n`,
  );
  completes(`${claim}  accessModes: [|]\n`, 'ReadWriteOnce', `${claim}  accessModes: [ReadWriteOnce|]\n`);
  offers(`${capabilities}stopSignal: SIGTER|\n`.replace('SIGTER|', 'x y |'), []);
});

describe('behind a key of an object or a list, their block opens', () => {
  completes(`${pod}spec: |\n`, 'containers', `${pod}spec:\n  containers:\n    - name: |\n`);
  completes(`${pod}spec:|\n`, 'containers', `${pod}spec:\n  containers:\n    - name: |\n`);
  completes(`${pod}spec:\n  containers: |\n`, 'image', `${pod}spec:\n  containers:\n    - image: |\n`);
});

describe('apiVersion and kind', () => {
  offers('apiVersion: |\nkind: Deployment\n', ['apps/v1']);
  offers('apiVersion: autoscaling/|\nkind: HorizontalPodAutoscaler\n', ['autoscaling/v2', 'autoscaling/v1']);
  completes('apiVersion: ap|\nkind: Deployment\n', 'apps/v1', 'apiVersion: apps/v1|\nkind: Deployment\n');
  completes('apiVersion: apps/v1\nkind: Dep|\n', 'Deployment', 'apiVersion: apps/v1\nkind: Deployment|\n');
  completes('kind: Dep|\n', 'Deployment', 'apiVersion: apps/v1\nkind: Deployment|\n');
  completes('kind:|', 'Pod', 'apiVersion: v1\nkind: Pod|');
  completes(
    'apiVersion: v1\nkind: List\nitems:\n  - kind: |\n',
    'Pod',
    'apiVersion: v1\nkind: List\nitems:\n  - apiVersion: v1\n    kind: Pod|\n',
  );
  completes('apiVersion: v1\nkind: Depl|\n', 'Deployment', 'apiVersion: apps/v1\nkind: Deployment|\n');
  completes('kind: Depl|\napiVersion: v1\n', 'Deployment', 'kind: Deployment|\napiVersion: apps/v1\n');
  completes('|', 'apiVersion', 'apiVersion: |');
  completes('api|', 'apiVersion', 'apiVersion: |');
  completes('# a comment\n|\n', 'kind', '# a comment\nkind: |\n');
  completes('apiVersion: v1\n|', 'kind', 'apiVersion: v1\nkind: |');
  completes('a: 1\n---\n|\n---\nb: 1\n', 'kind', 'a: 1\n---\nkind: |\n---\nb: 1\n');

  test('kinds are those of the apiVersion, what people use most first', async () => {
    const labels = (await offered('apiVersion: batch/v1\nkind: |\n')).map(({ label }) => label);
    expect(labels).toEqual(['Job', 'CronJob', 'CronJobList', 'JobList']);
    const all = (await offered('kind: |\n')).map(({ label }) => label);
    expect(all.slice(0, 3)).toEqual(['Deployment', 'Service', 'ConfigMap']);
  });
});

describe('values that validation knows and the schema does not', () => {
  const rules = (kind: string, group: string) => `apiVersion: ${group}\nkind: ${kind}\n`;
  const workload = `${rules('Deployment', 'apps/v1')}spec:\n  selector:\n    matchExpressions:\n      - key: app\n`;
  offers(`${workload}        operator: |\n`, ['In', 'NotIn', 'Exists', 'DoesNotExist']);
  completes(`${workload}        operator: |\n`, 'In', `${workload}        operator: In|\n`);
  const definition = rules('CustomResourceDefinition', 'apiextensions.k8s.io/v1');
  offers(`${definition}spec:\n  scope: |\n`, ['Cluster', 'Namespaced']);
  const level = rules('PriorityLevelConfiguration', 'flowcontrol.apiserver.k8s.io/v1');
  offers(`${level}spec:\n  type: |\n`, ['Exempt', 'Limited']);
  offers(`${level}spec:\n  limited:\n    limitResponse:\n      type: |\n`, ['Queue', 'Reject']);
  const scaler = rules('HorizontalPodAutoscaler', 'autoscaling/v2');
  const metric = `${scaler}spec:\n  metrics:\n    - type: Resource\n      resource:\n        target:\n`;
  offers(`${scaler}spec:\n  metrics:\n    - type: |\n`, [
    'ContainerResource',
    'External',
    'Object',
    'Pods',
    'Resource',
  ]);
  offers(`${metric}          type: |\n`, ['Utilization', 'Value', 'AverageValue']);
  const set = rules('StatefulSet', 'apps/v1');
  offers(`${set}spec:\n  podManagementPolicy: |\n`, ['OrderedReady', 'Parallel']);
  offers(`${set}spec:\n  updateStrategy:\n    type: |\n`, ['OnDelete', 'RollingUpdate']);
  const field = `${pod}spec:\n  containers:\n    - name: a\n      env:\n        - name: A\n          valueFrom:\n`;
  offers(`${field}            fieldRef:\n              fieldPath: |\n`, [
    'metadata.name',
    'metadata.namespace',
    'metadata.uid',
    'spec.nodeName',
    'spec.serviceAccountName',
    'status.hostIP',
    'status.hostIPs',
    'status.podIP',
    'status.podIPs',
  ]);
  offers(
    `${pod}spec:\n  volumes:\n    - name: a\n      downwardAPI:\n        items:\n          - fieldRef: {fieldPath: |}\n`,
    ['metadata.annotations', 'metadata.labels', 'metadata.name', 'metadata.namespace', 'metadata.uid'],
  );
  const quota = `${rules('ResourceQuota', 'v1')}spec:\n`;
  offers(
    `${quota}  scopeSelector:\n    matchExpressions:\n      - scopeName: PriorityClass\n        operator: |\n`,
    ['DoesNotExist', 'Exists', 'In', 'NotIn'],
  );
  completes(`${quota}  hard:\n    pod|\n`, 'pods', `${quota}  hard:\n    pods: |\n`);
  const limits = `${pod}spec:\n  containers:\n    - name: a\n      resources:\n        limits:`;
  offers(`${limits}\n          |\n`, ['cpu', 'memory', 'ephemeral-storage']);
  offers(`${limits}\n          cpu: 1\n          |\n`, ['memory', 'ephemeral-storage']);
  completes(`${limits} |\n`, 'cpu', `${limits}\n          cpu: |\n`);
  completes(`${limits} {|}\n`, 'memory', `${limits} {memory: |}\n`);
});

describe('a value is offered where it is taken', () => {
  const template = (kind: string, group: string) =>
    `apiVersion: ${group}\nkind: ${kind}\nspec:\n  template:\n    spec:\n      restartPolicy: |\n`;
  offers(template('Deployment', 'apps/v1'), ['Always']);
  offers(template('Job', 'batch/v1'), ['Never', 'OnFailure']);
  const binding = (kind: string) =>
    `apiVersion: rbac.authorization.k8s.io/v1\nkind: ${kind}\nroleRef:\n  kind: |\n`;
  offers(binding('RoleBinding'), ['Role', 'ClusterRole']);
  offers(binding('ClusterRoleBinding'), ['ClusterRole']);
  offers(`${pod}metadata:\n  name: |\nspec:\n  containers:\n    - name: a\n`, []);
  offers(`${pod}spec:\n  __proto__:\n    name: |\n`, []);
});

describe('other YAML is left alone', () => {
  offers('|', [], 'file:///x/.github/workflows/ci.yml');
  offers('|', [], 'file:///x/docker-compose.yml');
  offers('|', [], 'file:///x/chart/values-prod.yaml');
  offers('foo: 1\n|', []);
  offers('- |', []);
  offers('openapi: 3.0.0\n|', []);
  offers('apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n|', []);
  offers('apiVersion: v1\nkind: Config\nclusters:\n  - |\n', []);
  offers('apiVersion: example.com/v1\nkind: Unknown\nspec:\n  |\n', []);
});

test('a kind is described on resolve', async () => {
  const items = await offered('apiVersion: v1\nkind: |\n');
  const resolved = await resolveCompletion(items.find(({ label }) => label === 'Pod')!, catalog());
  expect(resolved.documentation).toMatchObject({ kind: 'markdown', value: expect.stringContaining('Pod') });
});

describe('whole documents for an empty file', () => {
  completes(
    '|',
    'ConfigMap',
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: |name\ndata:\n  key: value\n',
  );
  completes(
    'a: 1\r\n---\r\n|',
    'Namespace',
    'a: 1\r\n---\r\napiVersion: v1\r\nkind: Namespace\r\nmetadata:\r\n  name: |name\r\n',
  );
  completes(
    'kind: Deployment\napiVersion: apps/v1\nmetadata:\n  name: web\nspec:\n  template:\n    metadata:\n      labels:\n        app: web\n    spec:\n      containers: []\n---\n|',
    'Service',
    'kind: Deployment\napiVersion: apps/v1\nmetadata:\n  name: web\nspec:\n  template:\n    metadata:\n      labels:\n        app: web\n    spec:\n      containers: []\n---\napiVersion: v1\nkind: Service\nmetadata:\n  name: |web\nspec:\n  selector:\n    app: web\n  ports:\n    - name: http\n      port: 80\n      targetPort: http\n',
  );

  test('nothing is wrong with any of them, alone or behind another', async () => {
    for (const before of ['', 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n---\n']) {
      const starters = (await offered(`${before}|`)).filter(({ kind }) => kind === 15);
      expect(starters.length).toBeGreaterThan(15);
      for (const starter of starters) {
        const text = acceptItem(before, starter, '');
        const documents = parseDocuments(text);
        await loadSchemas(documents, catalog());
        const context = { catalog: catalog(), version: '1.36' } as const;
        expect(
          documents.flatMap((document) => diagnose(document, context)),
          text,
        ).toEqual([]);
      }
    }
  });
});

test.each([
  '|\n- op: remove\n  path: /spec/replicas\n',
  '|\n\n# What goes.\n- {op: remove, path: /spec/replicas}\n',
])('no object is begun above a list: %j', async (text) => {
  expect(await offered(text)).toEqual([]);
});

describe('values that are usual where any is taken', () => {
  const role = 'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nrules:\n  - ';
  completes(`${role}verbs: [|]\n`, 'watch', `${role}verbs: [watch|]\n`);
  completes(`${role}verbs: ["get", "|"]\n`, 'list', `${role}verbs: ["get", "list"|]\n`);
  completes(`${role}verbs:\n      - d|\n`, 'deletecollection', `${role}verbs:\n      - deletecollection|\n`);
  completes(`${role}apiGroups: [|]\n`, '""', `${role}apiGroups: [""|]\n`);
  completes(
    `${role}apiGroups: ["apps"]\n    resources: [dep|]\n`,
    'deployments/scale',
    `${role}apiGroups: ["apps"]\n    resources: [deployments/scale|]\n`,
  );
  const container = `${pod}spec:\n  containers:\n    - name: a\n      `;
  completes(
    `${container}securityContext:\n        capabilities:\n          drop: |\n`,
    'ALL',
    `${container}securityContext:\n        capabilities:\n          drop:\n            - ALL|\n`,
  );
  completes(
    'apiVersion: v1\nkind: Secret\ntype: |\n',
    'Opaque',
    'apiVersion: v1\nkind: Secret\ntype: Opaque|\n',
  );

  test('resources are those of the groups beside', async () => {
    const labels = (await offered(`${role}apiGroups: [batch]\n    resources: [|]\n`)).map(
      ({ label }) => label,
    );
    expect(labels).toEqual(['cronjobs', 'cronjobs/status', 'jobs', 'jobs/status', '*']);
  });

  offers(
    `${pod}spec:\n  resourceClaims:\n    - name: gpu\n  containers:\n    - name: a\n      resources:\n        claims: [{name: |}]\n`,
    ['gpu'],
  );
  offers(
    'apiVersion: batch/v1\nkind: Job\nspec:\n  podFailurePolicy:\n    rules:\n      - onExitCodes:\n          containerName: |\n  template:\n    spec:\n      containers:\n        - name: a\n      initContainers:\n        - name: b\n',
    ['a', 'b'],
  );
});
