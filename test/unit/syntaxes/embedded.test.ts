import { describe, expect, test } from 'vitest';
import { embeddedLanguages } from '../../../scripts/syntaxes/embedded-languages.ts';
import { Colouring, leafScope } from '../../support/grammars.ts';

const current = new Colouring();
const oldest = new Colouring('4.100.3');

/** A key, a text as it is kept in it, and a part of that with its innermost scope. */
const rows: readonly (readonly [key: string, text: string, part: string, scope: string])[] = [
  ['config.json', '{"a": [1, true]}', '1', 'constant.numeric.json'],
  ['"config.json"', '{"a": [1, true]}', 'true', 'constant.language.json'],
  ["'app.jsonc'", '// a\n{}', '// a', 'punctuation.definition.comment.json.comments'],
  ['run.sh', 'if [ -f a ]; then\n  b\nfi', 'then', 'keyword.control.then.shell'],
  ['entrypoint.bash', '# why\nb', 'why', 'comment.line.number-sign.shell'],
  ['init.sql', "SELECT 'a' FROM b", 'SELECT', 'keyword.other.DML.sql'],
  ['init.lua', 'local a = 1', 'local', 'keyword.local.lua'],
  ['main.py', 'def a():\n    return 1', 'return', 'keyword.control.flow.python'],
  ['index.js', 'const a = () => 1', 'const', 'storage.type.js'],
  ['index.ts', 'const a: number = 1', 'number', 'support.type.primitive.js'],
  ['web.xml', '<a b="c"/>', 'a', 'entity.name.tag.localname.xml'],
  ['index.html', '<p class="c">x</p>', 'p', 'entity.name.tag.html'],
  ['site.css', 'a { color: red }', 'color', 'support.type.property-name.css'],
  ['README.md', '# Title', 'Title', 'entity.name.section.markdown'],
  ['values.yaml', 'a:\n  - b: 1', 'b', 'entity.name.tag.yaml'],
  ['values.yml', 'a: {{ .b }}', 'b', 'variable.other.property.gotmpl'],
  ['main.go', 'package main', 'package', 'keyword.package.go'],
  ['app.rb', 'def a\nend', 'def', 'keyword.control.code'],
  ['run.ps1', 'Get-Item $a', 'a', 'variable.other.readwrite.powershell'],
  ['Dockerfile', 'FROM a AS b\n# c', 'FROM', 'keyword.other.special-method.dockerfile'],
  ['Makefile', 'all: a\n\tgo build', 'all', 'entity.name.function.target.makefile'],
  ['Jenkinsfile', 'def a = 1', 'def', 'storage.type.def.groovy'],
  ['nginx.conf', 'server {\n  listen 80; # c\n}', 'listen', 'keyword.other.directive.settings'],
  ['nginx.conf', 'server {\n  listen 80; # c\n}', '80', 'constant.numeric.settings'],
  ['redis.conf', '# c\nmaxmemory 2gb', 'maxmemory', 'keyword.other.directive.settings'],
  ['fluent.conf', '<match a.**>\n  @type b\n</match>', 'match', 'entity.name.tag.settings'],
  ['app.ini', '[web]\nport = 80', 'web', 'entity.name.section.settings'],
  ['app.properties', 'a.b=c', 'a.b', 'support.type.property-name.settings'],
  ['.env', 'A=b', 'A', 'support.type.property-name.settings'],
  ['A.JSON', '[1]', '1', 'constant.numeric.json'],
  ['Run.Sh', 'if a; then', 'then', 'keyword.control.then.shell'],
  ['config.toml', 'a = "b"', '"', 'string.quoted.double.settings'],
  ['policy.cel', 'object.a == 1', 'object', 'variable.language.cel'],
  ['page.tpl', '{{ if .a }}', 'if', 'keyword.control.gotmpl'],
];

