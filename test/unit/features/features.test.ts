import { describe, expect, test } from 'vitest';
import type { DocumentSymbol } from 'vscode-languageserver';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { composeCatalogs } from '../../../server/src/catalog/definitions.ts';
import { OpenDocument } from '../../../server/src/documents/open-document.ts';
import { foldingRanges } from '../../../server/src/features/folding.ts';
import { hover } from '../../../server/src/features/hover.ts';
import { documentSymbols } from '../../../server/src/features/symbols.ts';
import { DefinitionIndex } from '../../../server/src/workspace/definition-index.ts';
import { atCursor } from '../../support/cursor.ts';
import { withCatalog } from '../catalog/built-catalog.ts';

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

function opened(text: string): OpenDocument {
  return new OpenDocument('file:///a.yaml', 'yaml', 1, text);
}

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  replicas: 2
  template:
    spec:
      containers:
        - name: main
          image: nginx
          ports: [{containerPort: 80}]
`;

describe('symbols', () => {
  /** `name (detail)` of each symbol, its children indented. */
  function outline(symbols: readonly DocumentSymbol[], indent = ''): string[] {
    return symbols.flatMap(({ name, detail, children }) => [
      `${indent}${name}${detail ? ` (${detail})` : ''}`,
      ...outline(children ?? [], `${indent}  `),
    ]);
  }

  function symbolsOf(text: string): string[] {
    return outline(documentSymbols(opened(text), undefined, { catalog, version: '1.36' }));
  }

  test('an object by kind and name, its fields, items of lists by their names', () => {
    expect(symbolsOf(deployment)).toEqual([
      'Deployment/web (shop)',
      '  apiVersion (apps/v1)',
      '  kind (Deployment)',
      '  metadata',
      '    name (web)',
      '    namespace (shop)',
      '  spec',
      '    replicas (2)',
      '    template',
      '      spec',
      '        containers',
      '          main',
      '            name (main)',
      '            image (nginx)',
      '            ports',
      '              80',
      '                containerPort (80)',
    ]);
  });

  test('one per document; items of a List by kind and name; other YAML has none', () => {
    const list = 'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Pod, metadata: {name: a}}\n';
    const other = 'services: {}\n';
    expect(symbolsOf(`${list}---\n${other}---\n{\n`).filter((line) => !/^ {6}/.test(line))).toEqual([
      'List',
      '  apiVersion (v1)',
      '  kind (List)',
      '  items',
      '    Pod/a',
    ]);
  });

  test('every selection lies in its range', () => {
    const check = ({ range, selectionRange, children, name }: DocumentSymbol): void => {
      const inside =
        (range.start.line < selectionRange.start.line ||
          (range.start.line === selectionRange.start.line &&
            range.start.character <= selectionRange.start.character)) &&
        (range.end.line > selectionRange.end.line ||
          (range.end.line === selectionRange.end.line &&
            range.end.character >= selectionRange.end.character));
      expect([name, inside]).toEqual([name, true]);
      for (const child of children ?? []) check(child);
    };
    for (const symbol of documentSymbols(opened(deployment), undefined, { catalog, version: '1.36' }))
      check(symbol);
  });
});

describe('hover', () => {
  /** The Markdown and the hovered text where `|` stands. */
  async function hovered(marked: string, judged = catalog): Promise<string[] | null> {
    const { text, position } = atCursor(marked);
    const document = opened(text);
    const found = await hover(
      document,
      { textDocument: { uri: '' }, position },
      { catalog: judged, version: '1.36' },
    );
    if (!found) return null;
    const { start, end } = found.range!;
    const { value } = found.contents as { value: string };
    return [text.slice(document.lines.offsetAt(start), document.lines.offsetAt(end)), ...value.split('\n\n')];
  }

  /** The kinds of the catalog, and those that this definition brings. */
  function catalogWith(definition: string): Catalog {
    const index = new DefinitionIndex();
    index.setOpen('file:///d.yaml', opened(definition).documents);
    return composeCatalogs(catalog, index.kinds());
  }

  const pod = (spec: string) => `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  ${spec}\n`;

  test('a field by its key: type, required, prose', async () => {
    expect(await hovered(pod('con|tainers: []'))).toEqual([
      'containers',
      '**spec\\.containers** `[]Container` (required)',
      expect.stringContaining('List of containers belonging to the pod'),
      expect.stringMatching(/^A single application container/),
    ]);
  });

  test.each([
    [
      'a probe',
      pod('containers: [{readiness|Probe: {}}]'),
      /^Periodic probe of container service readiness/,
      /^Probe describes a health check/,
    ],
    [
      'a number or name',
      'apiVersion: v1\nkind: Service\nspec: {ports: [{target|Port: 80}]}\n',
      /^Number or name of the port to access/,
      /^IntOrString is a type/,
    ],
    [
      'a template',
      'apiVersion: apps/v1\nkind: Deployment\nspec: {temp|late: {}}\n',
      /^Template describes the pods/,
      /^PodTemplateSpec describes/,
    ],
    [
      'a selector',
      'apiVersion: policy/v1\nkind: PodDisruptionBudget\nspec: {sele|ctor: {}}\n',
      /^Label query over pods whose evictions/,
      /^A label selector is a label query/,
    ],
    [
      'metadata',
      'apiVersion: batch/v1\nkind: Job\nmeta|data: {}\n',
      /^Standard object's metadata/,
      /^ObjectMeta is metadata/,
    ],
    [
      'a status',
      'apiVersion: v1\nkind: Pod\nsta|tus: {}\n',
      /^Most recently observed status of the pod/,
      /^PodStatus represents/,
    ],
    [
      'what is said of another version alone',
      'apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nspec: {dev|ices: {}}\n',
      /^Devices defines how to request devices/,
      /^DeviceClaim defines/,
    ],
  ])('says of %s what it is for, then what it is', async (_, text, own, ofType) => {
    const said = (await hovered(text))!.slice(-2);
    expect(said).toEqual([expect.stringMatching(own), expect.stringMatching(ofType)]);
  });

  test('a value: default and allowed values', async () => {
    expect(await hovered(pod('containers: [{imagePullPolicy: Alw|ays}]'))).toEqual([
      'Always',
      '**spec\\.containers\\[0\\]\\.imagePullPolicy** `string`',
      'Allowed: `Always`, `IfNotPresent`, `Never`',
      expect.stringContaining('Image pull policy'),
    ]);
  });

  test('a kind, with when it came', async () => {
    expect(await hovered('apiVersion: apps/v1\nkind: Deploy|ment\n')).toEqual([
      'Deployment',
      '**Deployment** `apps/v1` (in a namespace)',
      'Kubernetes: since 1.9',
      expect.stringContaining('Deployment enables declarative updates'),
    ]);
  });

  test.each([
    ['a field that is not known', pod('fo|o: 1')],
    ['a label', 'apiVersion: v1\nkind: Pod\nmetadata: {labels: {a: |b}}\n'].slice(0, 2) as [string, string],
    ['another format', 'services:\n  we|b: 1\n'],
    ['a comment', `${pod('a: 1')}# com|ment\n`],
    ['a client-side kind', 'apiVersion: v1\nkind: Con|fig\n'],
  ])('nothing or little on %s', async (what, text) => {
    const shown = await hovered(text);
    expect(shown).toEqual(what === 'a label' ? ['b', '**metadata\\.labels\\.a** `string`'] : null);
  });

  test('what validation alone asks for is required too', async () => {
    expect((await hovered(pod('containers: [{im|age: a}]')))?.[1]).toMatch(/ \(required\)$/);
  });

  test('the expressions that a definition checks a value by', async () => {
    const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: e.com
  names: {kind: W, plural: ws}
  versions:
    - name: v1
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              x-kubernetes-validations:
                - {rule: "self.a <= self.b", message: "a is *too* large"}
                - {rule: "has(self.c)"}
                - {message: half-typed}
              properties:
                items:
                  type: array
                  x-kubernetes-validations: [{rule: self.size() > 1}]
                  items:
                    type: object
                    x-kubernetes-validations:
                      - {rule: "self.a != ''", messageExpression: "'a is ' + self.a"}
`;
    const layered = catalogWith(definition);
    expect((await hovered('apiVersion: e.com/v1\nkind: W\nsp|ec: {}\n', layered))?.slice(1)).toEqual([
      '**spec** `object`',
      'Checked by the server:\n- `self.a <= self.b`: a is \\*too\\* large\n- `has(self.c)`',
    ]);
    const list = await hovered('apiVersion: e.com/v1\nkind: W\nspec:\n  it|ems: []\n', layered);
    expect(list?.slice(1)).toEqual([
      '**spec\\.items** `[]object`',
      'Checked by the server:\n- `self.size() > 1`',
      "Checked by the server in each item:\n- `self.a != ''`: `'a is ' + self.a`",
    ]);
  });

  test('text of a definition is escaped', async () => {
    const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: e.com
  names: {kind: W, plural: ws}
  versions:
    - name: v1
      schema: {openAPIV3Schema: {type: object, properties: {"a![x](http://x)": {type: string, default: "\`x", description: "<img src=x>"}}}}
`;
    const layered = catalogWith(definition);
    const shown = await hovered(`apiVersion: e.com/v1\nkind: W\n"a![x](ht|tp://x)": b\n`, layered);
    expect(shown?.slice(1)).toEqual([
      '**\\[a\\!\\[x\\]\\(http://x\\)\\]** `string`',
      'Default: `` `x ``',
      '\\<img src=x\\>',
    ]);
  });

  test('text of a definition cannot leave its line', async () => {
    const image = '`\\n\\n![x](http://x/y.png)\\u202e[run](command:x)';
    const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: e.com
  names: {kind: W, plural: ws}
  versions:
    - name: v1
      schema: {openAPIV3Schema: {type: object, properties: {a: {type: string, format: "${image}", default: "${image}", enum: ["${image}"], pattern: "${image}", description: "${image}"}}}}
`;
    const shown = await hovered('apiVersion: e.com/v1\nkind: W\na|: b\n', catalogWith(definition));
    const inCode = '`` ` ![x](http://x/y.png)\\u202e[run](command:x) ``';
    expect(shown?.slice(1)).toEqual([
      '**a** `` string, ` ![x](http://x/y.png)\\u202e[run](command:x) ``',
      `Default: ${inCode}  \nAllowed: ${inCode}  \nPattern: ${inCode}`,
      '\\`',
      '!\\[x\\](http://x/y.png)\\\\u202e\\[run\\](command:x)',
    ]);
  });
});

