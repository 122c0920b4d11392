import { beforeEach, describe, expect, test } from 'vitest';
import type { SemanticTokensDelta } from 'vscode-languageserver';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { OpenDocument } from '../../../server/src/documents/open-document.ts';
import {
  difference,
  legend,
  SemanticTokensFeature,
} from '../../../server/src/features/semantic-tokens/semantic-tokens.ts';
import { withCatalog } from '../catalog/built-catalog.ts';

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});
let feature: SemanticTokensFeature;
beforeEach(() => {
  feature = new SemanticTokensFeature();
});

interface Row {
  readonly title: string;
  readonly text: string;
  /** Each token as `text type`, with its modifiers; known fields, which nearly every line has, left out. */
  readonly tokens: readonly string[];
}

const rows: readonly Row[] = [
  {
    title: 'kinds, values of enumerations and names of other objects',
    text: `apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop}
spec:
  restartPolicy: Never
  serviceAccountName: "runner"
  containers:
    - name: a
      imagePullPolicy: IfNotPresent
      envFrom: [{secretRef: {name: keys}}]
      env:
        - name: B
          valueFrom: {configMapKeyRef: {name: settings, key: b}}
  volumes:
    - {name: c, persistentVolumeClaim: {claimName: 'disk'}}
`,
    tokens: [
      'Pod type',
      'shop variable',
      'Never enumMember',
      'runner variable',
      'IfNotPresent enumMember',
      'keys variable',
      'settings variable',
      'b variable',
      'disk variable',
    ],
  },
  {
    title: 'a kind that another one names, and one that is going',
    text: `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
---
apiVersion: v1
kind: Endpoints
---
apiVersion: v1
kind: Unheardof
`,
    tokens: ['HorizontalPodAutoscaler type', 'Deployment type', 'web variable', 'Endpoints type.deprecated'],
  },
  {
    title: 'expressions of a policy: plain, quoted and in block scalars',
    text: `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
spec:
  failurePolicy: Fail
  validations:
    - expression: has(object.a) && object.b <= 5u
      messageExpression: "\\"no \\" + string(params.c)"
    - expression: 'x in [''y'']'
    - expression: >-
        object.list.all(i,
          i == """z
        w""") // why
`,
    tokens: [
      'ValidatingAdmissionPolicy type',
      'Fail enumMember',
      'has function.defaultLibrary',
      'object variable',
      'a property',
      '&& operator',
      'object variable',
      'b property',
      '<= operator',
      '5u number',
      '\\"no \\" string',
      '+ operator',
      'string function',
      'params variable',
      'c property',
      'x variable',
      'in keyword',
      "''y'' string",
      'object variable',
      'list property',
      'all function.defaultLibrary',
      'i variable',
      'i variable',
      '== operator',
      '"""z string',
      'w""" string',
    ],
  },
  {
    title: 'choices and fields that need not be there in an expression',
    text: `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
spec:
  validations:
    - expression: 'has(self.x) ? self.?y : a[?b]'
`,
    tokens: [
      'ValidatingAdmissionPolicy type',
      'has function.defaultLibrary',
      'self variable',
      'x property',
      '? operator',
      'self variable',
      '? operator',
      'y property',
      ': operator',
      'a variable',
      '? operator',
      'b variable',
    ],
  },
  {
    title: 'expressions of definitions and of devices',
    text: `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  scope: Namespaced
  versions:
    - name: v1
      schema:
        openAPIV3Schema:
          type: object
          x-kubernetes-validations:
            - rule: self.a == 1
              reason: FieldValueInvalid
---
apiVersion: resource.k8s.io/v1
kind: DeviceClass
spec:
  selectors: [{cel: {expression: device.driver == "a"}}]
`,
    tokens: [
      'CustomResourceDefinition type',
      'self variable',
      'a property',
      '== operator',
      '1 number',
      'FieldValueInvalid enumMember',
      'DeviceClass type',
      'device variable',
      'driver property',
      '== operator',
      '"a" string',
    ],
  },
  {
    title: 'the objects of a list',
    text: 'items:\n  - {apiVersion: v1, kind: Service, spec: {type: NodePort}}\nkind: List\napiVersion: v1\n',
    tokens: ['Service type', 'NodePort enumMember', 'List type'],
  },
  {
    title: 'nothing of what is no object, or is what a template prints',
    text: 'services:\n  web: {image: a}\n---\napiVersion: v1\nkind: "{{ .Values.kind }}"\nspec: {restartPolicy: {{ .x }}}\n',
    tokens: [],
  },
];

