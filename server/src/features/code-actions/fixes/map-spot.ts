import type { Branch } from '../../../helm/branches.ts';
import type { MapNode, Span } from '../../../yaml/nodes.ts';
import type { WrittenText } from './written-text.ts';

/** Where something new of a map may be written so that it is printed whenever the map is: anywhere where nothing is printed. */
export class MapSpot {
  readonly written: WrittenText;
  /** Undefined where the text is no template. */
  readonly #branch: Branch | undefined;

  /** `owner` is the key or dash of the map, or of where it will be. */
  constructor(written: WrittenText, map: MapNode | undefined, owner: Span | undefined) {
    this.written = written;
    this.#branch = written.printed?.branchOf(map, owner);
  }

  /** Whether an offset is where the map itself is printed. */
  has(offset: number): boolean {
    return !this.#branch || this.written.printed?.branchAt(offset) === this.#branch;
  }

  /** Where new lines may follow the end of a line; undefined where they may not. */
  behind(end: number): number | undefined {
    return this.#branch ? this.written.printed?.behind(end, this.#branch) : end;
  }

  /** Where new lines may stand before a key. */
  before(key: number): number | undefined {
    return this.#branch ? this.written.printed?.before(key, this.#branch) : key;
  }
}
