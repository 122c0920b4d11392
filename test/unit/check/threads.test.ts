import { describe, expect, test } from 'vitest';
import { batchesOf } from '../../../check/src/threads/batches.ts';
import type { BatchAnswer, BatchRequest } from '../../../check/src/threads/messages.ts';
import { threadCount } from '../../../check/src/threads/thread-count.ts';
import { judgeInThreads, type Thread } from '../../../check/src/threads/thread-pool.ts';

/** A thread whose answers are given by hand. */
class FakeThread implements Thread {
  readonly requests: BatchRequest[] = [];
  terminated = false;
  #answer: (answer: BatchAnswer) => void = () => {};
  #fail: (error: Error) => void = () => {};

  postMessage(request: BatchRequest): void {
    this.requests.push(request);
  }

  on(event: 'message' | 'error', listener: (value: never) => void): void {
    if (event === 'message') this.#answer = listener as (answer: BatchAnswer) => void;
    else this.#fail = listener as (error: Error) => void;
  }

  async terminate(): Promise<void> {
    this.terminated = true;
  }

  answer(): void {
    const { id, sources } = this.requests.shift()!;
    this.#answer({
      id,
      results: sources.map(({ file }) => ({ file, reason: 'judged', counts: 'as note' as const })),
    });
  }

  refuse(): void {
    this.#answer({ id: this.requests.shift()!.id, failure: 'there is no catalog' });
  }

  fail(error: Error): void {
    this.#fail(error);
  }
}

const batches = (names: string) =>
  [...names]
    .map((file) => [{ file, uri: `file:///${file}`, text: '', is: 'named' as const }])
    [Symbol.iterator]();

async function filesOf(all: AsyncIterable<readonly { file: string }[]>): Promise<string> {
  let files = '';
  for await (const results of all) files += results.map(({ file }) => file).join('');
  return files;
}

describe('batches in threads', () => {
  test('are told in their order, whoever is ready first, each thread with one ahead', async () => {
    const [one, two] = [new FakeThread(), new FakeThread()];
    const files = filesOf(judgeInThreads(batches('abcdef'), [one, two]));
    const held = (thread: FakeThread) => thread.requests.map(({ sources }) => sources[0]!.file).join('');
    expect([held(one), held(two)]).toEqual(['ac', 'bd']);
    two.answer();
    two.answer();
    expect([held(one), held(two)]).toEqual(['ac', 'ef']);
    while (two.requests.length > 0) two.answer();
    while (one.requests.length > 0) one.answer();
    expect(await files).toBe('abcdef');
    expect([one.terminated, two.terminated]).toEqual([true, true]);
  });

  test('that cannot be judged end the run, and the threads', async () => {
    const threads = [new FakeThread(), new FakeThread()];
    const files = filesOf(judgeInThreads(batches('abcdef'), threads));
    threads[1]!.refuse();
    await expect(files).rejects.toThrow('there is no catalog');
    expect(threads.every(({ terminated }) => terminated)).toBe(true);
  });

  test('of a thread that dies end the run', async () => {
    const thread = new FakeThread();
    const files = filesOf(judgeInThreads(batches('ab'), [thread]));
    thread.fail(new Error('out of memory'));
    await expect(files).rejects.toThrow('out of memory');
  });
});

test('batches are of about the same length, and keep the order', () => {
  const texts = [150_000, 60_000, 10, 10, 500_000, 5].map((length) => ({ text: 'x'.repeat(length) }));
  expect([...batchesOf(texts)].map((batch) => batch.map(({ text }) => text.length))).toEqual([
    [150_000, 60_000],
    [10, 10, 500_000],
    [5],
  ]);
});

test.each<[asked: number | undefined, characters: number, cores: number, threads: number]>([
  [undefined, 10_000, 8, 1],
  [undefined, 25_000_000, 8, 1],
  [undefined, 50_000_000, 8, 3],
  [undefined, 200_000_000, 8, 8],
  [undefined, 200_000_000, 1, 1],
  [5, 10, 2, 5],
])('%s threads asked for, %d characters, %d cores: %d', (asked, characters, cores, threads) => {
  expect(threadCount(asked, characters, cores)).toBe(threads);
});