describe('what a grammar cannot know', () => {
  test.each(rows)('$title', async ({ text, tokens }) => {
    const all = await tokensOf(opened(text));
    expect(all.filter((token) => !token.endsWith(' property.declaration'))).toEqual(tokens);
  });

  test('fields that the schema has, and no others', async () => {
    const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  labels: {app: a}\n  nmae: b\ndata:\n  c: d\n';
    expect(await tokensOf(opened(text))).toEqual([
      'apiVersion property.declaration',
      'kind property.declaration',
      'ConfigMap type',
      'metadata property.declaration',
      'labels property.declaration',
      'data property.declaration',
    ]);
  });

  test('in a chart, never where an action stands', async () => {
    const text = `apiVersion: v1
kind: Service
metadata:
  name: {{ include "a" . }}
  {{- with .Values.labels }}
  labels: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  type: {{ .Values.type }}
  {{ .Values.key }}: a
  externalTrafficPolicy: Local{{/* why */}}
`;
    const document = new OpenDocument('file:///chart/templates/a.yaml', 'helm', 1, text);
    const tokens = await tokensOf(document);
    expect(tokens).toContain('Service type');
    expect(tokens.filter((token) => /[{}]|Values|toYaml|why/.test(token))).toEqual([]);
    expect(tokens).toContain('labels property.declaration');
  });
});

test.each([
  'apiVersion: {{ include "v" . }}\n',
  'apiVersion: networking.k8s.io/{{ .v }}\n',
  '{{- if .a }}\napiVersion: networking.k8s.io/v1\n{{- else }}\napiVersion: networking.k8s.io/v1beta1\n{{- end }}\n',
])('the kind alone tells what it is where the apiVersion is printed: %j', async (apiVersion) => {
  const text = `${apiVersion}kind: Ingress\nspec:\n  ingressClassName: a\n  nosuch: b\n`;
  const document = new OpenDocument('file:///chart/templates/a.yaml', 'helm', 1, text);
  const tokens = await tokensOf(document);
  expect(tokens.filter((token) => !token.startsWith('apiVersion'))).toEqual([
    'kind property.declaration',
    'Ingress type',
    'spec property.declaration',
    'ingressClassName property.declaration',
    'a variable',
  ]);
});

