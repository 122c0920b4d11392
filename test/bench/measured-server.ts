import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type StartedLanguageServer, startLanguageServer } from '../support/language-client.ts';

/** A program that serves, with what it is told and how long it waits after an edit before it checks. */
export interface Contestant {
  readonly command: readonly string[];
  readonly settings: Record<string, unknown>;
  readonly typingPause: number;
}

/** A language server over stdio with one open document, and what is measured of it. All times are milliseconds. */
export class MeasuredServer {
  readonly #server: StartedLanguageServer;
  readonly #uri = 'file:///bench/input.yaml';
  readonly #typingPause: number;
  #text = '';
  #version = 0;
  #waiting: { count: (faults: number) => boolean; done: () => void } | undefined;

  private constructor(server: StartedLanguageServer, typingPause: number) {
    this.#server = server;
    this.#typingPause = typingPause;
    server.connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }) => {
      if (uri !== this.#uri || !this.#waiting?.count(diagnostics.length)) return;
      this.#waiting.done();
      this.#waiting = undefined;
    });
  }

  /** Starts a server that has nothing open. */
  static async start({ command, settings, typingPause }: Contestant): Promise<MeasuredServer> {
    const preload = ['--expose-gc', '--require', join(import.meta.dirname, 'report-heap.cjs')];
    const server = await startLanguageServer([process.execPath, ...preload, ...command], settings);
    return new MeasuredServer(server, typingPause);
  }

  /** Since the start of the process. */
  get age(): number {
    return performance.now() - this.#server.started;
  }

  /** Opens a text, in place of the one before; the time until its diagnostics are there. */
  async open(text: string): Promise<number> {
    this.#text = text;
    const published = this.#published((faults) => faults > 0);
    const started = performance.now();
    await this.#server.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri: this.#uri, languageId: 'yaml', version: ++this.#version, text },
    });
    await published;
    return performance.now() - started;
  }

  async close(): Promise<void> {
    await this.#server.connection.sendNotification('textDocument/didClose', {
      textDocument: { uri: this.#uri },
    });
  }

  /** Replaces a stretch of the text and waits for nothing. */
  async edit(offset: number, length: number, text: string): Promise<void> {
    await this.#send(this.#change(offset, length, text));
  }

  /** The time until an edit's diagnostics are there, without the pause that the server makes on purpose. */
  async editChecked(offset: number, length: number, text: string): Promise<number> {
    const change = this.#change(offset, length, text);
    const published = this.#published(() => true);
    const started = performance.now();
    await this.#send(change);
    await published;
    return performance.now() - started - this.#typingPause;
  }

  /** The time of a completion at an offset. */
  async complete(offset: number): Promise<number> {
    const position = positionAt(this.#text, offset);
    const started = performance.now();
    await this.#server.connection.sendRequest('textDocument/completion', {
      textDocument: { uri: this.#uri },
      position,
    });
    return performance.now() - started;
  }

  /** The time of a request for semantic tokens, and its answer: whole, as a difference to an answer, or of some lines. */
  async tokens(
    asked: 'full' | { readonly since: string } | { readonly from: number; readonly lines: number },
  ): Promise<{ readonly time: number; readonly resultId?: string }> {
    const textDocument = { uri: this.#uri };
    const [method, more] =
      asked === 'full'
        ? ['full', {}]
        : 'since' in asked
          ? ['full/delta', { previousResultId: asked.since }]
          : [
              'range',
              {
                range: {
                  start: { line: asked.from, character: 0 },
                  end: { line: asked.from + asked.lines, character: 0 },
                },
              },
            ];
    const started = performance.now();
    const answer: { resultId?: string } = await this.#server.connection.sendRequest(
      `textDocument/semanticTokens/${method}`,
      { textDocument, ...(more as object) },
    );
    return { ...answer, time: performance.now() - started };
  }

  /** Megabytes in use after a collection. */
  async heap(): Promise<number> {
    const { child } = this.#server;
    const bytes = new Promise<number>((done) => {
      const listen = (chunk: Buffer) => {
        const heap = /heapUsed (\d+)/.exec(chunk.toString());
        if (!heap) return;
        child.stderr!.off('data', listen);
        done(Number(heap[1]));
      };
      child.stderr!.on('data', listen);
    });
    child.kill('SIGUSR2');
    return (await bytes) / 1e6;
  }

  /** Megabytes that the system counts for the process. */
  resident(): number {
    const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(this.#server.child.pid)], {
      encoding: 'utf8',
    });
    return Number(stdout) / 1000;
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  #change(offset: number, length: number, text: string): object {
    const before = this.#text;
    const range = { start: positionAt(before, offset), end: positionAt(before, offset + length) };
    this.#text = before.slice(0, offset) + text + before.slice(offset + length);
    return { range, text };
  }

  #send(change: object): Promise<void> {
    return this.#server.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: this.#uri, version: ++this.#version },
      contentChanges: [change],
    });
  }

  #published(count: (faults: number) => boolean): Promise<void> {
    return new Promise((done) => {
      this.#waiting = { count, done };
    });
  }
}

function positionAt(text: string, offset: number): { line: number; character: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length - 1, character: offset - (before.lastIndexOf('\n') + 1) };
}
