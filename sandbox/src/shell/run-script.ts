import { trimEnd } from '../../../server/src/yaml/trim-end.ts';
import { BrokenPipe, BytePipe, type Input, noInput, type Output, readAll } from './byte-pipe.ts';
import { absolutePath, FileError } from './file-system.ts';
import {
  type Pipeline,
  parseScript,
  type Redirection,
  type SimpleCommand,
  SyntaxFault,
  type Word,
} from './parse-script.ts';
import { type Command, complain, type Process } from './process.ts';
import { readLine } from './read-line.ts';

/** What a shell remembers from one command to the next. */
export interface ShellState {
  readonly variables: Map<string, string>;
  directory: string;
  lastCode: number;
  /** What becomes of a command whose reader is gone: it ends the shell, too, or it fails alone. */
  onBrokenPipe: 'end' | 'fail';
  /** `$0`, `$1`, ... */
  readonly parameters: readonly string[];
}

/** Finds a command by the name that it is called by; undefined where the container has none. */
export type CommandFinder = (name: string) => Command | undefined;

/** Ends the shell that it is thrown in. */
export class ShellExit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`exit ${code}`);
    this.name = 'ShellExit';
    this.code = code;
  }
}

/** Shells that run shells that run shells end somewhere. */
const deepest = 16;
const longestSubstitution = 64 * 1024;
const mostArguments = 10_000;
const longestWord = 64 * 1024;
const mostVariables = 500;

/** The state in which a shell begins. */
export function shellState(process: Process, parameters: readonly string[]): ShellState {
  return {
    variables: new Map(process.environment),
    directory: process.directory,
    lastCode: 0,
    onBrokenPipe: 'end',
    parameters,
  };
}

/**
 * Runs a script in a shell; gives the code of its last command. Throws a `ShellExit` where it says `exit`, and a
 * `SyntaxFault` where it cannot be read: then nothing of it has run.
 */
export async function runScript(
  text: string,
  shell: Process,
  state: ShellState,
  find: CommandFinder,
): Promise<number> {
  if (shell.depth > deepest) {
    return complain(shell, 'sh: too many shells in one another', 2);
  }
  for (const pipeline of parseScript(text)) {
    shell.signal.throwIfAborted();
    if (pipeline.runs === 'after success' && state.lastCode !== 0) continue;
    if (pipeline.runs === 'after failure' && state.lastCode === 0) continue;
    state.lastCode = await runPipeline(pipeline, shell, state, find);
  }
  return state.lastCode;
}

async function runPipeline(
  { commands, isNegated }: Pipeline,
  shell: Process,
  state: ShellState,
  find: CommandFinder,
): Promise<number> {
  const run = new PipelineRun(shell, state, find);
  const code = commands.length === 1 ? await run.one(commands[0]!) : await run.several(commands);
  if (!isNegated) return code;
  return code === 0 ? 1 : 0;
}

/** What a command of a pipeline reads and writes. */
interface Streams {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
}

class PipelineRun {
  readonly #shell: Process;
  readonly #state: ShellState;
  readonly #find: CommandFinder;

  constructor(shell: Process, state: ShellState, find: CommandFinder) {
    this.#shell = shell;
    this.#state = state;
    this.#find = find;
  }

  /** Runs in the shell itself, so that `cd`, `exit` and variables last. */
  one(command: SimpleCommand): Promise<number> {
    return this.#shell.quota.run(() => this.#command(command, this.#shell, this.#state));
  }

