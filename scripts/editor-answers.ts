// Writes what the built language server answers, so that two builds can be compared with `diff`:
//   npm run answers -- OUT PATH...        PATH: a folder of manifests, or a file of rows {id, text} (.jsonl, .jsonl.gz)
// One line for each document and finding ({file, code, severity, range, message, related?}), one for each of its code
// actions, and one for each place where completion was asked: how many items, and a digest of all that they say.
// Of a JSON file that holds objects or texts within it, each is asked about as a document of its own.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { createGunzip } from 'node:zlib';
import type { CodeAction, CompletionItem, CompletionList, Diagnostic, Position } from 'vscode-languageserver';
import { filesUnder } from './folder.ts';
import { LanguageClient } from './language-client.ts';

interface Document {
  /** What the lines of the result name it by. */
  readonly name: string;
  readonly uri: string;
  readonly languageId: 'yaml' | 'json';
  readonly text: string;
}

/** Completion is asked at this many places of a document at most, spread over all of it. */
const mostPlaces = 48;

const [out, ...paths] = process.argv.slice(2);
if (!out || paths.length === 0) {
  console.error('usage: npm run answers -- OUT PATH...');
  process.exit(2);
}
const output = createWriteStream(out);
const roots = paths.map((path) => `${pathToFileURL(resolve(path)).href}/`);
let documents = 0;
for (const path of paths) await writeAnswers(resolve(path));
await new Promise((done) => output.end(done));
console.log(`${documents} documents: ${out}`);

async function writeAnswers(path: string): Promise<void> {
  const isFolder = (await stat(path)).isDirectory();
  const settings = { kubernetesVersion: '1.35' };
  const client = await LanguageClient.start({
    server: resolve('dist/server.js'),
    initialize: {
      initializationOptions: settings,
      ...(isFolder && { workspaceFolders: [{ uri: pathToFileURL(path).href, name: 'answers' }] }),
    },
    configuration: () => settings,
  });
  try {
    if (isFolder) await client.indexed();
    for await (const document of isFolder ? inFolder(path) : inRows(path)) {
      documents++;
      await writeDocument(client, document);
    }
  } finally {
    await client.stop();
  }
}

async function writeDocument(client: LanguageClient, document: Document): Promise<void> {
  const { name: file, uri, text } = document;
  await client.open(uri, text, document.languageId);
  const textDocument = { uri };
  const diagnostics = await client.diagnostics(uri);
  for (const diagnostic of diagnostics) {
    write({ file, ...told(diagnostic) });
    const params = { textDocument, range: diagnostic.range, context: { diagnostics: [diagnostic] } };
    const actions = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', params);
    for (const { title, isPreferred, edit, command } of actions)
      write({ file, action: title, isPreferred, edit, command });
  }
  for (const position of placesOf(text)) {
    const params = { textDocument, position };
    const list = await client.connection.sendRequest<CompletionList | CompletionItem[] | null>(
      'textDocument/completion',
      params,
    );
    const items = Array.isArray(list) ? list : (list?.items ?? []);
    const digest = createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 16);
    write({ file, completion: `${position.line}:${position.character}`, items: items.length, digest });
  }
  await client.close(uri);
  client.forget(uri);
}

function told({ code, severity, range, message, relatedInformation, tags }: Diagnostic) {
  const { start, end } = range;
  const place = `${start.line}:${start.character}-${end.line}:${end.character}`;
  return { code, severity, range: place, message, relatedInformation, tags };
}

/** Ends of lines and places behind a key, the same ones of the same text. */
function placesOf(text: string): Position[] {
  const all = text.split(/\r?\n/).flatMap((line, number) => {
    const end = { line: number, character: line.length };
    const colon = line.indexOf(': ');
    return colon < 0 ? [end] : [{ line: number, character: colon + 2 }, end];
  });
  if (all.length <= mostPlaces) return all;
  const step = all.length / mostPlaces;
  return Array.from({ length: mostPlaces }, (_, index) => all[Math.floor(index * step)]!);
}

async function* inRows(path: string): AsyncGenerator<Document> {
  const bytes = createReadStream(path);
  const input = path.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes;
  for await (const line of createInterface({ input })) {
    if (line === '') continue;
    const { id, text } = JSON.parse(line) as { id: string; text: string };
    yield { name: id, uri: `file:///answers/${id}.yaml`, languageId: 'yaml', text };
  }
}

async function* inFolder(root: string): AsyncGenerator<Document> {
  for (const path of await filesUnder(root, /\.(?:ya?ml|json|tpl)$/)) {
    const name = relative(root, path);
    const text = await readFile(path, 'utf8');
    const uri = pathToFileURL(path).href;
    if (!path.endsWith('.json')) yield { name, uri, languageId: 'yaml', text };
    else yield* inJson(name, uri, text);
  }
}

function* inJson(name: string, uri: string, text: string): Generator<Document> {
  yield { name, uri, languageId: 'json', text };
  let number = 0;
  for (const [languageId, within] of textsWithin(JSON.parse(text))) {
    number++;
    yield { name: `${name}#${number}`, uri: `${uri}.${number}.${languageId}`, languageId, text: within };
  }
}

/** The objects of Kubernetes in a value, each as a text, and its texts of several lines. */
function* textsWithin(value: unknown): Generator<readonly ['yaml' | 'json', string]> {
  if (typeof value === 'string') {
    if (value.includes('\n') || value.includes(': ')) yield ['yaml', value];
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if ('apiVersion' in value && 'kind' in value) yield ['json', JSON.stringify(value, undefined, 2)];
  else for (const part of Object.values(value)) yield* textsWithin(part);
}

/** Where the folders are says nothing: addresses are those within them. */
function write(line: object): void {
  const text = roots.reduce((written, root) => written.replaceAll(root, 'file:///'), JSON.stringify(line));
  output.write(`${text}\n`);
}
