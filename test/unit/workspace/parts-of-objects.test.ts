import { expect, test } from 'vitest';
import { judgedFolder, openFolder } from './judged-folder.ts';

const patch = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicaz: 2
  template:
    spec:
      containers:
        - name: web
          imagePullPolicy: always
          volumeMounts: [{name: certificates, mountPath: /certificates}]
`;
const stub = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop}\n';
const inPatch = [
  '2 information partial-object: A part of a Deployment, as in a patch.',
  '5 error unknown-field: Unknown field `replicaz`. Did you mean `replicas`?',
  '10 error unsupported-value: `imagePullPolicy` does not take "always". Did you mean "Always"?',
];
const whole = `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: b}]}\n`;

test.each([
  'patches/web.yaml',
  'config/crd/patches/webhook_in_things.yaml',
  'default/manager_auth_proxy_patch.yaml',
  'patch-replicas.yaml',
  'web.patch.yaml',
  'patch.yaml',
  'patch2.yml',
  'replicasPatch.yaml',
  'config/web-patch.json.yaml',
])(
  '%s is a patch that no kustomization names: what it lacks is told once, what is wrong in it as ever',
  async (path) => {
    expect(await judgedFolder({ [path]: patch })).toEqual({ [path]: inPatch });
  },
);

test('a whole object is one wherever it stands, and a part of one is none elsewhere', async () => {
  const part =
    'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {type: ClusterIP, selector: {a: b}}\n';
  const told = await judgedFolder({
    'patches/pod.yaml': whole,
    'dispatch/web.yaml': part,
    'patchwork.yaml': part,
  });
  const lacks = [expect.stringMatching(/^4 error missing-required: .*ports/)];
  expect(told).toEqual({ 'dispatch/web.yaml': lacks, 'patchwork.yaml': lacks });
});

test('a document says itself that it is a patch', async () => {
  const deletion = `${stub}$patch: delete\n`;
  expect(await judgedFolder({ 'a.yaml': `${deletion}---\n${whole}` })).toEqual({
    'a.yaml': ['2 information partial-object: A part of a Deployment, as in a patch.'],
  });
});

test('patches that a kustomization or a helmfile names are told of as little as before', async () => {
  const told = await judgedFolder({
    'patches/web.yaml': stub,
    'values/web.yaml': stub,
    'kustomization.yaml': 'patches: [{path: patches/web.yaml}]\n',
    'helmfile.yaml': 'releases:\n- name: web\n  strategicMergePatches:\n  - values/web.yaml\n',
  });
  expect(told).toEqual({});
});

test('patches that stand in a helmfile are checked as patches', async () => {
  const helmfile = `releases:
- name: web
  strategicMergePatches:
  - apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec:
      replicaz: 2
      template: {spec: {containers: [{name: web, image: "{{ .Values.image }}", imagePullPolicy: always}]}}
  - patches/web.yaml
  jsonPatches:
  - target: {group: apps, version: v1, kind: Deployment, name: web}
    patch:
    - {op: replace, path: /spec/replicas, value: two}
    - {op: change, path: /spec/replicas}
