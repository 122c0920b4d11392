import { absolutePath, type Entry, FileError } from '../file-system.ts';
import { type Command, complain, type Process } from '../process.ts';

/** `ls [-1alR] [PATH...]` */
export const ls: Command = async (process) => {
  const { flags, paths } = optionsOf(process.arguments);
  let code = 0;
  const wanted = paths.length > 0 ? paths : ['.'];
  for (const [index, path] of wanted.entries()) {
    const entry = process.host.files.find(absolutePath(path, process.directory));
    if (!entry) {
      code = await complain(process, `ls: ${path}: No such file or directory`);
      continue;
    }
    if (entry.kind === 'directory' && wanted.length > 1) {
      await process.stdout.write(`${index > 0 ? '\n' : ''}${path}:\n`);
    }
    const shown: [string, Entry][] =
      entry.kind === 'file' || flags.includes('d')
        ? [[path, entry]]
        : [...entry.entries]
            .filter(([name]) => flags.includes('a') || flags.includes('A') || !name.startsWith('.'))
            .sort(([left], [right]) => (left < right ? -1 : 1));
    await process.stdout.write(listing(shown, flags, process));
  }
  return code;
};

/** `mkdir [-p] DIRECTORY...` */
export const mkdir: Command = (process) =>
  eachPath(process, 'mkdir', (path, flags) => {
    process.host.files.makeDirectory(path, flags.includes('p') ? 'with parents' : 'one');
  });

/** `touch FILE...` */
export const touch: Command = (process) =>
  eachPath(process, 'touch', (path) => {
    if (!process.host.files.find(path)) process.host.files.create(path);
  });

/** `rm [-rf] PATH...` */
export const rm: Command = (process) =>
  eachPath(process, 'rm', (path, flags) => {
    const { files } = process.host;
    const entry = files.find(path);
    if (!entry && flags.includes('f')) return;
    const isRecursive = /[rR]/.test(flags);
    if (entry?.kind === 'directory' && !isRecursive) throw new FileError('Is a directory');
    files.remove(path, 'all');
  });

/** `rmdir DIRECTORY...` */
export const rmdir: Command = (process) =>
  eachPath(process, 'rmdir', (path) => {
    if (process.host.files.at(path).kind === 'file') throw new FileError('Not a directory');
    process.host.files.remove(path, 'empty');
  });

/** `mv [-f] FROM TO`, or `FROM... FOLDER`. */
export const mv: Command = async (process) => {
  const { files } = process.host;
  const { paths } = optionsOf(process.arguments);
  const last = paths.pop();
  if (last === undefined || paths.length === 0) return complain(process, 'mv: missing operand');
  const target = absolutePath(last, process.directory);
  const isFolder = files.find(target)?.kind === 'directory';
  if (paths.length > 1 && !isFolder) return complain(process, `mv: target '${last}' is not a directory`);
  let code = 0;
  for (const path of paths) {
    const source = absolutePath(path, process.directory);
    try {
      files.move(source, isFolder ? `${target}/${source.slice(source.lastIndexOf('/') + 1)}` : target);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      code = await complain(process, `mv: can't rename '${path}': ${error.reason}`);
    }
  }
  return code;
};

/** `chmod MODE FILE...`, the mode in digits. */
export const chmod: Command = async (process) => {
  const [mode = '', ...paths] = process.arguments;
  if (!/^[0-7]{1,4}$/.test(mode)) return complain(process, `chmod: invalid mode '${mode}'`);
  let code = 0;
  for (const path of paths) {
    const entry = process.host.files.find(absolutePath(path, process.directory));
    if (entry?.kind === 'file') entry.mode = Number.parseInt(mode, 8) & 0o777;
    if (!entry) code = await complain(process, `chmod: ${path}: No such file or directory`);
  }
  return code;
};

/** `du -s [-k] PATH...`: how many kilobytes there are below, each file by itself rounded up. */
export const du: Command = async (process) => {
  const { paths } = optionsOf(process.arguments);
  let code = 0;
  for (const path of paths.length > 0 ? paths : ['.']) {
    const entry = process.host.files.find(absolutePath(path, process.directory));
    if (entry) await process.stdout.write(`${kilobytesOf(entry)}\t${path}\n`);
    else code = await complain(process, `du: ${path}: No such file or directory`);
  }
  return code;
};

function kilobytesOf(root: Entry): number {
  let sum = 0;
  const pending = [root];
  for (let entry = pending.pop(); entry; entry = pending.pop()) {
    sum += Math.ceil(sizeOf(entry) / 4096) * 4;
    if (entry.kind === 'directory') pending.push(...entry.entries.values());
  }
  return sum;
}

/** `test EXPRESSION`: what scripts ask of files and texts. */
export const test: Command = async (process) => evaluate(process, process.arguments);

