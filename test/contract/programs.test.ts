import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { firstDiagnostics, startLanguageServer } from '../support/language-client.ts';
import { isAlive, until } from '../support/processes.ts';
import { startSandbox } from '../support/sandbox.ts';
import { findSystemNode } from '../support/system-node.ts';

const root = resolve(import.meta.dirname, '../..');
const pod = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec: {}\n';
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-processes-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('the programs on the Node 20 of the machine', () => {
  test('the language server diagnoses a Pod', async (context) => {
    const node = findSystemNode(20);
    if (!node) return context.skip('there is no Node 20 on the PATH');
    const server = await startLanguageServer([node, join(root, 'dist', 'server.js')]);
    try {
      const diagnostics = await firstDiagnostics(server, 'file:///pod.yaml', pod);
      expect(diagnostics.map(({ message }) => message)).toEqual([expect.stringContaining('containers')]);
    } finally {
      await server.stop();
    }
  });

  test('the sandbox answers', async (context) => {
    const node = findSystemNode(20);
    if (!node) return context.skip('there is no Node 20 on the PATH');
    const sandbox = await startSandbox({ node });
    try {
      expect(sandbox.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    } finally {
      await sandbox.stop();
    }
  });
});

describe('the sandbox', () => {
  test('is started with no node on the PATH, and ends when its parent is killed, leaving no credentials and no folder', async () => {
    const made = join(folder, 'made');
    const kubeconfig = join(made, 'for', 'kubeconfig');
    // The parent is the Node that stands for the extension host: it starts the sandbox by its own path.
    const script = `
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ${JSON.stringify([join(root, 'dist', 'sandbox.js'), '--kubeconfig', kubeconfig, '--empty'])}, { stdio: ['pipe', 'pipe', 'inherit'] });
      child.stdout.on('data', (chunk) => process.stdout.write(child.pid + ' ' + chunk));
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ['-e', script], {
      env: { PATH: '/nonexistent' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    parent.stdout.on('data', (chunk) => (output += chunk));
    try {
      await until('the sandbox is ready', () => /^\d+ ready https:/m.test(output));
      const pid = Number.parseInt(output, 10);
      expect(isAlive(pid)).toBe(true);
      expect(await readFile(kubeconfig, 'utf8')).toContain('https://127.0.0.1:');
      parent.kill('SIGKILL');
      await until('the sandbox has ended with its parent', () => !isAlive(pid));
      expect([folder, made].map(existsSync)).toEqual([true, false]);
    } finally {
      parent.kill('SIGKILL');
    }
  });
});

test('the yaml package is in what reads files alone: the language server and the command line', async () => {
  const having = [];
  for (const program of ['extension', 'server', 'sandbox', 'check']) {
    const { inputs } = JSON.parse(await readFile(join(root, 'out', 'meta', `${program}.json`), 'utf8'));
    if (Object.keys(inputs).some((input) => input.includes('node_modules/yaml/'))) having.push(program);
  }
  expect(having).toEqual(['server', 'check']);
});

test('V8 reads the programs as one byte a character: a sign beyond ASCII doubles what all of its file takes', async () => {
  const files = await readdir(join(root, 'dist'), { recursive: true });
  const beyond = [];
  for (const file of files.filter((name) => /\.m?js$/.test(name))) {
    if (/[\u0080-\uffff]/.test(await readFile(join(root, 'dist', file), 'utf8'))) beyond.push(file);
  }
  expect(beyond).toEqual([]);
});
