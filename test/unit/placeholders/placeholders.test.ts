import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { documentFindings, loadFor } from '../../../server/src/diagnostics/document-findings.ts';
import { OpenDocument } from '../../../server/src/documents/open-document.ts';
import { complete } from '../../../server/src/features/completion/completion.ts';
import { documentSymbols } from '../../../server/src/features/symbols.ts';
import type { PatchTarget } from '../../../server/src/kustomize/patch-target.ts';
import { knownPlaceholders, Placeholders } from '../../../server/src/placeholders/placeholders.ts';
import { isPrinted, masked } from '../../../server/src/yaml/printed.ts';
import { atCursor } from '../../support/cursor.ts';
import { acceptItem } from '../../support/snippets.ts';
import { withCatalog } from '../catalog/built-catalog.ts';
import { annotateWithPlaceholders } from '../helm/annotated-template.ts';

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

const plain = (text: string) =>
  ({ type: 'scalar', text, style: 'plain', value: text, span: nowhere }) as const;
const nowhere = { start: 0, end: 0 };

/** Each notation once or more, as it stands alone. */
const written = [
  '{{ name }}',
  '{{name}}',
  '{{- .Values.name | default "x" -}}',
  '{{{name}}}',
  '${NAME}',
  '${NAME:-80}',
  '${NAME:=a: b}',
  '${NAME:-${OTHER}}',
  '${name.part}',
  '${{ name }}',
  '$(NAME)',
  '$(params.name)',
  '$NAME',
  '<NAME>',
  '<your name>',
  '<ClusterIP|NodePort>',
  '<% name %>',
  '<%= name %>',
  '[[ .name ]]',
  '@@name@@',
  '@project.version@',
  '__NAME__',
  '%NAME%',
  '#{name}',
  '#{name}#',
  '((name))',
];

/** Places of a Deployment where something is judged, the placeholder as `PLACE`. */
const places: Record<string, string> = {
  'a name': 'metadata:\n  name: PLACE\n',
  'a part of a name': 'metadata:\n  name: web-PLACE-a\n',
  'a name in quotes': "metadata:\n  name: 'PLACE'\n",
  'a number': 'metadata: {name: a}\nspec:\n  replicas: PLACE\n',
  'a value alone below its key': 'metadata: {name: a}\nspec:\n  replicas:\n    PLACE\n',
  'a value before a comment': 'metadata: {name: a}\nspec:\n  replicas: PLACE # so many\n',
  'a value in brackets': 'metadata: {name: PLACE, labels: {a: PLACE}}\n',
  'an item in brackets': 'metadata: {name: a, finalizers: [PLACE, PLACE]}\n',
  'an item': 'metadata:\n  name: a\n  finalizers:\n    - PLACE\n',
  'a map': 'metadata: {name: a}\nspec:\n  strategy: PLACE\n',
  'the name of a field': 'metadata:\n  name: a\n  PLACE: b\n',
  'the name of a label': 'metadata:\n  name: a\n  labels:\n    PLACE: b\n    app.PLACE/c: d\n',
  'a line of a map': 'metadata:\n  name: a\n  PLACE\n  labels: {a: b}\n',
  'a line of the object': 'metadata:\n  name: a\nPLACE\n',
  'a line of a list': 'metadata:\n  name: a\n  finalizers:\n    - a.b/c\n    PLACE\n',
  'an apiVersion': 'PLACE\nmetadata:\n  name: a\n',
};

describe.each(Object.entries(places))('what another tool fills in as %s', (_where, place) => {
  test.each(written)('%s', async (notation) => {
    const filled = place.replaceAll('PLACE', () => notation);
    const rest = filled.includes('spec:') ? '' : 'spec:\n';
    const text = `apiVersion: apps/v1\nkind: Deployment\n${filled}${rest}  selector: {matchLabels: {app: web}}
  unheard: 1
#~^^^^^^^ error unknown-field: Unknown field \`unheard\`.
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: web, image: web}]
`;
    expect(await annotateWithPlaceholders(text, catalog)).toBe(text);
  });
});