test('an outline of more fields than a person scrolls through says so; depth is none', () => {
  const symbolsOf = (text: string) => documentSymbols(opened(text), undefined, { catalog, version: '1.36' });
  const configMap = (count: number) =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n${Array.from({ length: count }, (_, index) => `  k${index}: v\n`).join('')}`;
  const last = (count: number) => symbolsOf(configMap(count))[0]!.children!.at(-1)!.children!.at(-1);
  // Beside the entries there are apiVersion, kind, metadata, its name, and data.
  expect(last(19_995)).toMatchObject({ name: 'k19994' });
  expect(last(19_996)).toMatchObject({
    name: '…',
    detail: 'the outline has 20,000 fields; cut the file into several for the rest',
    selectionRange: { start: { line: 19_999 } },
  });
  const several = symbolsOf(`${configMap(30_000)}---\n${configMap(1)}---\n${configMap(1)}`);
  expect(several.map(({ name }) => name)).toEqual(Array(3).fill('ConfigMap/a'));
  expect(JSON.stringify(several).match(/"…"/g)).toHaveLength(1);
  const deep = symbolsOf(`apiVersion: v1\nkind: ConfigMap\ndata: ${'{a: '.repeat(200)}1${'}'.repeat(200)}`);
  expect(JSON.stringify(deep).match(/"name":"a"/g)).toHaveLength(200);
});

test('folding leaves out nothing of a large or deep file', () => {
  const large = foldingRanges(opened('- a:\n    b: 1\n'.repeat(30_000)));
  expect(large).toHaveLength(30_000);
  const deep = Array.from({ length: 240 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('');
  expect(foldingRanges(opened(`${deep}${' '.repeat(240)}b: 1\n`))).toHaveLength(240);
});

test('folding: fields and items of several lines, documents of several', () => {
  const folds = (text: string) =>
    foldingRanges(opened(text)).map(({ startLine, endLine }) => [startLine, endLine]);
  expect(folds('a:\n  b:\n    - c: 1\n      d: 2\n    - e\nf: 1\n')).toEqual([
    [0, 4],
    [1, 4],
    [2, 3],
  ]);
  expect(folds('a:\n- b:\n    c: 1\n  d: 2\n')).toEqual([
    [0, 3],
    [1, 3],
  ]);
  expect(folds('a: 1\nb: 2\n---\nc: 1\nd: 2\n\n')).toEqual([
    [0, 1],
    [3, 4],
  ]);
});
