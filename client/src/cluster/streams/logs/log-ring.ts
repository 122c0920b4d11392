import type { LogLines, LogNote, LogOrigin, LogRow } from './log-row.ts';
import { RingBlock } from './ring-block.ts';

/** One row of a page: a line, a piece of a very long one, or a note. */
export type RingRow = RingLine | { readonly number: number; readonly is: 'note'; readonly note: LogNote };

export interface RingLine {
  /** Counted from the first that was ever appended, which is 0. */
  readonly number: number;
  readonly is: 'line';
  readonly origin: LogOrigin;
  readonly timestamp: string;
  readonly text: string;
  readonly place: LogLines['place'];
  /** Set of a piece that belongs to the row before. */
  readonly continues?: true;
}

const megabyte = 1024 * 1024;
/** What a ring takes where nothing is said. */
export const ringSize = 64 * megabyte;
const largestBlock = megabyte;
/** The oldest rows go in blocks: a small part of all. */
const leastBlocks = 16;
/** Characters of a row; what is longer is several. At its widest it takes a part of a block. */
const longestText = 64 * 1024;
const longestFault = 10_000;

const lateFlag = 1;
const continuesFlag = 2;

/**
 * The newest rows of logs in a memory of fixed size. What is counted is all that is stored: timestamps and texts as UTF-8,
 * eight bytes for each row, and the names of where they come from. When it is full the oldest rows go, and are counted.
 * Memory is taken as it is needed, and then used again.
 */
export class LogRing {
  readonly #size: number;
  readonly #blockSize: number;
  /** The oldest first, each with the number of its first row. */
  #blocks: { readonly first: number; readonly block: RingBlock }[] = [];
  #end = 0;

  /** @param size bytes */
  constructor(size = ringSize) {
    this.#size = size;
    // A row at its longest, in characters of three bytes, has room in one.
    this.#blockSize = Math.max(4 * longestText, Math.min(largestBlock, Math.floor(size / leastBlocks)));
  }

  /** How many of the oldest rows have gone: the number of the first one that is here. */
  get dropped(): number {
    return this.#blocks[0]?.first ?? this.#end;
  }

  /** The number that the next row will have. */
  get end(): number {
    return this.#end;
  }

  /** Bytes that are taken, whether they are used or not. */
  get taken(): number {
    return this.#blocks.length * this.#blockSize;
  }

  /** Bytes of what is stored. */
  get stored(): number {
    return this.#blocks.reduce((sum, { block }) => sum + block.used, 0);
  }

  append(rows: readonly LogRow[]): void {
    for (const row of rows) {
      if (row.is === 'lines') this.#appendLines(row);
      else this.#push('', JSON.stringify(shortened(row)), undefined, 0);
    }
  }

  /** The rows from a number on, as many as are here, at most so many. */
  rows(from: number, count: number): RingRow[] {
    const start = Math.max(from, this.dropped);
    const end = Math.min(from + count, this.#end);
    const rows: RingRow[] = [];
    let place = this.#blockOf(start);
    for (let number = start; number < end; number++) {
      if (number === this.#blocks[place + 1]?.first) place++;
      rows.push(this.#rowOf(number, place));
    }
    return rows;
  }

  #appendLines({ lines, origin, place }: LogLines): void {
    const late = place === 'late' ? lateFlag : 0;
    for (const { timestamp, text, continues } of lines) {
      let flags = continues ? late | continuesFlag : late;
      let start = 0;
      while (text.length - start > longestText) {
        const end = pieceEnd(text, start + longestText);
        this.#push(timestamp, text.slice(start, end), origin, flags);
        flags = late | continuesFlag;
        start = end;
      }
      this.#push(timestamp, start === 0 ? text : text.slice(start), origin, flags);
    }
  }

  #push(timestamp: string, text: string, origin: LogOrigin | undefined, flags: number): void {
    const row = { timestamp, text, origin, flags };
    if (this.#blocks.at(-1)?.block.push(row) !== 'stored' && this.#newBlock().push(row) === 'full') {
      throw new RangeError(`a row of ${text.length} characters has no room in a ring of ${this.#size} bytes`);
    }
    this.#end++;
  }

  /** Behind the others; in the memory of the oldest, where no more may be taken. */
  #newBlock(): RingBlock {
    const isFull = this.#blocks.length > 0 && this.taken + this.#blockSize > this.#size;
    const memory = isFull ? this.#blocks.shift()!.block.memory : Buffer.allocUnsafeSlow(this.#blockSize);
    const block = new RingBlock(memory);
    this.#blocks.push({ first: this.#end, block });
    return block;
  }

  #blockOf(number: number): number {
    let [low, high] = [0, this.#blocks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#blocks[middle]!.first <= number) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #rowOf(number: number, place: number): RingRow {
    const { block, first } = this.#blocks[place]!;
    const { timestamp, text, origin, flags } = block.row(number - first);
    if (origin === undefined) return { number, is: 'note', note: JSON.parse(text) as LogNote };
    return {
      number,
      is: 'line',
      origin,
      timestamp,
      text,
      place: flags & lateFlag ? 'late' : 'in order',
      ...(flags & continuesFlag ? { continues: true } : {}),
    };
  }
}

/** Never between the two halves of a character. */
function pieceEnd(text: string, end: number): number {
  const unit = text.charCodeAt(end - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? end - 1 : end;
}

/** A server may refuse in any number of words. */
function shortened(note: LogNote): LogNote {
  if (!('why' in note)) return note;
  const { fault, wayOut = '' } = note.why;
  if (fault.length + wayOut.length <= longestFault) return note;
  return { ...note, why: { fault: `${fault.slice(0, longestFault)}…` } };
}