/** `[ EXPRESSION ]` */
export const bracket: Command = async (process) => {
  if (process.arguments.at(-1) !== ']') return complain(process, '[: missing ]', 2);
  return evaluate(process, process.arguments.slice(0, -1));
};

async function evaluate(process: Process, words: readonly string[]): Promise<number> {
  if (words[0] === '!') return (await evaluate(process, words.slice(1))) === 0 ? 1 : 0;
  if (words.length <= 1) return words[0] ? 0 : 1;
  const [first = '', second = '', third = ''] = words;
  if (words.length === 2) {
    const unary = unaryTests.get(first);
    if (!unary) return complain(process, `test: ${first}: unknown operand`, 2);
    return unary(second, () => process.host.files.find(absolutePath(second, process.directory))) ? 0 : 1;
  }
  const binary = words.length === 3 ? binaryTests.get(second) : undefined;
  if (!binary) return complain(process, `test: ${second}: unknown operand`, 2);
  return binary(first, third) ? 0 : 1;
}

const unaryTests = new Map<string, (text: string, find: () => Entry | undefined) => boolean>([
  ['-n', (text) => text !== ''],
  ['-z', (text) => text === ''],
  ['-e', (_, find) => find() !== undefined],
  ['-d', (_, find) => find()?.kind === 'directory'],
  ['-f', (_, find) => find()?.kind === 'file'],
  // There are no links.
  ['-L', () => false],
  ['-h', () => false],
  ['-r', (_, find) => find() !== undefined],
  ['-w', (_, find) => find() !== undefined],
  ['-x', (_, find) => isExecutable(find())],
  ['-s', (_, find) => sizeOf(find()) > 0],
]);

const binaryTests = new Map<string, (left: string, right: string) => boolean>([
  ['=', (left, right) => left === right],
  ['==', (left, right) => left === right],
  ['!=', (left, right) => left !== right],
  ['-eq', (left, right) => Number(left) === Number(right)],
  ['-ne', (left, right) => Number(left) !== Number(right)],
  ['-lt', (left, right) => Number(left) < Number(right)],
  ['-le', (left, right) => Number(left) <= Number(right)],
  ['-gt', (left, right) => Number(left) > Number(right)],
  ['-ge', (left, right) => Number(left) >= Number(right)],
]);

function isExecutable(entry: Entry | undefined): boolean {
  return entry !== undefined && (entry.kind === 'directory' || (entry.mode & 0o111) !== 0);
}

function sizeOf(entry: Entry | undefined): number {
  if (entry?.kind === 'file') return entry.size;
  return entry ? 4096 : 0;
}

async function eachPath(
  process: Process,
  command: string,
  act: (path: string, flags: string) => void,
): Promise<number> {
  const { flags, paths } = optionsOf(process.arguments);
  if (paths.length === 0) return complain(process, `${command}: missing operand`);
  let code = 0;
  for (const path of paths) {
    try {
      act(absolutePath(path, process.directory), flags);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      code = await complain(process, `${command}: can't ${verbs[command]} '${path}': ${error.reason}`);
    }
  }
  return code;
}

const verbs: Readonly<Record<string, string>> = {
  mkdir: 'create directory',
  touch: 'touch',
  rm: 'remove',
  rmdir: 'remove',
};

function optionsOf(words: readonly string[]): { flags: string; paths: string[] } {
  const flags = words.filter((word) => /^-[A-Za-z0-9]+$/.test(word)).map((word) => word.slice(1));
  return { flags: flags.join(''), paths: words.filter((word) => !/^-(?:[A-Za-z0-9]+|-)$/.test(word)) };
}

function listing(entries: readonly [string, Entry][], flags: string, { terminal }: Process): string {
  if (flags.includes('l')) {
    const long = entries.map(([name, entry]) => {
      const time = new Date(entry.modified).toISOString();
      const mode = entry.kind === 'directory' ? 'drwxr-xr-x' : `-${modeText(entry.mode)}`;
      const size = String(sizeOf(entry)).padStart(10);
      return `${mode}    1 root     root     ${size} ${time.slice(0, 10)} ${time.slice(11, 16)} ${name}\n`;
    });
    return `${flags.includes('d') ? '' : `total ${entries.length * 4}\n`}${long.join('')}`;
  }
  if (!terminal || flags.includes('1')) return entries.map(([name]) => `${name}\n`).join('');
  return entries.length === 0 ? '' : `${entries.map(([name]) => name).join('  ')}\n`;
}

function modeText(mode: number): string {
  return [6, 3, 0]
    .map((shift) => {
      const bits = (mode >> shift) & 7;
      return `${bits & 4 ? 'r' : '-'}${bits & 2 ? 'w' : '-'}${bits & 1 ? 'x' : '-'}`;
    })
    .join('');
}
