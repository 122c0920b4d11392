import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { diagnose, loadSchemas } from '../../../server/src/checks/check-document.ts';
import { partialContext } from '../../../server/src/checks/partial/partial-object.ts';
import { loadFor } from '../../../server/src/diagnostics/document-findings.ts';
import { OpenDocument } from '../../../server/src/documents/open-document.ts';
import { complete, resolveCompletion } from '../../../server/src/features/completion/completion.ts';
import { documentLinks } from '../../../server/src/features/document-links.ts';
import { hover } from '../../../server/src/features/hover.ts';
import { kustomizationFindings, pathFindings } from '../../../server/src/kustomize/kustomization-findings.ts';
import type { FileLook } from '../../../server/src/manifest/file-look.ts';
import { namedPaths, resolvePath } from '../../../server/src/manifest/kustomization-paths.ts';
import { KustomizationIndex } from '../../../server/src/workspace/kustomization-index.ts';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';
import { atCursor } from '../../support/cursor.ts';
import { messageOf } from '../../support/message.ts';
import { acceptItem } from '../../support/snippets.ts';
import { withCatalog } from '../catalog/built-catalog.ts';
import { withMarks } from '../checks/annotate.ts';

const uri = 'file:///app/overlays/kustomization.yaml';
let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

/** Without the lines of marks, which say what is found. */
function plain(annotated: string): string {
  return annotated
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#~'))
    .join('\n');
}

