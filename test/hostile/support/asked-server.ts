import { type StartedLanguageServer, startLanguageServer } from '../../support/language-client.ts';
import { cpuTime, usage } from './measured-process.ts';

/** A document as an editor opens it. */
export interface OpenedText {
  readonly uri: string;
  readonly language: string;
  readonly text: string;
}

/** The CPU time that each step took, in milliseconds. */
export type StepTimes = ReadonlyMap<string, number>;

/** In words, for a test that has failed. */
export function shownTimes(times: StepTimes): string {
  return Array.from(times, ([name, time]) => `${name} ${time} ms`).join(', ');
}

/** A language server that is asked for everything an editor asks for, its process measured. */
export class AskedServer {
  readonly server: StartedLanguageServer;
  /** What it has logged as an error since it was started. */
  readonly errors: string[] = [];
  readonly #published = new Map<string, (diagnostics: readonly unknown[]) => void>();

  private constructor(server: StartedLanguageServer) {
    this.server = server;
  }

  static async start(...program: readonly [string, ...string[]]): Promise<AskedServer> {
    const asked = new AskedServer(await startLanguageServer([process.execPath, ...program]));
    const { connection } = asked.server;
    connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
      asked.errors.push(message);
    });
    connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }) => {
      asked.#published.get(uri)?.(diagnostics);
    });
    return asked;
  }

  get pid(): number {
    return this.server.child.pid!;
  }

  get isRunning(): boolean {
    return this.server.child.exitCode === null && this.server.child.signalCode === null;
  }

  /**
   * Opens a text, waits for its diagnostics, asks for everything once, and closes it. Rejects where the server ends, or has
   * used a minute of CPU time: it is ended then. How long it takes on a busy machine is of no account.
   */
  async ask(opened: OpenedText): Promise<StepTimes> {
    const { child } = this.server;
    const { cpu } = await usage(this.pid);
    const timer = setInterval(() => void this.#endAt(cpu + longest), betweenLooks);
    let ended = () => {};
    const late = new Promise<never>((_, fail) => {
      ended = () => fail(new Error('the server has ended, or has used a minute of CPU time'));
      child.once('exit', ended);
    });
    try {
      return await Promise.race([this.#ask(opened), late]);
    } finally {
      clearInterval(timer);
      child.off('exit', ended);
    }
  }

  /** Ends the server where it has used so much CPU time, in milliseconds, since its start. */
  async #endAt(most: number): Promise<void> {
    const used = await usage(this.pid).catch(() => undefined);
    if (used && used.cpu > most) this.server.child.kill('SIGKILL');
  }

  async #ask({ uri, language, text }: OpenedText): Promise<StepTimes> {
    const times = new Map<string, number>();
    const step = async (name: string, work: () => Promise<unknown>) => {
      times.set(name, await cpuTime(this.pid, work));
    };
    let diagnostics: readonly { range: { start: Position; end: Position } }[] = [];
    await step('diagnostics', async () => {
      const published = new Promise<readonly unknown[]>((done) => this.#published.set(uri, done));
      const textDocument = { uri, languageId: language, version: 1, text };
      await this.server.connection.sendNotification('textDocument/didOpen', { textDocument });
      diagnostics = (await published) as typeof diagnostics;
    });
    const lines = text.split('\n');
    const middle = positionIn(lines, Math.floor(lines.length / 2));
    const end = positionIn(lines, lines.length - (lines.at(-1) === '' ? 2 : 1));
    const whole = { start: { line: 0, character: 0 }, end: { line: lines.length, character: 0 } };
    let offered: { readonly items: readonly object[] } | readonly object[] | null = null;
    let tokens: { readonly resultId?: string } | null = null;
    for (const [name, params] of [
      ['documentSymbol', {}],
      ['foldingRange', {}],
      ['documentLink', {}],
      ['semanticTokens/full', {}],
      ['semanticTokens/range', { range: { start: middle, end: { ...middle, line: middle.line + 50 } } }],
      ['hover', { position: middle }],
      ['hover', { position: end }],
      ['completion', { position: middle, context: { triggerKind: 1 } }],
      ['completion', { position: end, context: { triggerKind: 1 } }],
      [
        'codeAction',
        { range: diagnostics[0]?.range ?? whole, context: { diagnostics: diagnostics.slice(0, 1) } },
      ],
      ['codeAction', { range: whole, context: { diagnostics: diagnostics.slice(0, 20) } }],
      ['codeAction', { range: whole, context: { diagnostics, only: ['source.fixAll'] } }],
    ] as const) {
      await step(`${name}${times.has(name) ? (times.has(`${name} 2`) ? ' 3' : ' 2') : ''}`, async () => {
        const answer = await this.server.connection.sendRequest(`textDocument/${name}`, {
          textDocument: { uri },
          ...params,
        });
        if (name === 'completion') offered = answer as typeof offered;
        if (name === 'semanticTokens/full') tokens = answer as typeof tokens;
      });
    }
    await step('resolve', async () => {
      const [first] = (offered && 'items' in offered ? offered.items : offered) ?? [];
      if (first) await this.server.connection.sendRequest('completionItem/resolve', first);
    });
    await step('change', async () => {
      const published = new Promise<readonly unknown[]>((done) => this.#published.set(uri, done));
      await this.server.connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version: 2 },
        contentChanges: [{ range: { start: middle, end: middle }, text: 'x' }],
      });
      await published;
    });
    await step('semanticTokens/full/delta', () =>
      this.server.connection.sendRequest('textDocument/semanticTokens/full/delta', {
        textDocument: { uri },
        previousResultId: tokens?.resultId ?? '',
      }),
    );
    await this.server.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
    return times;
  }
}

/** Milliseconds of CPU time. */
const longest = 60_000;
/** Milliseconds. */
const betweenLooks = 1_000;

interface Position {
  readonly line: number;
  readonly character: number;
}

function positionIn(lines: readonly string[], line: number): Position {
  return { line, character: lines[line]?.trimEnd().length ?? 0 };
}
