import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeNames } from '../../../scripts/docs/code-names.ts';
import { rulesPage } from '../../../scripts/docs/rules-page.ts';
import { withSeveritySetting } from '../../../scripts/docs/severity-setting.ts';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { composeCatalogs } from '../../../server/src/catalog/definitions.ts';
import { openCatalog } from '../../../server/src/catalog/open-catalog.ts';
import { loadSchemas } from '../../../server/src/checks/check-document.ts';
import { type CodeEntry, codes } from '../../../server/src/checks/codes/codes.ts';
import { checkUnchanged } from '../../../server/src/checks/stored/check-unchanged.ts';
import { writtenObjects } from '../../../server/src/checks/stored/written-objects.ts';
import type { JsonObject } from '../../../server/src/defaults/draft.ts';
import { judgeDocument } from '../../../server/src/diagnostics/judge-document.ts';
import { limited } from '../../../server/src/documents/limits.ts';
import { lspDiagnostic } from '../../../server/src/documents/lsp-diagnostic.ts';
import { pathFindings } from '../../../server/src/kustomize/kustomization-findings.ts';
import { isKustomizationFile } from '../../../server/src/manifest/kustomization-paths.ts';
import { DefinitionIndex } from '../../../server/src/workspace/definition-index.ts';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';
import { LineIndex } from '../../../server/src/yaml/lines.ts';
import { toValue } from '../../../server/src/yaml/value.ts';
import { builtCatalog } from '../catalog/built-catalog.ts';
import { clusterOfVersion } from './serving.ts';

const root = join(import.meta.dirname, '../../..');
let built: Awaited<ReturnType<typeof builtCatalog>>;
let base: Catalog;

beforeAll(async () => {
  built = await builtCatalog();
  base = await openCatalog(built.read, '1.36');
});
afterAll(() => built.remove());

async function codesOf(
  text: string,
  { file, version = '1.36', connected, stored }: Pick<CodeEntry, 'file' | 'version' | 'connected' | 'stored'>,
): Promise<string[]> {
  const uri = `file:///${file}`;
  const documents = parseDocuments(text);
  const definitions = new DefinitionIndex();
  definitions.setOpen(uri, documents);
  const own = version === '1.36' ? base : await openCatalog(built.read, version);
  const catalog = composeCatalogs(own, definitions.kinds());
  await loadSchemas(documents, catalog);
  const clusters = connected ? [clusterOfVersion(connected, catalog)] : [];
  const judgement = { catalog, version, clusters };
  const findings = documents.flatMap((one) => judgeDocument(one, { uri }, judgement));
  if (stored !== undefined) {
    const object = toValue(parseDocuments(stored)[0]!.root) as JsonObject;
    const live = { cluster: 'shop', object, withheld: [] };
    const written = documents.flatMap(({ root: node }) => Array.from(writtenObjects(node, catalog)));
    findings.push(...written.flatMap((one) => checkUnchanged(one, live, judgement)));
  }
  for (const one of documents) {
    if (isKustomizationFile(uri)) findings.push(...(await pathFindings(one, uri, async () => undefined)));
  }
  const lines = new LineIndex(text);
  return limited(findings.map((finding) => lspDiagnostic(finding, lines))).map(({ code }) => String(code));
}

describe('the examples of', () => {
  test.each(Object.entries(codes))('%s', async (code, entry) => {
    expect(await codesOf(entry.bad, entry)).toContain(code);
    expect(await codesOf(entry.good, entry)).toEqual([]);
  });
});

/** How the sources write a code. */
const patterns = [
  /\bcode(?:: |\) => |\s*=\s*|: string = )'([a-z-]+)'/g,
  /\bproblem(?:At)?\(\s*(?:reader,\s*)?'([a-z-]+)'/g,
  /\bsay\('([a-z]+-[a-z-]+)'/g,
  /\bField[A-Z]\w+: '([a-z-]+)'/g,
  /\? '([a-z-]+-alias)' : '[a-z-]+-alias'/g,
  /\? '[a-z-]+-alias' : '([a-z-]+-alias)'/g,
];
/** A line of the type `FindingCode`. */
const unionMember = /^ {2}\| '([a-z-]+)';?$/gm;
/** Codes of the parser's own problems, which diagnostics have under another name. */
const renamed = new Set(['duplicate-key']);

test('every code in the sources has an entry, and every entry is of a code in the sources', async () => {
  const folder = join(root, 'server/src');
  const written = new Set<string>();
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.ts') || name.startsWith('checks/codes/')) continue;
    const source = await readFile(join(folder, name), 'utf8');
    const own = name.endsWith('checks/finding.ts') ? [unionMember] : patterns;
    for (const pattern of own) {
      for (const [, code] of source.matchAll(pattern)) if (!renamed.has(code!)) written.add(code!);
    }
  }
  expect([...written].filter((code) => !Object.hasOwn(codes, code)).sort()).toEqual([]);
  const sources = Object.keys(codes).filter((code) => !written.has(code));
  expect(sources.sort()).toEqual([]);
});

test('what is made of the codes is up to date: npm run docs', async () => {
  const textOf = (path: string) => readFile(join(root, path), 'utf8');
  expect(await textOf('docs/rules.md')).toBe(rulesPage(codes));
  expect(await textOf('server/src/checks/codes/code-names.ts')).toBe(codeNames(codes));
  const manifest = await textOf('package.json');
  expect(manifest).toBe(withSeveritySetting(manifest, codes));
});

test('every code has an example', () => {
  const without = Object.entries(codes).flatMap(([code, { bad }]) => (bad === '' ? [code] : []));
  expect(without).toEqual([]);
});
