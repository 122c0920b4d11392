import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { gathered } from '../../../client/src/cluster/streams/logs/gathered.ts';

async function read(body: Readable): Promise<string[]> {
  const texts: string[] = [];
  for await (const bytes of gathered(body)) texts.push(String(bytes));
  return texts;
}

function opened(): Readable {
  return new Readable({ read() {} });
}

test('what has come since it was asked last comes as one', async () => {
  const body = opened();
  for (const text of ['a', 'b', 'c']) body.push(text);
  const texts = read(body);
  await setTimeout(10);
  for (const text of ['d', 'e', null]) body.push(text);
  expect(await texts).toEqual(['abc', 'de']);
});

test('a body that fails rejects, with what has come read before', async () => {
  const body = opened();
  body.push('a');
  const chunks = gathered(body)[Symbol.asyncIterator]();
  expect(String((await chunks.next()).value)).toBe('a');
  const reason = new Error('cut');
  const next = chunks.next();
  body.destroy(reason);
  await expect(next).rejects.toBe(reason);
});

test('a body that was over before anybody looked at it is over', async () => {
  const failed = opened().on('error', () => {});
  const reason = new Error('cut');
  failed.destroy(reason);
  const closed = opened();
  closed.destroy();
  await setTimeout(10);
  await expect(read(failed)).rejects.toBe(reason);
  expect(await read(closed)).toEqual([]);
});

test('leaving the loop destroys it', async () => {
  const body = opened();
  body.push('a');
  for await (const _ of gathered(body)) break;
  expect(body.destroyed).toBe(true);
});
