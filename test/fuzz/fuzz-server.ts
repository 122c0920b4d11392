import { isDeepStrictEqual } from 'node:util';
import type { SemanticTokens, SemanticTokensDelta } from 'vscode-languageserver';
import type { CatalogReader } from '../../server/src/catalog/catalog.ts';
import { LineIndex, type Position } from '../../server/src/yaml/lines.ts';
import { seededRandom } from '../support/random.ts';
import { apply, randomEdit } from './edits.ts';
import { type InProcessServer, startInProcess } from './in-process-server.ts';
import { watch } from './watchdog.ts';

/** What is tried, and how long. */
export interface Fuzzing {
  readonly texts: readonly string[];
  /** What the client calls the language of the documents: `yaml`, or `helm` for templates of charts. */
  readonly languageId: string;
  readonly steps: number;
  readonly seed: number;
  readonly readCatalog: CatalogReader;
  /** Told now and then. */
  readonly progress?: (step: number) => void;
}

/**
 * Edits the texts at random in an open document and asks for everything at random places. Throws at the first answer
 * that is wrong: an error, a range outside of the document, an answer unlike that about the same text opened afresh.
 */
export async function fuzzServer(fuzzing: Fuzzing): Promise<void> {
  const { texts, languageId, steps, seed, readCatalog, progress } = fuzzing;
  const random = seededRandom(seed);
  const server = await startInProcess(readCatalog);
  const fresh = await startInProcess(readCatalog);
  const watchdog = watch(seed);
  let editor = new Editor(server, languageId, texts[0]!);
  try {
    for (let step = 0; step < steps; step++) {
      watchdog.step(step);
      if (step % editsOfText === 0 || editor.text.length > longestText) {
        if (step > 0) await editor.close();
        editor = new Editor(server, languageId, texts[random(texts.length)]!);
        await editor.open();
      }
      await editor.edit(randomEdit(editor.text, texts[random(texts.length)]!, random));
      try {
        await ask(editor, random);
        if (step % 100 === 99) await compare(editor, fresh, random);
        if (server.errors.length > 0) throw new Error(`the server logged: ${server.errors[0]}`);
      } catch (error) {
        const where = `seed ${seed}, step ${step}, text ${JSON.stringify(editor.text)}`;
        throw new Error(`${error instanceof Error ? error.message : String(error)}\n  at ${where}`);
      }
      if (step % 1_000 === 999) progress?.(step + 1);
    }
  } finally {
    watchdog.stop();
    server.stop();
    fresh.stop();
  }
}

const uri = 'file:///workspace/app.yaml';
/** After so many edits little is left of a text. */
const editsOfText = 150;
const longestText = 40_000;

/** A document that is open in a server, as an editor has it. */
class Editor {
  readonly server: InProcessServer;
  readonly uri = uri;
  readonly languageId: string;
  text: string;
  version = 1;
  #lines: LineIndex | undefined;

  constructor(server: InProcessServer, languageId: string, text: string) {
    this.server = server;
    this.languageId = languageId;
    this.text = text;
  }

  get lines(): LineIndex {
    this.#lines ??= new LineIndex(this.text);
    return this.#lines;
  }

  open(): Promise<void> {
    const textDocument = {
      uri: this.uri,
      languageId: this.languageId,
      version: this.version,
      text: this.text,
    };
    return this.server.client.sendNotification('textDocument/didOpen', { textDocument });
  }

  close(): Promise<void> {
    return this.server.client.sendNotification('textDocument/didClose', { textDocument: { uri: this.uri } });
  }

  async edit(edit: Parameters<typeof apply>[1]): Promise<void> {
    const { offset, length, text } = edit;
    const range = this.lines.range({ start: offset, end: offset + length });
    const start = this.lines.offsetAt(range.start);
    const end = this.lines.offsetAt(range.end);
    this.text = apply(this.text, { offset: start, length: Math.max(0, end - start), text });
    this.#lines = undefined;
    await this.server.client.sendNotification('textDocument/didChange', {
      textDocument: { uri: this.uri, version: ++this.version },
      contentChanges: [{ range, text }],
    });
  }

