// What V8 has compiled of a program, kept in a file, so that it need not be compiled again. Node's own compile cache keeps
// what is compiled when a program is read, and nothing of what it compiles when it is called, which is most of it.
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';
import { Script } from 'node:vm';

/**
 * A program in a file of CommonJS, with what is kept of it. V8 looks at the version, its flags and the length alone, so a
 * kept file belongs to one build by its name (`keptFile`).
 * @param {string} program
 * @param {Buffer | undefined} kept
 * @returns {Script}
 */
export function readProgram(program, kept) {
  const parameters = 'exports, require, module, __filename, __dirname';
  const source = `(function (${parameters}) {${readFileSync(program, 'utf8')}\n})`;
  return new Script(source, { filename: program, ...(kept && { cachedData: kept }) });
}

/**
 * Runs a program as `node PROGRAM` does.
 * @param {string} program
 * @param {Script} script
 */
export function runProgram(program, script) {
  process.argv[1] = program;
  const own = { exports: {} };
  const run = script.runInThisContext();
  run.call(own.exports, own.exports, createRequire(program), own, program, dirname(program));
}

/**
 * The file that is kept of this build of a program for this Node; made, where there is none yet, by a run of the program over
 * examples. Undefined where no file can be made.
 * @param {string} program
 * @param {() => readonly string[]} examples manifests, of which each becomes a file
 * @returns {string | undefined}
 */
export function keptFile(program, examples) {
  const folder = join(dirname(program), 'kept-code');
  const { mtimeMs, size } = statSync(program);
  const own = `${process.version}-${process.arch}-`;
  const name = `${own}${size}-${Math.round(mtimeMs)}`;
  const file = join(folder, name);
  if (existsSync(file)) return file;
  // Whatever is in the way of it, a run does without: no folder, no room, no place for the examples.
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    for (const other of readdirSync(folder)) {
      if (other.startsWith(own)) rmSync(join(folder, other), { force: true });
    }
    // An empty file is taken for none, and not made again at each run.
    if (make(program, file, examples()) !== 0) writeFileSync(file, '');
  } catch {
    return undefined;
  }
  return file;
}

/**
 * What is in a kept file; undefined where it cannot be read, as where another run has just taken it away for its own.
 * @param {string | undefined} file
 * @returns {Buffer | undefined}
 */
export function readKept(file) {
  try {
    return file === undefined ? undefined : readFileSync(file);
  } catch {
    return undefined;
  }
}

/**
 * @param {string} program
 * @param {string} file
 * @param {readonly string[]} examples
 */
function make(program, file, examples) {
  const folder = mkdtempSync(join(tmpdir(), 'kubewright-examples-'));
  try {
    for (const [index, text] of examples.entries()) writeFileSync(join(folder, `${index}.yaml`), text);
    const script = fileURLToPath(import.meta.url);
    return runNode([script, program, file, folder], 'ignore');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs Node and waits for it. What starts it is loaded here, where it is needed: that takes 4 ms, a fortieth of a run on a
 * few files.
 * @param {readonly string[]} args
 * @param {import('node:child_process').StdioOptions} stdio
 * @param {string} [cwd]
 * @returns {number | null} the exit code
 */
export function runNode(args, stdio, cwd) {
  /** @type {typeof import('node:child_process')} */
  const { spawnSync } = createRequire(import.meta.url)('node:child_process');
  return spawnSync(process.execPath, args, { stdio, cwd }).status;
}

/**
 * Runs the program over a folder, and keeps what was compiled when it ends.
 * @param {string} program
 * @param {string} file
 * @param {string} folder
 */
function keep(program, file, folder) {
  // The program sets flags of V8, which takes no code that was kept under other flags than it is read with.
  v8.setFlagsFromString = () => {};
  const script = readProgram(program, undefined);
  process.argv = [process.execPath, program, 'check', '--fail-on', 'never', '--workspace', folder, folder];
  process.on('exit', () => {
    const made = join(dirname(file), `.${basename(file)}-${process.pid}`);
    writeFileSync(made, script.createCachedData());
    renameSync(made, file);
  });
  runProgram(program, script);
}

const [, started, program, file, folder] = process.argv;
if (started === fileURLToPath(import.meta.url) && program && file && folder) keep(program, file, folder);
