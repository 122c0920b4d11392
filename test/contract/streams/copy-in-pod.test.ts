import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ObjectReference } from '../../../client/src/cluster/kube-object.ts';
import { copyFromContainer } from '../../../client/src/cluster/streams/copy/copy-from-container.ts';
import type { CopyResult, CopyStep } from '../../../client/src/cluster/streams/copy/copy-step.ts';
import { copyToContainer } from '../../../client/src/cluster/streams/copy/copy-to-container.ts';
import { requireKubectl } from '../../support/kubectl.ts';
import { until } from '../../support/processes.ts';
import { chosenServer } from '../api/chosen-server.ts';
import { cleanup, failureOf, temporaryFolder } from '../cluster/mock-server.ts';
import { openStreamScene, type StreamScene } from './stream-scene.ts';

const chosen = await chosenServer(process.env);
const isSandbox = chosen.kind === 'sandbox';
/** A file of the sandbox is no larger than 32 MB. */
const largest = isSandbox ? 24 : 200;

const after = cleanup();
afterEach(() => after.run());

describe.skipIf(chosen.kind === 'any cluster')(`copies in a Pod of ${chosen.name}`, () => {
  let scene: StreamScene;
  let pod: ObjectReference;
  let folder: string;

  beforeAll(async () => {
    scene = await openStreamScene(chosen);
    pod = await scene.run('web', { containers: ['a'] });
    folder = `/tmp/${scene.namespace}`;
    await inPod('mkdir', folder);
  }, 120_000);
  afterAll(async () => {
    // A container of a real control plane has this machine's files.
    if (folder !== undefined) await inPod('rm', '-rf', folder);
    await scene?.stop();
  }, 60_000);

  /** Runs a command in the container; gives what it says. */
  async function inPod(...command: string[]): Promise<string> {
    const { stdout, stderr } = await scene.admin.connect({ verb: 'exec', of: pod, container: 'a', command });
    stderr.resume();
    return text(stdout);
  }
  const list = async (path: string) =>
    (await inPod('ls', '-a', path)).split('\n').filter((name) => !/^\.*$/.test(name));

  async function resultOf(steps: AsyncIterable<CopyStep>): Promise<CopyResult> {
    let result: CopyResult | undefined;
    for await (const step of steps) if (step.kind === 'done') result = step.result;
    return result!;
  }
  const replacing = (signal?: AbortSignal) => ({
    cluster: scene.admin,
    pod,
    container: 'a',
    whenThere: 'replace' as const,
    ...(signal ? { signal } : {}),
  });
  const to = (source: string, destination: string, signal?: AbortSignal) =>
    copyToContainer({ ...replacing(signal), source, destination });
  const from = (source: string, destination: string, signal?: AbortSignal) =>
    copyFromContainer({ ...replacing(signal), source, destination });

  function isSame(one: string, other: string): void {
    const { stdout, status } = spawnSync('diff', ['-r', '--no-dereference', one, other], {
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, '']);
  }

  /** A thousand files and what else people have, but for links, which the sandbox has not. */
  async function makeTree(root: string): Promise<void> {
    await mkdir(join(root, 'empty/also empty'), { recursive: true });
    await writeFile(join(root, 'none'), '');
    await writeFile(join(root, 'run'), '#!/bin/sh\n', { mode: 0o755 });
    for (const name of ['-rf', 'a b', 'a\nb', `"it's" $(id)`, 'ü日本', 'l'.repeat(200)])
      await writeFile(join(root, name), name);
    for (let index = 0; index < 1_000; index++) {
      const into = join(root, `many/${index % 10}`);
      await mkdir(into, { recursive: true });
      await writeFile(join(into, `file-${index}`), `${index}\n`.repeat(index % 50));
    }
    if (!isSandbox) await symlink('run', join(root, 'link'));
  }

  test('a tree of a thousand files goes there and comes back as it was', async () => {
    const here = await temporaryFolder(after);
    await makeTree(join(here, 'tree'));
    const sent = await resultOf(to(join(here, 'tree'), folder));
    expect(sent).toMatchObject({
      path: `${folder}/tree`,
      files: 1_008,
      checkedBy: 'sha256sum',
      leftOut: [],
      complaints: [],
    });
    await mkdir(join(here, 'back'));
    const received = await resultOf(from(`${folder}/tree`, join(here, 'back')));
    expect(received).toMatchObject({
      files: 1_008,
      folders: sent.folders,
      bytes: sent.bytes,
      checkedBy: 'sha256sum',
    });
    isSame(join(here, 'tree'), join(here, 'back/tree'));
    expect((await stat(join(here, 'back/tree/run'))).mode & 0o777).toBe(0o755);
    expect([await list(folder), await readdir(here)]).toEqual([['tree'], ['back', 'tree']]);
    await inPod('rm', '-rf', `${folder}/tree`);
  });

  test('a large file, with its checksum', async () => {
    const here = await temporaryFolder(after);
    await writeFile(join(here, 'large'), randomBytes(largest << 20));
    expect(await resultOf(to(join(here, 'large'), folder))).toMatchObject({
      bytes: largest << 20,
      checkedBy: 'sha256sum',
    });
    expect(await resultOf(from(`${folder}/large`, join(here, 'again')))).toMatchObject({
      bytes: largest << 20,
      checkedBy: 'sha256sum',
    });
    isSame(join(here, 'large'), join(here, 'again'));
    await inPod('rm', '-rf', `${folder}/large`);
  }, 120_000);

  test('what kubectl copies there, comes as it was; and what was copied there, kubectl brings', async (context) => {
    const kubectl = requireKubectl(context);
    const here = await temporaryFolder(after);
    await makeTree(join(here, 'tree'));
    // kubectl makes blanks of names and leaves links: compared is what it can.
    const cp = async (source: string, target: string) => {
      const words = [
        '--kubeconfig',
        scene.started.kubeconfig,
        '-n',
        scene.namespace,
        'cp',
        '-c',
        'a',
        source,
        target,
      ];
      const child = spawn(kubectl, words, { cwd: here, stdio: 'ignore' });
      expect(await once(child, 'exit')).toEqual([0, null]);
    };
    await cp('tree/many', `web:${folder}/by-kubectl`);
    await resultOf(from(`${folder}/by-kubectl`, here));
    isSame(join(here, 'tree/many'), join(here, 'by-kubectl'));
    await resultOf(to(join(here, 'tree/many'), `${folder}/by-us`));
    await cp(`web:${folder}/by-us`, 'by-us');
    isSame(join(here, 'tree/many'), join(here, 'by-us'));
    await inPod('rm', '-rf', `${folder}/by-kubectl`, `${folder}/by-us`);
  });

  test('cancelled in the middle, either way: nothing is left', async () => {
    const here = await temporaryFolder(after);
    await writeFile(join(here, 'large'), randomBytes(20 << 20));
    await resultOf(to(join(here, 'large'), `${folder}/there`));
    for (const copy of [
      (signal: AbortSignal) => to(join(here, 'large'), `${folder}/other`, signal),
      (signal: AbortSignal) => from(`${folder}/there`, join(here, 'other'), signal),
    ]) {
      const cancel = new AbortController();
      const reason = new Error('enough');
      let cancelledAt = 0;
      const steps = async () => {
        for await (const step of copy(cancel.signal)) {
          if (step.kind !== 'progress' || step.bytes < 1 << 20 || cancel.signal.aborted) continue;
          cancelledAt = performance.now();
          cancel.abort(reason);
        }
      };
      expect(await steps().catch((error: unknown) => error)).toBe(reason);
      expect(performance.now() - cancelledAt).toBeLessThan(1_000);
      await until('nothing is left there', async () => (await list(folder)).join() === 'there');
      expect(await readdir(here)).toEqual(['large']);
    }
    await inPod('rm', '-rf', `${folder}/there`);
  });

  test('what is there is kept, and what is not is said', async () => {
    const here = await temporaryFolder(after);
    await writeFile(join(here, 'one'), 'new');
    await resultOf(to(join(here, 'one'), folder));
    await writeFile(join(here, 'one'), 'newer');
    const keep = { ...replacing(), whenThere: 'keep' } as const;
    expect(
      await resultOf(copyToContainer({ ...keep, source: join(here, 'one'), destination: folder })),
    ).toMatchObject({
      outcome: 'kept',
      was: 'file',
    });
    expect(await inPod('cat', `${folder}/one`)).toBe('new');
    expect(
      await resultOf(copyFromContainer({ ...keep, source: `${folder}/one`, destination: here })),
    ).toMatchObject({ outcome: 'kept' });
    expect(await readFile(join(here, 'one'), 'utf8')).toBe('newer');
    expect((await failureOf(resultOf(from(`${folder}/none`, here)))).message).toMatch(/nothing of this name/);
    expect((await failureOf(resultOf(to(join(here, 'one'), '/no/such/folder')))).message).toMatch(
      /no such folder in the container/,
    );
    await inPod('rm', '-rf', `${folder}/one`);
  });

  test('of a cluster that is read-only here nothing is copied, either way, for a copy runs a command', async () => {
    const here = await temporaryFolder(after);
    await writeFile(join(here, 'one'), 'x');
    const guarded = await scene.open({ protection: 'read-only' });
    const common = { cluster: guarded, pod, container: 'a', whenThere: 'keep' } as const;
    const says = /the cluster is read-only here, and nothing was sent/;
    const there = copyToContainer({ ...common, source: join(here, 'one'), destination: folder });
    expect((await failureOf(resultOf(there))).message).toMatch(says);
    const back = copyFromContainer({ ...common, source: '/etc/hostname', destination: here });
    expect((await failureOf(resultOf(back))).message).toMatch(says);
    expect([await list(folder), await readdir(here)]).toEqual([[], ['one']]);
  });

  test('a pod or a container that is not there is the error of the server', async () => {
    const here = await temporaryFolder(after);
    await writeFile(join(here, 'one'), 'x');
    const common = { cluster: scene.admin, pod, whenThere: 'keep' } as const;
    const steps = copyToContainer({
      ...common,
      pod: { ...pod, name: 'none' },
      source: join(here, 'one'),
      destination: folder,
    });
    expect((await failureOf(resultOf(steps))).message).toMatch(/not found: pods "none" not found/);
    const other = copyFromContainer({ ...common, container: 'none', source: folder, destination: here });
    expect((await failureOf(resultOf(other))).message).toMatch(/container none is not valid for pod web/);
    expect(await readdir(here)).toEqual(['one']);
  });
});
