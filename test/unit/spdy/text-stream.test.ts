import { expect, test } from 'vitest';
import { TextStream } from '../../../spdy/src/text-stream.ts';

function opened() {
  let gone = 0;
  const stream = new TextStream(() => gone++);
  return { stream, gone: () => gone };
}

test('a text is what was said until its end, without the white space around it', async () => {
  const { stream, gone } = opened();
  for (const part of ['no one ', 'listens\n']) stream.receive(Buffer.from(part));
  expect([gone(), stream.hasAllCome]).toEqual([0, false]);
  stream.receive(null);
  expect([gone(), stream.hasAllCome, await stream.text]).toEqual([1, true, 'no one listens']);
});

test.each([
  ['cut off', (stream: TextStream) => stream.cutOff()],
  ['given up', (stream: TextStream) => stream.destroy()],
])('a text that is %s is what has come by then', async (_how, end) => {
  const { stream, gone } = opened();
  stream.receive(Buffer.from('half'));
  end(stream);
  end(stream);
  stream.receive(Buffer.from(' more'));
  expect([gone(), stream.hasAllCome, await stream.text]).toEqual([1, false, 'half']);
});

test('a character that is cut is one again, and a text without an end is cut', async () => {
  const { stream } = opened();
  const bytes = Buffer.from('ü');
  stream.receive(bytes.subarray(0, 1));
  stream.receive(bytes.subarray(1));
  for (let times = 0; times < 1_000; times++) stream.receive(Buffer.alloc(1024, 'x'));
  stream.receive(null);
  const text = await stream.text;
  expect([text.startsWith('üx'), Buffer.byteLength(text)]).toEqual([true, 16 * 1024]);
});

test('what was read may be used again', async () => {
  const { stream } = opened();
  const bytes = Buffer.from('kept');
  stream.receive(bytes);
  bytes.fill('x');
  stream.receive(null);
  expect(await stream.text).toBe('kept');
});