const kustomizations: Record<string, string> = {
  'a good one has no findings': `
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
metadata:
  name: overlay
  annotations:
    config.kubernetes.io/local-config: "true"
namespace: shop
namePrefix: test-
resources:
- ../base
- https://github.com/example/app//deploy?ref=v1
components:
- ../components/tls
labels:
- pairs:
    app: web
  includeSelectors: true
  includeTemplates: true
patches:
- path: replicas.yaml
- patch: |-
    - op: remove
      path: /spec/replicas
  target:
    kind: Deployment
    labelSelector: app=web
images:
- name: nginx
  newTag: "1.27"
replicas:
- name: web
  count: 3
configMapGenerator:
- name: settings
  behavior: merge
  files:
  - config.ini
  - key.txt=other.txt
  envs: [settings.env]
  literals: [a=b]
  options: {disableNameSuffixHash: true}
secretGenerator:
- name: secret
  type: kubernetes.io/tls
  files: [tls.crt]
generatorOptions: {labels: {a: b}}
replacements:
- source: {kind: ConfigMap, name: settings, fieldPath: data.host}
  targets:
  - select: {kind: Deployment}
    fieldPaths: [spec.template.spec.containers.0.env.0.value]
    options: {create: true, delimiter: "/", index: 1}
helmCharts:
- name: chart
  repo: https://charts.example.com
  valuesInline: {any: {thing: [1, 2]}}
sortOptions: {order: fifo}
buildMetadata: [originAnnotations]
openapi: {path: schema.json}`,

  'neither apiVersion nor kind is asked for; unknown, duplicate and mistyped fields are told': `
resource:
#~^^^^^^^^ error unknown-field: Unknown field \`resource\`. Did you mean \`resources\`? -> resources
- a.yaml
namespace: 5
#~         ^ error wrong-type: \`namespace\` takes a string, not the number 5. -> "5"
namePrefix: a
namePrefix: b
#~^^^^^^^^^^ warning duplicate-field: \`namePrefix\` is already in this map.
replicas:
- name: web
  counts: 3
#~^^^^^^ error unknown-field: Unknown field \`counts\`. Did you mean \`count\`? -> count
configMapGenerator:
- behavior: append
#~          ^^^^^^ warning unsupported-value: \`behavior\` does not take "append". | Supported: "create", "replace", "merge".
patches: replicas.yaml
#~       ^^^^^^^^^^^^^ error wrong-type: \`patches\` takes a list, not the string "replicas.yaml".`,

  'what is deprecated, with what to use instead': `
kind: Kustomization
bases: [../base]
#~^^^^^ warning deprecated deprecated-field: \`bases\` is deprecated. Use \`resources\`. -> resources
patchesStrategicMerge: [a.yaml]
#~^^^^^^^^^^^^^^^^^^^^^ warning deprecated deprecated-field: \`patchesStrategicMerge\` is deprecated. Use \`patches\`.
patchesJson6902: []
#~^^^^^^^^^^^^^^^ warning deprecated deprecated-field: \`patchesJson6902\` is deprecated. Use \`patches\`. -> patches
vars:
#~^^^^ warning deprecated deprecated-field: \`vars\` is deprecated. Use \`replacements\`.
- name: A
  objref: {kind: Service, name: web, apiVersion: v1}
commonLabels: {a: b}
#~^^^^^^^^^^^^ warning deprecated deprecated-field: \`commonLabels\` is deprecated. Use \`labels\`.`,

  'a Component is one of its own': `
apiVersion: kustomize.config.k8s.io/v1beta1
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error unsupported-value: \`apiVersion\` does not take "kustomize.config.k8s.io/v1beta…". | \`apiVersion\` does not take "kustomize.config.k8s.io/v1beta…". Did you mean "kustomize.config.k8s.io/v1alpha1"? Supported: "kustomize.config.k8s.io/v1alpha1". -> kustomize.config.k8s.io/v1alpha1
kind: Component
patches:
- path: a.yaml`,

  'the patches in it are held to what they say, and lead to fields that exist': `
resources: [a.yaml]
patches:
- target:
    kind: Deployment
    name: web
  patch: |-
    - op: replace
      path: /spec/replicaz
#~          ^^^^^^^^^^^^^^ error unknown-field: Unknown field \`replicaz\`. Did you mean \`replicas\`?
      value: 3
    - op: repalce
#~        ^^^^^^^ error unsupported-value: \`op\` does not take "repalce". Did you mean "replace"? | Supported: "add", "remove", "replace", "move", "copy", "test". -> replace
      path: /spec/replicas
    - op: add
      path: spec/replicas
#~          ^^^^^^^^^^^^^ error bad-format: The path of a JSON patch begins with "/". | Here: "/spec/replicas". -> /spec/replicas
      value: 2
    - op: add
      path: /metadata/annotations/a.b~1c
      value: true
#~           ^^^^ error wrong-type: \`a.b/c\` takes a string, not the boolean true. -> "true"
    - op: add
      path: /spec/template/spec/containers/-
      value:
        name: side
        imag: nginx
#~      ^^^^ error unknown-field: Unknown field \`imag\`. Did you mean \`image\`? -> image
    - op: replace
      path: /spec/template/spec/containers/web/image
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error unknown-field: "web" is no item of a list. | Those are 0, 1, ... and "-" behind the last.
      value: nginx
    - op: move
#~    ^^ error missing-required: The operation "move" lacks \`from\`.
      path: /spec/paused
    - path: /spec/paused
#~    ^^^^ error missing-required: \`operation\` lacks the required field \`op\`.
    - hello
#~    ^^^^^ error wrong-type: An operation of a JSON patch is a map with \`op\` and \`path\`.
- patch: |
    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: web
    spec:
      replicas: -1
#~              ^^ error number-range: \`replicas\` -1 must be greater than or equal to 0. | spec.replicas: Invalid value: -1: must be greater than or equal to 0.
      template:
        spec:
          containers:
          - name: web
            imagePullPolicy: Sometimes
#~                           ^^^^^^^^^ error unsupported-value: \`imagePullPolicy\` does not take "Sometimes". | Supported: "Always", "IfNotPresent", "Never".
            imag: x
#~          ^^^^ error unknown-field: Unknown field \`imag\`. Did you mean \`image\`? -> image
            ports:
            - containerPort: 99999
#~                           ^^^^^ error port-number: \`containerPort\` 99999 must be between 1 and 65535, inclusive. | spec.template.spec.containers[0].ports[0].containerPort: Invalid value: 99999: must be between 1 and 65535, inclusive.
- target: {kind: StatefulSet}
  patch: |-
    apiVersion: v1
    kind: not-important
    metadata: {name: not-important}
    spec:
      replicaz: 1
#~    ^^^^^^^^ error unknown-field: Unknown field \`replicaz\`. Did you mean \`replicas\`? -> replicas
- target: {kind: "StatefulSet|Deployment"}
  patch: |-
    apiVersion: any
    kind: not-important
    spec:
      replicaz: 1
- patch: '[{"op": "replace", "path": "/spec/replicas", "value": "x"}]'
#~       ^ error missing-required: A JSON patch needs a \`target\` that says what it is for.
- target: {kind: Deployment}
  patch: '[{"op": "replace", "path": "/spec/replicas", "value": "x"}]'
#~                                                              ^^^ error wrong-type: \`replicas\` takes an integer, not the string "x".
- path: a
  patch: b
#~^^^^^ error forbidden-field: \`path\` and \`patch\` cannot stand beside each other.
- target: {}
#~^^^^^^ error missing-required: A patch needs a \`path\` or a \`patch\`.
- patch: |-
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: a
#~            ^ error unclosed-bracket: This \`{\` is never closed.
    ---
    apiVersion: v1
    kind: Service
    metadata: {name: a}
    spec: {type: Foo}
#~               ^^^ error unsupported-value: \`type\` does not take "Foo". | Supported: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort".
patchesStrategicMerge:
#~^^^^^^^^^^^^^^^^^^^^^ warning deprecated deprecated-field: \`patchesStrategicMerge\` is deprecated. Use \`patches\`.
- a.yaml
- |-
  apiVersion: v1
  kind: Service
  metadata: {name: a}
  spec:
    ports:
    - $patch: replace
    - port: 0
#~          ^ error port-number: \`port\` 0 must be between 1 and 65535, inclusive. | spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive.`,

  'names in another case are read': `
Resources: [a.yaml]
#~^^^^^^^^^ hint unknown-field: Unknown field \`Resources\`. Did you mean \`resources\`? -> resources`,

  'an empty one, and one of comments': '# nothing yet\n',
};

