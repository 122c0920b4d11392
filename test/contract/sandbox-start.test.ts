import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { startSandbox } from '../support/sandbox.ts';

const program = resolve(import.meta.dirname, '../../dist/sandbox.js');

function run(...words: string[]): Promise<[number | null, string, string]> {
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  return new Promise((done) => child.once('close', (code) => done([code, output, errors])));
}

test('bad arguments are explained', async () => {
  const [code, output, errors] = await run('--port', '1');
  expect([code, output]).toEqual([2, '']);
  expect(errors).toContain('sandbox: --kubeconfig FILE is missing\n\nusage: sandbox --kubeconfig FILE');
});

test('a port that is in use is named', async () => {
  const sandbox = await startSandbox();
  try {
    const port = new URL(sandbox.url).port;
    const answer = await run('--port', port, '--kubeconfig', join(sandbox.kubeconfig, '..', 'other'));
    expect(answer).toEqual([
      1,
      '',
      `sandbox: port ${port} on 127.0.0.1 is in use; choose another one with --port, or leave it out for a free one\n`,
    ]);
  } finally {
    await sandbox.stop();
  }
});
