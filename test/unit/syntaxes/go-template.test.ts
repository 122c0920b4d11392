import { describe, expect, test } from 'vitest';
import { Colouring, leafScope } from '../../support/grammars.ts';

const colouring = new Colouring();

/** A text, and the innermost scopes of parts of it, in their order. */
interface Row {
  readonly title: string;
  readonly text: string;
  readonly scopes: readonly (readonly [part: string, scope: string])[];
}

const key = 'entity.name.tag.yaml';
const plain = 'string.unquoted.plain.out.yaml';
const begins = 'punctuation.section.embedded.begin.gotmpl';
const ends = 'punctuation.section.embedded.end.gotmpl';
const trims = 'punctuation.section.embedded.trim.gotmpl';
const keyword = 'keyword.control.gotmpl';
const called = 'support.function.gotmpl';
const builtin = 'support.function.builtin.gotmpl';
const object = 'variable.language.object.gotmpl';
const member = 'variable.other.property.gotmpl';
const variable = 'variable.other.readwrite.gotmpl';
const text = 'string.quoted.double.gotmpl';

const rows: readonly Row[] = [
  {
    title: 'an action alone on its line, before and after YAML',
    text: '{{- if and .Values.web.enabled (not .Values.off) -}}\nkind: Pod\nspec:\n  replicas: 3\n{{- else if eq .a 1 }}\n{{- end }}\n',
    scopes: [
      ['{{', begins],
      ['-', trims],
      ['if', keyword],
      ['and', builtin],
      ['Values', object],
      ['web', member],
      ['not', builtin],
      ['-', trims],
      ['}}', ends],
      ['kind', key],
      ['Pod', plain],
      ['replicas', key],
      ['3', 'constant.numeric.integer.decimal.yaml'],
      ['else', keyword],
      ['if', keyword],
      ['eq', builtin],
      ['1', 'constant.numeric.gotmpl'],
      ['end', keyword],
    ],
  },
  {
    title: 'pipelines with functions, variables, fields, strings of three kinds and constants',
    text: 'a: {{ $x := .Values.b | default "c\\td" | trunc 63 | replace `\\d` "" | printf "%-5s" (index $ 0) }} \nb: {{ ternary true nil \'x\' -1.5e3 0x1F }}',
    scopes: [
      ['$', 'punctuation.definition.variable.gotmpl'],
      ['x', variable],
      [':=', 'keyword.operator.assignment.gotmpl'],
      ['Values', object],
      ['|', 'keyword.operator.pipe.gotmpl'],
      ['default', called],
      ['c', text],
      ['\\t', 'constant.character.escape.gotmpl'],
      ['trunc', called],
      ['63', 'constant.numeric.gotmpl'],
      ['replace', called],
      ['\\d', 'string.quoted.other.raw.gotmpl'],
      ['printf', builtin],
      ['%-5s', 'constant.other.placeholder.gotmpl'],
      ['index', builtin],
      ['ternary', called],
      ['true', 'constant.language.gotmpl'],
      ['nil', 'constant.language.gotmpl'],
      ['x', 'string.quoted.single.gotmpl'],
      ['-1.5e3', 'constant.numeric.gotmpl'],
      ['0x1F', 'constant.numeric.gotmpl'],
    ],
  },
  {
    title: 'an action in a plain scalar, in quotes and beside others',
    text: 'image: nginx:{{ .Values.tag }}-x # no {{ action }}\nurl: "http://{{ include "a.name" . }}/{{ .b }}"\none: \'{{ .c }}\'\ntwo: {{ .d }}:{{ .e }}\nend: 1',
    scopes: [
      ['nginx:', plain],
      ['{{', begins],
      ['tag', member],
      ['-x', plain],
      ['no {{ action', 'comment.line.number-sign.yaml'],
      ['http', 'string.quoted.double.yaml'],
      ['include', called],
      ['a.name', text],
      ['.', 'variable.language.dot.gotmpl'],
      ['/', 'string.quoted.double.yaml'],
      ['b', member],
      ['c', member],
      ['two', key],
      ['d', member],
      ['e', member],
      ['end', key],
    ],
  },
  {
    title: 'an action as a key, and in a key',
    text: 'labels:\n  {{ .Values.key }}: v\n  {{ $k }}-x: w\n  pre-{{ .a }}/b: 1\n  "{{ .c }}": 2\n  after: 3',
    scopes: [
      ['key', member],
      ['v', plain],
      ['$', 'punctuation.definition.variable.gotmpl'],
      ['-x', key],
      ['w', plain],
      ['pre-', key],
      ['a', member],
      ['/b', key],
      ['1', 'constant.numeric.integer.decimal.yaml'],
      ['c', member],
      ['after', key],
    ],
  },
  {
    title: 'actions at the margin of a list, of a map and of nothing',
    text: 'env:\n  - name: A\n    value: b\n  {{- range $i, $e := .env }}\n  - name: {{ $e }}\n {{- end }}\n    more: 1\n  - c\n{{ end }}\n  - d: e\nspec: f',
    scopes: [
      ['name', key],
      ['{{', begins],
      ['range', keyword],
      ['$', 'punctuation.definition.variable.gotmpl'],
      ['- ', 'punctuation.definition.block.sequence.item.yaml'],
      ['name', key],
      ['end', keyword],
      ['more', key],
      ['c', plain],
      ['end', keyword],
      ['d', key],
      ['e', plain],
      ['spec', key],
      ['f', plain],
    ],
  },
  {
    title: 'actions in flow collections and block scalars',
    text: 'args: ["{{ .a }}", {{ .b | quote }}, c]\nmap: {k: {{ .v }}, l: m}\ntext: |\n  one {{ .x }}\n  {{- if .y }}\n  two\nafter: 1',
    scopes: [
      ['a', 'entity.name.tag.yaml'],
      ['a', member],
      ['b', member],
      ['quote', called],
      ['c', 'string.unquoted.plain.in.yaml'],
      ['k', key],
      ['v', member],
      ['l', key],
      ['m', 'string.unquoted.plain.in.yaml'],
      ['one', 'string.unquoted.block.yaml'],
      ['x', member],
      ['if', keyword],
      ['two', 'string.unquoted.block.yaml'],
      ['after', key],
    ],
  },
  {
    title: 'a comment and an action over several lines',
    text: '{{- /* one\n  kind: two }} three\n*/ -}}\nkind: Pod\nname: {{ include "x" (dict\n  "a" .b\n  "c" `d\n e`) }}\nnext: 1',
    scopes: [
      ['one', 'comment.block.gotmpl'],
      ['kind: two', 'comment.block.gotmpl'],
      ['*/', 'punctuation.definition.comment.end.gotmpl'],
      ['kind', key],
      ['dict', called],
      ['a', text],
      ['c', text],
      ['d', 'string.quoted.other.raw.gotmpl'],
      ['e', 'string.quoted.other.raw.gotmpl'],
      ['next', key],
    ],
  },
  {
    title: 'a comment whose lines begin as YAML and its mistakes do',
    text: 'a: 1\n{{- /* c\n* one\n| two\n& three\n@ four\n*/ -}}\nb: 2\nspec:\n  c:\n    - d: 1\n    {{/* e\n    | five\n    */ }}\n    - f\n  {{- /*\n*/ -}}\n  g: [\n    {{- /* h\n*/ }}\n    3]\n  i: 4',
    scopes: [
      ['/*', 'punctuation.definition.comment.begin.gotmpl'],
      ['* one', 'comment.block.gotmpl'],
      ['| two', 'comment.block.gotmpl'],
      ['& three', 'comment.block.gotmpl'],
      ['@ four', 'comment.block.gotmpl'],
      ['*/', 'punctuation.definition.comment.end.gotmpl'],
      ['-', trims],
      ['}}', ends],
      ['b', key],
      ['d', key],
      ['| five', 'comment.block.gotmpl'],
      ['*/', 'punctuation.definition.comment.end.gotmpl'],
      ['}}', ends],
      ['f', plain],
      ['*/', 'punctuation.definition.comment.end.gotmpl'],
      ['g', key],
      ['*/', 'punctuation.definition.comment.end.gotmpl'],
      ['}}', ends],
      ['3', 'constant.numeric.integer.decimal.yaml'],
      ['i', key],
    ],
  },
  {
    title: 'a comment over several lines below and in block scalars',
    text: 'a: |\n  b\n{{- /* c\n*/ -}}\nd: 1\ne:\n  f: |\n    g\n    {{- /* h\n    */ }}\n    i\n  j: 2',
    scopes: [
      ['b', 'string.unquoted.block.yaml'],
      ['*/', 'punctuation.definition.comment.end.gotmpl'],
      ['}}', ends],
      ['d', key],
      ['g', 'string.unquoted.block.yaml'],
      ['*/', 'punctuation.definition.comment.end.gotmpl'],
      ['}}', ends],
      ['i', 'string.unquoted.block.yaml'],
      ['j', key],
    ],
  },
  {
    title: 'a comment in a text and in arguments that ends at another margin than it began',
    text: 'a:\n  b: |\n    c\n    {{- /* d\n*/ -}}\n    e\n  f.sh: |\n    g\n    {{- /* h\n  */}}\n    if i; then\n  args:\n    - j\n    {{- /* k\n*/}}\n    - l\n  m: 1',
    scopes: [
      ['c', 'string.unquoted.block.yaml'],
      ['}}', ends],
      ['e', 'string.unquoted.block.yaml'],
      ['f.sh', key],
      ['}}', ends],
      ['then', 'keyword.control.then.shell'],
      ['args', key],
      ['}}', ends],
      ['-', 'punctuation.definition.block.sequence.item.yaml'],
      ['l', plain],
      ['m', key],
    ],
  },
  {
    title: 'a raw string over several lines, and a pipeline',
    text: 'a: 1\nb: {{ `c\n*/ d\n| e\n` }}\nf: 2\n{{ .g\n| quote }}\nh: 3',
    scopes: [
      ['*/ d', 'string.quoted.other.raw.gotmpl'],
      ['| e', 'string.quoted.other.raw.gotmpl'],
      ['`', 'punctuation.definition.string.end.gotmpl'],
      ['}}', ends],
      ['f', key],
      ['|', 'keyword.operator.pipe.gotmpl'],
      ['quote', called],
      ['h', key],
    ],
  },
  {
    title: "actions at the margin of a document's list",
    text: '- a\n{{- if .x }}\n- b: c\n{{- else }}\n- 1\n{{- end }}\n- d',
    scopes: [
      ['a', plain],
      ['{{', begins],
      ['if', keyword],
      ['b', key],
      ['c', plain],
      ['{{', begins],
      ['else', keyword],
      ['1', 'constant.numeric.integer.decimal.yaml'],
      ['{{', begins],
      ['end', keyword],
      ['d', plain],
    ],
  },
  {
    title: 'a block scalar whose key an action begins',
    text: 'data:\n  {{ .n }}: |-\n    "a: {\n  b: 1\nc:\n  {{ .m }}.json: |\n    {"d": 2}\n  {{ .k }}: {{ .v }}\n  e: 3\nf:\n  - {{ .l }}: >\n      \'g: [\n    h: 4\n  - i',
    scopes: [
      ['n', member],
      [':', 'punctuation.separator.map.value.yaml'],
      ['|', 'keyword.control.flow.block-scalar.literal.yaml'],
      ['"a: {', 'string.unquoted.block.yaml'],
      ['b', key],
      ['1', 'constant.numeric.integer.decimal.yaml'],
      ['.json', key],
      ['d', 'support.type.property-name.json'],
      ['2', 'constant.numeric.json'],
      ['k', member],
      [':', 'punctuation.separator.map.value.yaml'],
      ['v', member],
      ['e', key],
      ['3', 'constant.numeric.integer.decimal.yaml'],
      ['>', 'keyword.control.flow.block-scalar.folded.yaml'],
      ["'g: [", 'string.unquoted.block.yaml'],
      ['h', key],
      ['4', 'constant.numeric.integer.decimal.yaml'],
      ['i', plain],
    ],
  },
  {
    title: 'definitions and what they are printed by',
    text: '{{- define "a.labels" -}}\napp: {{ template "b" . }}\n{{- end -}}\n{{- block "c" . }}{{ break }}{{ continue }}{{ with $.Values }}{{ end }}{{ end }}',
    scopes: [
      ['define', keyword],
      ['"a.labels"', 'entity.name.function.template.gotmpl'],
      ['app', key],
      ['template', keyword],
      ['"b"', 'entity.name.function.template.gotmpl'],
      ['block', keyword],
      ['break', keyword],
      ['continue', keyword],
      ['with', keyword],
      ['Values', object],
    ],
  },
  {
    title: 'an action that is still being written ends with its line',
    text: 'a: {{ .Values.x\nb: c\nd: {{ "}}" \ne: f',
    scopes: [
      ['x', member],
      ['b', key],
      ['c', plain],
      ['}}', text],
      ['e', key],
      ['f', plain],
    ],
  },
  {
    title: 'a name that no template has is no function',
    text: 'a: {{ nosuch .iffy | upper | push 1 | mustPush 2 }}',
    scopes: [
      ['nosuch', 'meta.embedded.inline.gotmpl'],
      ['iffy', member],
      ['upper', called],
      ['push', called],
      ['mustPush', called],
    ],
  },
];

describe.each(['source.yaml', 'source.gotmpl.yaml'])('Go templates in %s', (grammar) => {
  test.each(rows)('$title', async ({ text, scopes }) => {
    expect(await leafScopesOf(text, grammar, scopes)).toEqual(scopes);
  });
});

/** The scopes of the parts, each looked for behind the one before. */
async function leafScopesOf(
  text: string,
  grammar: string,
  parts: Row['scopes'],
): Promise<readonly (readonly [string, string])[]> {
  const scopes = leafScope(await colouring.lines(text, grammar));
  let from = 0;
  return parts.map(([part]) => {
    const at = text.indexOf(part, from);
    from = at + part.length;
    return [part, at < 0 ? 'is not in the text' : (scopes[at] ?? '')];
  });
}