describe('a kustomization', () => {
  for (const [name, annotated] of Object.entries(kustomizations)) {
    test(name, async () => {
      const text = plain(annotated);
      const documents = parseDocuments(text);
      const context = { catalog, version: '1.36' as const };
      await loadFor(documents, { uri }, context.catalog);
      const findings = documents.flatMap((document) => kustomizationFindings(document, context));
      expect(withMarks(text, findings)).toBe(annotated);
    });
  }

  test('paths that lead nowhere are warned of; URLs are not', async () => {
    const files = new Map([
      ['file:///app/base/kustomization.yml', ''],
      ['file:///app/overlays/here.yaml', ''],
      ['file:///app/overlays/with%20space.txt', ''],
    ]);
    const [document] = parseDocuments(`resources: [../base, here.yaml, gone.yaml, ../empty]
components: [here.yaml]
patches: [{path: gone-patch.yaml}]
configMapGenerator: [{files: ["a=with space.txt", b=gone.txt], envs: [gone.env]}]
bases: ["https://example.com/a", "git@example.com:a/b", "github.com/a/b/c?ref=1", "example.com/a//b"]
patchesStrategicMerge:
- |-
  apiVersion: v1
`);
    const look = async (path: string): Promise<FileLook> => (files.has(path) ? 'file' : 'none');
    const findings = await pathFindings(document!, uri, look);
    expect(findings.map(messageOf)).toEqual([
      'There is no file "gone.yaml". | Nor is there a folder of that name with a kustomization in it.',
      'There is no file "../empty". | Nor is there a folder of that name with a kustomization in it.',
      'There is no folder "here.yaml" with a kustomization in it.',
      'There is no file "gone-patch.yaml".',
      'There is no file "gone.txt".',
      'There is no file "gone.env".',
    ]);
    const open = new OpenDocument(uri, 'yaml', 1, document!.text);
    const links = await documentLinks(open, look);
    expect(links.map(({ range, target }) => [textIn(open, range), target])).toEqual([
      ['../base', 'file:///app/base/kustomization.yml'],
      ['here.yaml', 'file:///app/overlays/here.yaml'],
      ['with space.txt', 'file:///app/overlays/with%20space.txt'],
    ]);
  });

  test('of a file that names more than 500, says where it stopped looking', async () => {
    const paths = Array.from({ length: 503 }, (_, place) => `  - f${place}.yaml\n`);
    const [document] = parseDocuments(`resources:\n${paths.join('')}`);
    const asked: string[] = [];
    const findings = await pathFindings(document!, uri, async (path) => {
      asked.push(path);
      return 'file';
    });
    expect(findings.map(messageOf)).toEqual([
      'This file names more than 500 paths. | Whether those from here on lead anywhere is not looked at, and they are no links. Cut the file into several, each in a folder of its own.',
    ]);
    const { start, end } = findings[0]!.span;
    expect([document!.text.slice(start, end), asked.length]).toEqual(['f500.yaml', 500]);
  });

  test.each([
    ['a.yaml', 'file:///app/overlays/a.yaml'],
    ['./x/../a.yaml', 'file:///app/overlays/a.yaml'],
    ['/etc/a', 'file:///etc/a'],
    ['../../../../a', undefined],
  ])('the path %s', (path, resolved) => expect(resolvePath(uri, path)).toBe(resolved));

  test('a broken one names what can be read', () => {
    const [document] = parseDocuments('resources:\n- a.yaml\npatches: {"');
    expect(namedPaths(document!.root).map(({ path }) => path)).toEqual(['a.yaml']);
  });
});

