import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver';
import { codeNames } from '../../../scripts/docs/code-names.ts';
import { rulesPage } from '../../../scripts/docs/rules-page.ts';
import { withSeveritySetting } from '../../../scripts/docs/severity-setting.ts';
import { versionsOfFacts } from '../../../scripts/facts/facts-files.ts';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { composeCatalogs } from '../../../server/src/catalog/definitions.ts';
import { openCatalog } from '../../../server/src/catalog/open-catalog.ts';
import { loadSchemas } from '../../../server/src/checks/check-document.ts';
import { longestHeadline } from '../../../server/src/checks/sentences.ts';
import { checkImmutableFields } from '../../../server/src/checks/stored/immutable-fields.ts';
import { namedObjects } from '../../../server/src/checks/stored/named-objects.ts';
import type { CodeEntry } from '../../../server/src/codes/code-entry.ts';
import { type Code, chapters, codes } from '../../../server/src/codes/codes.ts';
import { mendings } from '../../../server/src/codes/mendings.ts';
import type { JsonObject } from '../../../server/src/defaults/draft.ts';
import { documentFindings } from '../../../server/src/diagnostics/document-findings.ts';
import { limited } from '../../../server/src/diagnostics/limits.ts';
import { lspDiagnostic } from '../../../server/src/documents/lsp-diagnostic.ts';
import { OpenDocument } from '../../../server/src/documents/open-document.ts';
import { codeActions } from '../../../server/src/features/code-actions/code-actions.ts';
import { pathFindings } from '../../../server/src/kustomize/kustomization-findings.ts';
import { isKustomizationFile } from '../../../server/src/manifest/kustomization-paths.ts';
import { DefinitionIndex } from '../../../server/src/workspace/definition-index.ts';
import { compose } from '../../../server/src/yaml/compose.ts';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';
import { LineIndex } from '../../../server/src/yaml/lines.ts';
import { toValue } from '../../../server/src/yaml/value.ts';
import { readCatalog, withCatalog } from '../catalog/built-catalog.ts';
import { clusterOfVersion } from '../checks/kind/serving.ts';
import { afterAction, fixesAmong } from '../features/code-actions/asking.ts';

const root = join(import.meta.dirname, '../../..');
let base: Catalog;

withCatalog('1.36', (opened) => {
  base = opened;
});

type ExampleFile = Pick<CodeEntry, 'file' | 'version' | 'connected' | 'stored'>;

async function contextOf(text: string, { file, version = '1.36', connected }: ExampleFile) {
  const uri = `file:///${file}`;
  const documents = parseDocuments(text, compose);
  const definitions = new DefinitionIndex();
  definitions.setOpen(uri, documents);
  const own = version === '1.36' ? base : await openCatalog(readCatalog, version);
  const catalog = composeCatalogs(own, definitions.kinds());
  await loadSchemas(documents, catalog);
  const clusters = connected ? [clusterOfVersion(connected, catalog)] : [];
  return { uri, documents, context: { catalog, version, clusters } };
}

async function findingsOf(text: string, example: ExampleFile): Promise<Diagnostic[]> {
  const { stored } = example;
  const { uri, documents, context } = await contextOf(text, example);
  const { catalog } = context;
  const findings = documents.flatMap((one) => documentFindings(one, { uri }, context));
  if (stored !== undefined) {
    const object = toValue(parseDocuments(stored)[0]!.root) as JsonObject;
    const live = { cluster: 'shop', object, withheld: [] };
    const written = documents.flatMap(({ root: node }) => Array.from(namedObjects(node, catalog)));
    findings.push(...written.flatMap((one) => checkImmutableFields(one, live, context)));
  }
  for (const one of documents) {
    if (isKustomizationFile(uri)) findings.push(...(await pathFindings(one, uri, async () => 'none')));
  }
  const lines = new LineIndex(text);
  return limited(findings).map((finding) => lspDiagnostic(finding, { uri, lines }));
}

/** What is wrong with the first line of a message, which lists show alone. */
function headlineProblems(message: string): string[] {
  const [headline = '', rest = ''] = message.split('\n');
  const [path = ''] = /^(?:[a-z]\w*\.)[^: ]+(?=: )/.exec(rest) ?? [];
  return [
    headline.length > longestHeadline && `more than ${longestHeadline} characters: ${headline}`,
    headline.endsWith('…') && `cut off: ${headline}`,
    (/\w\.\w+\[\d+\]/.test(headline) || (path !== '' && headline.startsWith(`\`${path}`))) &&
      `a whole path: ${headline}`,
  ].filter((problem) => problem !== false);
}

describe('the examples of', () => {
  test.each(Object.entries(codes))('%s', async (code, entry) => {
    const own = (await findingsOf(entry.bad, entry)).filter((diagnostic) => diagnostic.code === code);
    expect(own).not.toEqual([]);
    for (const { message } of own) expect(headlineProblems(String(message))).toEqual([]);
    const left = await findingsOf(entry.good, entry);
    // Some kinds of volumes are deprecated as a whole, and have faults of their own.
    expect(
      left.filter((found) => code === 'deprecated-api-field' || found.code !== 'deprecated-api-field'),
    ).toEqual([]);
  });
});

describe('what is done about', () => {
  test.each(Object.entries(codes))('%s', async (code, entry) => {
    const before = await findingsOf(entry.bad, entry);
    const problem = before.find((one) => one.code === code)!;
    const fixes = fixesAmong(await actionsOn(problem, entry));
    const mending = mendings[code as Code];
    if ('noFix' in mending) {
      expect(fixes.map(({ title }) => title)).toEqual([]);
      return;
    }
    expect(fixes).not.toEqual([]);
    // Each can be applied: its edits do not overlap.
    for (const fix of fixes) afterAction(entry.bad, fix);
    const after = await findingsOf(afterAction(entry.bad, fixes[0]!), entry);
    const count = (found: Diagnostic[]) => found.filter((one) => one.code === code).length;
    expect(count(after)).toBeLessThan(count(before));
  });
});

/** What is offered for a problem of a code's first example. */
async function actionsOn(problem: Diagnostic, entry: CodeEntry) {
  const { uri, context } = await contextOf(entry.bad, entry);
  const document = new OpenDocument(uri, 'yaml', 1, entry.bad);
  const params = { textDocument: { uri }, range: problem.range, context: { diagnostics: [problem] } };
  return await codeActions(document, params, { ...context, snippets: 'not taken' });
}

test('what is made of the codes is up to date: npm run docs', async () => {
  const textOf = (path: string) => readFile(join(root, path), 'utf8');
  const versions = await versionsOfFacts(join(root, 'server/facts'));
  expect(await textOf('docs/rules.md')).toBe(rulesPage(chapters, versions));
  expect(await textOf('server/src/codes/code-names.ts')).toBe(codeNames(codes));
  const manifest = await textOf('package.json');
  expect(manifest).toBe(withSeveritySetting(manifest, codes));
});

test('every code has an example', () => {
  const without = Object.entries(codes).flatMap(([code, { bad }]) => (bad === '' ? [code] : []));
  expect(without).toEqual([]);
});