  request(name: string, more: object = {}): Promise<unknown> {
    return this.server.client.sendRequest(`textDocument/${name}`, {
      textDocument: { uri: this.uri },
      ...more,
    });
  }

  diagnostics() {
    return this.server.checked(this.uri, this.version);
  }
}

/** A request about a random place of a document. */
interface Question {
  /** How often it is asked, beside the others. */
  readonly weight: number;
  readonly ask: (editor: Editor, position: Position, random: (limit: number) => number) => Promise<unknown>;
}

const atPosition = (name: string): Question['ask'] => {
  return async (editor, position) => expectInside(await editor.request(name, { position }), editor);
};
const ofDocument = (name: string): Question['ask'] => {
  return async (editor) => expectInside(await editor.request(name), editor);
};

/** How each request about a document is asked, by its method after `textDocument/`. */
export const questions: Readonly<Record<string, Question>> = {
  hover: { weight: 1, ask: atPosition('hover') },
  documentSymbol: { weight: 1, ask: ofDocument('documentSymbol') },
  foldingRange: { weight: 1, ask: ofDocument('foldingRange') },
  documentLink: { weight: 1, ask: ofDocument('documentLink') },
  semanticTokens: { weight: 1, ask: askForTokens },
  codeAction: { weight: 1, ask: askForActions },
  completion: { weight: 4, ask: askForCompletion },
};
const lots = Object.values(questions).flatMap(({ weight, ask }) => Array<Question['ask']>(weight).fill(ask));

async function ask(editor: Editor, random: (limit: number) => number): Promise<void> {
  const position = editor.lines.positionAt(random(editor.text.length + 1));
  await lots[random(lots.length)]!(editor, position, random);
}

async function askForActions(editor: Editor, position: Position): Promise<void> {
  const diagnostics = await editor.diagnostics();
  expectInside(diagnostics, editor);
  const range = { start: position, end: position };
  expectInside(await editor.request('codeAction', { range, context: { diagnostics } }), editor);
}

/** Whole, as a difference to that and of some lines: all three say the same of the same text. */
async function askForTokens(
  editor: Editor,
  position: Position,
  random: (limit: number) => number,
): Promise<void> {
  const { data, resultId } = (await editor.request('semanticTokens/full')) as SemanticTokens;
  const places = placesOf(data, editor.lines);
  const again = await editor.request('semanticTokens/full/delta', { previousResultId: resultId });
  if (!isDeepStrictEqual((again as SemanticTokensDelta).edits, [])) {
    throw new Error(`tokens of an unchanged text differ: ${JSON.stringify(again)}`);
  }
  const end = { line: position.line + random(20), character: 0 };
  const seen = editor.lines.range({
    start: editor.lines.offsetAt(position),
    end: Math.max(editor.lines.offsetAt(position), editor.lines.offsetAt(end)),
  });
  const some = (await editor.request('semanticTokens/range', { range: seen })) as SemanticTokens;
  const [from, to] = [editor.lines.offsetAt(seen.start), editor.lines.offsetAt(seen.end)];
  const inside = (one: string) => Number(one.split(' ')[0]) >= from && Number(one.split(' ')[1]) <= to;
  const [expected, found] = [places.filter(inside), placesOf(some.data, editor.lines).filter(inside)];
  if (!isDeepStrictEqual(found, expected)) {
    throw new Error(
      `tokens of lines ${JSON.stringify(found)}\n  of the whole text ${JSON.stringify(expected)}`,
    );
  }
}