function textIn(
  { lines, text }: OpenDocument,
  range: { start: { line: number; character: number }; end: { line: number; character: number } },
) {
  return text.slice(lines.offsetAt(range.start), lines.offsetAt(range.end));
}

describe('completion and hover in a kustomization', () => {
  async function offered(marked: string) {
    const { text, position } = atCursor(marked);
    return { text, ...(await complete({ text, uri, position, catalog })) };
  }

  test.each([
    ['res|', 'resources', 'resources:\n  - |'],
    ['kind: Kustomization\npatches:\n- |', 'target', 'kind: Kustomization\npatches:\n- target:\n    |'],
    ['kind: |', 'Component', 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component|'],
    [
      'configMapGenerator:\n- name: a\n  behavior: |',
      'merge',
      'configMapGenerator:\n- name: a\n  behavior: merge|',
    ],
    [
      'patches:\n- patch: |-\n    apiVersion: apps/v1\n    kind: Deployment\n    spec:\n      repl|\n  target:\n    kind: Deployment\n',
      'replicas',
      'patches:\n- patch: |-\n    apiVersion: apps/v1\n    kind: Deployment\n    spec:\n      replicas: |\n  target:\n    kind: Deployment\n',
    ],
    [
      'patches:\n- patch: |-\n    kind: Deployment\n    apiVersion: apps/v1\n    spec:\n      template:\n        spec:\n          |\n',
      'hostNetwork',
      'patches:\n- patch: |-\n    kind: Deployment\n    apiVersion: apps/v1\n    spec:\n      template:\n        spec:\n          hostNetwork: |\n',
    ],
    [
      'patches:\n- patch: |-\n    - op: |\n      path: /spec/replicas\n',
      'replace',
      'patches:\n- patch: |-\n    - op: replace|\n      path: /spec/replicas\n',
    ],
    [
      'patches:\n- patch: |-\n    - op: replace\n      pa|\n  target: {}\n',
      'path',
      'patches:\n- patch: |-\n    - op: replace\n      path: |\n  target: {}\n',
    ],
  ])('%j + %s', async (before, label, after) => {
    const { text, items } = await offered(before);
    const item = items.find((one) => one.label === label);
    expect(item && acceptItem(text, item)).toBe(after);
  });

  test('only fields of a kustomization, described', async () => {
    const { items } = await offered('resources: [a]\n|');
    expect(items.some(({ label }) => label === 'spec' || label === 'resources')).toBe(false);
    const patches = items.find(({ label }) => label === 'patches')!;
    expect((await resolveCompletion(patches, catalog)).documentation).toEqual({
      kind: 'markdown',
      value: 'Strategic merge patches or JSON patches, in files or inline.',
    });
  });

  test('hover says what a field is', async () => {
    const document = new OpenDocument(uri, 'yaml', 1, 'configMapGenerator:\n- behavior: merge\n');
    const answer = await hover(
      document,
      { textDocument: { uri }, position: { line: 1, character: 4 } },
      { catalog, version: '1.36' },
    );
    expect(answer?.contents).toEqual({
      kind: 'markdown',
      value:
        '**configMapGenerator\\[0\\]\\.behavior** `string`\n\nAllowed: `create`, `replace`, `merge`\n\nWhat happens when an object of that name comes from a base.',
    });
  });
});

test.each([
  ['      replicas: 2', 'replicas', '**spec\\.replicas** `integer, int32`'],
  [
    '- op: replace\n      path: /spec/template/spec/containers/0/image',
    'containers',
    '**spec\\.template\\.spec\\.containers\\[0\\]\\.image** `string` (required)',
  ],
])('hover in a patch of a kustomization says what a field is', async (line, word, expected) => {
  const isList = line.startsWith('-');
  const head = isList ? '    ' : '    apiVersion: apps/v1\n    kind: Deployment\n    spec:\n';
  const text = `patches:\n- target: {kind: Deployment}\n  patch: |-\n${head}${line}\n`;
  const document = new OpenDocument(uri, 'yaml', 1, text);
  const position = document.lines.positionAt(text.lastIndexOf(word));
  const answer = await hover(document, { textDocument: { uri }, position }, { catalog, version: '1.36' });
  expect((answer?.contents as { value: string } | undefined)?.value.split('\n')[0]).toBe(expected);
});

describe('patches', () => {
  const patch = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  template:
    spec:
      $setElementOrder/containers: [{name: web}]
      containers:
      - name: web
        imagee: nginx
      - name: side
        $patch: delete
`;

  async function codes(text: string, form: 'whole' | 'partial') {
    const documents = parseDocuments(text);
    await loadSchemas(documents, catalog);
    const context = { catalog, version: '1.36' as const };
    const given = form === 'partial' ? partialContext(context) : context;
    return documents.flatMap((document) => diagnose(document, given).map(messageOf));
  }

  test('are not asked for what the whole object needs, but for fields that exist', async () => {
    const note = (kind: string, fields: string) =>
      `A part of a ${kind}, as in a patch. | The whole has ${fields} too. What is missing in it is not told; what is in it is checked.`;
    expect(await codes(patch, 'whole')).toEqual([
      note('Deployment', '`selector` and `image`'),
      'Unknown field `imagee`. Did you mean `image`?',
    ]);
    const withoutDirectives = patch.replace(/.*\$.*\n/g, '');
    expect(await codes(withoutDirectives, 'partial')).toEqual([
      'Unknown field `imagee`. Did you mean `image`?',
    ]);
    expect(await codes(withoutDirectives, 'whole')).toEqual([
      note('Deployment', '`selector` and `image`'),
      'Unknown field `imagee`. Did you mean `image`?',
    ]);
    const ofPod = `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, resources: {}}]}`;
    expect(await codes(ofPod, 'whole')).toEqual([note('Pod', '`image`')]);
    const withImage = withoutDirectives.replace('imagee', 'image');
    expect(await codes(withImage, 'whole')).toContain('`spec` lacks the required field `selector`.');
  });

  test('are held to what they say', async () => {
    const text = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: not-important
  labels: {a: b c}
spec:
  replicas: -1
  minReadySeconds: null
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: other}}
    spec:
      containers:
      - name: web
        imagePullPolicy: Sometimes
        ports:
        - containerPort: 0
        - name: http
        volumeMounts:
        - name: data
          mountPath: /data
        livenessProbe:
          httpGet: {port: metrics}
      - name: web
      - $patch: delete
        name: BAD
      $retainKeys: [containers]
`;
    expect((await codes(text, 'partial')).map((message) => message.replace(/: a valid label.*/, ''))).toEqual(
      [
        '`labels.a` "b c" must be letters, digits, "-", "_" and ".". | metadata.labels: Invalid value: "b c"',
        '`replicas` -1 must be greater than or equal to 0. | spec.replicas: Invalid value: -1: must be greater than or equal to 0.',
        '`selector` and the template\'s `labels` differ in `app`. | spec.template.metadata.labels: Invalid value: {"app":"other"}: `selector` does not match template `labels`.',
        '`imagePullPolicy` does not take "Sometimes". | Supported: "Always", "IfNotPresent", "Never".',
        '`containerPort` is required. | spec.template.spec.containers[0].ports[0].containerPort: Required value.',
      ],
    );
  });

  test('are those files that a kustomization on disk or open names', () => {
    const index = new KustomizationIndex();
    const file = 'file:///app/overlays/a%20b.yaml';
    index.setFile(uri, 'patches:\n- path: a b.yaml\n');
    expect([index.isPatch(file), index.isPatch('file:///app/a%20b.yaml'), index.revision]).toEqual([
      true,
      false,
      1,
    ]);
    index.setOpen(uri, parseDocuments('patchesStrategicMerge: [other.yaml]'));
    expect([index.isPatch(file), index.isPatch('file:///app/overlays/other.yaml')]).toEqual([false, true]);
    index.close(uri);
    expect([index.isPatch(file), index.revision]).toEqual([true, 3]);
    index.setFile(uri, undefined);
    expect([index.isPatch(file), index.revision]).toEqual([false, 4]);
    index.setFile('file:///app/other.yaml', 'patches:\n- path: a b.yaml\n');
    expect(index.isPatch(file)).toBe(false);
  });
});