describe('requests', () => {
  const pod = (name: string) =>
    `apiVersion: v1\nkind: Pod\nmetadata:\n  name: ${name}\nspec:\n  restartPolicy: Always\n---\n`;

  test('a range has the tokens that the whole has there', async () => {
    const document = opened(Array.from({ length: 20 }, (_, index) => pod(`web-${index}`)).join(''));
    const whole = decoded((await feature.full(document, undefined, context())).data, document);
    const range = { start: { line: 45, character: 0 }, end: { line: 60, character: 0 } };
    // The tokens of objects are kept by their nodes: a document that is opened once more has others.
    for (const asked of [opened(document.text), document]) {
      const { data } = await feature.range(asked, { textDocument: { uri: asked.uri }, range }, context());
      const expected = whole.filter(({ line }) => line >= 45 && line < 60);
      expect(expected.length).toBeGreaterThan(8);
      expect(decoded(data, asked)).toEqual(expected);
    }
  });

  test.each([
    ['yaml', [7, 9]],
    ['yaml', [4, 5]],
    ['yaml', [12, 13]],
    ['helm', [7, 9]],
    ['helm', [12, 13]],
  ])('in %s, lines %j have what the whole has there, and nothing above', async (language, [from, to]) => {
    const text = `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  restartPolicy: Never
  containers:
    - name: a
      image: b
      imagePullPolicy: Always
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
spec: {validations: [{expression: 'object.a
  && object.b'}]}
`;
    const document = () => new OpenDocument('file:///chart/templates/a.yaml', language, 1, text);
    const range = { start: { line: from!, character: 0 }, end: { line: to!, character: 0 } };
    const expected = decoded((await feature.full(document(), undefined, context())).data, document()).filter(
      ({ line }) => line >= from! && line < to!,
    );
    const asked = document();
    const { data } = await feature.range(asked, { textDocument: { uri: asked.uri }, range }, context());
    expect(decoded(data, asked)).toEqual(expected);
    expect(expected).not.toEqual([]);
  });

  test('a difference makes the answer of now of the one before', async () => {
    const document = opened(pod('a') + pod('b') + pod('c'));
    const before = await feature.full(document, undefined, context());
    const start = { line: 12, character: 17 };
    document.update(
      [{ range: { start, end: { line: 12, character: 23 } }, text: 'Never\n  nodeName: d' }],
      2,
    );
    const params = { textDocument: { uri: document.uri }, previousResultId: before.resultId! };
    const changed = (await feature.delta(document, params, context())) as SemanticTokensDelta;
    expect(changed.edits).toHaveLength(1);
    expect(changed.edits[0]!.data!.length).toBeLessThan(15);
    const fresh = await new SemanticTokensFeature().full(document, undefined, context());
    expect(applied(before.data, changed.edits)).toEqual(fresh.data);
  });

  test('of another answer than the last there is no difference', async () => {
    const document = opened(pod('a'));
    await feature.full(document, undefined, context());
    const params = { textDocument: { uri: document.uri }, previousResultId: 'unheard of' };
    expect(await feature.delta(document, params, context())).toHaveProperty('data');
  });

  test.each([
    [
      [1, 2, 3],
      [1, 2, 3],
    ],
    [[], [1, 2]],
    [[1, 2], []],
    [
      [1, 1, 1],
      [1, 1],
    ],
    [
      [1, 2, 3],
      [1, 4, 5, 3],
    ],
  ])('the difference of %j and %j', (before, now) => {
    expect(applied(before, difference(before, now))).toEqual(now);
  });
});

function opened(text: string): OpenDocument {
  return new OpenDocument('file:///a.yaml', 'yaml', 1, text);
}

function context() {
  return { catalog, version: '1.36' } as const;
}

async function tokensOf(document: OpenDocument): Promise<string[]> {
  const { data } = await feature.full(document, undefined, context());
  return decoded(data, document).map(({ text, type }) => `${text} ${type}`);
}

function decoded(data: readonly number[], document: OpenDocument) {
  const tokens: { line: number; character: number; text: string; type: string }[] = [];
  let [line, character] = [0, 0];
  for (let at = 0; at < data.length; at += 5) {
    character = data[at] === 0 ? character + data[at + 1]! : data[at + 1]!;
    line += data[at]!;
    const start = document.lines.lineStart(line) + character;
    const bits = data[at + 4]!;
    const names = [
      legend.tokenTypes[data[at + 3]!]!,
      ...legend.tokenModifiers.filter((_, bit) => bits & (1 << bit)),
    ];
    tokens.push({
      line,
      character,
      text: document.text.slice(start, start + data[at + 2]!),
      type: names.join('.'),
    });
  }
  return tokens;
}

function applied(before: readonly number[], edits: SemanticTokensDelta['edits']): number[] {
  const data = [...before];
  for (const { start, deleteCount, data: added = [] } of edits) data.splice(start, deleteCount, ...added);
  return data;
}
