// Scores the language server on documents with a real API server's verdicts: `npm run truth -- FILE.jsonl.gz [--list] [--kubernetes-version=1.35]`.
// A row of the file: {id, set: builtin | custom | mutant, cls, kind, apiVersion, verdict, static?, lines?, text}. `lines` are where a
// report of a refused document counts as in the right place (1-based, give or take one). `--list` prints what went wrong, and warnings on documents that the server takes.
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { Diagnostic } from 'vscode-languageserver';
import { LanguageClient } from '../language-client.ts';

interface Row {
  readonly id: string;
  readonly set: 'builtin' | 'custom' | 'mutant';
  readonly cls: string;
  readonly kind: string;
  readonly apiVersion: string;
  /** `ok`, `unknown-field`, `duplicate-field`, `decode`, `syntax`, `invalid:REASON`, `no-kind`. */
  readonly verdict: string;
  /** False where the verdict depends on a cluster. */
  readonly static?: boolean;
  /** A partial document on purpose. */
  readonly patch?: boolean;
  readonly lines?: readonly number[];
  readonly truth?: { readonly message?: string };
  readonly text: string;
}

/** What became of the documents of one fault class, or of one set that must stay clean. */
interface Tally {
  documents: number;
  /** With an error. */
  found: number;
  /** With an error in the right place; only of `located` documents. */
  placed: number;
  located: number;
  /** With a warning and no error. */
  warned: number;
}

const severity = { error: 1, warning: 2 } as const;

const [file, ...flags] = process.argv.slice(2);
if (!file) {
  console.error('usage: npm run truth -- FILE.jsonl.gz [--list] [--kubernetes-version=1.35]');
  process.exit(2);
}
const isListing = flags.includes('--list');
const versionFlag = '--kubernetes-version=';
const kubernetesVersion =
  flags.find((flag) => flag.startsWith(versionFlag))?.slice(versionFlag.length) ?? '1.35';
const rows = (await readRows(file)).filter((row) => row.static !== false);
const refused = new Map<string, Tally>();
const clean = new Map<string, Tally>();
const seconds = await judge(rows);
printRefused();
printClean();
console.log(`\n${rows.length} documents, ${Math.round(rows.length / seconds)} per second`);

async function readRows(path: string): Promise<Row[]> {
  const compressed = createReadStream(path);
  const input = path.endsWith('.gz') ? compressed.pipe(createGunzip()) : compressed;
  const read: Row[] = [];
  for await (const line of createInterface({ input })) if (line !== '') read.push(JSON.parse(line) as Row);
  return read;
}

/** Opens every document in turn in one server. Gives the seconds that this took. */
async function judge(all: readonly Row[]): Promise<number> {
  const settings = { kubernetesVersion };
  const client = await LanguageClient.start({
    server: resolve('dist/server.js'),
    initialize: { initializationOptions: settings },
    configuration: () => settings,
  });
  try {
    const start = performance.now();
    for (const row of all) {
      const uri = `file:///truth/${row.id}.yaml`;
      await client.open(uri, row.text);
      count(row, await client.diagnostics(uri));
      await client.close(uri);
      client.forget(uri);
    }
    return (performance.now() - start) / 1000;
  } finally {
    await client.stop();
  }
}

function count(row: Row, diagnostics: readonly Diagnostic[]): void {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === severity.error);
  const isPatch = row.patch === true || row.cls === 'patch';
  const isRefused = row.verdict !== 'ok' && row.set !== 'custom' && !isPatch;
  const tally = isRefused
    ? tallyOf(refused, row.set === 'mutant' ? row.cls : `real: ${row.verdict.split(':')[0]}`)
    : tallyOf(clean, isPatch ? 'patch' : row.set === 'mutant' ? 'mutants accepted' : row.set);
  tally.documents++;
  const warnings = diagnostics.filter((diagnostic) => diagnostic.severity === severity.warning);
  if (errors.length > 0) tally.found++;
  else if (warnings.length > 0) tally.warned++;
  const isPlaced = errors.some(({ range }) =>
    row.lines?.some((line) => Math.abs(range.start.line + 1 - line) <= 1),
  );
  if (row.lines && isRefused) tally.located++;
  if (row.lines && isRefused && isPlaced) tally.placed++;
  const isWrong = isRefused ? errors.length === 0 || (row.lines && !isPlaced) : errors.length > 0;
  if (isListing && isWrong)
    list(row, isRefused ? (errors.length === 0 ? 'MISSED' : 'PLACE') : 'FALSE', errors);
  else if (isListing && !isRefused && warnings.length > 0) list(row, 'WARNED', warnings);
}

function tallyOf(tallies: Map<string, Tally>, name: string): Tally {
  const known = tallies.get(name) ?? { documents: 0, found: 0, placed: 0, located: 0, warned: 0 };
  tallies.set(name, known);
  return known;
}

function list(row: Row, what: string, told: readonly Diagnostic[]): void {
  const truth = row.truth?.message ?? JSON.stringify(row.truth ?? {});
  console.log(
    `${what} ${row.id} ${row.cls} ${row.apiVersion} ${row.kind} at ${row.lines?.join(',') ?? '?'}: ${row.verdict}`,
  );
  console.log(`    server: ${truth.slice(0, 400)}`);
  for (const { range, code, message } of told)
    console.log(`    ${range.start.line + 1}: ${code}: ${message}`);
}

function printRefused(): void {
  console.log('refused by the server           documents   found          in the right place');
  const mutants: Tally = { documents: 0, found: 0, placed: 0, located: 0, warned: 0 };
  const total: Tally = { ...mutants };
  for (const [name, tally] of [...refused].sort(([left], [right]) => left.localeCompare(right))) {
    printTally(name, tally);
    for (const sum of name.startsWith('real: ') ? [total] : [total, mutants]) {
      for (const key of Object.keys(sum) as (keyof Tally)[]) sum[key] += tally[key];
    }
  }
  printTally('all mutants', mutants);
  printTally('all', total);
}

function printTally(name: string, { documents, found, placed, located }: Tally): void {
  console.log(
    `${name.padEnd(32)}${String(documents).padStart(9)}   ${share(found, documents).padEnd(15)}${share(placed, located)}`,
  );
}

function printClean(): void {
  console.log('\naccepted, partial or custom     documents   false errors   warnings alone');
  for (const [name, { documents, found, warned }] of [...clean].sort(([left], [right]) =>
    left.localeCompare(right),
  )) {
    console.log(
      `${name.padEnd(32)}${String(documents).padStart(9)}   ${share(found, documents).padEnd(15)}${share(warned, documents)}`,
    );
  }
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${part} (${((100 * part) / whole).toFixed(1)} %)`;
}
