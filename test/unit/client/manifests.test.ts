import { describe, expect, it } from 'vitest';
import { concurrently } from '../../../client/src/cluster/concurrently.ts';
import { deletionFacts } from '../../../client/src/deletions/deletion-facts.ts';
import { summarizeDeletion } from '../../../client/src/deletions/deletion-result.ts';
import { sendable } from '../../../client/src/journal/journal.ts';
import { deletionStagesOf, stagesOf } from '../../../client/src/journal/order.ts';
import { missingObject, refusalOf } from '../../../client/src/journal/refusal.ts';
import { runDeletion } from '../../../client/src/journal/run-deletion.ts';
import type { DeletionStep } from '../../../client/src/journal/step.ts';
import { describeTarget } from '../../../client/src/journal/target.ts';
import { planDeletion } from '../../../client/src/manifests/deletion.ts';
import { reasonOfFile } from '../../../client/src/manifests/file-form.ts';
import { readManifests } from '../../../client/src/manifests/read-manifests.ts';
import { findServerPath, parseServerPath } from '../../../client/src/manifests/server-path.ts';
import { withArticle } from '../../../server/src/catalog/kind-article.ts';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';
import { FakeCluster, refusal } from './fake-cluster.ts';

const names = (text: string) =>
  readManifests('a', text).objects.map(({ object }) => `${object.kind} ${object.metadata.name}`);

describe('reading manifests', () => {
  it('takes every object, those of lists one by one', () => {
    const text = `apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Secret, metadata: {name: a}}
- {apiVersion: v1, kind: ConfigMap, metadata: {name: b}}
---
# nothing
---
apiVersion: v1
kind: ConfigMapList
items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}]
`;
    expect(names(text)).toEqual(['Secret a', 'ConfigMap b', 'ConfigMap c']);
  });

  const other = 'is no Kubernetes object: it has no apiVersion and kind of one';
  const template = 'is a template: render it first, with `helm template` or what else makes objects of it';
  const patch = 'is a patch: apply what `kustomize build` makes of it';
  const clientSide = (what: string) => `is ${withArticle(what)}, which a program reads and no cluster serves`;

  it.each<[what: string, text: string, reason: string]>([
    ['compose', 'services:\n  web: {image: nginx}\n', other],
    ['values of a chart', 'replicaCount: 1\nimage: {repository: nginx}\n', other],
    ['a chart', 'apiVersion: v2\nname: web\nversion: 1.0.0\n', other],
    ['a list', '- a\n- b\n', other],
    ['a JSON patch', '- {op: replace, path: /spec/replicas, value: 3}\n', other],
    ['a kind alone', 'kind: Pod\nmetadata: {name: a}\n', other],
    ['a kubeconfig', 'apiVersion: v1\nkind: Config\nclusters: []\n', clientSide('Config of v1')],
    ...[
      'eksctl.io/v1alpha5 ClusterConfig',
      'kops.k8s.io/v1alpha2 InstanceGroup',
      'kops/v1alpha2 Cluster',
      'kubelet.config.k8s.io/v1beta1 KubeletConfiguration',
      'kubeadm.k8s.io/v1beta4 InitConfiguration',
      'kubeproxy.config.k8s.io/v1alpha1 KubeProxyConfiguration',
      'kubescheduler.config.k8s.io/v1 KubeSchedulerConfiguration',
      'apiserver.config.k8s.io/v1 EncryptionConfiguration',
      'audit.k8s.io/v1 Policy',
      'kustomize.config.k8s.io/v1beta1 Kustomization',
      'kustomize.config.k8s.io/v1alpha1 Component',
      'builtin PrefixTransformer',
      'kind.x-k8s.io/v1alpha4 Cluster',
      'k3d.io/v1alpha5 Simple',
      'skaffold/v4beta1 Config',
    ].map((head): [string, string, string] => {
      const [apiVersion, kind] = head.split(' ');
      const text = `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: a}\n`;
      return [head, text, clientSide(`${kind} of ${apiVersion}`)];
    }),
    [
      'a template of a value',
      'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {nodeName: {{ .Values.node }}}\n',
      template,
    ],
    [
      'a template of structure',
      '{{- if .Values.on }}\napiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n{{- end }}\n',
      template,
    ],
    [
      'a template of a quoted name',
      'apiVersion: v1\nkind: Pod\nmetadata:\n  name: "{{ .Release.Name }}-a"\n',
      template,
    ],
    [
      'a strategic merge patch',
      'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - $patch: delete\n    name: b\n',
      patch,
    ],
    ['what is no YAML', 'a: "b\n', 'cannot be read: '],
  ])('leaves out what is no object of a cluster: %s', (_what, text, reason) => {
    const { leftOut, ...read } = readManifests('a', `# first\n${text}`);
    expect(read).toEqual({ objects: [], problems: [] });
    expect(leftOut).toEqual([{ source: 'a', line: 2, reason: expect.stringContaining(reason) }]);
  });

  it('leaves out one document, or one item of a list, and reads the others', () => {
    const read = readManifests(
      'a',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {rule: "{{ $labels.pod }}"}\n---\n# nothing\n---\nreplicas: 1\n---\nkind: List\napiVersion: v1\nitems:\n- {apiVersion: eksctl.io/v1alpha5, kind: ClusterConfig, metadata: {name: c}}\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: b}}\n',
    );
    expect(read.objects.map(({ object }) => object.metadata.name)).toEqual(['a', 'b']);
    expect(read.problems).toEqual([]);
    expect(read.leftOut).toEqual([
      { source: 'a', line: 8, reason: other },
      { source: 'a', line: 13, reason: clientSide('ClusterConfig of eksctl.io/v1alpha5') },
    ]);
  });

  it('sends nothing of a document that it cannot read whole, and the others', () => {
    const text =
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "a}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\n---\napiVersion: v1\nkind: ConfigMap\n';
    const { objects, problems } = readManifests('a', text);
    expect(objects.map(({ object }) => object.metadata.name)).toEqual(['b']);
    expect(problems).toHaveLength(2);
    expect(problems[1]!.message).toBe('The ConfigMap has no metadata: write at least metadata.name.');
  });

  it('reads scalars as Kubernetes does', () => {
    const [manifest] = readManifests(
      'a',
      'apiVersion: v1\nkind: X\nmetadata: {name: a}\nspec: {on: yes, mode: 0644, big: 9223372036854775807}\n',
    ).objects;
    expect(manifest!.object.spec).toEqual({ true: true, mode: 420, big: 2 ** 63 });
  });
});