test.each([
  '{{ version }}',
  '${VERSION}',
  '"{{ version }}"',
  "'${VERSION}'",
  '<VERSION>',
  '__VERSION__',
  '@@VERSION@@',
])('an apiVersion that is %s is any that the kind has', async (notation) => {
  const text = `apiVersion: ${notation}
kind: Service
metadata:
  name: a
spec:
  unheard: 1
#~^^^^^^^ error unknown-field: Unknown field \`unheard\`.
  ports: [{port: 80}]
---
apiVersion: v1
kind: ${notation}
metadata:
  name: a b
`;
  expect(await annotateWithPlaceholders(text, catalog)).toBe(text);
});

const documents: Record<string, string> = {
  'values whose brackets stand in those of the tool': `apiVersion: v1
kind: Service
metadata:
  name: a
  labels: {% raw %}{a: b}{% endraw %}
  annotations: {% if x %}{a: b}{% else %}{"c": "d"}{% endif %} # or
spec:
  prts: []
#~^^^^ error unknown-field: Unknown field \`prts\`. Did you mean \`ports\`? -> ports
`,
  'an object whose apiVersion is a line of theirs': `\${HEAD}
kind: Service
metadata: {name: a}
spec: {prts: []}
#~     ^^^^ error unknown-field: Unknown field \`prts\`. Did you mean \`ports\`? -> ports
---
\${HEAD}
kind: Service
name: a
`,
  'one of several that a documentation names': `apiVersion: v1
kind: Service
metadata:
  name: a
spec:
  type: <ClusterIP|NodePort>
  sessionAffinity: <None | ClientIP>
  externalTrafficPolicy: <Cluster
#~                       ^^^^^^^^ error unsupported-value: \`externalTrafficPolicy\` does not take "<Cluster". Did you mean "Cluster"? | Supported: "Cluster", "Local". -> Cluster
  ports: [{port: 80}]
`,
  'what is wrong beside them': `apiVersion: v1
kind: Pod
metadata:
  name: \${NAME}
  labels:
    app: a b
#~       ^^^ error label-value: \`labels.app\` "a b" must be letters, digits, "-", "_" and ".". | metadata.labels: Invalid value: "a b": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345').
    tier: <TIER>
spec:
  containers:
    - name: \${NAME}
      image: \${REGISTRY}/web:$TAG
      imagePullPolicy: Newer
#~                     ^^^^^ error unsupported-value: \`imagePullPolicy\` does not take "Newer". Did you mean "Never"? | Supported: "Always", "IfNotPresent", "Never". -> Never
      ports:
        - containerPort: \${PORT}
        - containerPort: 99999
#~                       ^^^^^ error port-number: \`containerPort\` 99999 must be between 1 and 65535, inclusive. | spec.containers[0].ports[1].containerPort: Invalid value: 99999: must be between 1 and 65535, inclusive.
        - containerPort:
#~        ^^^^^^^^^^^^^ error missing-required: \`containerPort\` must not be empty.
    - image: web
#~    ^^^^^ error missing-required: \`containers[1]\` lacks the required field \`name\`.
`,
  "what is Kubernetes' own, or a script's": `apiVersion: v1
kind: Pod
metadata:
  name: a b
#~      ^^^ error object-name: \`name\` "a b" must be lower-case letters, digits, "-" and ".". | metadata.name: Invalid value: "a b": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com').
  annotations:
    text: a < b and b > c, <b>bold</b>
spec:
  containers:
    - name: web
      image: web
      command: [sh, -c, 'echo $(POD_IP) $HOME \${HOME}']
      args:
        - --ip=$(POD_IP)
        - |
          for x in $(ls); do
          {{ x }}
          {% y %}
          \${z}
          done
      env:
        - name: HOST
          value: $(POD_IP)
        - name: A
          valu: b
#~        ^^^^ error unknown-field: Unknown field \`valu\`. Did you mean \`value\`? -> value
`,
  'what only looks like one': `apiVersion: v1
kind: Service
metadata:
  name: <a
#~      ^^ error object-name: \`name\` "<a" must be lower-case letters, digits and "-". | metadata.name: Invalid value: "<a": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc').
  labels:
    price: $5
#~         ^^ error label-value: \`labels.price\` "$5" must be letters, digits, "-", "_" and ".". | metadata.labels: Invalid value: "$5": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345').
    at: me@home
#~      ^^^^^^^ error label-value: \`labels.at\` "me@home" must be letters, digits, "-", "_" and ".". | metadata.labels: Invalid value: "me@home": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345').
    under: __a
#~         ^^^ error label-value: \`labels.under\` "__a" must be letters, digits, "-", "_" and ".". | metadata.labels: Invalid value: "__a": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345').
    share: 50%
#~         ^^^ error label-value: \`labels.share\` "50%" must be letters, digits, "-", "_" and ".". | metadata.labels: Invalid value: "50%": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345').
spec:
  ports: [{port: 80}]
`,
  'blocks of Jinja, with what stands in their branches': `{% set name = "web" %}
{# a comment: with a colon #}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ name }}
spec:
{% if replicas %}
  replicas: {{ replicas }}
{% elif fixed %}
  replicas: 2
{% else %}
  replicas: two
#~          ^^^ error wrong-type: \`replicas\` takes an integer, not the string "two".
{% endif %}
  selector: {matchLabels: {app: {{ name }}}}
  template:
    metadata:
      labels:
        app: {{ name }}
{% for key, value in labels.items() %}
        {{ key }}: {{ value }}
{% endfor %}
    spec:
      containers:
{% for c in containers %}
        - name: {{ c.name }}
          image: {{ c.image }}
          imagePullPolic: Always
#~        ^^^^^^^^^^^^^^ error unknown-field: Unknown field \`imagePullPolic\`. Did you mean \`imagePullPolicy\`? -> imagePullPolicy
{% endfor %}
`,
  'text that Jinja leaves as it is, in a block scalar too': `apiVersion: v1
kind: ConfigMap
metadata:
  name: a
data:
  a: |
{% raw %}
    {{ text }}
{% endraw %}
    more
{% raw %}
  b: "{{ text }}"
{% endraw %}
  c: 1
#~   ^ error wrong-type: \`c\` takes a string, not the number 1. -> "1"
`,
  'blocks of Go templates and of Mustache': `apiVersion: v1
kind: Service
metadata:
  name: {{ .Name }}
spec:
  {{- if .Port }}
  ports:
  {{- range .Ports }}
    - port: {{ . }}
      nam: b
#~    ^^^ error unknown-field: Unknown field \`nam\`. Did you mean \`name\`? -> name
  {{- end }}
  {{- end }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{name}}
spec:
  {{#external}}
  type: NodePort
  {{/external}}
  {{^external}}
  type: ClusterIP
  {{/external}}
  ports:
    {{> ports}}
`,
  'what has quotes in quotes': `apiVersion: v1
kind: Service
metadata:
  name: "{{ name | default("web") }}"
  labels: {a: '{{ lookup('env', 'A') }}', b: "{{ c }}"}
spec:
  unheard: "\${A:-"b"}"
#~^^^^^^^ error unknown-field: Unknown field \`unheard\`.
  ports: [{port: 80}]
`,
  'an expression in parentheses': `apiVersion: v1
kind: Service
metadata:
  name: (join('-', [$namespace, 'a']))
  labels:
    a: (b c)
#~     ^^^^^ error label-value: \`labels.a\` "(b c)" must be letters, digits, "-", "_" and ".". | metadata.labels: Invalid value: "(b c)": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345').
spec:
  ports: [{port: ($port)}]
`,
  'what ytt prints by comments': `#@ load("@ytt:data", "data")
---
apiVersion: v1
kind: Service
metadata:
  name: #@ data.values.name
  #@overlay/remove
  labels: #@ labels()
spec:
  unheard: 1
#~^^^^^^^ error unknown-field: Unknown field \`unheard\`.
  ports:
  #@ for port in data.values.ports:
  - port: #@ port
  - #@ more()
  #@ end
  #@ if data.values.external:
  type: NodePort
  #@ else:
  type: ClusterIP
  #@ end
`,
  'blocks that the text does not end': `{{- if .Enabled }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
`,
};

