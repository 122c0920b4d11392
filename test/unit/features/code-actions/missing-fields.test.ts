import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../../server/src/catalog/catalog.ts';
import { withCatalog } from '../../catalog/built-catalog.ts';
import { Asking, afterAction, fixesAmong } from './asking.ts';
import { type Example, mends, offers } from './fix-examples.ts';

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

const deployment = 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 1\n';
const ingress =
  'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: web\nspec:\n  rules:\n    - http:\n        paths:\n          - path: /\n';
const webhook =
  'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata:\n  name: web\nwebhooks:\n  - rules: []\n';
const affinity =
  'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n    - name: web\n      image: nginx\n  affinity:\n    podAffinity:\n      preferredDuringSchedulingIgnoredDuringExecution:\n        - {}\n';

/** A text that lacks several fields at one key, and the fields. */
const lacking: readonly (readonly [name: string, text: string, fields: readonly string[]])[] = [
  ['a Deployment', deployment, ['selector', 'template']],
  [
    'a claim',
    'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: a\nspec: {}\n',
    ['accessModes', 'resources'],
  ],
  ['a path of an Ingress', ingress, ['pathType', 'backend']],
  ['a webhook', webhook, ['name', 'sideEffects', 'admissionReviewVersions', 'clientConfig']],
  ['an affinity', affinity, ['weight', 'podAffinityTerm']],
  [
    'a container in JSON',
    '{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": [{"tty": true}]}}\n',
    ['name', 'image'],
  ],
];

describe('several fields that are missing at one key', () => {
  test.each(lacking)('each has its own fix: %s', async (_, text, fields) => {
    const asking = new Asking(text, { catalog });
    const problems = await asking.diagnostics();
    for (const name of fields) {
      const problem = problems.find(({ message }) => String(message).includes(`\`${name}\``));
      const [first] = fixesAmong(await asking.offered(problem!));
      expect([first?.title, first?.isPreferred]).toEqual([`Insert "${name}"`, true]);
    }
  });

  test.each(lacking)(
    'asked for all, each is offered, and all at once behind them: %s',
    async (_, text, fields) => {
      const asking = new Asking(text, { catalog });
      const problems = (await asking.diagnostics()).filter(({ code }) => code === 'missing-required');
      const titles = fixesAmong(await asking.ask(problems)).map(({ title }) => title);
      expect(titles).toEqual([
        ...fields.map((name) => `Insert "${name}"`),
        `Insert all ${fields.length} missing fields`,
      ]);
    },
  );
});

const claim = (spec: string) =>
  `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: data\nspec:\n  accessModes: [ReadWriteOnce]\n${spec}`;
const workload = (spec: string, kind = 'Deployment') =>
  `apiVersion: apps/v1\nkind: ${kind}\nmetadata:\n  name: web\nspec:\n${spec}`;
const template = (labels: string) =>
  `  template:\n    metadata:\n      labels: ${labels}\n    spec:\n      containers: [{name: web, image: nginx}]\n`;
const newTemplate = (labels: readonly string[]) =>
  `  template:\n    metadata:\n      labels:\n${labels.map((label) => `        ${label}\n`).join('')}    spec:\n      containers:\n        - name: change-me\n          image: change-me\n`;
