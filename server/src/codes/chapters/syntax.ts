import { chapter, long, text } from '../code-entry.ts';
import { configMap, list } from '../example-parts.ts';

/** YAML and JSON. */
export const syntax = chapter('YAML and JSON', {
  'unclosed-quote': text(
    'A quote is never closed.',
    configMap('data:\n  a: "b\n'),
    configMap('data:\n  a: "b"\n'),
  ),
  'unclosed-bracket': text(
    'A bracket or brace is never closed.',
    configMap('data: {a: b\n'),
    configMap('data: {a: b}\n'),
  ),
  'tab-indentation': text(
    'YAML is indented by spaces.',
    configMap('data:\n\ta: b\n'),
    configMap('data:\n  a: b\n'),
  ),
  'bad-indentation': text(
    'A line stands at a column that none of those above has.',
    configMap('data:\n    a: b\n  c: d\n'),
    configMap('data:\n    a: b\n    c: d\n'),
  ),
  'missing-colon': text(
    'A line among keys has no `:`.',
    configMap('data:\n  a: b\n  c\n'),
    configMap('data:\n  a: b\n  c: d\n'),
  ),
  'missing-space': text(
    'A space is missing behind `-` or `:`.',
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n    - name: web\n      image: nginx\n      args:\n        - a\n        -b\n',
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n    - name: web\n      image: nginx\n      args:\n        - a\n        - b\n',
  ),
  'missing-dash': text(
    'A line among the items of a list has no dash.',
    list('- a\n        b: c\n'),
    list('- a\n        - b\n'),
  ),
  'unexpected-text': text(
    'A line or the rest of it belongs to nothing around it.',
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n - name: web\n   image: nginx\n',
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n  - name: web\n    image: nginx\n',
  ),
  'misplaced-dash': text(
    'A list begins on the line after its key.',
    configMap('data: - a\n'),
    configMap('data:\n  a: b\n'),
  ),
  'nested-colon': text(
    'A value with `: ` in it stands in quotes, or YAML takes it for a key.',
    configMap('data:\n  a: b: c\n'),
    configMap('data:\n  a: "b: c"\n'),
  ),
  'bad-start': text(
    'A value begins with a character that means something else in YAML.',
    configMap('data:\n  a: @b\n'),
    configMap('data:\n  a: "@b"\n'),
  ),
  'bad-escape': text(
    'A double-quoted text has an escape that YAML does not know.',
    configMap('data:\n  a: "\\d+"\n'),
    configMap("data:\n  a: '\\d+'\n"),
  ),
  'bad-block-header': text(
    'Behind `|` or `>` stand `+`, `-` and a digit, and nothing else.',
    configMap('data:\n  a: |x\n    b\n'),
    configMap('data:\n  a: |-\n    b\n'),
  ),
  'bad-merge': text(
    '`<<` merges maps, and nothing else.',
    configMap('data:\n  <<: b\n'),
    configMap('data:\n  a: b\n'),
  ),
  'complex-key': text(
    'A key is a single word or text.',
    configMap('data:\n  {a: b}: c\n'),
    configMap('data:\n  a: c\n'),
  ),
  'unknown-alias': text(
    'An alias names no anchor above it.',
    configMap('data: *other\n'),
    configMap('data: &other {a: b}\n'),
  ),
  'recursive-alias': text(
    'An alias stands inside of what it names.',
    configMap('data: &a\n  b: *a\n'),
    configMap('data: &a\n  b: c\n'),
  ),
  'too-many-aliases': text(
    'Aliases of aliases expand to more than 100,000 values. The server refuses such a text, which is written to exhaust its memory.',
    configMap(
      `data: {a: b}\nx0: &x0 [a]\n${[1, 2, 3, 4, 5, 6]
        .map(
          (level) =>
            `x${level}: &x${level} [${Array(10)
              .fill(`*x${level - 1}`)
              .join(', ')}]\n`,
        )
        .join('')}`,
    ),
    configMap('data: {a: b}\n'),
  ),
  'too-deep': long(
    'The document has more than 500 levels of maps and lists. It is not checked, completed or outlined; the server takes up to 10,000.',
    configMap(`data: ${'['.repeat(501)}${']'.repeat(501)}\n`),
    configMap('data: [[[[[[[[]]]]]]]] # ... 501 of them\n'),
    configMap('data: {}\n'),
  ),
  'unexpected-comma': text(
    'Between brackets nothing stands before a comma.',
    list('[a, , b]\n').replace('\n        [', ' ['),
    list('[a, b]\n').replace('\n        [', ' ['),
  ),
  'missing-comma': text(
    'Between brackets no comma stands between two items.',
    configMap('data: {a: "b" c: d}\n'),
    configMap('data: {a: "b", c: d}\n'),
  ),
  'missing-key': text(
    'A `:` has no key before it.',
    configMap('data:\n  : b\n'),
    configMap('data:\n  a: b\n'),
  ),
  'long-key': text(
    'A key and its `:` stand on one line and have at most 1,024 characters together: the server looks no further.',
    configMap('data: {a\n  : b}\n'),
    configMap('data: {a: b}\n'),
  ),
  'null-key': text(
    'A key is null, or a number beyond 63 bits: neither can be the name of a field. In quotes it is a text.',
    configMap('data:\n  null: b\n'),
    configMap('data:\n  "null": b\n'),
  ),
  'ambiguous-key': text(
    'Two keys have the same name, one of them written as a number or boolean: which of them counts is left to chance.',
    configMap('data:\n  1: a\n  "1": b\n'),
    configMap('data:\n  "1": a\n  "2": b\n'),
  ),
  'merge-replaced': text(
    "A key stands beside a `<<` that brings it too. kubectl, Helm and Kubewright take the key that is written and send JSON, which has no `<<` any more; sent as YAML, the server's strict check refuses it.",
    configMap('data: &data {a: b}\nbinaryData: {<<: {c: ZA==}, c: ZQ==}\n'),
    configMap('data: &data {a: b}\nbinaryData: {c: ZQ==}\n'),
  ),
  'merge-replaces': text(
    'A `<<` stands behind a key that it brings too. Kubernetes reads in order: what is merged replaces the key that is written, unlike in other programs.',
    configMap('data:\n  a: b\n  <<: {a: c}\n'),
    configMap('data:\n  a: c\n'),
  ),
  'bad-anchor': text(
    'An anchor or alias is named by letters, digits, `-` and `_`.',
    configMap('data: &a.b {c: d}\n'),
    configMap('data: &a-b {c: d}\n'),
  ),
  'two-properties': text(
    'A value has one anchor and one tag at most, and an alias none of its own.',
    configMap('data: &a &b {c: d}\n'),
    configMap('data: &a {c: d}\n'),
  ),
  'bad-tag': text(
    'A value is not of the type that the tag before it says.',
    configMap('data:\n  a: !!int b\n'),
    configMap('data:\n  a: !!str 5\n'),
  ),
  'no-json-number': text(
    'Infinity and "not a number" are numbers to YAML, but not to JSON, which the server makes of it. In quotes they are texts.',
    configMap('data:\n  a: .inf\n'),
    configMap('data:\n  a: ".inf"\n'),
  ),
  'unquoted-mark': text(
    'Inside brackets the server takes a `?` for the mark of a key: a text with one stands in quotes.',
    configMap('data: {url: http://example.com/?a=b}\n'),
    configMap('data: {url: "http://example.com/?a=b"}\n'),
  ),
  'unread-text': text(
    'JSON follows behind an object. kubectl reads it as another object, the server and Kubewright do not: a line `---` belongs between them.',
    '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}\n{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "b"}}\n',
    '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}\n---\n{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "b"}}\n',
  ),
  'deep-blank-line': text(
    'A text behind `|` or `>` begins with a blank line that has more spaces than the first line of words: the server counts its indentation by the former.',
    configMap('data:\n  a: |\n      \n    b\n'),
    configMap('data:\n  a: |\n\n    b\n'),
  ),
  directive: text(
    'The server reads such a line, but kubectl cuts a file into documents before it reads any, and then refuses it.',
    `%YAML 1.1\n---\n${configMap('')}`,
    configMap(''),
  ),
  'bad-directive': text(
    'The server reads YAML 1.1, and knows the lines `%YAML` and `%TAG` only.',
    `%YAML 1.2\n---\n${configMap('')}`,
    configMap(''),
  ),
  'control-character': text(
    'YAML allows no control characters.',
    configMap('data:\n  a: "b\u0001"\n'),
    configMap('data:\n  a: "b"\n'),
  ),
});