describe('a block scalar is coloured by the extension of its key', () => {
  describe.each([
    ['VS Code of now', current],
    ['the oldest VS Code', oldest],
  ])('%s', (_name, colouring) => {
    test.each(rows)('%s: %s', async (key, text, part, scope) => {
      const body = text.replaceAll('\n', '\n    ');
      const manifest = `data:\n  ${key}: |\n    ${body}\n  after: true\n`;
      const scopes = leafScope(await colouring.lines(manifest));
      expect(scopes[manifest.indexOf(part, manifest.indexOf('|'))]).toBe(scope);
      expectYamlAfter(manifest, scopes);
    });
  });

  test('a text whose language has no grammar stays a string', async () => {
    const manifest = 'data:\n  a.rego: |\n    package a\n  after: true\n';
    const scopes = leafScope(await current.lines(manifest));
    expect(scopes[manifest.indexOf('package')]).toBe('string.unquoted.block.yaml');
    expectYamlAfter(manifest, scopes);
  });

  test.each(['a.json.bak', 'json', 'config_json', 'x.unknown'])('not by %s', async (key) => {
    const manifest = `data:\n  ${key}: |\n    {"a": 1}\n  after: true\n`;
    const scopes = leafScope(await current.lines(manifest));
    expect(scopes[manifest.indexOf('{')]).toBe('string.unquoted.block.yaml');
  });

  test.each(['>', '|-', '>+', '| # why'])('after the header %s', async (header) => {
    const manifest = `data:\n  a.json: ${header}\n    {"a": 1}\n\n    {}\n  after: true\n`;
    const scopes = leafScope(await current.lines(manifest));
    expect(scopes[manifest.indexOf('1}')]).toBe('constant.numeric.json');
    expectYamlAfter(manifest, scopes);
  });
});

describe('an embedded text ends where its block scalar ends, whatever it has left open', () => {
  const open = [
    '"',
    "'",
    '`',
    '{',
    '[',
    '(',
    '/*',
    '<!--',
    '<a b="',
    '"""',
    'cat <<EOF\n    x',
    '${a',
    '{{ .a',
    '{{/* a',
  ];
  const languages = [...new Map(embeddedLanguages.map((row) => [row.name, row])).values()];

  test.each(languages)('$name', async ({ extensions }) => {
    const key = `file.${extensions[0]!
      .replace('?', '')
      .replace(/\[.*\]/, '')
      .replaceAll('\\', '')}`;
    for (const text of open) {
      for (const before of ['', '{{ if .a }}\n']) {
        const manifest = `${before}data:\n  ${key}: |\n    a ${text}\n    b\n  after: true\n`;
        expectYamlAfter(manifest, leafScope(await current.lines(manifest)));
      }
    }
  });
});

