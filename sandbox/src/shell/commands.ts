import * as files from './commands/files.ts';
import { shell } from './commands/sh.ts';
import * as sums from './commands/sums.ts';
import * as system from './commands/system.ts';
import { tar } from './commands/tar.ts';
import * as text from './commands/text.ts';
import { xargs } from './commands/xargs.ts';
import type { Command } from './process.ts';

/** The names of all commands, which stand in `/bin`. */
export function commandNames(): string[] {
  return [...commands.keys()].sort();
}

/** A command by its name or by its path in `/bin` or `/usr/bin`; undefined where there is none. */
export function findCommand(name: string): Command | undefined {
  return commands.get(name.replace(/^(?:\/usr)?\/bin\//, ''));
}

const commands = new Map<string, Command>([
  ['[', files.bracket],
  ['ash', (process) => shell(findCommand)(process)],
  ['bash', (process) => shell(findCommand)(process)],
  ['cat', text.cat],
  ['chmod', files.chmod],
  ['cksum', sums.cksum],
  ['date', system.date],
  ['du', files.du],
  ['echo', text.echo],
  ['env', system.env],
  ['exit', system.exit],
  ['false', async () => 1],
  ['grep', text.grep],
  ['head', text.head],
  ['hostname', system.hostname],
  ['id', system.id],
  ['ls', files.ls],
  ['mkdir', files.mkdir],
  ['mv', files.mv],
  ['printenv', system.env],
  ['printf', text.printf],
  ['pwd', system.pwd],
  ['rm', files.rm],
  ['rmdir', files.rmdir],
  ['sh', (process) => shell(findCommand)(process)],
  ['sha256sum', sums.sha256sum],
  ['sleep', system.sleep],
  ['stty', system.stty],
  ['tail', text.tail],
  ['tar', tar],
  ['tee', text.tee],
  ['test', files.test],
  ['touch', files.touch],
  ['true', async () => 0],
  ['tty', system.tty],
  ['uname', system.uname],
  ['wc', text.wc],
  ['whoami', system.whoami],
  ['xargs', (process) => xargs(findCommand)(process)],
  ['yes', text.yes],
]);
