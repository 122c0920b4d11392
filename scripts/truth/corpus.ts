// Makes a corpus of documents with a real API server's verdicts: `npm run truth:corpus -- FOLDER KUBECONFIG OUT.jsonl.gz [SEED [MUTANTS [VERSION]]]`.
// Each document of the folder's YAML files is a row, and so are some mutants (3 where not told) with one fault each of those
// that the server accepts. The verdict is the server's
// answer to a dry-run create with strict field validation. Admission plugins that look at the cluster's state should be off
// there: what they refuse depends on the cluster and is marked `static: false`. `npm run truth` scores such a file.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Catalog, type Kind, kubernetesVersions } from '../../server/src/catalog/catalog.ts';
import { openCatalog } from '../../server/src/catalog/open-catalog.ts';
import { objectFormat } from '../../server/src/manifest/format.ts';
import { parseDocuments } from '../../server/src/yaml/documents.ts';
import type { ListItem, MapEntry } from '../../server/src/yaml/nodes.ts';
import { toValue } from '../../server/src/yaml/value.ts';
import { filesUnder, isFolder } from '../folder.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { dryRunClient, type Verdict } from './verdict.ts';

/** A document of the folder. */
interface Source {
  readonly id: string;
  readonly text: string;
  readonly file: string;
  readonly at: number;
  readonly apiVersion: string;
  readonly kind: string;
}

/** What is known of a document, and what the server says of it. */
interface Row extends Readonly<Record<string, unknown>> {
  readonly verdict: string;
}

const [folder, kubeconfig, out, seed = '1', mutantsPerDocument = '3', version = '1.35'] =
  process.argv.slice(2);
const kubernetesVersion = kubernetesVersions.find((one) => one === version);
if (!folder || !kubeconfig || !out || !kubernetesVersion || !(await isFolder(folder))) {
  console.error('usage: npm run truth:corpus -- FOLDER KUBECONFIG OUT.jsonl.gz [SEED [MUTANTS [VERSION]]]');
  console.error(`VERSION is that of the server, one of ${kubernetesVersions.join(', ')}`);
  process.exit(2);
}
const catalog = await openCatalog((name) => readFile(join('dist/catalog', name), 'utf8'), kubernetesVersion);
const judge = await dryRunClient(kubeconfig);
const rows: Row[] = [];
for (const source of await readSources(resolve(folder))) {
  const kind = catalog.find(source.apiVersion, source.kind);
  if (kind) await catalog.load(kind);
  const row = await realRow(source, kind);
  rows.push({ ...row, text: source.text });
  if (!kind || row.verdict !== 'ok') continue;
  for (const mutant of mutantsOf(
    source.text,
    catalog.schema(kind),
    randomOf(`${seed} ${source.id}`),
    Number(mutantsPerDocument),
  )) {
    rows.push({ ...(await mutantRow(source, mutant, kind)), text: mutant.text });
  }
}
await writeFile(out, gzipSync(`${rows.map((row) => JSON.stringify(row)).join('\n')}\n`));
console.log(`${rows.length} rows in ${out}`);
process.exit(0);

/** Every document of every YAML file that says what kind it is; templates are left out, and the same text comes once. */
async function readSources(root: string): Promise<Source[]> {
  const sources = new Map<string, Source>();
  for (const path of await filesUnder(root, /\.ya?ml$/)) {
    const text = await readFile(path, 'utf8');
    if (text.includes('{{')) continue;
    for (const document of parseDocuments(text)) {
      const source = sourceOf(document.text.replace(/^\r?\n/, ''), relative(root, path), document.index);
      if (source && !sources.has(source.id)) sources.set(source.id, source);
    }
  }
  return [...sources.values()];
}

function sourceOf(text: string, file: string, at: number): Source | undefined {
  const [document] = parseDocuments(text);
  const { apiVersion, kind } = (document?.root?.type === 'map' ? toValue(document.root) : {}) as Record<
    string,
    unknown
  >;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined;
  if (objectFormat(apiVersion, kind) !== 'kubernetes' || kind.endsWith('List')) return undefined;
  return { id: idOf(text), text, file, at, apiVersion, kind };
}