describe('files that hold no objects because of those around them', () => {
  const files: Record<string, string> = {
    'file:///w/chart/Chart.yaml': 'apiVersion: v2\nname: web\n',
    'file:///w/app/kustomization.yaml':
      'patches:\n- path: patches/more%20replicas.yaml\n- path: ./own.yaml\n  target: {kind: Deployment}\n- patch: |-\n    kind: Pod\n',
    'file:///w/old/Kustomization': 'patchesStrategicMerge: [set.yaml]\npatchesJson6902: [{path: op.yaml}]\n',
  };
  it.each([
    ['file:///w/chart/templates/pod.yaml', 'is a template of a Helm chart'],
    ['file:///w/chart/templates/deep/er/pod.yaml', 'is a template of a Helm chart'],
    ['file:///w/chart/crds/kind.yaml', undefined],
    ['file:///w/no-chart/templates/pod.yaml', undefined],
    ['file:///w/app/kustomization.yaml', 'is a kustomization'],
    ['file:///w/app/own.yaml', 'is a patch of app/kustomization.yaml'],
    ['file:///w/app/patches/more%2520replicas.yaml', 'is a patch of app/kustomization.yaml'],
    ['file:///w/app/deployment.yaml', undefined],
    ['file:///w/old/set.yaml', 'is a patch of old/Kustomization'],
    ['file:///w/old/op.yaml', 'is a patch of old/Kustomization'],
    ['file:///w/own.yaml', undefined],
    ['untitled:Untitled-1', undefined],
  ])('%s', async (uri, reason) => {
    const found = await reasonOfFile(uri, async (name) => files[name]);
    expect(found).toEqual(reason && expect.stringContaining(reason));
  });
});

