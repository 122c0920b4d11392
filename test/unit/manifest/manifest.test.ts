import { describe, expect, test } from 'vitest';
import { isForeignPath } from '../../../server/src/manifest/foreign-path.ts';
import { objectFormat } from '../../../server/src/manifest/format.ts';
import { documentFormat, isTemplate, readManifests } from '../../../server/src/manifest/manifest.ts';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';

describe('objects of a document', () => {
  test.each<[string, unknown[]]>([
    [
      'apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: b}\n',
      [{ path: [], apiVersion: 'v1', kind: 'Pod', name: 'a', namespace: 'b' }],
    ],
    [
      'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Pod}\n- 5\n- {kind: Pod}\n',
      [
        { path: [], apiVersion: 'v1', kind: 'List' },
        { path: ['items', 0], apiVersion: 'v1', kind: 'Pod' },
        { path: ['items', 2], kind: 'Pod' },
      ],
    ],
    [
      'apiVersion: v1\nkind: PodList\nitems: [{metadata: {name: a}}]\n',
      [
        { path: [], apiVersion: 'v1', kind: 'PodList' },
        { path: ['items', 0], apiVersion: 'v1', kind: 'Pod', name: 'a' },
      ],
    ],
    [
      'apiVersion: example.com/v1\nkind: AllowList\nspec: {}\n',
      [{ path: [], apiVersion: 'example.com/v1', kind: 'AllowList' }],
    ],
    ['apiVersion: v1\nkind: Config\nclusters: []\n', []],
    ['apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n', []],
    ['apiVersion: v2\nname: chart\nversion: 1.0.0\n', []],
    ['services: {web: {image: x}}\n', []],
    ['kind: Pod\n', []],
    ['apiVersion: 1\nkind: Pod\n', []],
    ['- apiVersion: v1\n  kind: Pod\n', []],
    ['', []],
    ['apiVersion: v1\nkind: Pod\nspec: "open\n', [{ path: [], apiVersion: 'v1', kind: 'Pod' }]],
  ])('%j', (text, objects) => {
    const manifests = readManifests(parseDocuments(text)[0]!);
    expect(
      manifests.map(({ path, apiVersion, kind, name, namespace }) => ({
        path,
        apiVersion,
        kind,
        name,
        namespace,
      })),
    ).toEqual(objects);
  });
});