describe('a script after sh -c', () => {
  const script = '# why\n        echo "$A\n        cat <<EOF\n        if\n        EOF\n        if x; then';
  const containers: readonly string[] = [
    `command: ["sh", "-c"]\n    args:\n      - |\n        ${script}`,
    `command: ['/bin/bash', '-ec']\n    args:\n    - >-\n        ${script}`,
    `command: [/bin/sh, -c]\n    args:\n      - |\n        ${script}`,
    `command:\n      - sh\n      - -c\n      - |\n        ${script}`,
    `command:\n    - /bin/ash\n    - "-euxc"\n    args:\n    - |-\n        ${script}`,
    `command:\n      - bash\n      - -c\n    args:\n      - |\n        ${script}`,
    `args:\n      - -c\n      - |\n        ${script}`,
    `command: [/usr/bin/env, bash, -c]\n    args:\n      - |\n        ${script}`,
    `command: [sh, -c]\n    args:\n      - &a |\n        ${script}`,
    `command:\n      - sh\n      - -c\n      - !!str |-\n        ${script}`,
  ];

  test.each(containers)('%s', async (container) => {
    for (const before of ['', '{{ if .a }}\n']) {
      const manifest = `${before}spec:\n  containers:\n  - name: a\n    ${container}\n  after: true\n`;
      const scopes = leafScope(await current.lines(manifest));
      expect(scopes[manifest.indexOf('why')]).toBe('comment.line.number-sign.shell');
      expect(scopes[manifest.indexOf('echo')]).toBe('support.function.builtin.shell');
      expectYamlAfter(manifest, scopes);
    }
  });

  test.each([
    ['command: ["sh", "-c", "echo \\"a\\"; if x; then y", "b"]', 'then', 'keyword.control.then.shell'],
    ["command: ['/bin/bash', '-ec', 'echo $A && if x; then y']", 'then', 'keyword.control.then.shell'],
    ['command: [/usr/bin/env, ash, -c, echo $A | if x; then y]', 'then', 'keyword.control.then.shell'],
    ['exec: {command: [sh, -c, echo "it\'s, b]}', 'echo', 'support.function.builtin.shell'],
    ['exec: {command: [sh, -c, "echo \'a"]}', 'echo', 'support.function.builtin.shell'],
    ['command: [python3, -c, "import os"]', 'import', 'keyword.control.import.python'],
    ['args: [sh, -c, "echo {{ .Values.a | quote }} if"]', 'quote', 'support.function.gotmpl'],
    ['args: [app, -c, "echo a"]', 'echo', 'string.quoted.double.yaml'],
    ['args: [sh, -c, "echo a]', 'echo', 'string.quoted.double.yaml'],
  ])('in one line: %s', async (line, part, scope) => {
    for (const grammar of ['source.yaml', 'source.gotmpl.yaml']) {
      const manifest = `spec:\n  ${line}\n  after: true\n`;
      const lines = await current.lines(manifest, grammar);
      const scopes = leafScope(lines);
      expect(scopes[manifest.indexOf(part)]).toBe(scope);
      if (line.endsWith('a]')) continue;
      expect(scopes.filter((one) => one.startsWith('invalid'))).toEqual([]);
      expectYamlAfter(manifest, scopes);
    }
  });

  test.each([
    ['command:\n  - sh\n  - -c\n  - echo $A && if x; then y', 'echo', 'support.function.builtin.shell'],
    ['command:\n  - sh\n  - -c\n  - echo $A && if x; then y # why', 'then', 'keyword.control.then.shell'],
    ['command:\n  - sh\n  - -c\n  - echo $A # why', 'why', 'comment.line.number-sign.yaml'],
    ['command:\n- /bin/bash\n- "-ec"\n- "echo \\"a\\"; if x; then y"', 'then', 'keyword.control.then.shell'],
    ["args:\n  - sh\n  - '-c'\n  - 'echo $A; if x; then y'", 'then', 'keyword.control.then.shell'],
    ['command: [sh, -c]\nargs:\n  - echo $A', 'echo', 'support.function.builtin.shell'],
    ['command: ["sh", "-c"]\nargs: # of the shell\n  - "echo a"', 'echo', 'support.function.builtin.shell'],
    ['command:\n  - python3\n  - -c\n  - import os', 'import', 'keyword.control.import.python'],
    ['command:\n  - sh\n  - -c\n  - echo {{ .Values.a | quote }}', 'quote', 'support.function.gotmpl'],
    ['command:\n  - sh\n  - -c\n  # why\n  - echo a', 'echo', 'support.function.builtin.shell'],
    ['command:\n  - sh\n  - -c\n  - exec "$0"\n  - echo', 'echo', 'string.unquoted.plain.out.yaml'],
    ['command:\n  - sh\n  - -c\n  - "echo', 'echo', 'string.quoted.double.yaml'],
    ['command:\n  - sh\n  - -c\n  - echo: a', 'echo', 'entity.name.tag.yaml'],
    ['command:\n  - app\n  - -c\n  - echo a', 'echo', 'string.unquoted.plain.out.yaml'],
    ['args:\n  - -c\n  - echo a', 'echo', 'string.unquoted.plain.out.yaml'],
  ])('in a line of a list: %s', async (container, part, scope) => {
    for (const before of ['', '{{ if .a }}\n']) {
      const manifest = `${before}spec:\n  ${container.replaceAll('\n', '\n  ')}\n  after: true\n`;
      const scopes = leafScope(await current.lines(manifest));
      expect(scopes[manifest.indexOf(part)]).toBe(scope);
      if (container.endsWith('"echo')) continue;
      expect(scopes.filter((one) => one.startsWith('invalid'))).toEqual([]);
      expectYamlAfter(manifest, scopes);
    }
  });

  test('a here-document ends at its word', async () => {
    const manifest = 'a.sh: |\n  cat <<EOF > b\n  x $A\n  EOF\n  if x; then\nafter: true\n';
    const scopes = leafScope(await current.lines(manifest));
    expect(scopes[manifest.indexOf('x $A')]).toBe('string.unquoted.heredoc.shell');
    expect(scopes[manifest.indexOf('then')]).toBe('keyword.control.then.shell');
    expectYamlAfter(manifest, scopes);
  });

  test('in the language of the program before -c', async () => {
    const manifest = 'command: [python3, -c]\nargs:\n- |\n  import os\nafter: true\n';
    const scopes = leafScope(await current.lines(manifest));
    expect(scopes[manifest.indexOf('import')]).toBe('keyword.control.import.python');
    expectYamlAfter(manifest, scopes);
  });

  test.each(['command: [app]\nargs:\n- |', 'command: [sh]\nother: x\nargs:\n- |', 'args:\n- |'])(
    'no script: %s',
    async (before) => {
      const manifest = `${before}\n  if x; then\nafter: true\n`;
      const scopes = leafScope(await current.lines(manifest));
      expect(scopes[manifest.indexOf('if x')]).toBe('string.unquoted.block.yaml');
      expectYamlAfter(manifest, scopes);
    },
  );
});