describe('order', () => {
  const kinds = [
    { apiVersion: 'apps/v1', kind: 'Deployment' },
    { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration' },
    { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
    { apiVersion: 'v1', kind: 'ServiceAccount' },
    { apiVersion: 'v1', kind: 'Namespace' },
    { apiVersion: 'example.com/v1', kind: 'Namespace' },
  ];
  const stages = [
    ['Namespace'],
    ['CustomResourceDefinition'],
    ['ServiceAccount'],
    ['Deployment', 'Namespace'],
    ['ValidatingWebhookConfiguration'],
  ];

  it('makes room first, and deletes the other way round', () => {
    const kindsOf = (all: { kind: string }[][]) => all.map((stage) => stage.map(({ kind }) => kind));
    expect(kindsOf(stagesOf(kinds, (kind) => kind))).toEqual(stages);
    expect(kindsOf(deletionStagesOf(kinds, (kind) => kind))).toEqual([...stages].reverse());
  });

  it('runs at most so many at a time, and keeps the order of results', async () => {
    let running = 0;
    let most = 0;
    const results = await concurrently(2, [3, 1, 2], async (item) => {
      most = Math.max(most, ++running);
      for (let turn = 0; turn < item; turn++) await Promise.resolve();
      running--;
      return item * 10;
    });
    expect({ most, results }).toEqual({ most: 2, results: [30, 10, 20] });
  });
});

describe('paths of the server', () => {
  it.each([
    ['spec.containers[0].name', ['spec', 'containers', 0, 'name']],
    ['.data.key', ['data', 'key']],
    ['metadata.labels[a.b/c]', ['metadata', 'labels', 'a.b/c']],
    ['.spec.ports[port=80,protocol="TCP"].name', ['spec', 'ports', { port: '80', protocol: 'TCP' }, 'name']],
    ['', []],
  ])('%s', (text, steps) => {
    expect(parseServerPath(text)).toEqual(steps);
  });

  const text =
    'metadata:\n  labels: {a.b/c: x}\nspec:\n  ports:\n  - name: http\n    port: 80\n  - port: 81\n';
  it.each([
    ['spec.ports[0].name', 'name'],
    ['spec.ports[port=81].name', 'port: 81'],
    ['spec.ports[port=80,protocol="TCP"].port', 'port'],
    ['metadata.labels[a.b/c]', 'a.b/c'],
    ['spec.missing.deeper', 'spec'],
    ['other', undefined],
  ])('%s is found in the text', (path, found) => {
    const span = findServerPath(parseDocuments(text)[0]!.root!, parseServerPath(path));
    expect(span && text.slice(span.start, span.end).trim()).toBe(found);
  });
});

describe('refusals', () => {
  it.each([
    [
      refusal({
        reason: 'Invalid',
        message: 'm',
        details: { causes: [{ field: 'spec.x', message: 'Required value' }] },
      }),
      [{ path: 'spec.x', message: 'Required value' }],
    ],
    [
      refusal({
        reason: 'BadRequest',
        message: 'strict decoding error: unknown field "spec.x", duplicate field "spec.y"',
      }),
      [
        { path: 'spec.x', message: 'unknown field "spec.x"' },
        { path: 'spec.y', message: 'duplicate field "spec.y"' },
      ],
    ],
    [
      refusal({
        reason: 'InternalError',
        message:
          'failed to create typed patch object (shop/web; apps/v1, Kind=Deployment): .spec.replicaz: field not declared in schema',
      }),
      [{ path: '.spec.replicaz', message: 'field not declared in schema' }],
    ],
    [new Error('no\nconnection'), []],
  ])('tell their fields', (error, fields) => {
    expect(refusalOf(error).fields).toEqual(fields);
    expect(refusalOf(error).message).not.toContain('\n');
  });

  it.each([
    ['namespaces "shop" not found', { kind: 'namespaces', name: 'shop' }],
    [
      'error looking up service account shop/web: serviceaccount "web" not found',
      { kind: 'serviceaccount', name: 'web' },
    ],
    ['no PriorityClass with name high was found', { kind: 'PriorityClass', name: 'high' }],
    ['spec.replicas: Invalid value', undefined],
  ])('tell what is missing: %s', (message, missing) => {
    expect(missingObject(refusal({ reason: 'NotFound', message }))).toEqual(missing);
  });
});

describe('deleting', () => {
  it('names every object, and deletes what is there', async () => {
    const fake = new FakeCluster({
      objects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'default' } }],
    });
    const { objects } = readManifests(
      'a',
      ['ConfigMap a', 'ConfigMap b', 'Gone c']
        .map((object) => object.split(' '))
        .map(([kind, name]) => `apiVersion: v1\nkind: ${kind}\nmetadata: {name: ${name}}\n`)
        .join('---\n'),
    );
    const plan = await planDeletion({ cluster: fake.cluster, namespace: 'default' }, objects);
    expect(deletionFacts(plan, sendable(plan) as DeletionStep[], new Map(), undefined, {})).toEqual([
      {
        heading: 'What is deleted',
        facts: [{ label: 'ConfigMap default/a' }, { label: 'ConfigMap default/b' }],
      },
      { heading: 'Left out', facts: [{ label: 'Gone c', description: 'Gone of v1 is not served' }] },
    ]);
    expect(summarizeDeletion(await runDeletion(plan))).toBe('1 deleted, 1 not there');
    expect(fake.deleted).toEqual(['ConfigMap/default/a']);
  });

  it.each([
    [[undefined], 'fake'],
    [['shop'], 'fake / shop'],
    [['web', 'shop', undefined, 'shop'], 'fake / shop, web'],
    [['a', 'b', 'c', 'd'], 'fake / 4 namespaces'],
  ])('says where: %j', (namespaces, place) => {
    const target = { cluster: new FakeCluster().cluster, namespace: 'default' };
    expect(
      describeTarget(
        target,
        namespaces.map((namespace) => ({ namespace })),
      ),
    ).toBe(place);
  });
});
