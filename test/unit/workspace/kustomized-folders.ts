import type { Folder } from './judged-folder.ts';

/** A folder with kustomizations, and what is to be said of its files, by what stands behind the number of the line. */
export interface KustomizedFolder {
  readonly files: Folder;
  /** The folder that is built. */
  readonly built: string;
  /** What a kube-apiserver 1.35.4 said, as a dry run, of what kustomize 5 built of it. */
  readonly server: 'takes' | 'refuses';
  /** The codes of errors, by file; the others have none. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

const roleBinding = (
  subject = 'kind: ServiceAccount, name: controller',
) => `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: controller}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: controller}
subjects: [{${subject}}]
`;
const account = 'apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: controller}\n';
const deployment = (spec: string, container = '{name: web, image: nginx}') => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  ${spec}
  template: {spec: {containers: [${container}]}}
`;
const withLabels = (selector: string, labels: string) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: ${selector}}
  template: {metadata: {labels: ${labels}}, spec: {containers: [{name: web, image: nginx}]}}
`;
const webhooks = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: web}
webhooks:
  - name: a.example.com
    admissionReviewVersions: [v1]
    sideEffects: None
    clientConfig: {service: {name: web}}
`;
const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}\n';
const listOf = (...objects: readonly string[]) =>
  `apiVersion: v1\nkind: List\nitems:\n${objects.map((text) => text.replace(/^/gm, '    ').replace('   ', '  -').trimEnd()).join('\n')}\n`;

export const kustomizedFolders: Readonly<Record<string, KustomizedFolder>> = {
  'the namespace of subjects that are among the resources': {
    files: {
      'kustomization.yaml': 'namespace: shop\nresources: [rbac.yaml, account.yaml]\n',
      'rbac.yaml': roleBinding(),
      'account.yaml': account,
    },
    built: '.',
    server: 'takes',
  },
  'the namespace of the default ServiceAccount, by an overlay': {
    files: {
      'base/kustomization.yaml': 'resources: [rbac.yaml]\n',
      'base/rbac.yaml': roleBinding('kind: ServiceAccount, name: default'),
      'overlays/prod/kustomization.yml': 'namespace: shop\nresources:\n- ../../base/\n',
    },
    built: 'overlays/prod',
    server: 'takes',
  },
  'not that of a ServiceAccount that is not there': {
    files: {
      'kustomization.yaml': 'namespace: shop\nresources: [rbac.yaml]\n',
      'rbac.yaml': roleBinding(),
    },
    built: '.',
    server: 'refuses',
    errors: { 'rbac.yaml': ['subject-namespace'] },
  },
  'not what it has no namespace for': {
    files: {
      'kustomization.yaml': 'resources: [rbac.yaml, account.yaml]\n',
      'rbac.yaml': roleBinding(),
      'account.yaml': account,
    },
    built: '.',
    server: 'refuses',
    errors: { 'rbac.yaml': ['subject-namespace'] },
  },
  'the namespace of the services of webhooks': {
    files: {
      'kustomization.yaml': 'namespace: shop\nresources: [webhooks.yaml, service.yaml]\n',
      'webhooks.yaml': webhooks,
      'service.yaml': service,
    },
    built: '.',
    server: 'takes',
  },
  'common labels, in selectors and templates': {
    files: {
      'kustomization.yaml': 'commonLabels: {app: web}\nresources: [web.yaml]\n',
      'web.yaml': deployment('replicas: 2'),
    },
    built: '.',
    server: 'takes',
  },
  'labels with selectors': {
    files: {
      'kustomization.yaml': 'labels: [{pairs: {app: web}, includeSelectors: true}]\nresources: [web.yaml]\n',
      'web.yaml': deployment('replicas: 2'),
    },
    built: '.',
    server: 'takes',
  },
  'labels in templates, which a selector asks for': {
    files: {
      'kustomization.yaml': 'labels: [{pairs: {app: web}, includeTemplates: true}]\nresources: [web.yaml]\n',
      'web.yaml': deployment('selector: {matchLabels: {app: web}}'),
    },
    built: '.',
    server: 'takes',
  },
  'labels in the fields that are named for a kind': {
    files: {
      'kustomization.yaml': `labels:
  - pairs: {app: web}
    fields:
      - {path: spec/selector/matchLabels, create: true, group: apps, version: v1, kind: Deployment}
      - {path: spec/template/metadata/labels, create: true, kind: Deployment}
      - {path: 'spec/template/spec/topologySpreadConstraints[]/labelSelector/matchLabels', create: true}
resources: [web.yaml]
`,
      'web.yaml': deployment('replicas: 2').replace(
        'spec: {containers',
        'spec: {topologySpreadConstraints: [{maxSkew: 1, topologyKey: a, whenUnsatisfiable: ScheduleAnyway}], containers',
      ),
    },
    built: '.',
    server: 'takes',
  },
  'not labels in fields of other kinds, or in what is not there': {
    files: {
      'kustomization.yaml': `labels:
  - pairs: {app: web}
    fields:
      - {path: spec/selector/matchLabels, create: true, kind: Deploy}
      - {path: spec/selector/matchLabels, create: true, group: batch}
      - {path: spec/selector/matchLabels}
resources: [web.yaml]
`,
      'web.yaml': deployment('replicas: 2'),
    },
    built: '.',
    server: 'refuses',
    errors: { 'web.yaml': ['missing-required'] },
  },
  'not labels of metadata alone': {
    files: {
      'kustomization.yaml': 'labels: [{pairs: {app: web}}]\nresources: [web.yaml]\n',
      'web.yaml': deployment('selector: {matchLabels: {app: web}}'),
    },
    built: '.',
    server: 'refuses',
    errors: { 'web.yaml': ['selector-mismatch'] },
  },
  'not a selector that asks for something else': {
    files: {
      'kustomization.yaml': 'commonLabels: {team: shop}\nresources: [web.yaml]\n',
      'web.yaml': withLabels('{app: web}', '{app: wab}'),
    },
    built: '.',
    server: 'refuses',
    errors: { 'web.yaml': ['selector-mismatch'] },
  },
  'what a patch adds, in a file': {
    files: {
      'kustomization.yaml': 'patches: [{path: image.yaml}]\nresources: [web.yaml]\n',
      'web.yaml': deployment('replicas: 2', '{name: web}'),
      'image.yaml': `${withLabels('{app: web}', '{app: web}')}`,
    },
    built: '.',
    server: 'takes',
  },
  'what a patch adds, of an overlay, with a target and operations': {
    files: {
      'base/kustomization.yaml': 'resources: [web.yaml]\n',
      'base/web.yaml': withLabels('{app: web}', '{app: web}').replace(', image: nginx', ''),
      'prod/kustomization.yaml': `resources: [../base]
patches:
  - target: {kind: Deploy.*, name: w.b}
    patch: |-
      - {op: add, path: /spec/template/spec/containers/0/image, value: nginx}
`,
    },
    built: 'prod',
    server: 'takes',
  },
  'not what a patch for another object adds': {
    files: {
      'kustomization.yaml': `resources: [web.yaml]
patches:
  - target: {kind: Deployment, name: other}
    patch: |-
      - {op: add, path: /spec/template/spec/containers/0/image, value: nginx}
`,
      'web.yaml': withLabels('{app: web}', '{app: web}').replace(', image: nginx', ''),
    },
    built: '.',
    server: 'refuses',
    errors: { 'web.yaml': ['missing-required'] },
  },
  'what a patch replaces, and not what it leaves': {
    files: {
      'kustomization.yaml': `resources: [service.yaml]
patches:
  - patch: |-
      apiVersion: v1
      kind: Service
      metadata: {name: web}
      spec: {type: NodePort}
`,
      'service.yaml':
        'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {type: TO-BE-PATCHED, sessionAffinity: Never, ports: [{port: 80}]}\n',
    },
    built: '.',
    server: 'refuses',
    errors: { 'service.yaml': ['unsupported-value'] },
  },
  'what a component adds': {
    files: {
      'base/kustomization.yaml': 'resources: [web.yaml]\n',
      'base/web.yaml': deployment('replicas: 2'),
      'labels/kustomization.yaml':
        'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\ncommonLabels: {app: web}\n',
      'prod/kustomization.yaml': 'resources: [../base]\ncomponents: [../labels]\n',
    },
    built: 'prod',
    server: 'takes',
  },
  'what a component has itself': {
    files: {
      'accounts/kustomization.yaml':
        'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [rbac.yaml, account.yaml]\n',
      'accounts/rbac.yaml': roleBinding(),
      'accounts/account.yaml': account,
      'prod/kustomization.yaml': 'namespace: shop\ncomponents: [../accounts]\n',
    },
    built: 'prod',
    server: 'takes',
  },
  'a name, by its prefix': {
    files: {
      'kustomization.yaml': 'namePrefix: shop\nresources: [settings.yaml]\n',
      'settings.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: -settings}\n',
    },
    built: '.',
    server: 'takes',
  },
  'how many replicas there are': {
    files: {
      'kustomization.yaml': 'replicas: [{name: web, count: 3}]\nresources: [web.yaml]\n',
      'web.yaml': withLabels('{app: web}', '{app: web}').replace('spec:\n', 'spec:\n  replicas: -1\n'),
    },
    built: '.',
    server: 'takes',
  },
  'nobody knows what, by transformers of other files': {
    files: {
      'kustomization.yaml': 'transformers: [labels.yaml]\nresources: [web.yaml]\n',
      'labels.yaml': `apiVersion: builtin
kind: LabelTransformer
metadata: {name: labels}
labels: {app: web}
fieldSpecs:
  - {path: spec/selector/matchLabels, kind: Deployment, create: true}
  - {path: spec/template/metadata/labels, kind: Deployment, create: true}
`,
      'web.yaml': deployment('replicas: 2', '{name: web, image: nginx, ports: [{containerPort: 80}]}'),
    },
    built: '.',
    server: 'takes',
  },
  'what replacements write': {
    files: {
      'kustomization.yaml': `resources: [web.yaml, service.yaml]
replacements:
  - source: {kind: Service, name: web, fieldPath: spec.ports.0.port}
    targets:
      - select: {kind: Deployment, name: web}
        fieldPaths: ['spec.template.spec.containers.[name=web].ports.0.containerPort']
`,
      'web.yaml': withLabels('{app: web}', '{app: web}').replace(
        'image: nginx',
        'image: nginx, ports: [{containerPort: 0}]',
      ),
      'service.yaml': service,
    },
    built: '.',
    server: 'takes',
  },
  'what is in lists, and in lists of these': {
    files: {
      'kustomization.yaml':
        'namespace: shop\ncommonLabels: {app: web}\nresources: [list.yaml, accounts.yaml]\n',
      'list.yaml': listOf(deployment('replicas: 2'), listOf(roleBinding())),
      'accounts.yaml': listOf(account),
    },
    built: '.',
    server: 'takes',
  },
  'what patches and replacements write into one of the items of a list': {
    files: {
      'kustomization.yaml': `resources: [list.yaml]
patches: [{path: patches.yaml}]
replacements:
  - source: {kind: Service, name: web, fieldPath: spec.ports.0.port}
    targets:
      - select: {kind: Deployment, name: web}
        fieldPaths: ['spec.template.spec.containers.[name=web].ports.0.containerPort']
`,
      'list.yaml': listOf(
        service,
        withLabels('{app: web}', '{app: web}').replace('image: nginx', 'ports: [{containerPort: 0}]'),
        withLabels('{app: db}', '{app: db}')
          .replace('name: web', 'name: db')
          .replace('image: nginx', 'ports: [{containerPort: 0}]'),
      ),
      'patches.yaml': listOf(withLabels('{app: web}', '{app: web}')),
    },
    built: '.',
    server: 'refuses',
    errors: { 'list.yaml': ['missing-required', 'missing-required'] },
  },
  'what replacements make, and what they change a part of': {
    files: {
      'kustomization.yaml': `resources: [web.yaml, labelled.yaml]
replacements:
  - source: {kind: Deployment, name: web}
    targets:
      - select: {kind: Deployment, name: web}
        fieldPaths: [spec.selector.matchLabels.app, spec.template.metadata.labels.app]
        options: {create: true}
      - select: {kind: Deployment, name: labelled}
        fieldPaths: [spec.template.metadata.labels.app]
`,
      'web.yaml': deployment('replicas: 2'),
      'labelled.yaml': withLabels('{app: web}', '{app: TO_BE_REPLACED}').replace(
        'metadata: {name: web}',
        'metadata: {name: labelled}',
      ),
    },
    built: '.',
    server: 'takes',
  },
  'what replacements of a file write, one or a list of them, and not what they leave': {
    files: {
      'kustomization.yaml':
        'resources: [web.yaml]\nreplacements: [{path: name.yaml}, {path: more/account.yaml}]\n',
      'web.yaml': withLabels('{app: web}', '{app: web}').replace(
        'spec: {containers: [{',
        'spec: {serviceAccountName: TO_BE_REPLACED, restartPolicy: TO_BE_SEEN, containers: [{',
      ),
      'more/account.yaml': `- source: {kind: Deployment, name: web}
  targets:
    - select: {kind: Deployment}
      fieldPaths: [spec.template.spec.serviceAccountName]
`,
      'name.yaml': 'source: {kind: Deployment, name: web}\ntargets: [{select: {kind: Deployment}}]\n',
    },
    built: '.',
    server: 'refuses',
    errors: { 'web.yaml': ['unsupported-value'] },
  },
};
