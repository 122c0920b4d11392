import { earliest, type Instant, instantReader, isBefore } from './instant.ts';
import type { LogNote, LogOrigin } from './log-row.ts';
import { type Lines, packLines } from './packed-lines.ts';
import type { StampedLine } from './stamped-line.ts';

/** What came of a stream at one time, or a note behind it. */
interface Batch {
  readonly lines: Lines;
  /** The same, until they are packed. */
  readonly loose: readonly StampedLine[];
  readonly note: LogNote | undefined;
  /** In milliseconds. */
  readonly came: number;
}

const nothing: Batch = { lines: [], loose: [], note: undefined, came: 0 };

/** What was written before comes at least this quickly: so much in each window. */
const quickly = 64 * 1024;
/** What a line takes beside its text: an object and two strings. */
const lineCost = 200;
/** To pack fewer is not worth it. */
const fewLines = 64;
/** A clock that was set back by more is no line that was written late; in seconds. */
const longestDisorder = 60;

/** The lines of one stream that have come and not gone, and how it comes. */
export class QueuedStream {
  readonly origin: LogOrigin;
  /** Among all, in the order in which they were opened. */
  readonly place: number;
  isOpen = true;
  /** Whether it may still be giving what was written before it was opened. */
  phase: 'backlog' | 'live' = 'backlog';
  /** The time of its first line here, or of the last that went: never before that of a line that went. */
  time: Instant = earliest;
  readonly #begun: number;
  readonly #readTime = instantReader();
  #batches: Batch[] = [];
  /** How many of these batches have gone, and lines of the next. */
  #gone = 0;
  #at = 0;
  #line: StampedLine | undefined;
  /** How long others have waited for it since it last gave much, and since when they do now. */
  #held = 0;
  #holdsSince: number | undefined;
  #gave = 0;

  /** @param begun when it was opened, in milliseconds since the epoch */
  constructor(origin: LogOrigin, place: number, begun: number) {
    this.origin = origin;
    this.place = place;
    this.#begun = begun;
  }

  get isEmpty(): boolean {
    return this.#gone === this.#batches.length;
  }

  /** The next line; undefined where a note is next, or nothing. */
  get line(): StampedLine | undefined {
    return this.#line;
  }

  /** When the next line came. */
  get came(): number {
    return this.#batches[this.#gone]!.came;
  }

  /** Whether the next line came with the one before it. */
  get isWithin(): boolean {
    return this.#at > 0;
  }

  /** Puts lines behind those that are here, and gives how much they take. */
  push(lines: readonly StampedLine[], now: number): number {
    let cost = 0;
    for (const { text } of lines) cost += text.length + lineCost;
    if (this.#holdsSince !== undefined) this.#held += now - this.#holdsSince;
    this.#holdsSince = undefined;
    this.#gave += cost;
    if (this.#gave >= quickly) this.#held = this.#gave = 0;
    this.#pushBatch({ lines, loose: lines, note: undefined, came: now });
    return cost;
  }

  pushNote(note: LogNote): void {
    this.#pushBatch({ lines: [], loose: [], note, came: 0 });
  }

  /** Takes the next line away, and gives how much it took. */
  shift(): number {
    const cost = this.#line!.text.length + lineCost;
    this.#at++;
    if (this.#at === this.#batches[this.#gone]!.lines.length) this.#shiftBatch();
    else this.#lookAt();
    return cost;
  }

  /** Takes the note away that is next, if one is. */
  shiftNote(): LogNote | undefined {
    const note = this.#batches[this.#gone]?.note;
    if (note) this.#shiftBatch();
    return note;
  }

  /** What is here will be for a while. */
  pack(): void {
    for (let place = this.#batches.length - 1; place >= this.#gone; place--) {
      const batch = this.#batches[place]!;
      const { loose, came } = batch;
      if (batch.note !== undefined || (loose.length > 0 && loose.length < fewLines)) continue;
      // Those before are packed.
      if (loose.length === 0) return;
      this.#batches[place] = { lines: packLines(loose), loose: [], note: undefined, came };
    }
  }

  /** Until when others wait for it, which has none, that have had something since then. */
  holdsUntil(came: number, window: number, now: number): number {
    if (this.phase === 'backlog') {
      this.#holdsSince ??= now;
      const until = this.#holdsSince + window - this.#held;
      if (until > now) return until;
      this.phase = 'live';
    }
    return came + window;
  }

  #pushBatch(batch: Batch): void {
    this.#batches.push(batch);
    if (this.#batches.length - this.#gone === 1) this.#lookAt();
  }

  #shiftBatch(): void {
    this.#at = 0;
    // What has gone is kept by nobody.
    this.#batches[this.#gone++] = nothing;
    if (this.#gone * 2 > this.#batches.length) {
      this.#batches.splice(0, this.#gone);
      this.#gone = 0;
    }
    this.#lookAt();
  }

  /** Knows the time of the next line. */
  #lookAt(): void {
    const line = this.#batches[this.#gone]?.lines.at(this.#at);
    this.#line = line;
    const own = line && line.timestamp !== '' ? this.#readTime(line.timestamp) : undefined;
    if (!own) return;
    if (isBefore(this.time, own) || own.second < this.time.second - longestDisorder) this.time = own;
    // What is written now was not written before.
    if (own.second * 1_000 >= this.#begun) this.phase = 'live';
  }
}

/** Whether the next line of one goes before that of the other. */
export function goesBefore(one: QueuedStream, other: QueuedStream): boolean {
  if (isBefore(one.time, other.time)) return true;
  return one.place < other.place && !isBefore(other.time, one.time);
}