/** `START END TYPE MODIFIERS` of each token. Throws at one that is outside of its line or before the end of the last. */
function placesOf(data: readonly number[], lines: LineIndex): string[] {
  const places: string[] = [];
  let [line, character, last] = [0, 0, 0];
  for (let at = 0; at < data.length; at += 5) {
    const [ahead, right, length, type, modifiers] = data.slice(at, at + 5) as [
      number,
      number,
      number,
      number,
      number,
    ];
    character = ahead === 0 ? character + right : right;
    line += ahead;
    const start = lines.lineStart(line) + character;
    if (line >= lines.lineCount || length <= 0 || start < last || start + length > lines.lineEnd(line)) {
      throw new Error(`a token is not on its line: ${line}:${character}, ${length} long`);
    }
    last = start + length;
    places.push(`${start} ${last} ${type} ${modifiers}`);
  }
  return places;
}

async function askForCompletion(
  editor: Editor,
  position: Position,
  random: (limit: number) => number,
): Promise<void> {
  const { items } = (await editor.request('completion', { position })) as { items: object[] };
  expectInside(items, editor);
  const item = items[random(items.length || 1)];
  if (item) await editor.server.client.sendRequest('completionItem/resolve', item);
}

/** The answers about a text that was edited into shape are those about the same text opened. */
async function compare(
  edited: Editor,
  server: InProcessServer,
  random: (limit: number) => number,
): Promise<void> {
  const opened = new Editor(server, edited.languageId, edited.text);
  await opened.open();
  const position = edited.lines.positionAt(random(edited.text.length + 1));
  const questions: Record<string, (editor: Editor) => Promise<unknown>> = {
    diagnostics: (editor) => editor.diagnostics(),
    symbols: (editor) => editor.request('documentSymbol'),
    tokens: async (editor) => ((await editor.request('semanticTokens/full')) as SemanticTokens).data,
    [`completion at ${position.line}:${position.character}`]: (editor) =>
      editor.request('completion', { position }),
  };
  for (const [name, question] of Object.entries(questions)) {
    const [before, now] = [await question(edited), await question(opened)];
    if (!isDeepStrictEqual(before, now)) {
      throw new Error(
        `${name} after edits ${JSON.stringify(before)}\n  opened afresh ${JSON.stringify(now)}`,
      );
    }
  }
  await opened.close();
}

type Range = ReturnType<LineIndex['range']>;

/** Throws when a range anywhere in an answer is not of the document. */
function expectInside(answer: unknown, { lines }: Editor): void {
  if (Array.isArray(answer)) {
    for (const part of answer) expectInside(part, { lines } as Editor);
    return;
  }
  if (typeof answer !== 'object' || answer === null) return;
  if (isRange(answer)) {
    const isInside = [answer.start, answer.end].every((position) => {
      const known = lines.positionAt(lines.offsetAt(position));
      return isDeepStrictEqual(known, { line: position.line, character: position.character });
    });
    if (!isInside || lines.offsetAt(answer.start) > lines.offsetAt(answer.end)) {
      throw new Error(`a range is not inside the document: ${JSON.stringify(answer)}`);
    }
    return;
  }
  const { range, selectionRange, startLine, endLine } = answer as Record<string, unknown>;
  if (isRange(range) && isRange(selectionRange) && !holds(range, selectionRange, lines)) {
    throw new Error(`a symbol's name is not inside of it: ${JSON.stringify(answer)}`);
  }
  if (typeof endLine === 'number' && !(endLine < lines.lineCount && Number(startLine) < endLine)) {
    throw new Error(`a fold is not inside the document: ${JSON.stringify(answer)}`);
  }
  for (const part of Object.values(answer)) expectInside(part, { lines } as Editor);
}

function isRange(value: unknown): value is Range {
  return typeof value === 'object' && value !== null && 'start' in value && 'end' in value;
}

function holds(outer: Range, inner: Range, lines: LineIndex): boolean {
  const [from, to] = [lines.offsetAt(outer.start), lines.offsetAt(outer.end)];
  return from <= lines.offsetAt(inner.start) && lines.offsetAt(inner.end) <= to;
}