describe('of a document with placeholders is told', () => {
  for (const [name, annotated] of Object.entries(documents)) {
    test(name, async () => expect(await annotateWithPlaceholders(annotated, catalog)).toBe(annotated));
  }
});

describe('in a part of an object placeholders are no faults, and what is wrong is told', () => {
  async function codesOf(text: string, at: string, patch?: PatchTarget): Promise<string[]> {
    const document = new OpenDocument(at, 'yaml', 1, text);
    const file = { uri: at, template: document.template, patch };
    await loadFor(document.documents, file, catalog);
    const context = { catalog, version: '1.36' } as const;
    const findings = document.documents.flatMap((one) => documentFindings(one, file, context));
    return findings.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  }
  const part =
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: ${NAME}\nspec:\n  replicas: ${N}\n  paused: {{ p }}\n  unheard: 1\n';

  test('by its path', async () => {
    expect(await codesOf(part, 'file:///patches/a.yaml')).toEqual(['unknown-field']);
  });

  test('that a kustomization names', async () => {
    expect(await codesOf(part, 'file:///a.yaml', { isGiven: false })).toEqual(['unknown-field']);
    const target = { isGiven: true, kind: 'Deployment' };
    expect(await codesOf(part, 'file:///a.yaml', target)).toEqual(['unknown-field']);
  });

  test('that is a list of operations', async () => {
    const operations =
      '- op: replace\n  path: /spec/replicas\n  value: ${N}\n- op: replace\n  path: /spec/replicas\n  value: two\n';
    const target = { isGiven: true, kind: 'Deployment' };
    expect(await codesOf(operations, 'file:///a.yaml', target)).toEqual(['wrong-type']);
  });

  test('in a kustomization', async () => {
    const kustomization =
      'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nnamePrefix: ${PREFIX}\nresources: ["{{ r }}"]\nreplicas: [{name: a, count: ${N}}]\nunheard: 1\n';
    expect(await codesOf(kustomization, 'file:///kustomization.yaml')).toEqual(['unknown-field']);
  });
});

