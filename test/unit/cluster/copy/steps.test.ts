import { expect, test } from 'vitest';
import {
  type CopyProgress,
  type CopyResult,
  type CopyStep,
  copySteps,
} from '../../../../client/src/cluster/streams/copy/copy-step.ts';
import { leftOutList } from '../../../../client/src/cluster/streams/copy/left-out.ts';

const at = (bytes: number): CopyProgress => ({
  kind: 'progress',
  doing: 'copying',
  bytes,
  files: 0,
  ofBytes: 9,
  ofFiles: 1,
});
const result = { outcome: 'copied', path: '/tmp/a' } as CopyResult;
const bytesOf = (step: CopyStep) => (step.kind === 'progress' ? step.bytes : step.result.path);

test('a reader that is slow gets the newest, and the result last', async () => {
  const steps = copySteps(async (tell) => {
    for (const bytes of [1, 2, 3]) tell(at(bytes));
    return result;
  }, undefined);
  const found = [];
  for await (const step of steps) found.push(bytesOf(step));
  expect(found).toEqual([3, '/tmp/a']);
});

test('work goes on while nobody reads', async () => {
  const steps = copySteps(async (tell) => {
    tell(at(1));
    await Promise.resolve();
    tell(at(2));
    return result;
  }, undefined);
  expect(bytesOf((await steps.next()).value!)).toBe(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(bytesOf((await steps.next()).value!)).toBe(2);
  expect(bytesOf((await steps.next()).value!)).toBe('/tmp/a');
  expect((await steps.next()).done).toBe(true);
});

test('who stops reading ends the work, and waits until it has cleaned up', async () => {
  let state = 'working';
  const steps = copySteps(async (tell, signal) => {
    tell(at(1));
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    await new Promise((resolve) => setImmediate(resolve));
    state = 'cleaned up';
    signal.throwIfAborted();
    return result;
  }, undefined);
  for await (const _ of steps) break;
  expect(state).toBe('cleaned up');
});

test('what the work fails with is what the reader hears', async () => {
  const failure = new Error('full');
  const steps = copySteps(() => Promise.reject(failure), undefined);
  await expect(steps.next()).rejects.toBe(failure);
});

test('what was cancelled before does not begin', async () => {
  let begun = false;
  const steps = copySteps(
    async () => {
      begun = true;
      return result;
    },
    AbortSignal.abort(new Error('never')),
  );
  await expect(steps.next()).rejects.toThrow('never');
  expect(begun).toBe(false);
});

test('of what is left out the first thousand are told, and how many there are', () => {
  const list = leftOutList();
  for (let index = 0; index < 1_500; index++) list.add(`a\n${index}`, { reason: 'pipe' });
  expect([list.items.length, list.count]).toEqual([1_000, 1_500]);
  expect(list.items[7]).toEqual({ path: 'a\uFFFD7', reason: 'pipe', says: 'is a named pipe' });
  const long = leftOutList();
  long.add('a'.repeat(5_000), { reason: 'link leads out', about: 'b'.repeat(5_000) });
  expect(long.items[0]!.path.length + long.items[0]!.says.length).toBeLessThan(700);
});