  /** Each runs in a shell of its own, all at the same time. */
  async several(commands: readonly SimpleCommand[]): Promise<number> {
    let stdin: Input = this.#shell.stdin;
    const running: Promise<number>[] = [];
    for (const [index, command] of commands.entries()) {
      const next = index < commands.length - 1 ? new BytePipe() : undefined;
      const before = index > 0 ? (stdin as BytePipe) : undefined;
      const streams = { stdin, stdout: next ?? this.#shell.stdout, stderr: this.#shell.stderr };
      const own = { ...this.#state, variables: new Map(this.#state.variables) };
      running.push(
        this.#shell.quota
          .run(() => this.#command(command, streams, own))
          .catch((error: unknown) => {
            if (error instanceof ShellExit) return error.code;
            if (error instanceof BrokenPipe && next) return 141;
            throw error;
          })
          .finally(() => {
            next?.end();
            before?.break();
          }),
      );
      if (next) stdin = next;
    }
    const ended = await Promise.allSettled(running);
    const failed = ended.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
    return (ended.at(-1) as PromiseFulfilledResult<number>).value;
  }

  async #command(command: SimpleCommand, inherited: Streams, state: ShellState): Promise<number> {
    const { host, signal, terminal, depth, quota } = this.#shell;
    let streams = inherited;
    try {
      const values: [string, string][] = [];
      for (const { name, value } of command.assignments) {
        values.push([name, (await this.#expand(value, state)).join(' ')]);
      }
      const words: string[] = [];
      for (const word of command.words) {
        words.push(...(await this.#expand(word, state)));
        if (words.length > mostArguments) return complain(inherited, 'sh: argument list too long', 126);
      }
      streams = await this.#redirected(command.redirections, inherited, state);
      const [name, ...rest] = words;
      if (name === undefined) {
        for (const [variable, value] of values) setVariable(state, variable, value);
        return 0;
      }
      if (name === 'command') return await this.#whereIs(rest, streams);
      const builtIn = shellCommands.get(name);
      if (builtIn) return await builtIn(rest, state, streams, this.#shell);
      const found = this.#find(name);
      if (!found) return complain(streams, `sh: ${name}: not found`, 127);
      return await found({
        host,
        signal,
        terminal,
        quota,
        depth: depth + 1,
        arguments: rest,
        environment: new Map([...state.variables, ...values]),
        directory: state.directory,
        ...streams,
      });
    } catch (error) {
      if (error instanceof SyntaxFault) return complain(inherited, `sh: ${error.message}`, 2);
      if (error instanceof FileError) return complain(streams, `sh: ${error.message}`);
      if (error instanceof BrokenPipe && state.onBrokenPipe === 'fail') return 1;
      throw error;
    }
  }

  /** `command -v NAME`: by which path it is found, or that it is the shell's own. */
  async #whereIs(words: readonly string[], { stdout }: Streams): Promise<number> {
    const name = words.find((word) => !word.startsWith('-')) ?? '';
    if (shellCommands.has(name)) await stdout.write(`${name}\n`);
    else if (this.#find(name)) await stdout.write(`${name.includes('/') ? name : `/bin/${name}`}\n`);
    else return 127;
    return 0;
  }

  async #redirected(
    redirections: readonly Redirection[],
    inherited: Streams,
    state: ShellState,
  ): Promise<Streams> {
    let { stdin, stdout, stderr } = inherited;
    for (const redirection of redirections) {
      if (redirection.kind === 'duplicate') {
        const source = redirection.of === 1 ? stdout : stderr;
        if (redirection.stream === 1) stdout = source;
        else stderr = source;
        continue;
      }
      const [file = ''] = await this.#expand(redirection.file, state);
      if (redirection.kind === 'read') stdin = this.#openInput(file, state);
      else if (redirection.stream === 1) stdout = this.#openOutput(file, redirection.kind, state);
      else stderr = this.#openOutput(file, redirection.kind, state);
    }
    return { stdin, stdout, stderr };
  }

  #openInput(file: string, { directory }: ShellState): Input {
    const path = absolutePath(file, directory);
    if (path === '/dev/null') return noInput;
    const pipe = new BytePipe();
    pipe.push(inFile(file, () => this.#shell.host.files.read(path)));
    pipe.end();
    return pipe;
  }

  #openOutput(file: string, kind: 'write' | 'append', { directory }: ShellState): Output {
    const { files } = this.#shell.host;
    const path = absolutePath(file, directory);
    if (path === '/dev/null') return { write: async () => {} };
    const existing = kind === 'append' ? files.find(path) : undefined;
    const target =
      existing?.kind === 'file' ? existing : inFile(file, () => files.create(path), 'cannot create');
    return {
      write: async (bytes) => files.append(target, typeof bytes === 'string' ? Buffer.from(bytes) : bytes),
    };
  }

  /** The arguments that a word becomes. */
  async #expand(word: Word, state: ShellState): Promise<string[]> {
    const results: string[] = [];
    let current: string | undefined;
    for (const part of word) {
      const text =
        part.kind === 'text'
          ? part.text
          : part.kind === 'variable'
            ? variableValue(part.name, state) || part.otherwise
            : await this.#outputOf(part.script, state);
      if ((current?.length ?? 0) + text.length > longestWord || results.length > mostArguments) {
        throw new SyntaxFault('argument list too long');
      }
      if (part.isQuoted || part.kind === 'text') {
        current = (current ?? '') + text;
        continue;
      }
      const pieces = text.split(/[ \t\n]+/);
      for (const [index, piece] of pieces.entries()) {
        if (index > 0 && current !== undefined) {
          results.push(current);
          current = undefined;
        }
        if (piece !== '') current = (current ?? '') + piece;
      }
    }
    if (current !== undefined) results.push(current);
    const first = word[0];
    const hasTilde = first?.kind === 'text' && !first.isQuoted && /^~(?:\/|$)/.test(first.text);
    if (hasTilde && results[0]) results[0] = results[0].replace('~', state.variables.get('HOME') ?? '/root');
    return results;
  }

  async #outputOf(script: string, state: ShellState): Promise<string> {
    const pipe = new BytePipe();
    const shell: Process = { ...this.#shell, stdout: pipe, depth: this.#shell.depth + 1 };
    const own = { ...state, variables: new Map(state.variables) };
    const running = runScript(script, shell, own, this.#find)
      .catch((error: unknown) => {
        if (error instanceof ShellExit || error instanceof BrokenPipe) return;
        throw error;
      })
      .finally(() => pipe.end());
    try {
      const output = await readAll(pipe, this.#shell.signal, longestSubstitution).catch((error: unknown) => {
        pipe.break();
        throw error;
      });
      return trimEnd(output.toString('utf8'), '\n');
    } finally {
      await running;
    }
  }
}

function variableValue(name: string, { variables, lastCode, parameters }: ShellState): string {
  if (name === '?') return String(lastCode);
  if (name === '$') return '1';
  if (name === '#') return String(Math.max(0, parameters.length - 1));
  if (name === '@' || name === '*') return parameters.slice(1).join(' ');
  if (/^[0-9]$/.test(name)) return parameters[Number(name)] ?? '';
  return variables.get(name) ?? '';
}

function inFile<T>(file: string, act: () => T, verb = "can't open"): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const { reason } = error;
    const said =
      reason === 'No such file or directory' && verb === 'cannot create' ? 'nonexistent directory' : reason;
    throw Object.assign(new FileError(reason), { message: `${verb} ${file}: ${said}` });
  }
}

type ShellCommand = (
  words: readonly string[],
  state: ShellState,
  streams: Streams,
  shell: Process,
) => Promise<number>;

/** What only the shell itself can do. */
const shellCommands = new Map<string, ShellCommand>([
  ['cd', changeDirectory],
  [
    'exit',
    async ([code], state) => {
      throw new ShellExit(code === undefined ? state.lastCode : exitCode(code));
    },
  ],
  ['export', setVariables],
  [
    'unset',
    async (names, { variables }) => {
      for (const name of names) variables.delete(name);
      return 0;
    },
  ],
  [
    'pwd',
    async (_words, { directory }, { stdout }) => {
      await stdout.write(`${directory}\n`);
      return 0;
    },
  ],
  [
    'read',
    async (words, { variables }, { stdin }, { signal }) => {
      const line = await readLine(stdin, signal);
      const name = words.find((word) => !word.startsWith('-'));
      if (name !== undefined) variables.set(name, (line ?? '').replace(/\n$/, '').trim());
      return line?.endsWith('\n') ? 0 : 1;
    },
  ],
  [
    // Of signals there is none but that of a pipe that nobody reads.
    'trap',
    async ([action, ...signals], state) => {
      if (signals.some((signal) => /^(?:SIG)?PIPE$|^13$/.test(signal))) {
        state.onBrokenPipe = action === '' ? 'fail' : 'end';
      }
      return 0;
    },
  ],
  [':', async () => 0],
  ['set', async () => 0],
]);

/** An exit code as the system keeps it: its last eight bits; 2 for what is no number. */
export function exitCode(text: string): number {
  return /^-?\d{1,10}$/.test(text) ? Number(text) & 255 : 2;
}

async function changeDirectory(
  [target]: readonly string[],
  state: ShellState,
  streams: Streams,
  { host }: Process,
): Promise<number> {
  const wanted = target ?? state.variables.get('HOME') ?? '/';
  const path = absolutePath(wanted, state.directory);
  const entry = host.files.find(path);
  if (entry?.kind !== 'directory') {
    const why = entry ? 'Not a directory' : 'No such file or directory';
    return complain(streams, `sh: cd: can't cd to ${wanted}: ${why}`, 2);
  }
  state.directory = path;
  state.variables.set('PWD', path);
  return 0;
}

async function setVariables(words: readonly string[], state: ShellState): Promise<number> {
  for (const word of words) {
    const sign = word.indexOf('=');
    if (sign > 0) setVariable(state, word.slice(0, sign), word.slice(sign + 1));
  }
  return 0;
}

function setVariable({ variables }: ShellState, name: string, value: string): void {
  if (variables.size >= mostVariables && !variables.has(name)) throw new SyntaxFault('too many variables');
  variables.set(name, value);
}
