import type { KubernetesVersion } from '../../catalog/catalog.ts';
import { bases, type ExampleBase } from './code-examples.ts';

/** What `docs/rules.md` says of a code of a diagnostic. */
export interface CodeEntry {
  /** One paragraph, Markdown. */
  readonly about: string;
  /** A file that gives it, and one that gives nothing. */
  readonly bad: string;
  readonly good: string;
  /** Examples stand in a file of this name. */
  readonly file: string;
  /** The version that examples are judged for; the newest where none is said. */
  readonly version?: KubernetesVersion;
  /** What is shown for `bad` where that is too long to be read. */
  readonly shown?: string;
  /** The version of a cluster that is connected, where the code is about that. */
  readonly connected?: string;
  /** The object as a cluster has it, where the code is about that. */
  readonly stored?: string;
}

type Change = Readonly<Record<string, unknown>>;

/** An example as a change of a whole object: fields by their paths, `undefined` for none. */
function of(about: string, base: ExampleBase, bad: Change, good: Change = {}): CodeEntry {
  return { about, bad: bases.changed(base, bad), good: bases.changed(base, good), file: 'example.yaml' };
}

/** An example of an object that a cluster has without the change. */
function stored(about: string, base: ExampleBase, bad: Change): CodeEntry {
  return { ...of(about, base, bad), stored: bases.changed(base, {}) };
}

/** An example as text. */
function text(about: string, bad: string, good: string, file = 'example.yaml'): CodeEntry {
  return { about, bad, good, file };
}

/** An example that is too long to be read, and what is shown for it. */
function long(about: string, bad: string, shown: string, good: string): CodeEntry {
  return { about, bad, good, file: 'example.yaml', shown };
}

const configMap = (rest: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n${rest}`;
const list = (items: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n    - name: web\n      image: nginx\n      args:\n        ${items}`;
const policyBinding = (version: string) =>
  `apiVersion: admissionregistration.k8s.io/${version}\nkind: MutatingAdmissionPolicyBinding\nmetadata:\n  name: labels\nspec:\n  policyName: labels\n`;
const container = (fields: object) => [{ name: 'web', image: 'nginx', ...fields }];
const volume = (name: string, source: object) => ({ name, ...source });
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const nodeField = (key: string) => ({
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchFields: [{ key, operator: 'In', values: ['a'] }] }],
    },
  },
});
const preference = (value: string) => ({
  nodeAffinity: {
    preferredDuringSchedulingIgnoredDuringExecution: [
      { weight: 1, preference: { matchExpressions: [{ key: 'zone', operator: 'In', values: [value] }] } },
    ],
  },
});
const spread = (fields: object) => ({
  maxSkew: 1,
  topologyKey: 'zone',
  whenUnsatisfiable: 'ScheduleAnyway',
  ...fields,
});
const files = (one: string, other: string) => ({
  name: 'config',
  items: [
    { key: 'a', path: one },
    { key: 'b', path: other },
  ],
});
const failurePolicy = {
  rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [5] } }],
};
const rules = (fields: object) => [
  { apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['deployments'], ...fields },
];
const webhook = (fields: object) => [
  {
    name: 'check.example.com',
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    clientConfig: { url: 'https://example.com/check' },
    rules: rules({}),
    ...fields,
  },
];

