import { type Command, complain } from '../process.ts';
import type { CommandFinder } from '../run-script.ts';

/** A name, with what stands around it, is shorter. */
const longestItem = 64 * 1024;
const mostInOneCall = 1_000;
const mostBytesInOneCall = 64 * 1024;

/** `xargs [-0] [-r] [-n COUNT] [COMMAND [ARGUMENT]...]`: calls a command with what is read; once where that is nothing, but with `-r`. */
export function xargs(find: CommandFinder): Command {
  return async (process) => {
    const asked = optionsOf(process.arguments);
    if (!asked) return complain(process, 'xargs: usage: xargs [-0r] [-n COUNT] [COMMAND [ARGUMENT]...]');
    const [name = 'echo', ...words] = asked.command;
    const found = find(name);
    if (!found) return complain(process, `xargs: ${name}: No such file or directory`, 127);
    let code = 0;
    const call = async (items: readonly string[]) => {
      const more = { ...process, arguments: [...words, ...items], depth: process.depth + 1 };
      // 123 is what any failure of the command makes of it.
      if ((await process.quota.run(() => found({ ...more, stdin: nothing }))) !== 0) code = 123;
    };
    let waiting: string[] = [];
    let size = 0;
    let calls = 0;
    for await (const item of itemsOf(process, asked.separator)) {
      if (item === undefined) return complain(process, 'xargs: argument line too long');
      waiting.push(item);
      size += item.length;
      if (waiting.length < asked.most && size < mostBytesInOneCall) continue;
      await call(waiting);
      calls++;
      waiting = [];
      size = 0;
    }
    if (waiting.length > 0 || (calls === 0 && asked.onNothing === 'call')) await call(waiting);
    return code;
  };
}

const nothing = { read: async () => undefined, unread: () => {} };

interface Asked {
  readonly separator: 'NUL' | 'blanks';
  readonly onNothing: 'call' | 'do nothing';
  readonly most: number;
  readonly command: readonly string[];
}

function optionsOf(words: readonly string[]): Asked | undefined {
  let separator: Asked['separator'] = 'blanks';
  let onNothing: Asked['onNothing'] = 'call';
  let most = mostInOneCall;
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    if (!word.startsWith('-')) return { separator, onNothing, most, command: words.slice(index) };
    const [, flags = '', count = ''] = /^-([0r]*)(?:n(\d*))?$/.exec(word) ?? [];
    if (flags.includes('0')) separator = 'NUL';
    if (flags.includes('r')) onNothing = 'do nothing';
    if (word.includes('n')) most = Math.min(mostInOneCall, Number(count || words[++index]));
    else if (flags === '') return undefined;
    if (!(most > 0)) return undefined;
  }
  return { separator, onNothing, most, command: [] };
}

/** What is read, item by item; undefined where one is too long. */
async function* itemsOf(
  { stdin, signal }: Parameters<Command>[0],
  separator: Asked['separator'],
): AsyncGenerator<string | undefined, void, undefined> {
  let rest = Buffer.alloc(0);
  for (let bytes = await stdin.read(signal); bytes; bytes = await stdin.read(signal)) {
    const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    const end = separator === 'NUL' ? all.lastIndexOf(0) : lastBlank(all);
    rest = Buffer.from(all.subarray(end + 1));
    if (rest.length > longestItem) return yield undefined;
    if (end >= 0) yield* split(all.subarray(0, end), separator);
  }
  if (rest.length > 0) yield* split(rest, separator);
}

function split(bytes: Buffer, separator: Asked['separator']): string[] {
  const text = bytes.toString('utf8');
  return separator === 'NUL' ? text.split('\0') : text.split(/[ \t\n]+/).filter((each) => each !== '');
}

function lastBlank(bytes: Buffer): number {
  return Math.max(bytes.lastIndexOf(32), bytes.lastIndexOf(9), bytes.lastIndexOf(10));
}