const pod = (spec: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n    - name: web\n      image: nginx\n${spec}`;
const binding = (rest: string) =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata:\n  name: a\n${rest}`;
const roleRef = 'roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: a}\n';
const scaler = (spec: string) =>
  `apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata:\n  name: a\nspec:\n  maxReplicas: 3\n${spec}`;
const definition = (versions: string, name = 'widgets.example.com') =>
  `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: ${name}\nspec:\n  group: example.com\n  scope: Namespaced\n  names:\n    kind: Widget\n${versions}`;

/** What the server asks for beyond the schema. */
const beyond: readonly Example[] = [
  [
    'how much a claim asks for',
    claim(''),
    'missing-required',
    'Insert "resources"',
    claim('  resources:\n    requests:\n      storage: 1Gi\n'),
  ],
  [
    'how much a claim asks for, in resources of nothing',
    claim('  resources: {}\n'),
    'missing-required',
    'Insert "requests"',
    claim('  resources:\n    requests:\n      storage: 1Gi\n'),
  ],
  [
    'how much a claim asks for, beside its limits',
    claim('  resources:\n    limits:\n      storage: 2Gi\n    requests: {}\n'),
    'missing-required',
    'Insert "storage"',
    claim('  resources:\n    limits:\n      storage: 2Gi\n    requests:\n      storage: 1Gi\n'),
  ],
  [
    'how much a claim of a StatefulSet asks for',
    workload(
      `  selector: {matchLabels: {app: web}}\n${template('{app: web}')}  volumeClaimTemplates:\n    - metadata: {name: data}\n      spec: {accessModes: [ReadWriteOnce], resources: {}}\n`,
      'StatefulSet',
    ),
    'missing-required',
    'Insert "requests"',
    workload(
      `  selector: {matchLabels: {app: web}}\n${template('{app: web}')}  volumeClaimTemplates:\n    - metadata: {name: data}\n      spec: {accessModes: [ReadWriteOnce], resources: {"requests": {"storage": "1Gi"}}}\n`,
      'StatefulSet',
    ),
  ],
  [
    'a volume for a PersistentVolume, and how large it is',
    'apiVersion: v1\nkind: PersistentVolume\nmetadata:\n  name: a\nspec:\n  hostPath: {path: /a}\n',
    'missing-required',
    'Insert all 2 missing fields',
    'apiVersion: v1\nkind: PersistentVolume\nmetadata:\n  name: a\nspec:\n  hostPath: {path: /a}\n  accessModes:\n    - ReadOnlyMany\n  capacity:\n    storage: 1Gi\n',
  ],
  [
    'a parameter of a class',
    'apiVersion: storage.k8s.io/v1\nkind: VolumeAttributesClass\nmetadata:\n  name: a\ndriverName: a\n',
    'missing-required',
    'Insert "parameters"',
    'apiVersion: storage.k8s.io/v1\nkind: VolumeAttributesClass\nmetadata:\n  name: a\ndriverName: a\nparameters:\n  change-me: change-me\n',
  ],
  [
    'a parameter of a class that has none',
    'apiVersion: storage.k8s.io/v1\nkind: VolumeAttributesClass\nmetadata:\n  name: a\ndriverName: a\nparameters: {} # which?\n',
    'missing-required',
    'Fill in "parameters"',
    'apiVersion: storage.k8s.io/v1\nkind: VolumeAttributesClass\nmetadata:\n  name: a\ndriverName: a\nparameters:\n  change-me: change-me # which?\n',
  ],
  [
    'one of the fields that the server names',
    'apiVersion: storage.k8s.io/v1\nkind: VolumeAttachment\nmetadata:\n  name: a\nspec:\n  attacher: a\n  nodeName: a\n  source: {}\n',
    'missing-required',
    'Insert "persistentVolumeName"',
    'apiVersion: storage.k8s.io/v1\nkind: VolumeAttachment\nmetadata:\n  name: a\nspec:\n  attacher: a\n  nodeName: a\n  source:\n    persistentVolumeName: change-me\n',
  ],
  [
    'the schema of a version',
    definition('    plural: widgets\n  versions:\n    - name: v1\n      served: true\n      storage: true\n'),
    'missing-required',
    'Insert "schema"',
    definition(
      '    plural: widgets\n  versions:\n    - name: v1\n      served: true\n      storage: true\n      schema:\n        openAPIV3Schema:\n          type: object\n',
    ),
  ],
  [
    'a plural, as the name has it',
    definition(
      '  versions:\n    - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}\n',
    ),
    'missing-required',
    'Insert "plural"',
    definition(
      '    plural: widgets\n  versions:\n    - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}\n',
    ),
  ],
  [
    'a mutation comes with what its type asks for beside it',
    'apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingAdmissionPolicy\nmetadata:\n  name: a\nspec:\n  reinvocationPolicy: Never\n  matchConstraints:\n    resourceRules:\n      - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}\n  mutations:\n    - {}\n',
    'missing-required',
    'Insert "patchType"',
    'apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingAdmissionPolicy\nmetadata:\n  name: a\nspec:\n  reinvocationPolicy: Never\n  matchConstraints:\n    resourceRules:\n      - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}\n  mutations:\n    - {"patchType": "ApplyConfiguration", "applyConfiguration": {"expression": "Object{}"}}\n',
  ],
  [
    'the version of what is scaled',
    scaler('  scaleTargetRef:\n    kind: Deployment\n    name: web\n'),
    'reference-version',
    'Insert "apiVersion"',
    scaler('  scaleTargetRef:\n    apiVersion: apps/v1\n    kind: Deployment\n    name: web\n'),
  ],
  [
    'what the server warns of once it takes the rest does not count',
    'apiVersion: v1\nkind: PersistentVolume\nmetadata:\n  name: a\nspec:\n  capacity: {storage: 1Gi}\n  accessModes: [ReadWriteOnce]\n  glusterfs:\n    path: a\n',
    'missing-required',
    'Insert "endpoints"',
    'apiVersion: v1\nkind: PersistentVolume\nmetadata:\n  name: a\nspec:\n  capacity: {storage: 1Gi}\n  accessModes: [ReadWriteOnce]\n  glusterfs:\n    path: a\n    endpoints: change-me\n',
  ],
  [
    'a backend of nothing',
    'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: a\nspec:\n  defaultBackend: {}\n',
    'invalid-value',
    'Insert "service"',
    'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: a\nspec:\n  defaultBackend:\n    service:\n      name: change-me\n      port:\n        number: 80\n',
  ],
];

describe('what the server asks for beyond the schema', () => {
  mends(beyond, () => ({ catalog }));
});

/** Values that the server takes at the place. */
const placeholders: readonly Example[] = [
  [
    'the Pods of a CronJob end',
    'apiVersion: batch/v1\nkind: CronJob\nmetadata:\n  name: a\n',
    'missing-required',
    'Insert "spec"',
    'apiVersion: batch/v1\nkind: CronJob\nmetadata:\n  name: a\nspec:\n  schedule: 0 0 * * *\n  jobTemplate:\n    spec:\n      template:\n        metadata:\n          labels:\n            app: change-me\n        spec:\n          containers:\n            - name: change-me\n              image: change-me\n          restartPolicy: Never\n',
  ],
  [
    'the Pods of a Job end',
    'apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: a\nspec:\n  backoffLimit: 2\n',
    'missing-required',
    'Insert "template"',
    'apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: a\nspec:\n  backoffLimit: 2\n  template:\n    metadata:\n      labels:\n        app: change-me\n    spec:\n      containers:\n        - name: change-me\n          image: change-me\n      restartPolicy: Never\n',
  ],
  [
    'a role is referred to by its group',
    binding('subjects: []\n'),
    'missing-required',
    'Insert "roleRef"',
    binding(
      'subjects: []\nroleRef:\n  apiGroup: rbac.authorization.k8s.io\n  kind: Role\n  name: change-me\n',
    ),
  ],
  [
    'for the whole cluster there is one kind of role',
    binding('').replace('RoleBinding', 'ClusterRoleBinding'),
    'missing-required',
    'Insert "roleRef"',
    binding(
      'roleRef:\n  apiGroup: rbac.authorization.k8s.io\n  kind: ClusterRole\n  name: change-me\n',
    ).replace('kind: RoleBinding', 'kind: ClusterRoleBinding'),
  ],
  [
    'the role of the file',
    `apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: reader\nrules: []\n---\n${binding('')}`,
    'missing-required',
    'Insert "roleRef"',
    `apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: reader\nrules: []\n---\n${binding('roleRef:\n  apiGroup: rbac.authorization.k8s.io\n  kind: Role\n  name: reader\n')}`,
  ],
  [
    'who is in a namespace is an account',
    binding(`${roleRef}subjects:\n  - name: web\n    namespace: shop\n`),
    'missing-required',
    'Insert "kind"',
    binding(`${roleRef}subjects:\n  - kind: ServiceAccount\n    name: web\n    namespace: shop\n`),
  ],
  [
    'who is of a group is none',
    binding(`${roleRef}subjects:\n  - name: jane\n    apiGroup: rbac.authorization.k8s.io\n`),
    'missing-required',
    'Insert "kind"',
    binding(`${roleRef}subjects:\n  - kind: User\n    name: jane\n    apiGroup: rbac.authorization.k8s.io\n`),
  ],
  [
    'who is named for the whole cluster has no namespace that is not there',
    binding(`${roleRef.replace('Role,', 'ClusterRole,')}subjects:\n  - name: jane\n`).replace(
      'RoleBinding',
      'ClusterRoleBinding',
    ),
    'missing-required',
    'Insert "kind"',
    binding(`${roleRef.replace('Role,', 'ClusterRole,')}subjects:\n  - kind: User\n    name: jane\n`).replace(
      'RoleBinding',
      'ClusterRoleBinding',
    ),
  ],
  [
    'what is scaled is of a version',
    scaler(''),
    'missing-required',
    'Insert "scaleTargetRef"',
    scaler('  scaleTargetRef:\n    apiVersion: apps/v1\n    kind: Deployment\n    name: change-me\n'),
  ],
  [
    'what a webhook reads, and where it is',
    'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata:\n  name: a\nwebhooks:\n  - name: a.example.com\n    sideEffects: None\n',
    'missing-required',
    'Insert all 2 missing fields',
    'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata:\n  name: a\nwebhooks:\n  - name: a.example.com\n    sideEffects: None\n    admissionReviewVersions:\n      - v1\n    clientConfig:\n      service:\n        name: change-me\n        namespace: change-me\n',
  ],
  [
    'the name of a webhook has three parts',
    'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata:\n  name: a\nwebhooks:\n  - sideEffects: None\n    admissionReviewVersions: [v1]\n    clientConfig: {url: "https://example.com"}\n',
    'missing-required',
    'Insert "name"',
    'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata:\n  name: a\nwebhooks:\n  - name: change-me.example.com\n    sideEffects: None\n    admissionReviewVersions: [v1]\n    clientConfig: {url: "https://example.com"}\n',
  ],
  [
    'what is mounted is a volume of the Pod',
    pod(
      '      volumeMounts:\n        - mountPath: /cache\n  volumes:\n    - name: cache\n      emptyDir: {}\n',
    ),
    'missing-required',
    'Insert "name"',
    pod(
      '      volumeMounts:\n        - name: cache\n          mountPath: /cache\n  volumes:\n    - name: cache\n      emptyDir: {}\n',
    ),
  ],
  [
    'a volume is called as it is mounted',
    pod('      volumeMounts:\n        - {name: cache, mountPath: /cache}\n  volumes:\n    - emptyDir: {}\n'),
    'missing-required',
    'Insert "name"',
    pod(
      '      volumeMounts:\n        - {name: cache, mountPath: /cache}\n  volumes:\n    - name: cache\n      emptyDir: {}\n',
    ),
  ],
  [
    'an amount of the container',
    pod('      env:\n        - name: A\n          valueFrom:\n            resourceFieldRef: {}\n'),
    'missing-required',
    'Insert "resource"',
    pod(
      '      env:\n        - name: A\n          valueFrom:\n            resourceFieldRef:\n              resource: limits.cpu\n',
    ),
  ],
  [
    'an address',
    pod('  hostAliases:\n    - hostnames: [a]\n'),
    'missing-required',
    'Insert "ip"',
    pod('  hostAliases:\n    - hostnames: [a]\n      ip: 192.0.2.1\n'),
  ],
  [
    'a path that may be left out where its type says nothing of it',
    'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: a\nspec:\n  rules:\n    - http:\n        paths:\n          - backend: {service: {name: a, port: {number: 80}}}\n',
    'missing-required',
    'Insert "pathType"',
    'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: a\nspec:\n  rules:\n    - http:\n        paths:\n          - backend: {service: {name: a, port: {number: 80}}}\n            pathType: ImplementationSpecific\n',
  ],
  [
    'a text with quotes, on one line',
    'apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingAdmissionPolicy\nmetadata:\n  name: a\nspec:\n  reinvocationPolicy: Never\n  matchConstraints:\n    resourceRules:\n      - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}\n  mutations:\n    - {patchType: JSONPatch}\n',
    'missing-required',
    'Insert "jsonPatch"',
    'apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingAdmissionPolicy\nmetadata:\n  name: a\nspec:\n  reinvocationPolicy: Never\n  matchConstraints:\n    resourceRules:\n      - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}\n  mutations:\n    - {patchType: JSONPatch, "jsonPatch": {"expression": "[JSONPatch{op: \\"test\\", path: \\"/change-me\\", value: 1}]"}}\n',
  ],
  [
    'in JSON',
    '{"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "RoleBinding", "metadata": {"name": "a"}}\n',
    'missing-required',
    'Insert "roleRef"',
    '{"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "RoleBinding", "metadata": {"name": "a"}, "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "change-me"}}\n',
  ],
];

describe('placeholders are values that the server takes', () => {
  mends(placeholders, () => ({ catalog }));
});

/** Labels of a template and what selects it. */
const labels: readonly Example[] = [
  [
    'a selector takes all labels of the template',
    workload(template('{app: web, tier: front}')),
    'missing-required',
    'Insert "selector"',
    workload(
      `${template('{app: web, tier: front}')}  selector:\n    matchLabels:\n      app: web\n      tier: front\n`,
    ),
  ],
  [
    'a template takes all labels of the selector',
    workload('  selector: {matchLabels: {app: web, tier: "1"}}\n'),
    'missing-required',
    'Insert "template"',
    workload(`  selector: {matchLabels: {app: web, tier: "1"}}\n${newTemplate(['app: web', 'tier: "1"'])}`),
  ],
  [
    'a template takes what the expressions of the selector ask for',
    workload(
      '  selector:\n    matchExpressions:\n      - {key: app, operator: In, values: [web, shop]}\n      - {key: tier, operator: Exists}\n      - {key: old, operator: DoesNotExist}\n',
    ),
    'missing-required',
    'Insert "template"',
    workload(
      `  selector:\n    matchExpressions:\n      - {key: app, operator: In, values: [web, shop]}\n      - {key: tier, operator: Exists}\n      - {key: old, operator: DoesNotExist}\n${newTemplate(['app: web', 'tier: change-me'])}`,
    ),
  ],
  [
    'neither is there: they agree',
    workload('  replicas: 1\n', 'StatefulSet'),
    'missing-required',
    'Insert all 2 missing fields',
    workload(
      `  replicas: 1\n  selector:\n    matchLabels:\n      app: change-me\n${newTemplate(['app: change-me'])}`,
      'StatefulSet',
    ),
  ],
  [
    'a template without labels gets them with the selector',
    workload('  template:\n    spec:\n      containers: [{name: web, image: nginx}]\n', 'DaemonSet'),
    'missing-required',
    'Insert "selector"',
    workload(
      '  template:\n    metadata:\n      labels:\n        app: change-me\n    spec:\n      containers: [{name: web, image: nginx}]\n  selector:\n    matchLabels:\n      app: change-me\n',
      'DaemonSet',
    ),
  ],
  [
    'a template that ends where the selector is inserted',
    workload(
      '  template:\n    spec:\n      containers: [{name: web, image: nginx}]\n    metadata:\n      annotations: {a: b}\n',
    ),
    'missing-required',
    'Insert "selector"',
    workload(
      '  template:\n    spec:\n      containers: [{name: web, image: nginx}]\n    metadata:\n      annotations: {a: b}\n      labels:\n        app: change-me\n  selector:\n    matchLabels:\n      app: change-me\n',
    ),
  ],
  [
    'a selector that is a plain map',
    'apiVersion: v1\nkind: ReplicationController\nmetadata:\n  name: a\nspec:\n  selector:\n    app: web\n',
    'missing-required',
    'Insert "template"',
    `apiVersion: v1\nkind: ReplicationController\nmetadata:\n  name: a\nspec:\n  selector:\n    app: web\n${newTemplate(['app: web'])}`,
  ],
  [
    'the key of an expression is a label of the template',
    workload(
      `  selector:\n    matchExpressions:\n      - operator: In\n        values: [front]\n${template('{app: web, tier: front}')}`,
    ),
    'missing-required',
    'Insert "key"',
    workload(
      `  selector:\n    matchExpressions:\n      - operator: In\n        values: [front]\n        key: tier\n${template('{app: web, tier: front}')}`,
    ),
  ],
];

describe('labels of a template and what selects it agree', () => {
  mends(labels, () => ({ catalog }));
});

describe('what has no right answer', () => {
  offers(
    [
      [
        'an approval is not for everybody to write',
        definition(
          '    plural: widgets\n  versions:\n    - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}\n',
          'widgets.x.k8s.io',
        ).replace('group: example.com', 'group: x.k8s.io'),
        'api-approval',
        [],
      ],
      [
        'a value that came by an alias is written elsewhere',
        'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: data\n  annotations: &none {}\nspec:\n  accessModes: [ReadWriteOnce]\n  resources: *none\n',
        'missing-required',
        [],
      ],
      [
        'what has an anchor stands behind it',
        pod('    - name: &other\n      image: nginx\n'),
        'missing-required',
        [],
      ],
    ],
    () => ({ catalog }),
  );

  test('in a template of a chart, what may be printed elsewhere is not inserted there', async () => {
    const text = workload(
      '  template:\n    {{- include "labels" . | nindent 4 }}\n    spec:\n      containers: [{name: web, image: nginx}]\n',
    );
    const asking = new Asking(text, { catalog, languageId: 'helm', uri: 'file:///chart/templates/a.yaml' });
    const problem = (await asking.diagnostics()).find(({ code }) => code === 'missing-required');
    const [fix] = fixesAmong(await asking.offered(problem!));
    expect(afterAction(text, fix!)).toBe(`${text}  selector:\n    matchLabels:\n      app: change-me\n`);
  });
});

describe('where the editor takes snippets', () => {
  const stop = (number: number, text: string) => `\${${number}:${text}}`;
  const editsOf = async (text: string, title: string) => {
    const asking = new Asking(text, { catalog, snippets: 'taken' });
    const fixes = await asking.ask(await asking.diagnostics());
    const [edit] = fixes.find((fix) => fix.title === title)?.edit?.documentChanges ?? [];
    return edit && 'edits' in edit ? edit.edits : undefined;
  };
  const snippet = (lines: string) => ({
    snippet: { kind: 'snippet', value: expect.stringContaining(lines) },
  });

  test('the values of a place are choices', async () => {
    const group = stop(1, 'rbac.authorization.k8s.io');
    const lines = `roleRef:\n  apiGroup: ${group}\n  kind: \${2|Role,ClusterRole|}\n  name: ${stop(3, 'change-me')}`;
    expect(await editsOf(binding(''), 'Insert "roleRef"')).toMatchObject([snippet(lines)]);
  });

  test('labels that are there are no placeholders', async () => {
    const text = workload(template('{app: web}'));
    const lines = '  selector:\n    matchLabels:\n      app: web';
    expect(await editsOf(text, 'Insert "selector"')).toMatchObject([snippet(lines)]);
  });

  test('what is inserted elsewhere is plain', async () => {
    const text = workload('  template:\n    spec:\n      containers: [{name: web, image: nginx}]\n');
    expect(await editsOf(text, 'Insert "selector"')).toMatchObject([
      snippet(`app: ${stop(1, 'change-me')}`),
      { newText: expect.stringContaining('labels:\n        app: change-me') },
    ]);
  });
});
