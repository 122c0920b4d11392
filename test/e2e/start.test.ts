import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { processesMarked, until } from '../support/processes.ts';

const root = resolve(import.meta.dirname, '../..');

/** Writes its arguments and its KUBECONFIG, leaves a window behind as a desktop's `code` does, and waits for it. */
const standIn = `#!${process.execPath}
const { spawn } = require('node:child_process');
const { writeFileSync } = require('node:fs');
const data = process.argv.find((argument) => argument.startsWith('--user-data-dir='));
const window = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', data], { detached: true, stdio: 'ignore' });
const record = { args: process.argv.slice(2), kubeconfig: process.env.KUBECONFIG, window: window.pid };
writeFileSync(process.env.RECORD, JSON.stringify(record));
setInterval(() => {}, 1000);
`;

let temporary: string;
let mark: string;
let running: ChildProcess | undefined;

beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'kubewright-start-test-'));
  mark = `START_TEST=${randomUUID()}`;
});

afterEach(async () => {
  running?.kill('SIGKILL');
  for (const line of await processesMarked(mark)) process.kill(Number.parseInt(line, 10), 'SIGKILL');
  await rm(temporary, { recursive: true, force: true });
});

/** Runs `npm start`'s script with PATH extended by `folders`, and gives what it prints as it grows. */
function start(
  folders: string[],
  env: Record<string, string> = {},
): { output: () => string; ended: Promise<number> } {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !existsSync(join(folder, 'code')));
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...others } = process.env;
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: {
      ...others,
      ...env,
      PATH: [...folders, ...path].join(delimiter),
      TMPDIR: join(temporary, 'tmp'),
      START_TEST: mark.slice('START_TEST='.length),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child;
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return {
    output: () => output,
    ended: new Promise((done) => child.once('exit', (code) => done(code ?? -1))),
  };
}

test('opens a new window of the code on the PATH, with a profile of its own, on the samples', async () => {
  const bin = join(temporary, 'bin');
  await mkdir(bin);
  await mkdir(join(temporary, 'tmp'));
  await writeFile(join(bin, 'code'), standIn);
  await chmod(join(bin, 'code'), 0o755);
  const record = join(temporary, 'record.json');
  const { output, ended } = start([bin], { RECORD: record });
  await until('the stand-in has been started', () => existsSync(record), 60_000).catch((error) => {
    throw new Error(`${error.message}\n${output()}`);
  });

  const { args, kubeconfig } = JSON.parse(await readFile(record, 'utf8'));
  const folder = resolve(kubeconfig, '..');
  expect(args).toEqual([
    '--new-window',
    '--wait',
    '--disable-workspace-trust',
    `--user-data-dir=${join(folder, 'user')}`,
    `--extensions-dir=${join(folder, 'extensions')}`,
    `--extensionDevelopmentPath=${root}`,
    join(root, 'samples'),
  ]);
  expect(await readFile(kubeconfig, 'utf8')).toContain('https://127.0.0.1:');

  running?.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(await processesMarked(mark)).toEqual([]);
  expect(await readdir(join(temporary, 'tmp'))).toEqual([]);
});

test('serves the web workbench behind a random token where there is neither code nor a display', async () => {
  await mkdir(join(temporary, 'tmp'));
  const { output, ended } = start([]);
  const address = /^ {2}(http:\/\/127\.0\.0\.1:\d+\/\?\S+)$/m;
  await until('the address is printed', () => address.test(output()), 60_000).catch((error) => {
    throw new Error(`${error.message}\n${output()}`);
  });
  const url = new URL(address.exec(output())![1]!);
  expect(url.searchParams.get('folder')).toBe(join(root, 'samples'));
  expect(url.searchParams.get('tkn')).toMatch(/^[0-9a-f]{48}$/);
  const entrance = await fetch(url, { redirect: 'manual' });
  expect(entrance.status).toBe(302);
  const cookie = entrance.headers.get('set-cookie')!.split(';')[0]!;
  expect((await fetch(url.origin, { headers: { cookie } })).status).toBe(200);
  expect((await fetch(url.origin)).status).toBe(403);

  running?.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(await processesMarked(mark)).toEqual([]);
  expect(await readdir(join(temporary, 'tmp'))).toEqual([]);
});
