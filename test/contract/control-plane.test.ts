import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

test('without Go a control plane is not built, and one line says what to install', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-no-go-'));
  try {
    const { status, stderr } = spawnSync(
      process.execPath,
      [resolve(import.meta.dirname, '../control-plane/build.mjs'), '1.35'],
      { env: { PATH: folder, XDG_CACHE_HOME: folder }, encoding: 'utf8' },
    );
    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/install Go 1\.26 or newer/)]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