test('JSON has them too', async () => {
  const text =
    '{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "${NAME}"},\n"spec": {"replicas": ${N},\n"template": {{ t }},\n"selector": {}}}';
  const document = new OpenDocument('file:///a.json', 'json', 1, text);
  expect(document.documents[0]!.problems).toEqual([]);
});

describe("a pattern of a person's own", () => {
  const text = `apiVersion: v1
kind: Service
metadata:
  name: REPLACE_NAME
  REPLACE_LABELS
spec:
  REPLACE_SPEC: a
  ports:
    - name: a
      port: ~port~
    - name: b
      port: 80
      protocol: Carrier
#~              ^^^^^^^ error unsupported-value: \`protocol\` does not take "Carrier". | Supported: "SCTP", "TCP", "UDP".
`;

  test('counts as those that are known', async () => {
    const own = new Placeholders(['REPLACE_\\w+', '~[a-z]+~']);
    expect(await annotateWithPlaceholders(text, catalog, own)).toBe(text);
    expect(await annotateWithPlaceholders(text, catalog)).not.toBe(text);
  });

  test('that is none is left out, and the others count', () => {
    const own = new Placeholders(['[a', 'X+', '(?=a)']);
    expect(own.bad.map(({ pattern }) => pattern)).toEqual(['[a', '(?=a)']);
    expect(own.bad.every(({ problem }) => problem.length > 0)).toBe(true);
    expect([own.areIn(plain('aXb')), own.areIn(plain('a'))]).toEqual([true, false]);
  });

  test('that matches nothing or anything ends', () => {
    const own = new Placeholders(['', 'x*', '.*', '(a+)+$']);
    expect(own.own('abc')).toEqual([{ start: 0, end: 3 }]);
    expect(own.areIn(plain('a'.repeat(100_000)))).toBe(true);
  });
});