`;
  const said = [
    '8 error unknown-field: Unknown field `replicaz`. Did you mean `replicas`?',
    '9 error unsupported-value: `imagePullPolicy` does not take "always". Did you mean "Always"?',
    expect.stringMatching(/^14 error wrong-type: `replicas` takes an integer/),
    expect.stringMatching(/^15 error unsupported-value/),
  ];
  const actions = helmfile.replace('replicaz: 2', 'replicas: {{ .Values.replicas }}');
  expect(
    await judgedFolder({
      'helmfile.yaml': helmfile,
      'helmfile.d/web.yaml': helmfile.replaceAll('\n', '\r\n'),
      'helmfile.yaml.gotmpl': `{{ if .Values.web }}\n${actions}{{ end }}\n`,
      'other.yaml': helmfile,
    }),
  ).toEqual({
    'helmfile.yaml': said,
    'helmfile.d/web.yaml': said,
    'helmfile.yaml.gotmpl': [
      expect.stringMatching(/^10 error unsupported-value: `imagePullPolicy`/),
      expect.stringMatching(/^15 error wrong-type: `replicas`/),
      expect.stringMatching(/^16 error unsupported-value/),
    ],
  });
});

test('what has only what identifies it can be found or deleted by it', async () => {
  expect(
    await judgedFolder({ 'a.yaml': stub, 'b.yaml': `${whole}---\n${stub}status: {replicas: 1}\n` }),
  ).toEqual({
    'a.yaml': ['2 information partial-object: A Deployment without `spec` can be found or deleted by this.'],
    'b.yaml': ['7 information partial-object: A Deployment without `spec` can be found or deleted by this.'],
  });
});

test('so can what a list has, and no other in it', async () => {
  const spec = 'spec: {replicas: 1, selector: {matchLabels: {a: b}}}';
  const whole = `${stub}${spec}\n`;
  const listed = 'information partial-object: A Deployment without `spec` can be found or deleted by this.';
  expect(
    await judgedFolder({
      'stubs.yaml': listOf(stub, listOf(stub.replace('web', 'db'))),
      'flow.json': `{"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}}]}`,
      'mixed.yaml': `${listOf(stub, whole)}---\r\n${stub.replaceAll('\n', '\r\n')}`,
    }),
  ).toEqual({
    'flow.json': [`1 ${listed}`],
    'stubs.yaml': [`5 ${listed}`, `11 ${listed}`],
    'mixed.yaml': [
      `5 ${listed}`,
      expect.stringMatching(/^10 error missing-required: .*template/),
      `13 ${listed}`,
    ],
  });
  const { codesOf } = openFolder({ 'a.yaml': '', 'delete.yaml': '' });
  expect(await codesOf('a.yaml', listOf(stub, whole))).toEqual(['missing-required', 'missing-required']);
  expect(await codesOf('a.yaml', listOf(stub, stub))).toEqual(['partial-object', 'partial-object']);
  expect(await codesOf('delete.yaml', listOf(stub, whole))).toEqual(['partial-object', 'missing-required']);
});

test('a text that is not saved is one that somebody writes, but for names that say otherwise', async () => {
  const pods = `${stub}---\n${stub.replace('web', 'db')}`;
  for (const [path, text, code] of [
    ['a.yaml', stub, 'missing-required'],
    ['a.yaml', `${whole}---\n${stub}`, 'missing-required'],
    ['a.yaml', pods, 'partial-object'],
    ['delete-web.yaml', stub, 'partial-object'],
    ['tests/web-assert.yaml', stub, 'partial-object'],
    ['cleanup/web.yaml', stub, 'partial-object'],
    ['undeleted.yaml', stub, 'missing-required'],
  ] as const) {
    const { codesOf } = openFolder({ [path]: '' });
    expect([path, text, new Set(await codesOf(path, text))]).toEqual([path, text, new Set([code])]);
  }
});

test('what it says beside that is checked', async () => {
  const wrong = stub.replace('namespace: shop', 'namespace: Shop');
  expect((await judgedFolder({ 'a.yaml': wrong }))['a.yaml']).toEqual([
    expect.stringMatching(/^2 information partial-object/),
    expect.stringMatching(/^3 error namespace-name/),
  ]);
  expect((await judgedFolder({ 'a.yaml': `${stub}spec: {}\n` }))['a.yaml']).toEqual(
    expect.arrayContaining([expect.stringMatching(/error missing-required/)]),
  );
});

test('what has the annotation of local configuration is for no cluster', async () => {
  const local = (value: string) =>
    patch.replace('{name: web}', `{name: web, annotations: {config.kubernetes.io/local-config: ${value}}}`);
  const told = await judgedFolder({ 'a.yaml': local('"true"'), 'b.yaml': local('"false"') });
  expect(told['a.yaml']).toEqual([
    '2 information partial-object: A Deployment that stays local: what only a server asks for is not told.',
    ...inPatch.slice(1),
  ]);
});

test('of what stays local no server has to have the kind, in a list either', async () => {
  const ingress =
    'apiVersion: extensions/v1beta1\nkind: Ingress\nmetadata: {name: web, annotations: {config.kubernetes.io/local-config: "true"}}\n';
  const note =
    'information partial-object: An Ingress that stays local: what only a server asks for is not told.';
  const sent = ingress.replace('"true"', '"false"');
  expect(
    await judgedFolder({ 'a.yaml': ingress, 'list.yaml': listOf(ingress, sent), 'sent.yaml': sent }),
  ).toEqual({
    'a.yaml': [`2 ${note}`],
    'list.yaml': [`5 ${note}`, expect.stringMatching(/^7 error removed-api-version/)],
    'sent.yaml': [expect.stringMatching(/^1 error removed-api-version/)],
  });
});

function listOf(...objects: readonly string[]): string {
  const items = objects.map((text) => text.replace(/^/gm, '    ').replace('   ', '  -').trimEnd());
  return `apiVersion: v1\nkind: List\nitems:\n${items.join('\n')}\n`;
}