async function realRow(source: Source, kind: Kind | undefined): Promise<Row> {
  const { id, file, at, apiVersion } = source;
  const isCustom = !kind && !isOwnGroup(catalog, apiVersion);
  return {
    id,
    set: isCustom ? 'custom' : 'builtin',
    cls: isCustom ? 'custom' : 'real',
    kind: source.kind,
    apiVersion,
    file,
    at,
    ...(/patch/i.test(basename(file)) && { patch: true }),
    ...rowOf(await verdictOf(source.text, kind)),
  };
}

async function mutantRow(source: Source, mutant: Mutant, kind: Kind): Promise<Row> {
  const { op, sub, path, line, text } = mutant;
  const truth = await verdictOf(text, kind);
  const lines = [...new Set([...mutant.lines, ...blamedLines(text, truth)])];
  return {
    id: idOf(`${op} ${text}`),
    set: 'mutant',
    cls: op,
    op,
    sub,
    seed: source.id,
    kind: source.kind,
    apiVersion: source.apiVersion,
    path,
    line,
    lines,
    ...rowOf(truth),
  };
}

/** What a client finds before it asks, or the server's answer. `fallback` is the kind of a text that no longer says its own. */
async function verdictOf(text: string, fallback: Kind | undefined): Promise<Verdict> {
  const [document] = parseDocuments(text);
  const value =
    document?.root?.type === 'map' ? (toValue(document.root) as Record<string, unknown>) : undefined;
  const isReadable = value && document?.problems.every(({ code }) => code === 'duplicate-key');
  if (!isReadable) return fallback ? await judge(text, fallback, undefined) : { v: 'no-kind' };
  const { apiVersion, kind } = value;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || apiVersion === '' || kind === '') {
    return { v: 'no-kind', message: 'apiVersion or kind not set' };
  }
  const found = catalog.find(apiVersion, kind);
  if (!found) return { v: 'no-kind', message: `no matches for kind "${kind}" in version "${apiVersion}"` };
  const namespace = (value.metadata as Record<string, unknown> | null | undefined)?.namespace;
  return await judge(text, found, typeof namespace === 'string' && namespace !== '' ? namespace : undefined);
}

/** Where the server sees the fault: the lines of the fields it names, or of what is there of them. */
function blamedLines(text: string, { causes = [], message = '' }: Verdict): number[] {
  const [document] = parseDocuments(text);
  const strict = [...message.matchAll(/(?:unknown|duplicate) field "([^"]+)"/g)].map(([, field]) => ({
    field,
  }));
  return [...causes, ...strict].flatMap(({ field }) => {
    let node = document?.root;
    let offset: number | undefined;
    for (const name of (field ?? '').split(/[.[\]"]+/).filter(Boolean)) {
      const entry: MapEntry | undefined =
        node?.type === 'map' ? node.entries.find(({ key }) => key.text === name) : undefined;
      const item: ListItem | undefined = node?.type === 'list' ? node.items[Number(name)] : undefined;
      if (!entry && !item) break;
      offset = entry?.key.span.start ?? item?.span.start;
      node = entry?.value ?? item?.value;
    }
    return offset === undefined ? [] : [text.slice(0, offset).split('\n').length];
  });
}

/** The verdict in one word, and whole. */
function rowOf(truth: Verdict): Row {
  const reason = truth.causes?.[0]?.reason?.replace('FieldValue', '') ?? 'Unknown';
  const strict = truth.message?.includes('unknown field') ? 'unknown-field' : 'duplicate-field';
  const verdict = truth.v === 'invalid' ? `invalid:${reason}` : truth.v === 'strict' ? strict : truth.v;
  return { verdict, ...(truth.v === 'cluster' && { static: false }), truth };
}

function isOwnGroup(of: Catalog, apiVersion: string): boolean {
  return of.ownsGroup(apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '');
}

function idOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function randomOf(text: string): () => number {
  let state = createHash('sha256').update(text).digest().readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
