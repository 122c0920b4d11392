import { describe, expect, test } from 'vitest';
import { objectFormat } from '../../../server/src/manifest/format.ts';
import { documentFormat, isTemplate, readManifests } from '../../../server/src/manifest/manifest.ts';
import { isOtherFormat } from '../../../server/src/manifest/other-formats.ts';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';

describe('objects of a document', () => {
  test.each<[string, unknown[]]>([
    ['apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: b}\n', [[[], 'v1', 'Pod', 'a', 'b']]],
    [
      'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Pod}\n- 5\n- {kind: Pod}\n',
      [
        [[], 'v1', 'List', undefined, undefined],
        [['items', 0], 'v1', 'Pod', undefined, undefined],
        [['items', 2], undefined, 'Pod', undefined, undefined],
      ],
    ],
    [
      'apiVersion: v1\nkind: PodList\nitems: [{metadata: {name: a}}]\n',
      [
        [[], 'v1', 'PodList', undefined, undefined],
        [['items', 0], 'v1', 'Pod', 'a', undefined],
      ],
    ],
    [
      'apiVersion: example.com/v1\nkind: AllowList\nspec: {}\n',
      [[[], 'example.com/v1', 'AllowList', undefined, undefined]],
    ],
    ['apiVersion: v1\nkind: Config\nclusters: []\n', []],
    ['apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n', []],
    ['apiVersion: v2\nname: chart\nversion: 1.0.0\n', []],
    ['services: {web: {image: x}}\n', []],
    ['kind: Pod\n', []],
    ['apiVersion: 1\nkind: Pod\n', []],
    ['- apiVersion: v1\n  kind: Pod\n', []],
    ['', []],
    ['apiVersion: v1\nkind: Pod\nspec: "open\n', [[[], 'v1', 'Pod', undefined, undefined]]],
  ])('%j', (text, objects) => {
    const manifests = readManifests(parseDocuments(text)[0]!);
    expect(manifests.map((it) => [it.path, it.apiVersion, it.kind, it.name, it.namespace])).toEqual(objects);
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
])('%s %s is %s', (apiVersion, kind, format) => {
  expect(objectFormat(apiVersion, kind)).toBe(format);
  expect(documentFormat(parseDocuments(`apiVersion: ${apiVersion}\nkind: ${kind}\n`)[0]!)).toBe(format);
});

test.each([
  ['a: {{ .Values.a }}\n', true],
  ['{{- if .Values.a }}\na: 1\n{{- end }}\n', true],
  ['a:\n  {{- toYaml .Values.a | nindent 2 }}\n', true],
  ['a: x-{{ .Release.Name }}\n', true],
  ['{{ .Values.key }}: 1\n', true],
  ['a: "{{ $labels.pod }}"\n', false],
  ['a: |\n  {{ define "x" }}\n', false],
  ['# {{ x }}\na: {b: {}}\n', false],
])('%j is a template: %s', (text, expected) => {
  expect(isTemplate(parseDocuments(text)[0]!)).toBe(expected);
});

test.each([
  ['file:///x/.github/workflows/ci.yml', true],
  ['file:///x/.github%2Fworkflows/ci.yml', true],
  ['C:\\x\\chart\\Chart.yaml', true],
  ['/x/values.yaml', true],
  ['/x/values-prod.yaml', true],
  ['/x/compose.override.yml', true],
  ['/x/docker-compose.yml', true],
  ['/x/kustomization.yaml', true],
  ['/x/.gitlab-ci.yml', true],
  ['/x/mkdocs.yml', true],
  ['/x/package.json', true],
  ['/x/yarn.lock', true],
  ['/x/.pre-commit-config.yaml', true],
  ['/x/roles/web/tasks/main.yml', true],
  ['/x/deployment.yaml', false],
  ['/x/app.yaml', false],
  ['/x/charts/values/pod.yaml', false],
  ['untitled:Untitled-1', false],
  ['file:///x/100%.yaml', false],
])('%s belongs to another format: %s', (uri, expected) => {
  expect(isOtherFormat(uri)).toBe(expected);
});
