import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { loadSchemas } from '../../../server/src/checks/check-document.ts';
import { documentFindings } from '../../../server/src/diagnostics/document-findings.ts';
import { OpenDocument } from '../../../server/src/documents/open-document.ts';
import { complete } from '../../../server/src/features/completion/completion.ts';
import { outsideActions } from '../../../server/src/features/completion/outside-actions.ts';
import { hover } from '../../../server/src/features/hover.ts';
import { documentSymbols } from '../../../server/src/features/symbols.ts';
import { maskTemplate } from '../../../server/src/helm/masked-template.ts';
import { isChartTemplate } from '../../../server/src/manifest/chart-template.ts';
import { masked } from '../../../server/src/yaml/printed.ts';
import { acceptItem } from '../../support/snippets.ts';
import { withCatalog } from '../catalog/built-catalog.ts';
import { withMarks } from '../checks/annotate.ts';

const uri = 'file:///chart/templates/a.yaml';
let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

describe('masking', () => {
  /** With `_` for the masking character. */
  const shown = (text: string) =>
    maskTemplate(text)
      .text.replaceAll(masked, '_')
      .replace(/ +(?=\r?$)/gm, '');

  test.each<[name: string, template: string, masked: string]>([
    ['text without actions', 'a: b\n', 'a: b\n'],
    ['values', 'a: {{ .b }}-x\nb: "{{ .c }}"', 'a: ________-x\nb: "________"'],
    ['control lines', '{{- if .a }}\na: 1\n{{- else }}\nb: 2\n{{- end }} # end\n', '\na: 1\n\nb: 2\n\n'],
    ['comments and variables', '{{/* a: }} \n b: c */}}\n{{- $x := "}}" -}}\na: 1', '\n\n\na: 1'],
    ['keys under a parent', 'a:\n  {{- toYaml .b | nindent 2 }}\nb: 1', 'a:\n  _:\nb: 1'],
    ['keys beside others', 'a:\n  b: 1\n  {{- include "c" . | nindent 2 }}\n', 'a:\n  b: 1\n  _:\n'],
    ['keys beside those of an item', '- a: 1\n  {{- toYaml .b | nindent 2 }}\n', '- a: 1\n  _:\n'],
    ['items beside others', 'a:\n  - b\n  {{- toYaml .c | nindent 2 }}\n', 'a:\n  - b\n  - _\n'],
    ['items before others', 'a:\n  {{- toYaml .c | nindent 2 }}\n  - b\n', 'a:\n  - _\n  - b\n'],
    ['what indents from its own column', 'a:\n{{ toYaml .b | indent 2 }}\n', 'a:\n  _:\n'],
    ['conditions in a line', 'a: {{ if .b }}c{{ else }}d{{ end }}', 'a: ___________c__________d_________'],
    ['an action over lines', 'a: {{ include "b"\n  . | quote }}\nc: 1', 'a: ______________\n\nc: 1'],
    ['raw strings', 'a: {{ `{{ }}` }}\nb: {{ "\\"}}" }}', 'a: _____________\nb: ____________'],
    ['an action that is not closed', 'a: {{ .b\nc: 1', 'a: _____\nc: 1'],
    ['CRLF', 'a:\r\n  {{- toYaml .b | nindent 2 }}\r\n', 'a:\r\n  _:\r\n'],
    ['what indents before it is filled in', 'a:\n    {{- tpl (toYaml . | nindent 2) $ }}\n', 'a:\n  _:\n'],
    ['failing', 'a:\n  b: 1\n    {{- fail "no" }}\n', 'a:\n  b: 1\n\n'],
    ['what indents too much', 'a:\n  b: 1\n  {{ include "c" . | indent 2 }}\n', 'a:\n  b: 1\n  _:\n'],
    ['a text that is an item', 'a:\n- |\n  {{- x | nindent 2 }}\n', 'a:\n- |\n  _:\n'],
    ['what indents behind a trim', 'a:\n  {{- include "c" . | indent 4 }}\n', 'a:\n  _:\n'],
    [
      'what is printed at two columns',
      'a:\n    {{- x }}\n  {{- y | nindent 2 }}\nb: 1\n',
      'a:\n    _:\n    _:\nb: 1\n',
    ],
    ['what has no place', 'a: b\n{{ include "c" . | nindent 4 }}\n', 'a: b\n\n'],
    [
      'comments with actions',
      'a:\n  # {{ .b }} or {{ .c }}\n  d: 1\n',
      'a:\n  # ________ or ________\n  d: 1\n',
    ],
    ['comments behind a value', "a: 'b' {{/* c */}}\nd: {{/* e */}}\n  - f\n", "a: 'b'\nd:\n  - f\n"],
    ['keys behind a key and below it', 'a: {{- toYaml .b | nindent 2 }}\n  c: 1\n', 'a:\n  c: 1\n'],
    [
      'items behind a key and below it',
      'a: {{- x | nindent 2 }}\n{{- if .y }}\n- b\n{{- end }}\n',
      'a:\n\n- b\n\n',
    ],
    [
      'keys behind a dash and below it',
      'a:\n- {{ toYaml .b | nindent 2 | trim }}\n  c: 1\n',
      'a:\n-\n  c: 1\n',
    ],
    ['a value alone', 'a:\n  - b: {{ .c }}\n  - d: {{ .e }}\n', 'a:\n  - b: ________\n  - d: ________\n'],
    [
      'templates of their own',
      '{{- define "a" -}}\nb: 1\n{{- end -}}\n{{ define "c" }}d{{ end }}\n{{- if .e }}\nf: 1\n{{- end }}\n',
      '---\nb: 1\n---\n---\n\nf: 1\n\n',
    ],
    ['what is defined and printed where it stands', '{{ block "a" . }}\nb: 1\n{{ end }}\n', '\nb: 1\n\n'],
    ['items at the column of their key', 'a:\n{{- toYaml .b | nindent 0 }}\n- c\n', 'a:\n- _\n- c\n'],
  ])('%s', (_name, template, expected) => expect(shown(template)).toBe(expected));

  test('never throws, keeps lengths and line breaks, whatever the text is', () => {
    const pieces = [
      '{{',
      '}}',
      '{{-',
      '-}}',
      'if',
      'end',
      ' ',
      '\n',
      '\r\n',
      '"',
      '`',
      '/*',
      '*/',
      'a:',
      '- ',
      ' nindent 4',
      '|',
      '#',
      '---\n',
      '\u0000',
      '\ud800',
      '😀',
      "'",
      '\\',
      'else',
      '$x := ',
    ];
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    for (let round = 0; round < 3000; round++) {
      const text = Array.from({ length: random(60) }, () => pieces[random(pieces.length)]).join('');
      const result = maskTemplate(text).text;
      expect(result.length, JSON.stringify(text)).toBe(text.length);
      const breaks = (of: string) => Array.from(of.matchAll(/\r?\n/g), ({ index }) => index);
      expect(breaks(result), JSON.stringify(text)).toEqual(breaks(text));
    }
  });

  test('takes time in the size of the text', () => {
    const long = `a:\n${'  {{- toYaml .b | nindent 2 }}\n'.repeat(20_000)}${'{{ "'.repeat(50_000)}`;
    expect(maskTemplate(long).text.length).toBe(long.length);
  });
});