/** Every code that a diagnostic of the language server can have. */
export const codes: Readonly<Record<string, CodeEntry>> = {
  // What the file is
  'missing-kind': text(
    'An object has an `apiVersion` and metadata but no `kind`, so nobody can tell what it is.',
    'apiVersion: v1\nmetadata:\n  name: settings\n',
    configMap(''),
  ),
  'missing-api-version': text(
    'An object has a `kind` and metadata but no `apiVersion`.',
    'kind: ConfigMap\nmetadata:\n  name: settings\n',
    configMap(''),
  ),
  'unknown-kind': of(
    'A group of Kubernetes itself has no such kind in this version. Very often it is misspelt.',
    'ConfigMap',
    { kind: 'ConfigMaps' },
  ),
  'unknown-api-version': of(
    'A group of Kubernetes itself has no such version, or the kind is in another one.',
    'Deployment',
    { apiVersion: 'extensions/v2' },
  ),
  'unknown-group': of(
    'Nothing is known of the kind: it is of no group of Kubernetes, no CustomResourceDefinition in the workspace defines it, and no connected cluster serves it. It may be right all the same, hence a hint. Its quick fixes fetch its schema from a cluster.',
    'ConfigMap',
    { apiVersion: 'example.com/v1', kind: 'Widget' },
  ),
  'removed-api-version': of(
    'The chosen version of Kubernetes does not serve this apiVersion any more. The fix changes it, and moves the fields that are elsewhere in the new one where that is mechanical.',
    'HorizontalPodAutoscaler',
    { apiVersion: 'autoscaling/v2beta2' },
  ),
  'deprecated-api-version': of(
    'The apiVersion is still served, but is to be removed.',
    'IPAddress',
    { apiVersion: 'networking.k8s.io/v1beta1' },
    {},
  ),
  'future-api-version': {
    ...text(
      'The apiVersion comes with a later Kubernetes than the one chosen in `kubewright.kubernetesVersion`: here with 1.36, while 1.35 is chosen.',
      policyBinding('v1'),
      policyBinding('v1beta1'),
    ),
    version: '1.35',
  },
  'not-served-by-cluster': {
    ...text(
      'A connected cluster is of a version that has the apiVersion no more, or not yet: here one of 1.35. Of an older apiVersion the fix writes its replacement, where the cluster has that. What a cluster serves in spite of its version is left alone.',
      policyBinding('v1'),
      policyBinding('v1beta1'),
    ),
    connected: 'v1.35.4',
  },
  'deprecated-in-cluster': {
    ...text(
      'A connected cluster is of a later version than the one chosen in `kubewright.kubernetesVersion`, in which the apiVersion is deprecated: here one of 1.37.',
      policyBinding('v1beta1'),
      policyBinding('v1'),
    ),
    connected: 'v1.37.1',
  },

  'unknown-code': text(
    'A comment `# kubewright-ignore` names a code that no problem has. Very often it is misspelt.',
    configMap('template: true # kubewright-ignore unknown-feild\n'),
    configMap('template: true # kubewright-ignore unknown-field\n'),
  ),
  'unused-ignore': text(
    'A comment `# kubewright-ignore` has nothing left to ignore: what it was for has been mended.',
    configMap('data: {} # kubewright-ignore unknown-field\n'),
    configMap('data: {}\n'),
  ),

  // Fields
  'unknown-field': of(
    'The kind has no such field there. With strict validation the server refuses it; without, it drops it silently.',
    'Deployment',
    { 'spec/replica': 2 },
    { 'spec/replicas': 2 },
  ),
  'duplicate-field': text(
    'A field is written twice in the same object; the last one would win.',
    configMap('data:\n  a: one\n  a: two\n'),
    configMap('data:\n  a: one\n  b: two\n'),
  ),
  'wrong-type': of(
    'The value has another type than the field, as Kubernetes reads YAML: `yes` is a boolean and `0644` a number unless they stand in quotes.',
    'ConfigMap',
    { 'data/retries': 5 },
    { 'data/retries': '5' },
  ),
  'missing-required': of('The server refuses the object without this field.', 'Deployment', {
    'spec/selector': undefined,
  }),
  'unsupported-value': of(
    'The field takes one of a few words, and this is none of them.',
    'Pod',
    { 'spec/containers/0/imagePullPolicy': 'always' },
    { 'spec/containers/0/imagePullPolicy': 'Always' },
  ),
  'forbidden-field': of(
    'The server refuses the field here because of what stands elsewhere in the object.',
    'LimitRange',
    { 'spec/limits': [{ type: 'Pod', max: { cpu: '2' }, default: { cpu: '1' } }] },
    {},
  ),
  'invalid-value': of(
    'The server refuses the value for a reason that its message names.',
    'Pod',
    { 'spec/affinity': nodeField('name') },
    { 'spec/affinity': nodeField('metadata.name') },
  ),
  'out-of-range': of(
    'A whole number is too large for its field.',
    'Deployment',
    { 'spec/replicas': 3000000000 },
    { 'spec/replicas': 3 },
  ),
  'number-range': of(
    'A number is smaller or larger than the server allows.',
    'Deployment',
    { 'spec/replicas': -1 },
    { 'spec/replicas': 1 },
  ),
  'whole-number': of(
    'A number must have no fraction here.',
    'ResourceQuota',
    { 'spec/hard': { pods: '1.5' } },
    {},
  ),
  'bad-format': of(
    'A text has not the form that its field asks for: a date, base64, a quantity, ...',
    'Secret',
    { 'data/password': 'not base64!' },
    { 'data/password': 'c2VjcmV0' },
  ),
  'bad-pattern': text(
    'The schema of a custom resource asks for another form.',
    bases.custom({ type: 'string', pattern: '^[a-z]+$' }, 'A1'),
    bases.custom({ type: 'string', pattern: '^[a-z]+$' }, 'abc'),
  ),
  'bad-length': text(
    'A text, list or map is longer or shorter than allowed.',
    bases.custom({ type: 'string', maxLength: 3 }, 'abcd'),
    bases.custom({ type: 'string', maxLength: 3 }, 'abc'),
  ),
  'duplicate-item': of(
    'A list in which each item must be another one has one twice.',
    'Pod',
    {
      'spec/resourceClaims': [
        { name: 'gpu', resourceClaimName: 'a' },
        { name: 'gpu', resourceClaimName: 'b' },
      ],
    },
    {
      'spec/resourceClaims': [
        { name: 'a', resourceClaimName: 'a' },
        { name: 'b', resourceClaimName: 'b' },
      ],
    },
  ),
  'immutable-field': stored(
    'The object is written otherwise than the cluster has it that this workspace was applied to last, in a field that cannot be changed: an apply would be refused until the object is deleted. Only where a person has connected to that cluster, hence a hint. Its fix writes what the cluster has; here that is green. Of a custom resource it is what the definition asks for by the expression `self == oldSelf`.',
    'Deployment',
    {
      'spec/selector/matchLabels/app': 'shop',
      'spec/template/metadata/labels/app': 'shop',
    },
  ),
  'not-checked': long(
    'Something was skipped: a document of more than 4 MB is not checked, and of more than 1,000 problems in a file the rest is not shown.',
    configMap(Array.from({ length: 1001 }, (_, index) => `field${index}: true\n`).join('')),
    configMap('field0: true\nfield1: true\n# ... and 1,000 unknown fields more\n'),
    configMap(''),
  ),

  // Names and metadata
  'object-name': of('The name has not the form that names of this kind have.', 'Service', {
    'metadata/name': 'Web_1',
  }),
  'namespace-name': of(
    'A namespace is named by lower case letters, digits and `-`.',
    'ConfigMap',
    { 'metadata/namespace': 'My_Shop' },
    { 'metadata/namespace': 'my-shop' },
  ),
  'label-key': of(
    'The key of a label is a name of up to 63 characters, with a DNS name and `/` before it or not.',
    'ConfigMap',
    { 'metadata/labels': { 'my app': 'web' } },
    { 'metadata/labels': { app: 'web' } },
  ),
  'label-value': of(
    'The value of a label has up to 63 letters, digits, `-`, `_` and `.`.',
    'ConfigMap',
    { 'metadata/labels': { app: 'my web' } },
    { 'metadata/labels': { app: 'my-web' } },
  ),
  'annotation-key': of(
    "The key of an annotation has the form of a label's key.",
    'ConfigMap',
    { 'metadata/annotations': { 'a b': 'c' } },
    { 'metadata/annotations': { 'a-b': 'c' } },
  ),
  'annotations-size': long(
    'All annotations of an object together have at most 256 KiB. What is larger belongs into `data`, or into an object of its own.',
    configMap(`  annotations:\n    notes: ${'x'.repeat(262_144)}\n`),
    configMap('  annotations:\n    notes: xxxxxxxxxxxx # ... 256 KiB of them\n'),
    configMap('  annotations:\n    notes: xxxxxxxxxxxx\n'),
  ),
  'finalizer-name': of(
    "A finalizer is named like a label's key, with a DNS name before it.",
    'ConfigMap',
    { 'metadata/finalizers': ['a b'] },
    { 'metadata/finalizers': ['example.com/clean'] },
  ),
  'owner-reference': of(
    'An owner is named with its apiVersion, kind, name and uid, and at most one is the controller.',
    'ConfigMap',
    {
      'metadata/ownerReferences': ['a', 'b'].map((name) => ({
        apiVersion: 'v1',
        kind: 'Pod',
        name,
        uid: name,
        controller: true,
      })),
    },
    {
      'metadata/ownerReferences': [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'a', controller: true }],
    },
  ),
  'reserved-name': of(
    "Names that begin with `system-` are those of Kubernetes' own classes.",
    'PriorityClass',
    { 'metadata/name': 'system-mine' },
  ),
  'reference-name': of(
    'A name that refers to another object has not the form that its name can have.',
    'Pod',
    { 'spec/serviceAccountName': 'My Account' },
    { 'spec/serviceAccountName': 'my-account' },
  ),
  'reference-version': of('A reference has an apiVersion that is none.', 'HorizontalPodAutoscaler', {
    'spec/scaleTargetRef/apiVersion': 'a/b/c',
  }),
  'template-metadata': of(
    'The template of a claim takes labels and annotations; a name it does not, as the Pod gives it one.',
    'Pod',
    {
      'spec/volumes': [
        volume('a', { ephemeral: { volumeClaimTemplate: { metadata: { name: 'b' }, spec: claim } } }),
      ],
    },
    { 'spec/volumes': [volume('a', { ephemeral: { volumeClaimTemplate: { spec: claim } } })] },
  ),

  // Selectors
  'selector-mismatch': of(
    'The labels of the template are not those that the selector selects, so the workload would not find its own Pods.',
    'Deployment',
    { 'spec/selector/matchLabels': { app: 'other' } },
  ),
  'empty-selector': of(
    'An empty selector would select everything; the server refuses it here.',
    'Deployment',
    { 'spec/selector': {} },
  ),
  'job-selector': of(
    "The selector of a Job is the server's to write, unless `manualSelector` says otherwise.",
    'Job',
    { 'spec/selector': { matchLabels: { app: 'a' } } },
  ),
  'job-label': of(
    'Labels of Jobs that the server writes may not be written with other values.',
    'Job',
    { 'spec/template/metadata': { labels: { 'batch.kubernetes.io~job-name': 'other' } } },
    {},
  ),
  'match-label-keys': of(
    "`matchLabelKeys` are taken from the Pod's labels: they may not stand in the selector too.",
    'Pod',
    {
      'spec/topologySpreadConstraints': [
        { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', matchLabelKeys: ['app'] },
      ],
    },
  ),
  'duplicate-constraint': of(
    'A topology key and an action stand together once among the spread constraints.',
    'Pod',
    {
      'spec/topologySpreadConstraints': [1, 2].map(() => spread({ labelSelector: {} })),
    },
    {
      'spec/topologySpreadConstraints': ['zone', 'host'].map((topologyKey) =>
        spread({ topologyKey, labelSelector: {} }),
      ),
    },
  ),
  'min-domains': of(
    '`minDomains` counts only where nothing is scheduled otherwise.',
    'Pod',
    {
      'spec/topologySpreadConstraints': [spread({ labelSelector: {}, minDomains: 2 })],
    },
    {
      'spec/topologySpreadConstraints': [
        spread({ labelSelector: {}, minDomains: 2, whenUnsatisfiable: 'DoNotSchedule' }),
      ],
    },
  ),
  toleration: of(
    "A toleration's operator, value and effect do not go together.",
    'Pod',
    { 'spec/tolerations': [{ operator: 'Exists', key: 'a', value: 'b' }] },
    { 'spec/tolerations': [{ operator: 'Exists', key: 'a' }] },
  ),

  // Containers
  'container-name': of('A container is named by lower case letters, digits and `-`.', 'Pod', {
    'spec/containers/0/name': 'Web_1',
  }),
  'duplicate-container': of('Containers and init containers of a Pod each have a name of their own.', 'Pod', {
    'spec/containers': [...container({}), ...container({})],
  }),
  'image-name': of('An image has no white space around it.', 'Pod', { 'spec/containers/0/image': ' nginx' }),
  'init-container': of(
    'An init container runs to its end, so it has no probes or hooks, unless it is a sidecar (`restartPolicy: Always`).',
    'Pod',
    {
      'spec/initContainers': [
        { name: 'init', image: 'busybox', livenessProbe: { exec: { command: ['true'] } } },
      ],
    },
    { 'spec/initContainers': [{ name: 'init', image: 'busybox' }] },
  ),
  'ephemeral-containers': of(
    'Ephemeral containers are added to running Pods (`kubectl debug`), never written in a manifest.',
    'Pod',
    { 'spec/ephemeralContainers': [{ name: 'debug', image: 'busybox' }] },
  ),
  'port-number': of(
    'A port is a number from 1 to 65535.',
    'Pod',
    { 'spec/containers/0/ports': [{ containerPort: 70000 }] },
    { 'spec/containers/0/ports': [{ containerPort: 8080 }] },
  ),
  'port-name': of(
    'A port is named by up to 15 lower case letters, digits and `-`, with a letter among them.',
    'Pod',
    { 'spec/containers/0/ports': [{ name: 'a-name-that-is-long', containerPort: 80 }] },
    { 'spec/containers/0/ports': [{ name: 'http', containerPort: 80 }] },
  ),
  'port-range': of(
    'A range of ports begins with the lower one.',
    'NetworkPolicy',
    { 'spec/ingress': [{ ports: [{ port: 90, endPort: 80 }] }] },
    { 'spec/ingress': [{ ports: [{ port: 80, endPort: 90 }] }] },
  ),
  'duplicate-port': of(
    'Ports have a name and a number with protocol of their own.',
    'Service',
    {
      'spec/ports': [
        { name: 'a', port: 80 },
        { name: 'b', port: 80 },
      ],
    },
    {
      'spec/ports': [
        { name: 'a', port: 80 },
        { name: 'b', port: 81 },
      ],
    },
  ),
  'host-port': of(
    'With the network of the node the port of the container is that of the node.',
    'Pod',
    { 'spec/hostNetwork': true, 'spec/containers/0/ports': [{ containerPort: 80, hostPort: 81 }] },
    { 'spec/hostNetwork': true, 'spec/containers/0/ports': [{ containerPort: 80 }] },
  ),
  'duplicate-host-port': of(
    'Two containers of a Pod cannot have the same port of the node.',
    'Pod',
    {
      'spec/containers/0/ports': [
        { containerPort: 80, hostPort: 80 },
        { containerPort: 81, hostPort: 80 },
      ],
    },
    { 'spec/containers/0/ports': [{ containerPort: 80, hostPort: 80 }] },
  ),
  'environment-name': of(
    'The name of a variable has no `=` and is not empty.',
    'Pod',
    { 'spec/containers/0/env': [{ name: 'A=B', value: 'c' }] },
    { 'spec/containers/0/env': [{ name: 'A', value: 'b' }] },
  ),
  'environment-source': of(
    'A variable has a value or one source of it.',
    'Pod',
    {
      'spec/containers/0/env': [
        { name: 'A', value: 'b', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
      ],
    },
    { 'spec/containers/0/env': [{ name: 'A', value: 'b' }] },
  ),
  'environment-file': of(
    'A file of variables is in a volume of type `emptyDir`.',
    'Pod',
    {
      'spec/volumes': [volume('a', { secret: { secretName: 'a' } })],
      'spec/containers/0/env': [
        { name: 'A', valueFrom: { fileKeyRef: { volumeName: 'a', path: 'a.env', key: 'A' } } },
      ],
    },
    {
      'spec/volumes': [volume('a', { emptyDir: {} })],
      'spec/containers/0/env': [
        { name: 'A', valueFrom: { fileKeyRef: { volumeName: 'a', path: 'a.env', key: 'A' } } },
      ],
    },
  ),
  'downward-api': of(
    'The field or resource is none that a Pod can be told of itself.',
    'Pod',
    { 'spec/containers/0/env': [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.labels' } } }] },
    { 'spec/containers/0/env': [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] },
  ),
  'config-key': of(
    'A key of a ConfigMap or Secret has letters, digits, `-`, `_` and `.`.',
    'ConfigMap',
    { 'data/a b': 'c' },
    { 'data/a-b': 'c' },
  ),
  'resource-name': of(
    'The resource is none that a container can ask for.',
    'Pod',
    { 'spec/containers/0/resources': { limits: { memry: '1Gi' } } },
    { 'spec/containers/0/resources': { limits: { memory: '1Gi' } } },
  ),
  'resource-limit': of(
    'A request is larger than its limit.',
    'Pod',
    { 'spec/containers/0/resources': { limits: { cpu: '1' }, requests: { cpu: '2' } } },
    { 'spec/containers/0/resources': { limits: { cpu: '2' }, requests: { cpu: '1' } } },
  ),
  'quantity-range': of(
    'An amount is negative, or has a fraction where it is counted.',
    'Pod',
    { 'spec/containers/0/resources': { limits: { memory: '-1Gi' } } },
    { 'spec/containers/0/resources': { limits: { memory: '1Gi' } } },
  ),
  'huge-pages': of(
    'Huge pages are asked for in whole pages, together with CPU or memory, and not overcommitted.',
    'Pod',
    { 'spec/containers/0/resources': { limits: { 'hugepages-2Mi': '2Mi' } } },
    { 'spec/containers/0/resources': { limits: { 'hugepages-2Mi': '2Mi', memory: '1Gi' } } },
  ),
  'resource-claim': of(
    'A container uses claims of resources that its Pod has, each once.',
    'Pod',
    { 'spec/containers/0/resources': { claims: [{ name: 'gpu' }] } },
    {
      'spec/containers/0/resources': { claims: [{ name: 'gpu' }] },
      'spec/resourceClaims': [{ name: 'gpu', resourceClaimName: 'gpu' }],
    },
  ),
  'resize-policy': of(
    'A container that is never restarted cannot be resized by a restart.',
    'Pod',
    {
      'spec/restartPolicy': 'Never',
      'spec/containers/0/resizePolicy': [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }],
    },
    {
      'spec/restartPolicy': 'Never',
      'spec/containers/0/resizePolicy': [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }],
    },
  ),
  'handler-type': of(
    'A probe or hook has exactly one way: `exec`, `httpGet`, `tcpSocket`, ...',
    'Pod',
    { 'spec/containers/0/livenessProbe': { exec: { command: ['true'] }, tcpSocket: { port: 80 } } },
    { 'spec/containers/0/livenessProbe': { tcpSocket: { port: 80 } } },
  ),
  'header-name': of(
    'The name of an HTTP header has letters, digits and `-`.',
    'Pod',
    {
      'spec/containers/0/livenessProbe': {
        httpGet: { port: 80, httpHeaders: [{ name: 'a b', value: 'c' }] },
      },
    },
    {
      'spec/containers/0/livenessProbe': {
        httpGet: { port: 80, httpHeaders: [{ name: 'a-b', value: 'c' }] },
      },
    },
  ),
  'probe-threshold': of(
    'A liveness or startup probe succeeds at once: its `successThreshold` is 1.',
    'Pod',
    { 'spec/containers/0/livenessProbe': { tcpSocket: { port: 80 }, successThreshold: 2 } },
    { 'spec/containers/0/livenessProbe': { tcpSocket: { port: 80 } } },
  ),
  'probe-grace-period': of(
    'A readiness probe ends nothing, so it has no grace period.',
    'Pod',
    { 'spec/containers/0/readinessProbe': { tcpSocket: { port: 80 }, terminationGracePeriodSeconds: 5 } },
    { 'spec/containers/0/livenessProbe': { tcpSocket: { port: 80 }, terminationGracePeriodSeconds: 5 } },
  ),
  'sleep-seconds': of(
    "A hook cannot sleep longer than the Pod's grace period.",
    'Pod',
    { 'spec/containers/0/lifecycle': { preStop: { sleep: { seconds: 100 } } } },
    { 'spec/containers/0/lifecycle': { preStop: { sleep: { seconds: 10 } } } },
  ),

  // Volumes
  'volume-name': of(
    'A volume is named by lower case letters, digits and `-`.',
    'Pod',
    { 'spec/volumes': [volume('My_Data', { emptyDir: {} })] },
    { 'spec/volumes': [volume('data', { emptyDir: {} })] },
  ),
  'duplicate-volume': of(
    'Volumes of a Pod each have a name of their own.',
    'Pod',
    { 'spec/volumes': [volume('a', { emptyDir: {} }), volume('a', { emptyDir: {} })] },
    { 'spec/volumes': [volume('a', { emptyDir: {} }), volume('b', { emptyDir: {} })] },
  ),
  'volume-source': of(
    'A volume has exactly one source.',
    'Pod',
    { 'spec/volumes': [volume('a', { emptyDir: {}, hostPath: { path: '/a' } })] },
    { 'spec/volumes': [volume('a', { emptyDir: {} })] },
  ),
  'unknown-volume': of(
    'A container mounts a volume that its Pod does not have.',
    'Pod',
    { 'spec/containers/0/volumeMounts': [{ name: 'data', mountPath: '/data' }] },
    {
      'spec/containers/0/volumeMounts': [{ name: 'data', mountPath: '/data' }],
      'spec/volumes': [volume('data', { emptyDir: {} })],
    },
  ),
  'duplicate-mount': of(
    'Two volumes cannot be mounted at one path.',
    'Pod',
    {
      'spec/volumes': [volume('a', { emptyDir: {} })],
      'spec/containers/0/volumeMounts': [1, 2].map(() => ({ name: 'a', mountPath: '/a' })),
    },
    {
      'spec/volumes': [volume('a', { emptyDir: {} })],
      'spec/containers/0/volumeMounts': [{ name: 'a', mountPath: '/a' }],
    },
  ),
  'sub-path': of(
    '`subPath` and `subPathExpr` exclude each other.',
    'Pod',
    {
      'spec/volumes': [volume('a', { emptyDir: {} })],
      'spec/containers/0/volumeMounts': [{ name: 'a', mountPath: '/a', subPath: 'b', subPathExpr: 'c' }],
    },
    {
      'spec/volumes': [volume('a', { emptyDir: {} })],
      'spec/containers/0/volumeMounts': [{ name: 'a', mountPath: '/a', subPath: 'b' }],
    },
  ),
  'mount-propagation': of(
    'Mounts go back to the node from privileged containers only.',
    'Pod',
    {
      'spec/volumes': [volume('a', { emptyDir: {} })],
      'spec/containers/0/volumeMounts': [{ name: 'a', mountPath: '/a', mountPropagation: 'Bidirectional' }],
    },
    {
      'spec/volumes': [volume('a', { emptyDir: {} })],
      'spec/containers/0/volumeMounts': [{ name: 'a', mountPath: '/a', mountPropagation: 'HostToContainer' }],
    },
  ),
  'recursive-read-only': of(
    'Mounts are recursively read-only only when they are read-only.',
    'Pod',
    {
      'spec/volumes': [volume('a', { emptyDir: {} })],
      'spec/containers/0/volumeMounts': [{ name: 'a', mountPath: '/a', recursiveReadOnly: 'Enabled' }],
    },
    {
      'spec/volumes': [volume('a', { emptyDir: {} })],
      'spec/containers/0/volumeMounts': [
        { name: 'a', mountPath: '/a', readOnly: true, recursiveReadOnly: 'Enabled' },
      ],
    },
  ),
  'volume-device': of(
    'Only claims of volumes can be devices.',
    'Pod',
    {
      'spec/volumes': [volume('a', { emptyDir: {} })],
      'spec/containers/0/volumeDevices': [{ name: 'a', devicePath: '/dev/a' }],
    },
    {
      'spec/volumes': [volume('a', { persistentVolumeClaim: { claimName: 'a' } })],
      'spec/containers/0/volumeDevices': [{ name: 'a', devicePath: '/dev/a' }],
    },
  ),
  'file-path': of(
    'A path in a volume is relative and does not lead out of it.',
    'Pod',
    { 'spec/volumes': [volume('a', { configMap: { name: 'a', items: [{ key: 'a', path: '../a' }] } })] },
    { 'spec/volumes': [volume('a', { configMap: { name: 'a', items: [{ key: 'a', path: 'a' }] } })] },
  ),
  'file-mode': of(
    'The mode of a file is a number from 0 to 0777 (octal).',
    'Pod',
    { 'spec/volumes': [volume('a', { configMap: { name: 'a', defaultMode: 1000 } })] },
    { 'spec/volumes': [volume('a', { configMap: { name: 'a', defaultMode: 420 } })] },
  ),
  'duplicate-path': of(
    'Two sources of a projected volume would make the same file.',
    'Pod',
    {
      'spec/volumes': [
        volume('a', {
          projected: {
            sources: ['b', 'c'].map((name) => ({ secret: { name, items: [{ key: 'k', path: 'p' }] } })),
          },
        }),
      ],
    },
    {
      'spec/volumes': [
        volume('a', {
          projected: {
            sources: ['b', 'c'].map((name) => ({ secret: { name, items: [{ key: 'k', path: name }] } })),
          },
        }),
      ],
    },
  ),
  'iscsi-name': of(
    'The name of an iSCSI target begins with `iqn`, `eui` or `naa`.',
    'Pod',
    { 'spec/volumes': [volume('a', { iscsi: { targetPortal: '10.0.0.1', iqn: 'abc', lun: 0 } })] },
    {
      'spec/volumes': [
        volume('a', { iscsi: { targetPortal: '10.0.0.1', iqn: 'iqn.2015-02.example.com:test', lun: 0 } }),
      ],
    },
  ),
  'disk-uri': of(
    'The URI of an Azure disk has the form of its kind.',
    'Pod',
    { 'spec/volumes': [volume('a', { azureDisk: { diskName: 'a', diskURI: 'abc' } })] },
    {
      'spec/volumes': [
        volume('a', {
          azureDisk: { diskName: 'a', diskURI: 'https://account.blob.core.windows.net/vhds/a.vhd' },
        }),
      ],
    },
  ),
  'access-modes': of('`ReadWriteOncePod` stands alone.', 'PersistentVolumeClaim', {
    'spec/accessModes': ['ReadWriteOncePod', 'ReadOnlyMany'],
  }),
  'data-source': of(
    "The source of a claim's data is of the core group a claim, or a kind of another group.",
    'PersistentVolumeClaim',
    { 'spec/dataSourceRef': { kind: 'Pod', name: 'a' } },
    { 'spec/dataSourceRef': { kind: 'PersistentVolumeClaim', name: 'a' } },
  ),
  'driver-name': of(
    'A driver is named like a DNS name.',
    'PersistentVolume',
    { 'spec/csi/driver': 'my driver' },
    {},
  ),

  // The Pod as a whole
  'restart-policy': of(
    '`restartPolicy` of a container that is no init container, or a rule of it, is not one that the server takes.',
    'Pod',
    {
      'spec/containers/0/restartPolicyRules': [
        { action: 'Restart', exitCodes: { operator: 'In', values: [5] } },
      ],
    },
    {
      'spec/containers/0/restartPolicy': 'Never',
      'spec/containers/0/restartPolicyRules': [
        { action: 'Restart', exitCodes: { operator: 'In', values: [5] } },
      ],
    },
  ),
  'workload-restart-policy': of(
    'A Deployment, DaemonSet, StatefulSet or ReplicaSet restarts its Pods always.',
    'Deployment',
    { 'spec/template/spec/restartPolicy': 'Never' },
  ),
  'job-restart-policy': of('The Pods of a Job end: `restartPolicy` is `Never` or `OnFailure`.', 'Job', {
    'spec/template/spec/restartPolicy': 'Always',
  }),
  'workload-deadline': of('Pods of a workload that runs for ever have no deadline.', 'Deployment', {
    'spec/template/spec/activeDeadlineSeconds': 5,
  }),
  'dns-config': of(
    'The DNS settings of a Pod contradict its policy, or are too many.',
    'Pod',
    { 'spec/dnsPolicy': 'None' },
    { 'spec/dnsPolicy': 'None', 'spec/dnsConfig': { nameservers: ['10.0.0.10'] } },
  ),
  'host-name': of(
    'A host name has not the form of one.',
    'Ingress',
    { 'spec/rules/0/host': '10.0.0.1' },
    { 'spec/rules/0/host': 'example.com' },
  ),
  'host-users': of(
    "A Pod with users of its own cannot share the node's network, processes or IPC.",
    'Pod',
    { 'spec/hostUsers': false, 'spec/hostNetwork': true },
    { 'spec/hostUsers': false },
  ),
  'shared-processes': of(
    'A Pod shares processes among its containers or with the node, not both.',
    'Pod',
    { 'spec/shareProcessNamespace': true, 'spec/hostPID': true },
    { 'spec/shareProcessNamespace': true },
  ),
  'scheduling-gates': of(
    'A Pod that waits at gates has no node yet.',
    'Pod',
    { 'spec/nodeName': 'a', 'spec/schedulingGates': [{ name: 'example.com/gate' }] },
    { 'spec/schedulingGates': [{ name: 'example.com/gate' }] },
  ),
  'gate-name': of(
    "A gate is named like a label's key.",
    'Pod',
    { 'spec/schedulingGates': [{ name: 'a b' }] },
    { 'spec/schedulingGates': [{ name: 'example.com/gate' }] },
  ),
  'operating-system': of(
    'The Pod says which operating system it is for and uses settings of the other one.',
    'Pod',
    { 'spec/os': { name: 'windows' }, 'spec/hostPID': true },
    { 'spec/os': { name: 'windows' } },
  ),
  'windows-options': of(
    'Options for Windows have not the form that it takes.',
    'Pod',
    { 'spec/securityContext': { windowsOptions: { runAsUserName: 'a:b' } } },
    { 'spec/securityContext': { windowsOptions: { runAsUserName: 'ContainerUser' } } },
  ),
  'host-process': of(
    'All containers of a Pod are host processes or none is, with the network of the node.',
    'Pod',
    { 'spec/securityContext': { windowsOptions: { hostProcess: true } } },
    { 'spec/hostNetwork': true, 'spec/securityContext': { windowsOptions: { hostProcess: true } } },
  ),
  'privilege-escalation': of(
    'A privileged container can always escalate its privileges.',
    'Pod',
    { 'spec/containers/0/securityContext': { privileged: true, allowPrivilegeEscalation: false } },
    { 'spec/containers/0/securityContext': { privileged: true } },
  ),
  'proc-mount': of(
    "An unmasked `/proc` needs users of the Pod's own.",
    'Pod',
    { 'spec/containers/0/securityContext': { procMount: 'Unmasked' } },
    { 'spec/hostUsers': false, 'spec/containers/0/securityContext': { procMount: 'Unmasked' } },
  ),
  'security-profile': of(
    'A profile on the node has a name, every other one has none.',
    'Pod',
    { 'spec/securityContext': { seccompProfile: { type: 'Localhost' } } },
    { 'spec/securityContext': { seccompProfile: { type: 'RuntimeDefault' } } },
  ),
  'sysctl-name': of(
    'A sysctl has lower case letters, digits, `-`, `_`, `.` and `/`, and is listed once.',
    'Pod',
    { 'spec/securityContext': { sysctls: [{ name: 'A B', value: '1' }] } },
    { 'spec/securityContext': { sysctls: [{ name: 'net.core.somaxconn', value: '1' }] } },
  ),
  'user-id': of(
    'The number of a user or group is from 0 to 2147483647.',
    'Pod',
    { 'spec/securityContext': { runAsUser: -1 } },
    { 'spec/securityContext': { runAsUser: 1000 } },
  ),
  'pod-annotation': of(
    'An annotation that Kubernetes reads has a value that it does not take.',
    'Pod',
    { 'metadata/annotations': { 'controller.kubernetes.io~pod-deletion-cost': 'cheap' } },
    { 'metadata/annotations': { 'controller.kubernetes.io~pod-deletion-cost': '5' } },
  ),
  'unknown-container': of(
    'Something names a container that the Pod does not have.',
    'Pod',
    { 'spec/ephemeralContainers': [{ name: 'debug', image: 'busybox', targetContainerName: 'other' }] },
    {},
  ),

  // Workloads
  'rolling-update': of(
    'The settings of a rollout contradict each other or its type.',
    'Deployment',
    { 'spec/strategy': { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } },
    { 'spec/strategy': { type: 'Recreate' } },
  ),
  percent: of(
    'A percentage is a whole number up to 100 with `%`.',
    'Deployment',
    { 'spec/strategy': { rollingUpdate: { maxSurge: 'ten' } } },
    { 'spec/strategy': { rollingUpdate: { maxSurge: '10%' } } },
  ),
  'progress-deadline': of(
    'The deadline of a rollout is longer than the time in which a Pod becomes available.',
    'Deployment',
    { 'spec/minReadySeconds': 20, 'spec/progressDeadlineSeconds': 10 },
    { 'spec/minReadySeconds': 10, 'spec/progressDeadlineSeconds': 20 },
  ),
  'completion-mode': of(
    'The mode of a Job does not go with its other fields.',
    'Job',
    { 'spec/backoffLimitPerIndex': 1 },
    { 'spec/backoffLimitPerIndex': 1, 'spec/completionMode': 'Indexed', 'spec/completions': 2 },
  ),
  'failure-policy': of(
    'A rule for failed Pods has exactly one condition and an action that goes with it.',
    'Job',
    { 'spec/podFailurePolicy': { rules: [{ action: 'FailJob' }] } },
  ),
  'success-policy': of(
    'A policy for success asks for more than the Job completes, or for indexes that it does not have.',
    'Job',
    {
      'spec/completionMode': 'Indexed',
      'spec/completions': 2,
      'spec/successPolicy': { rules: [{ succeededCount: 3 }] },
    },
    {
      'spec/completionMode': 'Indexed',
      'spec/completions': 2,
      'spec/successPolicy': { rules: [{ succeededCount: 1 }] },
    },
  ),
  'pod-replacement-policy': of(
    'With a policy for failed Pods, they are replaced when they have failed.',
    'Job',
    { 'spec/podReplacementPolicy': 'TerminatingOrFailed', 'spec/podFailurePolicy': failurePolicy },
    { 'spec/podReplacementPolicy': 'Failed', 'spec/podFailurePolicy': failurePolicy },
  ),
  'managed-by': of(
    'The controller of a Job is named by a DNS name, `/` and a path.',
    'Job',
    { 'spec/managedBy': 'me' },
    { 'spec/managedBy': 'example.com/me' },
  ),
  'cron-schedule': of(
    'A schedule has five fields: minute, hour, day, month, weekday, or is a word such as `@daily`.',
    'CronJob',
    { 'spec/schedule': '61 * * * *' },
  ),
  'time-zone': of(
    'The time zone is none that is known.',
    'CronJob',
    { 'spec/timeZone': 'Local' },
    { 'spec/timeZone': 'Etc/UTC' },
  ),
  'autoscaler-replicas': of(
    'The least number of replicas is not more than the most.',
    'HorizontalPodAutoscaler',
    { 'spec/minReplicas': 5 },
  ),

  // Networks
  'service-type': of('A field of a Service does not go with its type.', 'Service', {
    'spec/type': 'ExternalName',
    'spec/clusterIP': 'None',
  }),
  'ip-address': of(
    'This is no IP address.',
    'Pod',
    { 'spec/hostAliases': [{ ip: '10.0.0.256', hostnames: ['db'] }] },
    { 'spec/hostAliases': [{ ip: '10.0.0.25', hostnames: ['db'] }] },
  ),
  cidr: of(
    'This is no range of addresses such as `10.0.0.0/8`.',
    'NetworkPolicy',
    { 'spec/ingress': [{ from: [{ ipBlock: { cidr: '10.0.0.0' } }] }] },
    { 'spec/ingress': [{ from: [{ ipBlock: { cidr: '10.0.0.0/8' } }] }] },
  ),
  'ingress-path': of('The path of an Ingress begins with `/`.', 'Ingress', {
    'spec/rules/0/http/paths/0/path': 'a',
  }),

  // Others
  'secret-type': of('A Secret of this type lacks what the type asks for.', 'Secret', {
    type: 'kubernetes.io/tls',
    data: {},
  }),
  'limit-bounds': of('The least, the default and the most of a limit are in this order.', 'LimitRange', {
    'spec/limits': [{ type: 'Container', max: { cpu: '1' }, min: { cpu: '2' } }],
  }),
  'subject-namespace': of(
    'A binding for all namespaces says in which one its account is.',
    'ClusterRoleBinding',
    { subjects: [{ kind: 'ServiceAccount', name: 'reader' }] },
    { subjects: [{ kind: 'ServiceAccount', name: 'reader', namespace: 'shop' }] },
  ),
  wildcard: of(
    '`*` means all, so nothing stands beside it.',
    'ValidatingWebhookConfiguration',
    { webhooks: webhook({ rules: rules({ apiGroups: ['*', 'apps'] }) }) },
    { webhooks: webhook({}) },
  ),
  'webhook-client': of(
    'A webhook is called by a URL or at a Service, by HTTPS.',
    'ValidatingWebhookConfiguration',
    { webhooks: webhook({ clientConfig: { url: 'http://example.com' } }) },
    { webhooks: webhook({}) },
  ),
  'webhook-name': of(
    'A webhook is named like a DNS name of at least three parts.',
    'ValidatingWebhookConfiguration',
    { webhooks: webhook({ name: 'check' }) },
    { webhooks: webhook({}) },
  ),
  'definition-name': of('A CustomResourceDefinition is named `PLURAL.GROUP`.', 'CustomResourceDefinition', {
    'metadata/name': 'widget.example.com',
  }),
  'api-approval': of(
    "Groups below `k8s.io` are Kubernetes' own: a definition in one names its approval.",
    'CustomResourceDefinition',
    { 'metadata/name': 'widgets.example.k8s.io', 'spec/group': 'example.k8s.io' },
  ),
  'structural-schema': of('The schema of a definition is not structural.', 'CustomResourceDefinition', {
    'spec/versions/0/schema/openAPIV3Schema/properties': { size: { description: 'none' } },
  }),
  'custom-default': of(
    'A default in the schema of a definition does not fit the schema, or stands where the server has none.',
    'CustomResourceDefinition',
    {
      'spec/versions/0/schema/openAPIV3Schema/properties': { size: { type: 'integer', default: 'large' } },
    },
    { 'spec/versions/0/schema/openAPIV3Schema/properties': { size: { type: 'integer', default: 3 } } },
  ),
  'custom-schema': of(
    'The schema of a definition uses something that the server does not take.',
    'CustomResourceDefinition',
    {
      'spec/versions/0/schema/openAPIV3Schema/properties': {
        size: { type: 'array', items: { type: 'string' }, uniqueItems: true },
      },
    },
  ),
  'expression-syntax': of(
    'An expression (CEL) cannot be read. Only its form is checked here, not its names and types.',
    'ValidatingWebhookConfiguration',
    { webhooks: webhook({ matchConditions: [{ name: 'mine', expression: 'object.spec.replicas <' }] }) },
    { webhooks: webhook({ matchConditions: [{ name: 'mine', expression: 'object.spec.replicas < 5' }] }) },
  ),
  'certificate-request': of(
    'A CertificateSigningRequest holds a request in PEM, and that in base64.',
    'CertificateSigningRequest',
    { 'spec/request': 'cmVxdWVzdA==' },
  ),
  'trust-bundle': of(
    'A ClusterTrustBundle holds certificates in PEM, each once and nothing else.',
    'ClusterTrustBundle',
    { 'spec/trustBundle': 'certificate' },
  ),
  'event-field': of(
    'An Event of `events.k8s.io` has none of the fields of the old ones.',
    'Event',
    { deprecatedCount: 3 },
    {},
  ),
  'event-namespace': of(
    'An Event is in the namespace of what it is about.',
    'Event',
    { 'metadata/namespace': 'shop', regarding: { kind: 'Node', name: 'a' } },
    {},
  ),
  'unknown-request': of(
    'A ResourceClaim names a request that it does not have.',
    'ResourceClaim',
    { 'spec/devices/config/0/requests': ['cpu'] },
    {},
  ),
  'device-attribute': of(
    'An attribute or capacity of a device has a short name, with or without a domain, and one value.',
    'ResourceSlice',
    { 'spec/devices/0/attributes': { 'full-name': { string: 'a' } } },
    { 'spec/devices/0/attributes': { fullName: { string: 'a' } } },
  ),
  'device-nodes': of(
    'A ResourceSlice says in one way whose devices it lists: `nodeName`, `nodeSelector` or `allNodes`.',
    'ResourceSlice',
    { 'spec/nodeName': undefined },
    {},
  ),

  // Kustomize
  'deprecated-field': text(
    'The field still counts, but is to go away: `kustomization.yaml` has another one in its place, or the server warns of it.',
    'bases:\n- ../base\n',
    'resources: []\n',
    'kustomization.yaml',
  ),
  'missing-file': text(
    'A kustomization names a local file or folder that is not there.',
    'resources:\n- gone.yaml\n',
    'resources: []\n',
    'kustomization.yaml',
  ),

  // What the server takes and warns of
  'address-spelling': of(
    'The server takes the address and warns of it: programs read this spelling in different ways, or it is not the usual one. Kubernetes 1.36 refuses some of them.',
    'NetworkPolicy',
    { 'spec/ingress': [{ from: [{ ipBlock: { cidr: '2001:DB8::/32' } }] }] },
    { 'spec/ingress': [{ from: [{ ipBlock: { cidr: '2001:db8::/32' } }] }] },
  ),
  'deprecated-annotation': of(
    'The server warns of an annotation in whose place a field has come, or which does nothing any more.',
    'Ingress',
    { 'metadata/annotations': { 'kubernetes.io~ingress.class': 'nginx' } },
    { 'spec/ingressClassName': 'nginx' },
  ),
  'deprecated-label': of(
    'The server warns of a label of nodes that has another name by now.',
    'Pod',
    { 'spec/nodeSelector': { 'beta.kubernetes.io~os': 'linux' } },
    { 'spec/nodeSelector': { 'kubernetes.io~os': 'linux' } },
  ),
  'finalizer-domain': text(
    'The server warns of a finalizer of a custom resource without a domain and a path: others may use the same name.',
    bases.changed('CustomResourceDefinition', {}) +
      '---\napiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: a\n  finalizers:\n    - cleanup\n',
    bases.changed('CustomResourceDefinition', {}) +
      '---\napiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: a\n  finalizers:\n    - example.com/cleanup\n',
  ),
  'fraction-of-byte': of(
    'The server warns of an amount of bytes that is not whole. Very often `m`, a thousandth, was meant to be `Mi`.',
    'Pod',
    { 'spec/containers/0/resources': { limits: { memory: '100m' } } },
    { 'spec/containers/0/resources': { limits: { memory: '100Mi' } } },
  ),
  'hidden-variable': of(
    'The server warns of an environment variable that is set twice: the last one counts, and `kubectl apply` may drop one.',
    'Pod',
    {
      'spec/containers/0/env': [
        { name: 'A', value: 'one' },
        { name: 'A', value: 'two' },
      ],
    },
    {
      'spec/containers/0/env': [
        { name: 'A', value: 'one' },
        { name: 'A', value: '$(A) two' },
      ],
    },
  ),
  'ignored-field': of(
    'The server warns of a field that does nothing in a Service of this type.',
    'Service',
    { 'spec/externalName': 'example.com' },
    { 'spec/type': 'ExternalName', 'spec/externalName': 'example.com' },
  ),
  'label-never-matches': of(
    'The server warns of a value that no label can have: the preference is never met.',
    'Pod',
    { 'spec/affinity': preference('a b') },
    { 'spec/affinity': preference('a') },
  ),
  'name-as-host-name': of(
    'The server warns of a name with a dot in it, from which host names of Pods are made.',
    'Deployment',
    { 'metadata/name': 'web.v1' },
    { 'metadata/name': 'web-v1' },
  ),
  'no-selector': of(
    'The server warns of a selector that is not there: it matches no Pod.',
    'Pod',
    { 'spec/topologySpreadConstraints': [spread({})] },
    { 'spec/topologySpreadConstraints': [spread({ labelSelector: { matchLabels: { app: 'web' } } })] },
  ),
  'overlapping-path': of(
    'The server warns of two files of a volume at the same path, or one below the other.',
    'Pod',
    { 'spec/volumes': [volume('config', { configMap: files('app', 'app/extra') })] },
    { 'spec/volumes': [volume('config', { configMap: files('app', 'extra') })] },
  ),
  'repeated-item': of(
    'The server warns of an item that is in a list already.',
    'Pod',
    { 'spec/imagePullSecrets': [{ name: 'registry' }, { name: 'registry' }] },
    { 'spec/imagePullSecrets': [{ name: 'registry' }] },
  ),
  'shared-port': of(
    'The server warns of two ports of a Pod with the same number or name.',
    'Pod',
    { 'spec/containers/0/ports': [{ containerPort: 80 }, { containerPort: 80 }] },
    { 'spec/containers/0/ports': [{ containerPort: 80 }, { containerPort: 81 }] },
  ),
  'tls-key-pair': of(
    'The server warns of a Secret for TLS that holds no certificate, or no key.',
    'Secret',
    { type: 'kubernetes.io/tls', stringData: { 'tls.crt': 'certificate', 'tls.key': 'key' } },
    { type: 'Opaque', stringData: { 'tls.crt': 'certificate', 'tls.key': 'key' } },
  ),
  'unknown-format': text(
    'The server warns of a format in the schema of a definition that it does not know, and so does not check.',
    bases.custom({ type: 'string', format: 'semver' }, '1.0.0'),
    bases.custom({ type: 'string', format: 'hostname' }, 'example.com'),
  ),
  'unwise-value': of(
    'The server takes the value and warns of what comes of it.',
    'Deployment',
    { 'spec/template/spec/terminationGracePeriodSeconds': -5 },
    { 'spec/template/spec/terminationGracePeriodSeconds': 5 },
  ),

  // YAML
  syntax: text(
    'The text is not valid YAML, and nothing better is known about it.',
    configMap('data:\n  ? , ] : b\n'),
    configMap('data:\n  a: b\n'),
  ),
  'unclosed-quote': text(
    'A quote is never closed.',
    configMap('data:\n  a: "b\n'),
    configMap('data:\n  a: "b"\n'),
  ),
  'unclosed-bracket': text(
    'A bracket or brace is never closed.',
    configMap('data: {a: b\n'),
    configMap('data: {a: b}\n'),
  ),
  'tab-indentation': text(
    'YAML is indented by spaces.',
    configMap('data:\n\ta: b\n'),
    configMap('data:\n  a: b\n'),
  ),
  'bad-indentation': text(
    'A line stands at a column that none of those above has.',
    configMap('data:\n    a: b\n  c: d\n'),
    configMap('data:\n    a: b\n    c: d\n'),
  ),
  'missing-colon': text(
    'A line among keys has no `:`.',
    configMap('data:\n  a: b\n  c\n'),
    configMap('data:\n  a: b\n  c: d\n'),
  ),
  'missing-space': text(
    'A space is missing behind `-` or `:`.',
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n    - name: web\n      image: nginx\n      args:\n        - a\n        -b\n',
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n    - name: web\n      image: nginx\n      args:\n        - a\n        - b\n',
  ),
  'missing-dash': text(
    'A line among the items of a list has no dash.',
    list('- a\n        b: c\n'),
    list('- a\n        - b\n'),
  ),
  'unexpected-text': text(
    'A line or the rest of it belongs to nothing around it.',
    configMap('data: "a" b\n'),
    configMap('data:\n  a: "b"\n'),
  ),
  'misplaced-dash': text(
    'A list begins on the line after its key.',
    configMap('data: - a\n'),
    configMap('data:\n  a: b\n'),
  ),
  'nested-colon': text(
    'A value with `: ` in it stands in quotes, or YAML takes it for a key.',
    configMap('data:\n  a: b: c\n'),
    configMap('data:\n  a: "b: c"\n'),
  ),
  'bad-start': text(
    'A value begins with a character that means something else in YAML.',
    configMap('data:\n  a: @b\n'),
    configMap('data:\n  a: "@b"\n'),
  ),
  'bad-escape': text(
    'A double-quoted text has an escape that YAML does not know.',
    configMap('data:\n  a: "\\d+"\n'),
    configMap("data:\n  a: '\\d+'\n"),
  ),
  'bad-block-header': text(
    'Behind `|` or `>` stand `+`, `-` and a digit, and nothing else.',
    configMap('data:\n  a: |x\n    b\n'),
    configMap('data:\n  a: |-\n    b\n'),
  ),
  'bad-merge': text(
    '`<<` merges maps, and nothing else.',
    configMap('data:\n  <<: b\n'),
    configMap('data:\n  a: b\n'),
  ),
  'complex-key': text(
    'A key is a single word or text.',
    configMap('data:\n  {a: b}: c\n'),
    configMap('data:\n  a: c\n'),
  ),
  'unknown-alias': text(
    'An alias names no anchor above it.',
    configMap('data: *other\n'),
    configMap('data: &other {a: b}\n'),
  ),
  'recursive-alias': text(
    'An alias stands inside of what it names.',
    configMap('data: &a\n  b: *a\n'),
    configMap('data: &a\n  b: c\n'),
  ),
  'too-many-aliases': text(
    'Aliases of aliases expand to more than 100,000 values. The server refuses such a text, which is written to exhaust its memory.',
    configMap(
      `data: {a: b}\nx0: &x0 [a]\n${[1, 2, 3, 4, 5, 6]
        .map(
          (level) =>
            `x${level}: &x${level} [${Array(10)
              .fill(`*x${level - 1}`)
              .join(', ')}]\n`,
        )
        .join('')}`,
    ),
    configMap('data: {a: b}\n'),
  ),
  'too-deep': long(
    'The document has more than 500 levels. It is not checked, completed or outlined; the server takes up to 10,000.',
    configMap(`data: ${'['.repeat(501)}${']'.repeat(501)}\n`),
    configMap('data: [[[[[[[[]]]]]]]] # ... 501 of them\n'),
    configMap('data: {}\n'),
  ),
  'unexpected-comma': text(
    'Between brackets nothing stands before a comma.',
    list('[a, , b]\n').replace('\n        [', ' ['),
    list('[a, b]\n').replace('\n        [', ' ['),
  ),
  'missing-comma': text(
    'Between brackets no comma stands between two items.',
    configMap('data: {a: "b" c: d}\n'),
    configMap('data: {a: "b", c: d}\n'),
  ),
  'missing-key': text(
    'A `:` has no key before it.',
    configMap('data:\n  : b\n'),
    configMap('data:\n  a: b\n'),
  ),
  'long-key': text(
    'A key and its `:` stand on one line and have at most 1,024 characters together: the server looks no further.',
    configMap('data: {a\n  : b}\n'),
    configMap('data: {a: b}\n'),
  ),
  'null-key': text(
    'A key is null, or a number beyond 63 bits: neither can be the name of a field. In quotes it is a text.',
    configMap('data:\n  null: b\n'),
    configMap('data:\n  "null": b\n'),
  ),
  'ambiguous-key': text(
    'Two keys have the same name, one of them written as a number or boolean: which of them counts is left to chance.',
    configMap('data:\n  1: a\n  "1": b\n'),
    configMap('data:\n  "1": a\n  "2": b\n'),
  ),
  'merge-replaced': text(
    "A key stands beside a `<<` that brings it too. kubectl, Helm and Kubewright take the key that is written and send JSON, which has no `<<` any more; sent as YAML, the server's strict check refuses it.",
    configMap('data: &data {a: b}\nbinaryData: {<<: {c: ZA==}, c: ZQ==}\n'),
    configMap('data: &data {a: b}\nbinaryData: {c: ZQ==}\n'),
  ),
  'merge-replaces': text(
    'A `<<` stands behind a key that it brings too. Kubernetes reads in order: what is merged replaces the key that is written, unlike in other programs.',
    configMap('data:\n  a: b\n  <<: {a: c}\n'),
    configMap('data:\n  a: c\n'),
  ),
  'bad-anchor': text(
    'An anchor or alias is named by letters, digits, `-` and `_`.',
    configMap('data: &a.b {c: d}\n'),
    configMap('data: &a-b {c: d}\n'),
  ),
  'two-properties': text(
    'A value has one anchor and one tag at most, and an alias none of its own.',
    configMap('data: &a &b {c: d}\n'),
    configMap('data: &a {c: d}\n'),
  ),
  'bad-tag': text(
    'A value is not of the type that the tag before it says.',
    configMap('data:\n  a: !!int b\n'),
    configMap('data:\n  a: !!str 5\n'),
  ),
  'no-json-number': text(
    'Infinity and "not a number" are numbers to YAML, but not to JSON, which the server makes of it. In quotes they are texts.',
    configMap('data:\n  a: .inf\n'),
    configMap('data:\n  a: ".inf"\n'),
  ),
  'unquoted-mark': text(
    'Inside brackets the server takes a `?` for the mark of a key: a text with one stands in quotes.',
    configMap('data: {url: http://example.com/?a=b}\n'),
    configMap('data: {url: "http://example.com/?a=b"}\n'),
  ),
  'unread-text': text(
    'JSON follows behind an object. kubectl reads it as another object, the server and Kubewright do not: a line `---` belongs between them.',
    '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}\n{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "b"}}\n',
    '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}\n---\n{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "b"}}\n',
  ),
  'deep-blank-line': text(
    'A text behind `|` or `>` begins with a blank line that has more spaces than the first line of words: the server counts its indentation by the former.',
    configMap('data:\n  a: |\n      \n    b\n'),
    configMap('data:\n  a: |\n\n    b\n'),
  ),
  directive: text(
    'The server reads such a line, but kubectl cuts a file into documents before it reads any, and then refuses it.',
    `%YAML 1.1\n---\n${configMap('')}`,
    configMap(''),
  ),
  'bad-directive': text(
    'The server reads YAML 1.1, and knows the lines `%YAML` and `%TAG` only.',
    `%YAML 1.2\n---\n${configMap('')}`,
    configMap(''),
  ),
  'control-character': text(
    'YAML allows no control characters.',
    configMap('data:\n  a: "b\u0001"\n'),
    configMap('data:\n  a: "b"\n'),
  ),
};
