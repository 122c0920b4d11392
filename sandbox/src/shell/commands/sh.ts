import { absolutePath, FileError } from '../file-system.ts';
import { SyntaxFault } from '../parse-script.ts';
import { type Command, complain, type Process } from '../process.ts';
import { readLine } from '../read-line.ts';
import { type CommandFinder, runScript, ShellExit, type ShellState, shellState } from '../run-script.ts';

/** More lines that are no whole script yet are refused: each new one has all of them read again. */
const longestUnfinished = 8 * 1024;
const longestScript = 1024 * 1024;

/** `sh [-c SCRIPT [NAME ARGUMENT...] | FILE | -s]`; without either it reads its script line by line. */
export function shell(find: CommandFinder): Command {
  return async (process) => {
    const words = process.arguments.filter((word, index) => index > 0 || !/^-[ileux]+$/.test(word));
    const [first, second, ...rest] = words;
    try {
      if (first !== undefined && /^-[a-z]*c$/.test(first)) {
        if (second === undefined) return await complain(process, 'sh: -c requires an argument', 2);
        const parameters = rest.length > 0 ? rest : ['sh'];
        return await runScript(second, process, shellState(process, parameters), find);
      }
      if (first !== undefined && !first.startsWith('-')) return await runFile(first, words, process, find);
      return await readLines(process, find);
    } catch (error) {
      if (error instanceof ShellExit) return error.code;
      if (error instanceof SyntaxFault) return await complain(process, `sh: ${error.message}`, 2);
      throw error;
    }
  };
}

async function runFile(
  name: string,
  parameters: readonly string[],
  process: Process,
  find: CommandFinder,
): Promise<number> {
  let text: string;
  try {
    const bytes = process.host.files.read(absolutePath(name, process.directory));
    if (bytes.length > longestScript) return await complain(process, `sh: ${name}: script too long`, 2);
    text = bytes.toString('utf8');
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return complain(process, `sh: can't open '${name}': ${error.reason}`, 2);
  }
  return runScript(text, process, shellState(process, parameters), find);
}

async function readLines(process: Process, find: CommandFinder): Promise<number> {
  const state = shellState(process, ['sh']);
  const reader = new ScriptLines(process, state, find);
  for (;;) {
    const { terminal } = process;
    if (!terminal) {
      if ((await reader.next(process.signal)) === 'end') return state.lastCode;
      continue;
    }
    // In a terminal Control-C ends a line alone, while it is typed and while it runs.
    const signal = terminal.begin(process.signal);
    try {
      if ((await reader.next(signal)) === 'end') return state.lastCode;
    } catch (error) {
      if (process.signal.aborted || !signal.aborted) throw error;
      reader.forget();
      state.lastCode = 130;
    } finally {
      terminal.end();
    }
  }
}

/** Reads and runs a script line by line, several together where one alone is not whole. */
class ScriptLines {
  readonly #process: Process;
  readonly #state: ShellState;
  readonly #find: CommandFinder;
  #pending = '';

  constructor(process: Process, state: ShellState, find: CommandFinder) {
    this.#process = process;
    this.#state = state;
    this.#find = find;
  }

  /** Reads a line, and runs it if it makes what came before whole. */
  async next(signal: AbortSignal): Promise<'more' | 'end'> {
    const { terminal, stdin, stdout, stderr } = this.#process;
    if (terminal) await stdout.write(this.#pending === '' ? prompt(this.#state) : '> ');
    const line = await readLine(stdin, signal);
    if (line === undefined && this.#pending === '') return 'end';
    const text = this.#pending + (line ?? '');
    this.#pending = '';
    try {
      await runScript(text, { ...this.#process, signal }, this.#state, this.#find);
    } catch (error) {
      if (!(error instanceof SyntaxFault)) throw error;
      if (error.isIncomplete && line !== undefined && text.length < longestUnfinished) {
        this.#pending = text;
        return 'more';
      }
      await stderr.write(`sh: ${error.message}\n`);
      this.#state.lastCode = 2;
      if (!terminal) return 'end';
    }
    return 'more';
  }

  /** Drops the lines that are not whole. */
  forget(): void {
    this.#pending = '';
  }
}

function prompt({ directory, variables }: ShellState): string {
  const home = variables.get('HOME');
  return `${directory === home ? '~' : directory} # `;
}
