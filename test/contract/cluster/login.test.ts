import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type ProgramTerminal,
  type RelayAddress,
  relayVariable,
  type TerminalProgram,
  terminalRunner,
} from '../../../client/src/cluster/kubeconfig/terminal-runner.ts';
import { until } from '../../support/processes.ts';
import { cleanup, temporaryFolder } from './mock-server.ts';

const relay = resolve(import.meta.dirname, '../../../dist/login.js');
const after = cleanup();
afterEach(() => after.run());

/** What a person sees of the program, and what they type. */
function terminal() {
  let screen = '';
  let type = (_text: string): void => {};
  let close = (): void => {};
  const open = ({ file, args, environment }: TerminalProgram): ProgramTerminal => {
    const child = spawn(file, args, { env: { PATH: '/none', ...environment } });
    child.stdout.on('data', (chunk) => (screen += chunk));
    child.stderr.on('data', (chunk) => (screen += chunk));
    type = (text) => void child.stdin.write(text);
    close = () => void child.kill('SIGKILL');
    return { closed: new Promise((done) => child.once('close', () => done())), close };
  };
  return { open, shown: () => screen, type: (text: string) => type(text), close: () => close() };
}

async function program(script: string): Promise<string> {
  const file = join(await temporaryFolder(after), 'plugin');
  await writeFile(file, `#!${process.execPath}\n${script}`);
  await chmod(file, 0o755);
  return file;
}

const asking = `
  process.stderr.write('Name? ');
  process.stdin.once('data', (name) => {
    console.log('secret of ' + String(name).trim() + ' ' + process.argv[2] + ' ' + process.env.PROFILE + ' ' + process.env.KUBEWRIGHT_LOGIN);
    process.exit(Number(process.env.CODE));
  });`;
const never = new AbortController().signal;
const folders = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('kubewright-login-'));

describe('a program in a terminal', () => {
  test('asks there, and hands over what it prints: nobody sees it', async () => {
    const before = await folders();
    const { open, shown, type } = terminal();
    const environment = { PROFILE: 'dev', CODE: '0' };
    const result = terminalRunner(relay, open)(await program(asking), ['a & b'], environment, never);
    await until('it asks', () => shown() === 'Name? ');
    type('ada\n');
    expect(await result).toEqual({ stdout: 'secret of ada a & b dev undefined\n', stderr: '', exitCode: 0 });
    expect(shown()).toBe('Name? ');
    expect(await folders()).toEqual(before);
  });

  test('that fails leaves its terminal open until the person has read it', async () => {
    const { open, shown, type } = terminal();
    const opened: ProgramTerminal[] = [];
    const run = terminalRunner(relay, (own) => {
      opened.push(open(own));
      return opened[0]!;
    });
    const result = run(await program(asking), [], { CODE: '3' }, never);
    await until('it asks', () => shown() === 'Name? ');
    type('ada\n');
    expect(await result).toMatchObject({ exitCode: 3 });
    await until('it says so', () => shown().includes('Press Enter to close this terminal.'));
    type('\n');
    await opened[0]!.closed;
    expect(shown()).not.toContain('secret');
  });

  test.each([
    ['whose terminal is closed', asking, 'its terminal was closed before it had ended: log in again'],
    [
      'that prints without end',
      `for (;;) require('fs').writeSync(1, 'x'.repeat(65536));`,
      'it printed more than 1 MiB',
    ],
  ])('%s', async (_name, script, message) => {
    const { open, shown, close } = terminal();
    const result = terminalRunner(relay, open)(await program(script), [], {}, never);
    if (script === asking) until('it asks', () => shown() === 'Name? ').then(close, close);
    await expect(result).rejects.toThrow(message);
    close();
  });

  test.each([
    ['than a job may have', 17 << 20, 'its arguments and environment have more than 16 MiB'],
    ['than the system starts a program with', 4 << 20, 'E2BIG'],
  ])('whose environment is longer %s', async (_name, length, message) => {
    const { open, shown, close } = terminal();
    const environment = { LONG: 'x'.repeat(length) };
    const result = terminalRunner(relay, open)(await program(asking), [], environment, never);
    await expect(result).rejects.toThrow(message);
    await until('it is told there, too', () => shown().includes('Press Enter to close this terminal.'));
    close();
  });

  test('whose result is longer than what is handed over', async () => {
    const run = terminalRunner(relay, ({ environment }) => {
      const { path, key } = JSON.parse(environment[relayVariable]!) as RelayAddress;
      const socket = connect(path).on('error', () => undefined);
      socket.write(`${JSON.stringify({ key })}\n`);
      void once(socket, 'data').then(() => socket.write('x'.repeat(9 << 20)));
      return { closed: new Promise(() => undefined), close: () => void socket.destroy() };
    });
    const result = run(await program(asking), [], {}, never);
    await expect(result).rejects.toThrow('it printed more than can be handed over');
  });

  test('ends with the cluster', async () => {
    const { open, shown } = terminal();
    const closing = new AbortController();
    const result = terminalRunner(relay, open)(await program(asking), [], {}, closing.signal);
    await until('it asks', () => shown() === 'Name? ');
    closing.abort(new Error('the cluster is closed'));
    await expect(result).rejects.toThrow('the cluster is closed');
  });

  test('that is not installed opens none', async () => {
    const run = terminalRunner(relay, () => {
      throw new Error('no terminal');
    });
    await expect(run('no-such-program', [], { PATH: '/bin' }, never)).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });
});
