import type { LogOrigin } from './log-row.ts';

/** What of a row is stored beside its text. */
export interface StoredRow {
  readonly timestamp: string;
  readonly text: string;
  /** Undefined where the text is of a note. */
  readonly origin: LogOrigin | undefined;
  readonly flags: number;
}

/** For each row: where it ends, and what it is. */
const entrySize = 8;
/** The longest timestamp has 35. */
const longestTimestamp = 255;
const mostOrigins = 0xffff;
/** What an origin takes beside its names: an object, and its place in a table. */
const originCost = 200;
const noOrigin = 0;
/** A unit of a text takes no more as UTF-8. */
const bytesOfCharacter = 3;

/**
 * Rows in one piece of memory: their texts as UTF-8 from its beginning, an entry for each from its end. It is full where the
 * two meet, so that whatever is stored takes this memory and no more.
 */
export class RingBlock {
  readonly #memory: Buffer;
  readonly #entries: DataView;
  readonly #origins: (LogOrigin | undefined)[] = [undefined];
  readonly #placeOf = new Map<LogOrigin, number>();
  #originsCost = 0;
  #textEnd = 0;
  #count = 0;

  /** @param memory that nobody else uses any more */
  constructor(memory: Buffer) {
    this.#memory = memory;
    this.#entries = new DataView(memory.buffer, memory.byteOffset, memory.length);
  }

  get memory(): Buffer {
    return this.#memory;
  }

  /** How many rows it has. */
  get count(): number {
    return this.#count;
  }

  /** Bytes of texts, entries and origins. */
  get used(): number {
    return this.#textEnd + this.#count * entrySize + this.#originsCost;
  }

  /** Stores a row; `full` where it has no room for it. */
  push({ timestamp, text, origin, flags }: StoredRow): 'stored' | 'full' {
    const place = this.#placeFor(origin);
    if (place === undefined) return 'full';
    const time = timestamp.slice(0, longestTimestamp);
    const room = this.#memory.length - this.used - entrySize;
    const whole = time + text;
    if (whole.length * bytesOfCharacter > room && Buffer.byteLength(whole) > room) return 'full';
    // A timestamp is of ASCII; what is none is cut somewhere.
    const timeLength = time === '' ? 0 : Math.min(Buffer.byteLength(time), longestTimestamp);
    this.#textEnd += this.#memory.write(whole, this.#textEnd);
    this.#count++;
    const at = this.#memory.length - this.#count * entrySize;
    this.#entries.setUint32(at, this.#textEnd);
    this.#entries.setUint16(at + 4, place);
    this.#entries.setUint8(at + 6, flags);
    this.#entries.setUint8(at + 7, timeLength);
    return 'stored';
  }

  /** A row by its place, from 0. */
  row(place: number): StoredRow {
    const at = this.#memory.length - (place + 1) * entrySize;
    const start = place === 0 ? 0 : this.#entries.getUint32(at + entrySize);
    const textStart = start + this.#entries.getUint8(at + 7);
    return {
      timestamp: this.#memory.toString('utf8', start, textStart),
      text: this.#memory.toString('utf8', textStart, this.#entries.getUint32(at)),
      origin: this.#origins[this.#entries.getUint16(at + 4)],
      flags: this.#entries.getUint8(at + 6),
    };
  }

  #placeFor(origin: LogOrigin | undefined): number | undefined {
    if (origin === undefined) return noOrigin;
    const known = this.#placeOf.get(origin);
    if (known !== undefined) return known;
    const cost = originCost + 2 * Object.values(origin).join('').length;
    if (this.#origins.length > mostOrigins || this.used + cost > this.#memory.length) return undefined;
    this.#originsCost += cost;
    const place = this.#origins.push(origin) - 1;
    this.#placeOf.set(origin, place);
    return place;
  }
}
