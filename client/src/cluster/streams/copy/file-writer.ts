import type { FileHandle } from 'node:fs/promises';

/** So many bytes go to the disk together. */
const chunk = 512 * 1024;
/** So many files at a time are not closed yet. */
const mostOpen = 16;

/** Writes files one after the other, while what comes next is read already. */
export class FileWriter {
  readonly #open = new Set<Promise<void>>();
  #failure: unknown;

  /**
   * Takes a file that is open, and its content piece by piece by what is given back; `last` is done when all of it is on the disk,
   * before the file is closed.
   */
  begin(file: FileHandle, last: (file: FileHandle) => Promise<void>): OpenFile {
    let parts: Uint8Array[] = [];
    let size = 0;
    let writing: Promise<void> = Promise.resolve();
    const flush = () => {
      const whole = parts;
      parts = [];
      size = 0;
      writing = writing.then(() => writeAll(file, whole));
      // Whoever waits for it hears of it; until then nobody does.
      writing.catch(() => undefined);
    };
    return {
      write: async (bytes) => {
        parts.push(bytes);
        size += bytes.length;
        if (size < chunk) return;
        await writing;
        flush();
      },
      close: async (how) => {
        if (how === 'whole' && size > 0) flush();
        const closing = (async () => {
          try {
            await writing;
            if (how === 'whole') await last(file);
          } finally {
            await file.close();
          }
        })();
        this.#keep(closing);
        while (this.#open.size >= mostOpen) await Promise.race(this.#open);
        this.#throwFailure();
      },
    };
  }

  /** Waits until every file is closed. Rejects with the first failure that nobody has heard of. */
  async finish(): Promise<void> {
    await Promise.all(this.#open);
    this.#throwFailure();
  }

  #keep(closing: Promise<void>): void {
    const kept = closing
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#open.delete(kept));
    this.#open.add(kept);
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }
}

/** A file that is being written. */
export interface OpenFile {
  /** Rejects as the disk does, then or later. */
  write(bytes: Uint8Array): Promise<void>;
  /** No more comes: all is there, or it broke off. */
  close(how: 'whole' | 'broken off'): Promise<void>;
}

/** What is not written at once is, the next time. */
async function writeAll(file: FileHandle, parts: readonly Uint8Array[]): Promise<void> {
  const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten;
}
