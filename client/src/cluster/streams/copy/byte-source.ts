/** Bytes that come in pieces, read by their count or by lines. */
export class ByteSource {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);
  #hasEnded = false;

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#pieces = bytes[Symbol.asyncIterator]();
  }

  /** Whether the end has been read. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** So many bytes; fewer where the end comes before. */
  async take(size: number): Promise<Buffer> {
    if (this.#rest.length >= size) return this.#cut(size);
    const parts: Buffer[] = [];
    let left = size;
    while (left > 0) {
      const part = await this.some(left);
      if (!part) break;
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts);
  }

  /** As many as there are, at most `most`; undefined at the end. */
  async some(most: number): Promise<Buffer | undefined> {
    if (this.#rest.length === 0 && !(await this.#read())) return undefined;
    return this.#cut(Math.min(most, this.#rest.length));
  }

  /** A line without its end; undefined where the end comes before, or the line is longer than `longest`. */
  async line(longest: number): Promise<string | undefined> {
    const parts: Buffer[] = [];
    for (let size = 0; size <= longest; ) {
      if (this.#rest.length === 0 && !(await this.#read())) return undefined;
      const end = this.#rest.indexOf(10);
      const part = this.#cut(end < 0 ? this.#rest.length : end + 1);
      size += part.length;
      parts.push(part);
      if (end >= 0) return Buffer.concat(parts).toString('utf8').slice(0, -1);
    }
    return undefined;
  }

  /** Reads what is left, for nobody. */
  async drain(): Promise<void> {
    this.#rest = Buffer.alloc(0);
    while (await this.#read()) this.#rest = Buffer.alloc(0);
  }

  async #read(): Promise<boolean> {
    for (;;) {
      const { value, done } = await this.#pieces.next();
      if (done) {
        this.#hasEnded = true;
        return false;
      }
      if (value.length === 0) continue;
      this.#rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      return true;
    }
  }

  #cut(size: number): Buffer {
    const bytes = this.#rest.subarray(0, size);
    this.#rest = this.#rest.subarray(size);
    return bytes;
  }
}