describe('an action in an embedded text is an action, wherever it stands, and changes nothing of what follows', () => {
  const member = 'variable.other.property.gotmpl';

  test.each<[key: string, text: string, part: string, scope: string]>([
    ['a.sh', 'if {{ .y }}; then', 'then', 'keyword.control.then.shell'],
    ['a.sh', 'while {{ .y }}; do', 'do', 'keyword.control.do.shell'],
    ['a.sh', 'for i in {{ .y }}; do', 'do', 'keyword.control.do.shell'],
    ['a.sh', '[ {{ .y }} = b ]', '=', 'keyword.operator.logical.shell'],
    ['a.sh', '{{ .y }} --flag', 'flag', 'constant.other.option'],
    ['a.sh', 'a && {{ .y }} | b', 'b', 'entity.name.command.shell'],
    ['a.sh', 'b=$({{ .y }})', ')', 'punctuation.definition.subshell.single.shell'],
    ['a.ini', '[{{ .y }}-b]', '-b', 'entity.name.section.settings'],
    ['a.toml', '[[b.{{ .y }}]]', 'b.', 'entity.name.section.settings'],
    ['a.conf', '<match {{ .y }}.**>', '.**', 'string.unquoted.settings'],
    ['a.md', '# {{ .y }} b', ' b', 'entity.name.section.markdown'],
    ['a.md', '**{{ .y }} b**', ' b', 'markup.bold.markdown'],
    ['a.md', '[b {{ .y }}](c)', 'b', 'string.other.link.title.markdown'],
  ])('%s: %s', async (key, text, part, scope) => {
    for (const grammar of ['source.yaml', 'source.gotmpl.yaml']) {
      const manifest = `data:\n  ${key}: |\n    ${text}\n  after: true\n`;
      const scopes = leafScope(await current.lines(manifest, grammar));
      expect(scopes[manifest.indexOf('.y') + 1]).toBe(member);
      expect(scopes[manifest.lastIndexOf(part, manifest.indexOf(text) + text.length - part.length)]).toBe(
        scope,
      );
      expectYamlAfter(manifest, scopes);
    }
  });
});

test.each([
  ['#!/bin/sh', 'if x; then', 'then', 'keyword.control.then.shell'],
  ['#!/usr/bin/env python3', 'import os', 'import', 'keyword.control.import.python'],
  ['#!/usr/bin/env node', 'const a = 1', 'const', 'storage.type.js'],
])('a text that begins with %s', async (first, second, part, scope) => {
  const manifest = `script: |\n  ${first}\n  ${second}\nafter: true\n`;
  const scopes = leafScope(await current.lines(manifest));
  expect(scopes[manifest.indexOf(part, manifest.indexOf(second))]).toBe(scope);
  expectYamlAfter(manifest, scopes);
});

/** The last line of a manifest is `after: true`, a field of YAML. */
function expectYamlAfter(manifest: string, scopes: readonly string[]): void {
  const at = manifest.lastIndexOf('after');
  expect([scopes[at], scopes[at + 5], scopes[at + 7]], manifest).toEqual([
    'entity.name.tag.yaml',
    'punctuation.separator.map.value.yaml',
    'constant.language.boolean.yaml',
  ]);
}
