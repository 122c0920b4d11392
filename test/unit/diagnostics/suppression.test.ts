import { describe, expect, test } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { loadSchemas } from '../../../server/src/checks/check-document.ts';
import { documentFindings } from '../../../server/src/diagnostics/document-findings.ts';
import { withSeverities } from '../../../server/src/diagnostics/severities.ts';
import { lspDiagnostic } from '../../../server/src/documents/lsp-diagnostic.ts';
import { OpenDocument } from '../../../server/src/documents/open-document.ts';
import { codeActions } from '../../../server/src/features/code-actions/code-actions.ts';
import { defaultSettings, readSettings } from '../../../server/src/workspace/settings.ts';
import { LineIndex } from '../../../server/src/yaml/lines.ts';
import { messageOf } from '../../support/message.ts';
import { withCatalog } from '../catalog/built-catalog.ts';

const uri = 'file:///a.yaml';
let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

async function findingsOf(text: string) {
  const document = new OpenDocument(uri, 'yaml', 1, text);
  await loadSchemas(document.documents, catalog);
  const checkContext = { catalog, version: '1.36' as const };
  return document.documents.flatMap((one) => documentFindings(one, { uri }, checkContext));
}

/** `line code` of each finding, lines from 1. */
async function told(text: string): Promise<string[]> {
  const lines = new LineIndex(text);
  const findings = await findingsOf(text);
  return findings.map(({ code, span }) => `${lines.positionAt(span.start).line + 1} ${code}`);
}

const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';

describe('a comment ignores', () => {
  test.each<[name: string, text: string, told: string[]]>([
    ['nothing, where there is none', `${head}x: 1\ny: 2\n`, ['4 unknown-field', '5 unknown-field']],
    ['the line that it is on', `${head}x: 1 # kubewright-ignore unknown-field\ny: 2\n`, ['5 unknown-field']],
    ['the line below it', `${head}# kubewright-ignore unknown-field\nx: 1\ny: 2\n`, ['6 unknown-field']],
    [
      'the next content, past other comments and blank lines',
      `${head}# kubewright-ignore unknown-field: kept for a tool\n\n# of ours\nx: 1\ny: 2\n`,
      ['8 unknown-field'],
    ],
    ['the document that it is on top of', `# kubewright-ignore unknown-field\n${head}x: 1\ny: 2\n`, []],
    [
      'that document only',
      `---\n# kubewright-ignore unknown-field\n${head}x: 1\n---\n${head}y: 2\n`,
      ['11 unknown-field'],
    ],
    [
      'several codes',
      `${head}# kubewright-ignore unknown-field , duplicate-field, wrong-type\nx: 1\ndata: {a: 1, a: b} #kubewright-ignore wrong-type,duplicate-field\n`,
      [],
    ],
    ['no other code', `${head}x: 1 # kubewright-ignore wrong-type\n`, ['4 unknown-field', '4 unused-ignore']],
    ['nothing without a code', `${head}x: 1 # kubewright-ignore\n`, ['4 unknown-field']],
    [
      'nothing from within a text',
      `${head}data:\n  a: |\n    # kubewright-ignore unknown-field\nx: "# kubewright-ignore unknown-field"\n`,
      ['7 unknown-field'],
    ],
    [
      'with CRLF',
      `${head}x: 1 # kubewright-ignore unknown-field\ny: 2\n`.replaceAll('\n', '\r\n'),
      ['5 unknown-field'],
    ],
  ])('%s', async (_name, text, expected) => expect(await told(text)).toEqual(expected));
});

describe('a comment that ignores nothing', () => {
  /** The text after all fixes of findings of this code. */
  async function mended(text: string, code: string): Promise<string> {
    const fixes = (await findingsOf(text)).flatMap((finding) =>
      finding.code === code && finding.fix ? [finding.fix] : [],
    );
    return fixes.reduceRight(
      (result, { span, newText }) => result.slice(0, span.start) + newText + result.slice(span.end),
      text,
    );
  }

  test.each<[name: string, before: string, after: string]>([
    ['its own line goes', `${head}# kubewright-ignore wrong-type\ndata: {}\n`, `${head}data: {}\n`],
    [
      'it goes from behind a line',
      `${head}data: {} # kubewright-ignore wrong-type: why\n`,
      `${head}data: {}\n`,
    ],
    [
      'with CRLF',
      `${head}data: {} # kubewright-ignore wrong-type\nimmutable: true\n`.replaceAll('\n', '\r\n'),
      `${head}data: {}\nimmutable: true\n`.replaceAll('\n', '\r\n'),
    ],
    [
      'one of several codes goes',
      `${head}x: 1 # kubewright-ignore wrong-type, unknown-field\n`,
      `${head}x: 1 # kubewright-ignore unknown-field\n`,
    ],
    [
      'the last of several codes goes',
      `${head}x: 1 # kubewright-ignore unknown-field, wrong-type: both\n`,
      `${head}x: 1 # kubewright-ignore unknown-field: both\n`,
    ],
    ['of a document', `# kubewright-ignore wrong-type\n${head}`, head],
  ])('%s', async (_name, before, after) => {
    expect(await mended(before, 'unused-ignore')).toBe(after);
    expect(await told(after)).toEqual([]);
  });

  test('names a code that is meant to be another', async () => {
    const text = `${head}x: 1 # kubewright-ignore unknown-feild, nothing-at-all\n`;
    const [, first, second] = await findingsOf(text);
    expect([first, second].map((one) => one && messageOf(one))).toEqual([
      'No problem has the code "unknown-feild". Did you mean "unknown-field"? | This comment ignores nothing by it.',
      'No problem has the code "nothing-at-all". | This comment ignores nothing by it.',
    ]);
    expect(await mended(text, 'unknown-code')).toBe(text.replace('feild', 'field'));
  });

  test.each([
    [
      'what clusters and other files have a say in',
      `${head}# kubewright-ignore immutable-field, unknown-group\ndata: {}\n`,
      [],
    ],
    [
      'a broken text',
      `${head}# kubewright-ignore wrong-type\ndata: {a: "\n`,
      ['5 unclosed-bracket', '5 unclosed-quote'],
    ],
    ['other YAML', 'a: 1 # kubewright-ignore no-such-code\n', []],
  ])('is left alone in %s', async (_name, text, expected) => expect(await told(text)).toEqual(expected));
});