const templates: Record<string, string> = {
  'a Deployment as helm create makes it': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "shop.fullname" . }}
  labels:
    {{- include "shop.labels" . | nindent 4 }}
spec:
  {{- if not .Values.autoscaling.enabled }}
  replicas: {{ .Values.replicaCount }}
  {{- end }}
  selector:
    matchLabels:
      {{- include "shop.selectorLabels" . | nindent 6 }}
  template:
    metadata:
      {{- with .Values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      labels:
        {{- include "shop.labels" . | nindent 8 }}
        {{- with .Values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      {{- with .Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      serviceAccountName: {{ include "shop.serviceAccountName" . }}
      {{- with .Values.podSecurityContext }}
      securityContext:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ .Chart.Name }}
          {{- with .Values.securityContext }}
          securityContext:
            {{- toYaml . | nindent 12 }}
          {{- end }}
          image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
          imagePullPolicy: {{ .Values.image.pullPolicy }}
          ports:
            - name: http
              containerPort: {{ .Values.service.port }}
              protocol: TCP
          {{- with .Values.livenessProbe }}
          livenessProbe:
            {{- toYaml . | nindent 12 }}
          {{- end }}
          {{- with .Values.volumeMounts }}
          volumeMounts:
            {{- toYaml . | nindent 12 }}
          {{- end }}
      {{- with .Values.volumes }}
      volumes:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .Values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .Values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
`,
  'an Ingress under a condition, over ranges': `{{- if .Values.ingress.enabled -}}
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: {{ include "shop.fullname" . }}
spec:
  {{- with .Values.ingress.className }}
  ingressClassName: {{ . }}
  {{- end }}
  {{- if .Values.ingress.tls }}
  tls:
    {{- range .Values.ingress.tls }}
    - hosts:
        {{- range .hosts }}
        - {{ . | quote }}
        {{- end }}
      secretName: {{ .secretName }}
    {{- end }}
  {{- end }}
  rules:
    {{- range .Values.ingress.hosts }}
    - host: {{ .host | quote }}
      http:
        paths:
          {{- range .paths }}
          - path: {{ .path }}
            {{- with .pathType }}
            pathType: {{ . }}
            {{- end }}
            backend:
              service:
                name: {{ include "shop.fullname" $ }}
                port:
                  number: {{ $.Values.service.port }}
          {{- end }}
    {{- end }}
{{- end }}
`,
  'what is printed behind a key, and a list that two branches end': `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: web
  labels: {{- include "labels" . | nindent 4 }}
    tier: back end
#~        ^^^^^^^^ error label-value: \`labels.tier\` "back end" must be letters, digits, "-", "_" and ".". | metadata.labels: Invalid value: "back end": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345').
spec:
  serviceName: web
  selector:
    matchLabels: {{- include "labels" . | nindent 6 }}
      tier: web
  template:
    metadata:
      labels: {{- include "labels" . | nindent 8 }}
        tier: web
    spec:
      containers:
      {{- with .Values.sidecars }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
      - name: web
        image: {{ .Values.image }} {{/* the newest */}}
        imagePullPolicy: Never ever
#~                       ^^^^^^^^^^ error unsupported-value: \`imagePullPolicy\` does not take "Never ever". | Supported: "Always", "IfNotPresent", "Never".
        volumeMounts:
        {{- with .Values.mounts }}
          {{- toYaml . | nindent 8 }}
        {{- end }}
        - {name: data, mountPath: /data}
      volumes:
{{- if .Values.persistence }}
  volumeClaimTemplates:
    - metadata:
        name: data
      spec:
        accessModes: [ReadWriteOnce]
{{- else }}
        - name: data
          emptyDir: {}
{{- end }}
---
{{- define "part" }}
apiVersion: v1
kind: Service
spec:
  ports:
    - port: 0
#~          ^ error port-number: \`port\` 0 must be between 1 and 65535, inclusive. | spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive.
{{- end }}
---
apiVersion: v1
kind: Pod
metadata:
  name: web
  annotations:
    {{- if semverCompare "<1.30" .Capabilities.KubeVersion.Version }}
    container.apparmor.security.beta.kubernetes.io/web: unconfined
    {{- end }}
spec:
  {{- if semverCompare ">=1.99" .Capabilities.KubeVersion.Version }}
  madeLater: {}
  {{- end }}
  containers:
    - name: web
      image: web
---
{{- if .Capabilities.APIVersions.Has "policy/v1beta1" }}
apiVersion: policy/v1beta1
kind: PodDisruptionBudget
metadata:
  name: web
{{- end }}
`,
  'a printed kind gets nothing': `apiVersion: apps/v1
kind: {{ .Values.kind }}
spec: {x: 1}
`,
  'faults that are there whatever is printed': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}
  label:
#~^^^^^ error unknown-field: Unknown field \`label\`. Did you mean \`labels\`? -> labels
    a: b
spec:
  replicas: "2"
#~          ^^^ error wrong-type: \`replicas\` takes an integer, not the string "2". -> 2
  replicas: {{ .Values.replicas }}
#~^^^^^^^^ error duplicate-field: \`replicas\` is already in this map.
  {{- if .Values.always }}
  minReadySeconds: 1
  {{- else }}
  minReadySeconds: 2
  {{- end }}
  selector:
    matchLabels: {a: b}
  template:
    metadata: {labels: {a: b}}
    spec:
      containers:
        - image: {{ .Values.image }}
#~        ^^^^^ error missing-required: \`containers[0]\` lacks the required field \`name\`.
          imagePullPolicy: Sometimes
#~                         ^^^^^^^^^ error unsupported-value: \`imagePullPolicy\` does not take "Sometimes". | Supported: "Always", "IfNotPresent", "Never".
        - {{- toYaml .Values.sidecar | nindent 10 }}
        - name: more
          {{- toYaml .Values.more | nindent 10 }}
`,
  'what the rules find whatever is printed': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}
  labels:
    app: a b
#~       ^^^ error label-value: \`labels.app\` "a b" must be letters, digits, "-", "_" and ".". | metadata.labels: Invalid value: "a b": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345').
    {{- include "labels" . | nindent 4 }}
spec:
  replicas: -1
#~          ^^ error number-range: \`replicas\` -1 must be greater than or equal to 0. | spec.replicas: Invalid value: -1: must be greater than or equal to 0.
  selector:
    matchLabels:
      app: web
      {{- include "selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        app: other
#~           ^^^^^ error selector-mismatch: \`selector\` and the template's \`labels\` differ in \`app\`. | spec.template.metadata.labels: Invalid value: {"app":"other"}: \`selector\` does not match template \`labels\`.
        {{- include "labels" . | nindent 8 }}
    spec:
      restartPolicy: {{ .Values.restart }}
      initContainers:
        {{- range .Values.init }}
        - name: init
          image: {{ . }}
        {{- end }}
      containers:
        - name: app
          image: nginx
          ports:
            - name: http
              containerPort: 99999
#~                           ^^^^^ error port-number: \`containerPort\` 99999 must be between 1 and 65535, inclusive. | spec.template.spec.containers[0].ports[0].containerPort: Invalid value: 99999: must be between 1 and 65535, inclusive.
            {{- if .Values.metrics }}
            - name: metrics
              containerPort: 0
#~                           ^ error missing-required: \`containerPort\` is required. | spec.template.spec.containers[0].ports[1].containerPort: Required value.
            {{- end }}
          livenessProbe:
            httpGet: {port: metrics}
          volumeMounts:
            - name: data
              mountPath: /data
          resources:
            limits:
              memory: 10x
#~                    ^^^ error bad-format: \`memory\` "10x" is not a quantity such as 500m, 1.5 or 128Mi.
        - name: side
          image: nginx
          volumeMounts:
            - name: gone
#~                  ^^^^ error unknown-volume: \`name\` names "gone", which is not there. | spec.template.spec.containers[1].volumeMounts[0].name: Not found: "gone".
              mountPath: {{ .Values.path }}
        - name: app
#~              ^^^ error duplicate-container: \`name\` "app" is there twice. | spec.template.spec.containers[2].name: Duplicate value: "app".
          image: {{ .Values.image }}
      volumes:
        {{- if .Values.claim }}
        - name: data
          persistentVolumeClaim: {claimName: {{ .Values.claim }}}
        {{- else }}
        - name: data
          emptyDir: {}
        {{- end }}
`,
  'text in a ConfigMap, and YAML that only Helm can put together': `apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  {{- if .Values.x }}
  namespace: b
  {{- end }}
data:
  config: |
    {{- range .Values.lines }}
    a {{ . }}: "
    {{- end }}
  {{- range $key, $value := .Values.files }}
  {{ $key }}: {{ $value | quote }}
  {{- end }}
---
apiVersion: v1
kind: Secret
metadata:
  name: {{ .a }}
 {{ .b }} [
x: 1
`,
};

describe('a template', () => {
  async function opened(text: string) {
    const document = new OpenDocument(uri, 'yaml', 1, text);
    document.becomeTemplate();
    await loadSchemas(document.documents, catalog);
    return document;
  }

  test('is judged in as many branches as a note says', async () => {
    const written = (count: number) => {
      const variables = Array.from(
        { length: count },
        (_, index) =>
          `        {{- if .Values.v${index} }}\n        - name: V${index}\n          value: a\n        {{- end }}\n`,
      );
      return `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n    - name: a\n      image: nginx\n      env:\n${variables.join('')}`;
    };
    const notes = async (count: number) => (await foundIn(written(count))).map(({ about }) => about);
    expect(await notes(50)).toEqual([]);
    expect(await notes(51)).toEqual([{ is: 'left-part', part: 'branches', most: 50 }]);
  });

  test("with more branches in each other's way than are left out has a note, and others beside it are read", async () => {
    const tangled = (count: number) =>
      `kind: ConfigMap\napiVersion: v1\nmetadata: {name: a}\ndata:\n${Array.from({ length: count }, (_, index) => `  {{- if .a }}\n  k${index}: [\n  {{- else }}\n  k${index}: []\n  {{- end }}\n`).join('')}`;
    const wrong = 'kind: ConfigMap\napiVersion: v1\nmetadata: {name: a}\nunknown: 1\n';
    const notes = async (text: string) =>
      (await foundIn(text)).map(({ code, about }) => (about.is === 'left-part' ? about.part : code));
    expect(await notes(`${tangled(8)}---\n${wrong}`)).toEqual(['unknown-field']);
    expect(await notes(`${tangled(9)}---\n${wrong}`)).toEqual(['alternatives', 'unknown-field']);
    const many = `${tangled(1)}unknown: 1\n---\n`.repeat(60);
    expect(await notes(many)).toEqual(Array(60).fill('unknown-field'));
  });

  async function foundIn(text: string) {
    const document = await opened(text);
    return document.documents.flatMap((one) => documentFindings(one, document, { catalog, version: '1.36' }));
  }

  for (const [name, annotated] of Object.entries(templates)) {
    test(name, async () => {
      const text = annotated
        .split('\n')
        .filter((line) => !line.trimStart().startsWith('#~'))
        .join('\n');
      const document = await opened(text);
      const findings = document.documents.flatMap((one) =>
        documentFindings(one, document, { catalog, version: '1.36' }),
      );
      expect(withMarks(text, findings)).toBe(annotated);
    });
  }

  test('is completed around its actions, and not in them', async () => {
    const before = `apiVersion: v1
kind: Service
metadata:
  name: {{ .Release.Name }}
spec:
  {{- with .Values.x }}
  |
  {{- end }}
  ports:
    {{- toYaml .Values.ports | nindent 4 }}
`;
    const at = before.indexOf('|');
    const document = await opened(before.replace('|', ''));
    const position = document.lines.positionAt(at);
    const list = await complete({ text: document.yaml, uri, position, catalog });
    const item = outsideActions(list, document).items.find(({ label }) => label === 'clusterIP');
    expect(item && acceptItem(document.text, item)).toBe(before.replace('|', 'clusterIP: |'));
    const inAction = document.lines.positionAt(document.text.indexOf('Release'));
    const inner = await complete({ text: document.yaml, uri, position: inAction, catalog });
    expect(outsideActions(inner, document).items).toEqual([]);
  });

  test('is completed and explained by its kind where its version is printed', async () => {
    const before = `apiVersion: {{ include "capabilities.deployment" . }}
kind: Deployment
metadata:
  labels: {{- include "labels" . | nindent 4 }}
    app: web
spec:
  {{- if .Values.x }}
  repl|
  {{- end }}
`;
    const at = before.lastIndexOf('|');
    const document = await opened(before.replace('repl|', 'repl'));
    const position = document.lines.positionAt(at);
    const list = await complete({ text: document.yaml, uri, position, catalog });
    const item = outsideActions(list, document).items.find(({ label }) => label === 'replicas');
    expect(item && acceptItem(document.text, item)).toBe(before.replace('repl|', 'replicas: |'));
    const onKey = document.lines.positionAt(document.text.indexOf('labels'));
    const answer = await hover(
      document,
      { textDocument: { uri }, position: onKey },
      { catalog, version: '1.36' },
    );
    expect(answer?.contents).toMatchObject({
      value: expect.stringMatching(/^\*\*metadata\\.labels\*\* `map of string`/),
    });
  });

  test('shows its actions in the outline', async () => {
    const document = await opened(
      'apiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .a }}-b\n  {{- include "c" . | nindent 2 }}\n',
    );
    const symbols = documentSymbols(document, undefined, { catalog, version: '1.36' });
    expect(symbols.map(({ name }) => name)).toEqual(['Pod/{{…}}-b']);
    expect(symbols[0]!.children!.at(-1)!.children!.map(({ name, detail }) => [name, detail])).toEqual([
      ['name', '{{…}}-b'],
    ]);
  });

  test('follows edits', async () => {
    const document = await opened('a: {{ .b }}\n---\nb: 1\n');
    const [, second] = document.documents;
    document.update(
      [{ range: { start: { line: 0, character: 10 }, end: { line: 0, character: 10 } }, text: 'c' }],
      2,
    );
    expect([document.text, document.yaml]).toEqual([
      'a: {{ .b }c}\n---\nb: 1\n',
      `a: ${masked.repeat(9)}\n---\nb: 1\n`,
    ]);
    expect(document.documents[1]).toBe(second);
  });

  test('is one of a chart', async () => {
    const read = async (path: string) => (path === 'file:///chart/Chart.yaml' ? 'name: a' : undefined);
    const uris = [
      '/chart/templates/a.yaml',
      '/chart/templates/b/templates/a.yaml',
      '/chart/a.yaml',
      '/templates/a.yaml',
    ];
    expect(await Promise.all(uris.map((path) => isChartTemplate(`file://${path}`, read)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
