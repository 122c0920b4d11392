import {
  afterString,
  closeBrace,
  closeBracket,
  comma,
  openBrace,
  openBracket,
  quote,
} from '../../../../server/src/yaml/json-text.ts';
import { setField } from '../../../../server/src/yaml/own-field.ts';

/** What a text of JSON may hold at most, and how it is read. */
export interface JsonReading {
  /** Lists and maps within each other. */
  readonly deepest?: number;
  /** Values of all kinds. */
  readonly mostValues?: number;
  /** Characters that are read at once. */
  readonly slice?: number;
  /** Lets others work, after each slice. */
  readonly pause?: () => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

/** A text that is JSON, and holds more than is read. */
export class JsonLimitError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'JsonLimitError';
  }
}

/** Nothing of Kubernetes is nested like this; what shows objects calls itself level by level. */
const defaultDeepest = 500;
/** A page of 500 Pods has a tenth of these, the largest documents of OpenAPI a fifth. */
const defaultMostValues = 3_000_000;
/** `JSON.parse` takes some milliseconds for the worst text of this length. */
const sliceLength = 64 * 1024;

/**
 * Reads JSON as `JSON.parse` does, in slices between which others work: one piece of many megabytes would stop the
 * process for seconds. What is too deep, or holds too many values, is refused before it is read.
 * @throws SyntaxError when it is no JSON, JsonLimitError when it holds too much, or the signal's reason.
 */
export async function parseJson(
  text: string,
  {
    deepest = defaultDeepest,
    mostValues = defaultMostValues,
    slice = sliceLength,
    pause = nextTurn,
    signal,
  }: JsonReading = {},
): Promise<unknown> {
  const reader = new SlicedReader(text, { deepest, mostValues, slice });
  while (!reader.advance(slice)) {
    await pause();
    signal?.throwIfAborted();
  }
  return reader.result();
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

type Limits = Required<Pick<JsonReading, 'deepest' | 'mostValues' | 'slice'>>;

/** A list or map whose end has not come. */
interface Open {
  readonly isList: boolean;
  readonly start: number;
  /** What of it is read; undefined while all of it is text, which is read with what is around it. */
  value: unknown[] | Record<string, unknown> | undefined;
  /** From here on its text is not read. */
  unread: number;
  /** Behind its last comma. */
  entry: number;
  /** Its last entry has been read by itself, and only a comma or the end may follow. */
  isEntryRead: boolean;
}

/**
 * Goes over a text once, and gives it to `JSON.parse` in pieces: whole entries of a list or map that is longer than a
 * slice. What is shorter stays text, and is read with what it stands in.
 */
class SlicedReader {
  readonly #text: string;
  readonly #limits: Limits;
  readonly #open: Open[] = [];
  #at = 0;
  #values = 0;
  /** The list or map that the text is, when it has been read in pieces. */
  #root: { readonly value: unknown } | undefined;
  #rootEnd = -1;

  constructor(text: string, limits: Limits) {
    this.#text = text;
    this.#limits = limits;
  }

  /** Goes on over so many characters, or somewhat more. True when nothing is left. */
  advance(length: number): boolean {
    const text = this.#text;
    const until = Math.min(text.length, this.#at + length);
    let at = this.#at;
    while (at < until) {
      const code = text.charCodeAt(at);
      if (code === quote) at = afterString(text, at);
      else {
        // Nearly all that stands between strings means nothing here.
        if (code >= openBracket || code === comma) this.#mark(code, at);
        at++;
      }
    }
    this.#at = at;
    return at >= text.length;
  }

  result(): unknown {
    if (!this.#root) return JSON.parse(this.#text);
    if (this.#open.length > 0 || !isBlank(this.#text.slice(this.#rootEnd))) throw broken();
    return this.#root.value;
  }

  #mark(code: number, at: number): void {
    if (code === comma) this.#comma(at);
    else if (code === openBracket || code === openBrace) this.#begin(code, at);
    else if (code === closeBracket || code === closeBrace) this.#end(code, at);
  }

  #count(): void {
    if (++this.#values > this.#limits.mostValues) {
      throw new JsonLimitError(`it holds more than ${this.#limits.mostValues} values`);
    }
  }

  #begin(code: number, start: number): void {
    this.#count();
    if (this.#open.length >= this.#limits.deepest) {
      throw new JsonLimitError(`it is nested more than ${this.#limits.deepest} levels deep`);
    }
    const unread = start + 1;
    this.#open.push({
      isList: code === openBracket,
      start,
      value: undefined,
      unread,
      entry: unread,
      isEntryRead: false,
    });
  }

  #comma(at: number): void {
    this.#count();
    const own = this.#open.at(-1);
    if (!own) return;
    if (own.isEntryRead || at - own.unread > this.#limits.slice) {
      this.#read(own, at);
      own.unread = at + 1;
    }
    own.entry = at + 1;
  }

  #end(code: number, at: number): void {
    const own = this.#open.pop();
    if (!own || own.isList !== (code === closeBracket)) throw broken();
    if (!own.value) return;
    this.#read(own, at);
    const parent = this.#open.at(-1);
    if (!parent) {
      if (this.#root || !isBlank(this.#text.slice(0, own.start))) throw broken();
      this.#root = { value: own.value };
      this.#rootEnd = at + 1;
      return;
    }
    this.#put(parent, own, at + 1);
  }

  /** Reads what of a list or map has not been read, up to a comma or its end. */
  #read(own: Open, end: number): void {
    const piece = this.#text.slice(own.unread, end);
    own.unread = end;
    if (own.isEntryRead) {
      if (!isBlank(piece)) throw broken();
      own.isEntryRead = false;
      return;
    }
    take(own, own.isList ? JSON.parse(`[${piece}]`) : JSON.parse(`{${piece}}`));
  }

  /** Puts a list or map that has been read in pieces into the one that it stands in. */
  #put(parent: Open, { start, value }: Open, end: number): void {
    if (parent.isEntryRead) throw broken();
    if (parent.entry > parent.unread) {
      this.#read(parent, parent.entry - 1);
      parent.unread = parent.entry;
    }
    const before = this.#text.slice(parent.unread, start);
    // Before it stands the map's key, or nothing: with a null in its place that is seen.
    const keys = Object.keys(JSON.parse(parent.isList ? `[${before}null]` : `{${before}null}`));
    if (keys.length !== 1) throw broken();
    take(parent, parent.isList ? [value] : Object.fromEntries([[keys[0]!, value]]));
    parent.unread = end;
    parent.isEntryRead = true;
  }
}

/** Adds the entries of a piece, of which there is one at least. */
function take(own: Open, piece: unknown[] | Record<string, unknown>): void {
  const keys = Object.keys(piece);
  if (keys.length === 0) throw broken();
  if (!own.value) {
    own.value = piece;
    return;
  }
  if (Array.isArray(own.value)) {
    for (const item of piece as unknown[]) own.value.push(item);
    return;
  }
  for (const key of keys) setField(own.value, key, (piece as Record<string, unknown>)[key]);
}

function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text);
}

function broken(): SyntaxError {
  return new SyntaxError('no JSON');
}
