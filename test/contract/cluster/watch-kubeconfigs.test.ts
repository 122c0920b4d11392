import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchKubeconfigs } from '../../../client/src/cluster/kubeconfig/watch.ts';
import { cleanup, temporaryFolder } from './mock-server.ts';

const after = cleanup();

// The files and what the system says of them are real; time passes when a test says so.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});

afterEach(async () => {
  vi.useRealTimers();
  await after.run();
});

test('made, written, replaced, linked to and removed, and the folder too; other files are no news', async () => {
  const folder = await temporaryFolder(after);
  const kube = join(folder, '.kube');
  const file = join(kube, 'config');
  const kubeconfig = watched(file);
  const news = async (change: () => Promise<unknown>) => {
    const before = kubeconfig.calls;
    await change();
    await settled();
    return kubeconfig.calls - before;
  };
  const made = async () => {
    await mkdir(kube);
    await writeFile(file, 'a');
  };
  const replaced = async () => {
    await writeFile(`${file}.new`, 'abc');
    await rename(`${file}.new`, file);
  };
  const target = join(folder, 'elsewhere');
  const linked = async () => {
    await mkdir(target);
    await writeFile(join(target, 'real'), 'a');
    await symlink(join(target, 'real'), file);
  };

  expect(await news(made)).toBe(1);
  expect(await news(() => writeFile(file, 'ab'))).toBe(1);
  expect(await news(replaced)).toBe(1);
  expect(await news(() => rm(file))).toBe(1);
  expect(await news(linked)).toBe(1);
  expect(await news(() => writeFile(join(target, 'real'), 'abcd'))).toBe(1);
  expect(await news(() => rm(kube, { recursive: true }))).toBe(1);
  expect(await news(made)).toBe(1);
  expect(await news(() => writeFile(join(kube, 'cache'), 'x'))).toBe(0);
});

test('nothing is news after the end, not even what was heard of before', async () => {
  const file = join(await temporaryFolder(after), 'config');
  const ended = watched(file);
  const other = watched(file);
  await writeFile(file, 'before the end');
  await heard();
  ended.dispose();
  await settled();
  await writeFile(file, 'after the end');
  await settled();
  expect([ended.calls, other.calls]).toEqual([0, 2]);
});

/** Counts what is told of this kubeconfig. */
function watched(file: string): { readonly calls: number; dispose(): void } {
  let calls = 0;
  const watching = watchKubeconfigs({ merged: [file], extra: [] }, () => calls++);
  after.add(() => watching.dispose());
  return {
    get calls() {
      return calls;
    },
    dispose: () => watching.dispose(),
  };
}

/** The system has said that something changed: the time has begun that changes have to settle. */
async function heard(): Promise<void> {
  await vi.waitUntil(() => vi.getTimerCount() > 0, { timeout: 20_000 });
}

/** That time is over. */
async function settled(): Promise<void> {
  await heard();
  vi.advanceTimersByTime(2_000);
}
