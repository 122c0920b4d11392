import type { ServerResponse } from 'node:http';

/** A client that reads so slowly is behind for good; it finds out and lists again. */
const mostOfOne = 64 * 1024 * 1024;
/** What all watches together may hold that nobody has read: beyond this the one that holds most is ended. */
const mostOfAll = 192 * 1024 * 1024;
/** Who holds less than this holds nothing up. */
const little = 1024 * 1024;

/** The watches that are open, and what they hold for clients that do not read. */
export class OpenWatches {
  readonly #open = new Set<ServerResponse>();

  add(response: ServerResponse): void {
    this.#open.add(response);
    response.once('close', () => this.#open.delete(response));
  }

  /** After each write: ends who is too far behind. */
  judge(response: ServerResponse): void {
    if (response.writableLength < little) return;
    if (response.writableLength > mostOfOne) response.destroy();
    else if (this.#held() > mostOfAll) this.#slowest()?.destroy();
  }

  #held(): number {
    let held = 0;
    for (const response of this.#open) if (!response.destroyed) held += response.writableLength;
    return held;
  }

  #slowest(): ServerResponse | undefined {
    let slowest: ServerResponse | undefined;
    for (const response of this.#open) {
      if (response.destroyed) continue;
      if (!slowest || response.writableLength > slowest.writableLength) slowest = response;
    }
    return slowest;
  }
}
