import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { watchKubeconfigs } from '../../../client/src/cluster/kubeconfig/watch.ts';
import { until } from '../../support/processes.ts';
import { cleanup, temporaryFolder } from './mock-server.ts';

const after = cleanup();
afterEach(() => after.run());

test('made, written, replaced, linked to and removed, and the folder too; other files are no news', async () => {
  const folder = await temporaryFolder(after);
  const kube = join(folder, '.kube');
  const file = join(kube, 'config');
  let calls = 0;
  const watching = watchKubeconfigs({ merged: [file], extra: [] }, () => calls++);
  after.add(() => watching.dispose());
  const changes = async (change: () => Promise<unknown>) => {
    const before = calls;
    await change();
    await until('a call', () => calls > before, 5_000);
  };

  await changes(async () => {
    await mkdir(kube);
    await writeFile(file, 'a');
  });
  await changes(() => writeFile(file, 'ab'));
  await changes(async () => {
    await writeFile(`${file}.new`, 'abc');
    await rename(`${file}.new`, file);
  });
  await changes(() => rm(file));
  const target = join(folder, 'elsewhere');
  await changes(async () => {
    await mkdir(target);
    await writeFile(join(target, 'real'), 'a');
    await symlink(join(target, 'real'), file);
  });
  await changes(() => writeFile(join(target, 'real'), 'abcd'));
  await changes(() => rm(kube, { recursive: true }));
  await changes(async () => {
    await mkdir(kube);
    await writeFile(file, 'again');
  });

  const before = calls;
  await writeFile(join(kube, 'cache'), 'x');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(calls).toBe(before);
  watching.dispose();
  await writeFile(file, 'after the end');
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(calls).toBe(before);
});