test.each([
  ['v1', 'Pod', 'kubernetes'],
  ['example.com/v1', 'Whatever', 'kubernetes'],
  ['v1', 'Config', 'client-side'],
  ['builtin', 'NamespaceTransformer', 'client-side'],
  ['kustomize.config.k8s.io/v1alpha1', 'Component', 'client-side'],
  ['kubelet.config.k8s.io/v1beta1', 'KubeletConfiguration', 'client-side'],
  ['kubeadm.k8s.io/v1beta4', 'ClusterConfiguration', 'client-side'],
  ['kind.x-k8s.io/v1alpha4', 'Cluster', 'client-side'],
  ['skaffold/v4beta1', 'Config', 'client-side'],
  ['audit.k8s.io/v1', 'Policy', 'client-side'],
  ['audit.k8s.io/v1beta1', 'EventList', 'client-side'],
  ['v1', 'Policy', 'client-side'],
  ['apiserver.config.k8s.io/v1', 'EncryptionConfiguration', 'client-side'],
  ['apiserver.k8s.io/v1beta1', 'EgressSelectorConfiguration', 'client-side'],
  ['client.authentication.k8s.io/v1beta1', 'ExecCredential', 'client-side'],
  ['credentialprovider.kubelet.k8s.io/v1', 'CredentialProviderRequest', 'client-side'],
  ['cloudcontrollermanager.config.k8s.io/v1alpha1', 'CloudControllerManagerConfiguration', 'client-side'],
  ['imagepolicy.k8s.io/v1alpha1', 'ImageReview', 'client-side'],
  ['kubectl.config.k8s.io/v1beta1', 'Preference', 'client-side'],
  ['kubescheduler.config.k8s.io/v1', 'KubeSchedulerConfiguration', 'client-side'],
  ['output.kubeadm.k8s.io/v1alpha3', 'BootstrapToken', 'client-side'],
  ['pod-security.admission.config.k8s.io/v1', 'PodSecurityConfiguration', 'client-side'],
  ['admission.k8s.io/v1', 'AdmissionReview', 'client-side'],
  ['admission.k8s.io/v1beta1', 'AdmissionReview', 'client-side'],
  ['apiextensions.k8s.io/v1', 'ConversionReview', 'client-side'],
  ['apiextensions.k8s.io/v1beta1', 'ConversionReview', 'client-side'],
  ['authentication.k8s.io/v1beta1', 'TokenReview', 'client-side'],
  ['authorization.k8s.io/v1beta1', 'SubjectAccessReview', 'client-side'],
  ['policy/v1beta1', 'Eviction', 'client-side'],
  ['apidiscovery.k8s.io/v2beta1', 'APIGroupDiscoveryList', 'client-side'],
  ['meta.k8s.io/v1', 'Table', 'client-side'],
  ['v1', 'Status', 'client-side'],
  ['v1', 'DeleteOptions', 'client-side'],
  ['v1', 'PodExecOptions', 'client-side'],
  // What an API server does serve, and what it served and is asked for no more.
  ['authentication.k8s.io/v1', 'TokenReview', 'kubernetes'],
  ['authorization.k8s.io/v1', 'SubjectAccessReview', 'kubernetes'],
  ['authorization.k8s.io/v1beta1', 'SelfSubjectAccessReview', 'kubernetes'],
  ['apiextensions.k8s.io/v1beta1', 'CustomResourceDefinition', 'kubernetes'],
  ['policy/v1beta1', 'PodDisruptionBudget', 'kubernetes'],
  ['policy/v1', 'Eviction', 'kubernetes'],
  ['v1', 'Event', 'kubernetes'],
  ['apps/v1', 'Status', 'kubernetes'],
])('%s %s is %s', (apiVersion, kind, format) => {
  expect(objectFormat(apiVersion, kind)).toBe(format);
  expect(documentFormat(parseDocuments(`apiVersion: ${apiVersion}\nkind: ${kind}\n`)[0]!)).toBe(format);
});

test.each([
  'a: {{ .Values.a }}\n',
  '{{- if .Values.a }}\na: 1\n{{- end }}\n',
  'a:\n  {{- toYaml .Values.a | nindent 2 }}\n',
  'a: x-{{ .Release.Name }}\n',
  '{{ .Values.key }}: 1\n',
])('%j is a template', (text) => {
  expect(isTemplate(parseDocuments(text)[0]!)).toBe(true);
});

test.each(['a: "{{ $labels.pod }}"\n', 'a: |\n  {{ define "x" }}\n', '# {{ x }}\na: {b: {}}\n'])(
  '%j is no template',
  (text) => {
    expect(isTemplate(parseDocuments(text)[0]!)).toBe(false);
  },
);

test.each([
  'file:///x/.github/workflows/ci.yml',
  'file:///x/.github%2Fworkflows/ci.yml',
  'C:\\x\\chart\\Chart.yaml',
  '/x/values.yaml',
  '/x/values-prod.yaml',
  '/x/compose.override.yml',
  '/x/docker-compose.yml',
  '/x/kustomization.yaml',
  '/x/.gitlab-ci.yml',
  '/x/mkdocs.yml',
  '/x/package.json',
  '/x/yarn.lock',
  '/x/.pre-commit-config.yaml',
  '/x/roles/web/tasks/main.yml',
])('%s belongs to another format', (uri) => {
  expect(isForeignPath(uri)).toBe(true);
});

test.each([
  '/x/deployment.yaml',
  '/x/app.yaml',
  '/x/charts/values/pod.yaml',
  'untitled:Untitled-1',
  'file:///x/100%.yaml',
])('%s may hold objects', (uri) => {
  expect(isForeignPath(uri)).toBe(false);
});
