import { type Command, complain } from '../process.ts';
import { exitCode } from '../run-script.ts';

/** `env` and `printenv [NAME...]` */
export const env: Command = async ({ arguments: names, environment, stdout }) => {
  if (names.length === 0) {
    await stdout.write([...environment].map(([name, value]) => `${name}=${value}\n`).join(''));
    return 0;
  }
  let code = 0;
  for (const name of names) {
    const value = environment.get(name);
    if (value === undefined) code = 1;
    else await stdout.write(`${value}\n`);
  }
  return code;
};

/** `sleep SECONDS`, with the units `s`, `m`, `h`, `d`. */
export const sleep: Command = async (process) => {
  let milliseconds = 0;
  if (process.arguments.length === 0) return complain(process, 'sleep: missing operand');
  for (const word of process.arguments) {
    const [, number, unit = 's'] = /^(\d+(?:\.\d+)?|infinity)([smhd]?)$/.exec(word) ?? [];
    if (number === undefined) return complain(process, `sleep: invalid number '${word}'`);
    milliseconds += number === 'infinity' ? longestTimer : Number(number) * units[(unit || 's') as Unit];
  }
  const { signal, host } = process;
  const until = host.clock.now() + milliseconds;
  for (let left = milliseconds; left > 0; left = until - host.clock.now()) {
    await new Promise<void>((resolve) => {
      const timer = host.clock.after(Math.min(left, longestTimer), () => {
        signal.removeEventListener('abort', stop);
        resolve();
      });
      const stop = () => {
        timer.dispose();
        resolve();
      };
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
    });
    signal.throwIfAborted();
  }
  return 0;
};

type Unit = keyof typeof units;
const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Node's timers take no more. */
const longestTimer = 0x7fff_ffff;

/** `exit [CODE]`, as a program. */
export const exit: Command = async ({ arguments: [code] }) => (code === undefined ? 0 : exitCode(code));

/** `hostname` */
export const hostname: Command = async ({ host, stdout }) => {
  await stdout.write(`${host.hostname}\n`);
  return 0;
};

/** `whoami` */
export const whoami: Command = async ({ stdout }) => {
  await stdout.write('root\n');
  return 0;
};

/** `id` */
export const id: Command = async ({ stdout }) => {
  await stdout.write('uid=0(root) gid=0(root) groups=0(root)\n');
  return 0;
};

/** `date`, in UTC. */
export const date: Command = async ({ host, stdout }) => {
  const [day, date, month, year, time] = new Date(host.clock.now()).toUTCString().replace(',', '').split(' ');
  await stdout.write(`${day} ${month} ${date} ${time} UTC ${year}\n`);
  return 0;
};

/** `uname [-a]` */
export const uname: Command = async ({ arguments: words, host, stdout }) => {
  await stdout.write(words.includes('-a') ? `Linux ${host.hostname} sandbox x86_64 Linux\n` : 'Linux\n');
  return 0;
};

/** `pwd` */
export const pwd: Command = async ({ directory, stdout }) => {
  await stdout.write(`${directory}\n`);
  return 0;
};

/** `tty` */
export const tty: Command = async ({ terminal, stdout }) => {
  await stdout.write(terminal ? '/dev/pts/0\n' : 'not a tty\n');
  return terminal ? 0 : 1;
};

/** `stty size`: rows and columns. */
export const stty: Command = async (process) => {
  const { terminal, stdout } = process;
  if (!terminal) return complain(process, 'stty: standard input: Not a tty');
  const { width, height } = terminal.size;
  if (process.arguments[0] === 'size') await stdout.write(`${height} ${width}\n`);
  return 0;
};