describe('the fix that ignores', () => {
  /** The text after the action of that title, for the first finding. */
  async function after(text: string, title: RegExp): Promise<string | undefined> {
    const document = new OpenDocument(uri, 'yaml', 1, text);
    const [finding] = await findingsOf(text);
    const diagnostic: Diagnostic = lspDiagnostic(finding!, document);
    const actions = await codeActions(
      document,
      { textDocument: { uri }, range: diagnostic.range, context: { diagnostics: [diagnostic] } },
      { catalog, version: '1.36', snippets: 'not taken' },
    );
    const edit = actions.find((action) => title.test(action.title))?.edit?.changes?.[uri]?.[0];
    if (!edit) return undefined;
    const at = document.lines.offsetAt(edit.range.start);
    return text.slice(0, at) + edit.newText + text.slice(at);
  }

  test.each<[name: string, before: string, title: RegExp, after: string]>([
    [
      'above a line, at its indentation',
      `${head}data:\n  a: 1\n`,
      /on this line/,
      `${head}data:\n  # kubewright-ignore wrong-type\n  a: 1\n`,
    ],
    [
      'in a comment that is there',
      `${head}# kubewright-ignore wrong-type\ndata: {a: 1, a: b}\n`,
      /on this line/,
      `${head}# kubewright-ignore wrong-type, duplicate-field\ndata: {a: 1, a: b}\n`,
    ],
    [
      'behind the first line, above which it would count for all',
      `apiVersion: v2\nkind: Pod\nmetadata: {name: a}\n`,
      /on this line/,
      `apiVersion: v2 # kubewright-ignore unknown-api-version\nkind: Pod\nmetadata: {name: a}\n`,
    ],
    [
      'on top of its document',
      `${head}---\n${head}x: 1\n`,
      /in this document/,
      `${head}---\n# kubewright-ignore unknown-field\n${head}x: 1\n`,
    ],
  ])('stands %s', async (_name, before, title, expected) => {
    const text = await after(before, title);
    expect(text).toBe(expected);
    expect(await told(expected)).toEqual([]);
  });

  test('is not there in JSON', async () => {
    expect(
      await after('{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "x": 1}', /Ignore/),
    ).toBe(undefined);
  });
});

test('severities of settings count for their codes', async () => {
  const { severities } = readSettings(
    { diagnostics: { severity: { 'unknown-field': 'hint', 'wrong-type': 'off', other: 'fatal', more: 1 } } },
    defaultSettings,
  );
  expect(severities).toEqual({ 'unknown-field': 'hint', 'wrong-type': 'off' });
  const findings = await findingsOf(`${head}x: 1\ndata: {a: 1, a: b}\n`);
  expect(withSeverities(findings, severities).map(({ code, severity }) => `${severity} ${code}`)).toEqual([
    'hint unknown-field',
    'error duplicate-field',
  ]);
});

test('what is no YAML is mended, not ignored', async () => {
  const titles = async (text: string) => {
    const document = new OpenDocument(uri, 'yaml', 1, text);
    const diagnostics = (await findingsOf(text)).map((finding) => lspDiagnostic(finding, document));
    const range = diagnostics[0]!.range;
    const actions = await codeActions(
      document,
      { textDocument: { uri }, range, context: { diagnostics } },
      { catalog, version: '1.36', snippets: 'not taken' },
    );
    return actions.map(({ title }) => title);
  };
  expect(await titles(`${head}data:\n  a: "b\n`)).toEqual(['Close the quote']);
  expect(await titles(`${head}data:\n  a: b: c\n`)).toEqual(['Put it in quotes']);
  expect(await titles(`${head}data:\n  a: .inf\n`)).toContain('Put it in quotes');
  expect(await titles(`${head}data:\n  a: [\n`)).toEqual(['Insert `]`']);
});