describe('a document with placeholders', () => {
  const uri = 'file:///manifests/a.yaml';

  test('keeps its text wherever YAML can read it', () => {
    const text = 'a: ${B}\nc: <D>\ne: "{{ f }}"\ng: |\n  {{ h }}\n  ${I}\n__J__: $(K)\n# {{ l }}\n';
    const document = new OpenDocument(uri, 'yaml', 1, text);
    expect([document.yaml, document.template]).toEqual([text, undefined]);
  });

  test('is as long as it was where YAML cannot', () => {
    const text = 'a: {{ b }}\nc: [${D}, e]\n{% if f %}\ng: @h@\n{% endif %}\n${I}\n';
    const document = new OpenDocument(uri, 'yaml', 1, text);
    expect(document.yaml.replaceAll(masked, '_').replace(/ +$/gm, '')).toBe(
      'a: _______\nc: [____, e]\n\ng: ___\n\n_:\n',
    );
    expect(document.yaml.length).toBe(text.length);
  });

  test('is completed and has an outline around them', async () => {
    const { text, position } = atCursor(
      'apiVersion: v1\nkind: Service\nmetadata:\n  name: web-{{ name }}\nspec:\n  {{ extra }}\n  por|\n',
    );
    const document = new OpenDocument(uri, 'yaml', 1, text);
    const list = await complete({ text: document.yaml, uri, position, catalog });
    const item = list.items.find(({ label }) => label === 'ports');
    expect(item && acceptItem(document.text, item)).toContain('  ports:\n');
    const symbols = documentSymbols(document, undefined, { catalog, version: '1.36' });
    expect(symbols.map(({ name }) => name)).toEqual(['Service/web-{{…}}']);
    const other = new OpenDocument(uri, 'yaml', 1, 'apiVersion: v1\nkind: Pod\nmetadata: {name: @@a@@-b}\n');
    const shown = documentSymbols(other, undefined, { catalog, version: '1.36' });
    expect(shown.map(({ name }) => name)).toEqual(['Pod/@@a@@-b']);
  });

  test('takes time in the size of its text', () => {
    const pieces = [
      '{{',
      '{%',
      '${',
      '<a',
      '@a',
      '__a',
      '[[ ',
      '((a',
      '#{',
      '%A',
      "'",
      '"',
      '[',
      '|\n',
      '${{a}',
    ];
    for (const piece of pieces) {
      const text = `a: ${piece.repeat(100_000)}\n`;
      expect(new OpenDocument(uri, 'yaml', 1, text).yaml.length, piece).toBe(text.length);
      expect(typeof knownPlaceholders.areIn(plain(text)), piece).toBe('boolean');
    }
  });

  test('never throws, and keeps lengths and line breaks, whatever the text is', () => {
    const pieces = [
      ...written,
      '{%',
      '%}',
      '{{',
      '}}',
      ' ',
      '\n',
      '\r\n',
      '"',
      "'",
      'a:',
      '- ',
      '|',
      '#',
      '---\n',
      '[',
      ']',
      '{',
      '}',
      ',',
      '\u0000',
      '😀',
    ];
    let seed = 11;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    for (let round = 0; round < 2000; round++) {
      const text = Array.from({ length: random(40) }, () => pieces[random(pieces.length)]).join('');
      const { yaml } = new OpenDocument(uri, 'yaml', 1, text);
      expect(yaml.length, JSON.stringify(text)).toBe(text.length);
      const breaks = (of: string) => Array.from(of.matchAll(/\r?\n/g), ({ index }) => index);
      expect(breaks(yaml), JSON.stringify(text)).toEqual(breaks(text));
    }
  });

  test('has what stands for them nowhere but in what is read', () => {
    expect(isPrinted(new OpenDocument(uri, 'yaml', 1, 'a: {{ b }}\n').text)).toBe(false);
  });
});
