import { execFileSync } from 'node:child_process';
import { chmod, lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import { makeCurrent } from '../../../client/src/cluster/kubeconfig/use-context.ts';
import { cleanup, temporaryFolder } from './mock-server.ts';

const after = cleanup();
afterEach(() => after.run());

const contexts =
  'contexts:\n- {name: a, context: {cluster: c}} # first\n- {name: b, context: {cluster: c}}\n';

/** Files with these texts, merged in this order. */
async function kubeconfigs(...texts: string[]) {
  const folder = await temporaryFolder(after);
  const merged = texts.map((_text, place) => join(folder, `config-${place}`));
  for (const [place, text] of texts.entries()) await writeFile(merged[place]!, text);
  const files = { merged, extra: [] };
  const use = async (name: string) => {
    const context = (await loadKubeContexts(files)).contexts.find((one) => one.name === name)!;
    return await makeCurrent(context, files);
  };
  const read = () => Promise.all(merged.map((file) => readFile(file, 'utf8')));
  return { folder, merged, files, use, read };
}

test.each<[string, string[], string[]]>([
  [
    'the file that says it',
    [contexts, `current-context: a # mine\n`],
    [contexts, `current-context: b # mine\n`],
  ],
  [
    'the first of several that say it',
    ['current-context: x\n', `current-context: y\n${contexts}`],
    ['current-context: b\n', `current-context: y\n${contexts}`],
  ],
  [
    'the first where none does',
    ['kind: Config\n', contexts],
    ['current-context: b\nkind: Config\n', contexts],
  ],
  [
    'none where it is so already',
    [`current-context: "b"\n${contexts}`],
    [`current-context: "b"\n${contexts}`],
  ],
])('changes one line of %s', async (_name, before, expected) => {
  const { use, read, files } = await kubeconfigs(...before);
  await use('b');
  expect(await read()).toEqual(expected);
  expect((await loadKubeContexts(files)).contexts.find(({ current }) => current)?.name).toBe('b');
});

test('writes nothing where the one that was current is so no longer', async () => {
  const { merged, files, read } = await kubeconfigs(`current-context: b\n${contexts}`);
  const context = (await loadKubeContexts(files)).contexts.find(({ current }) => current)!;
  for (const text of [`current-context: a\n${contexts}`, contexts]) {
    await writeFile(merged[0]!, text);
    await expect(makeCurrent(context, files)).rejects.toThrow(
      `b is no longer the current-context of ${merged[0]}, which has changed meanwhile: choose again`,
    );
    expect(await read()).toEqual([text]);
  }
});

test.skipIf(process.platform === 'win32')('kubectl reads what was written', async () => {
  const { use, files } = await kubeconfigs('kind: Config\r\n', contexts);
  await use('b');
  const env = { ...process.env, KUBECONFIG: files.merged.join(':') };
  expect(execFileSync('kubectl', ['config', 'current-context'], { env }).toString()).toBe('b\n');
});

test.skipIf(process.platform === 'win32')('a link stays a link, and what is private stays so', async () => {
  const { folder, merged, use } = await kubeconfigs(contexts);
  const real = join(folder, 'real', 'config');
  await mkdir(join(folder, 'real'));
  await writeFile(real, contexts);
  await chmod(real, 0o600);
  await rm(merged[0]!);
  await symlink('real/config', merged[0]!);
  await use('b');
  expect((await lstat(merged[0]!)).isSymbolicLink()).toBe(true);
  expect([(await stat(real)).mode & 0o777, await readFile(real, 'utf8')]).toEqual([
    0o600,
    `current-context: b\n${contexts}`,
  ]);
  expect(await readdir(join(folder, 'real'))).toEqual(['config']);
});

test('nothing is written where it cannot be one line, or another program has the file', async () => {
  const odd = `current-context: >-\n  a\n${contexts}`;
  const { use, read, merged } = await kubeconfigs(odd);
  await expect(use('b')).rejects.toThrow(
    `the current-context of ${merged[0]} does not stand on one line by itself: change it by hand, or by kubectl config use-context`,
  );
  await writeFile(`${merged[0]}.lock`, '');
  await expect(use('b')).rejects.toThrow(`another program is changing ${merged[0]}: try again`);
  expect(await read()).toEqual([odd]);
});
