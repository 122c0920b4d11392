import { describe, expect, test } from 'vitest';
import {
  type WebSocketFrame,
  WebSocketFrameReader,
  webSocketFrame,
} from '../../../client/src/cluster/streams/web-socket-frames.ts';

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');

/** What is read of these, parts of what is carried put together. */
function read(parts: readonly Buffer[]): (string | Exclude<WebSocketFrame, { type: 'bytes' }>)[] {
  const reader = new WebSocketFrameReader();
  const all: (string | Exclude<WebSocketFrame, { type: 'bytes' }>)[] = [];
  for (const frame of parts.flatMap((part) => reader.read(part))) {
    const last = all.at(-1);
    if (frame.type !== 'bytes') all.push(frame);
    else if (typeof last === 'string') all[all.length - 1] = last + frame.bytes.toString('latin1');
    else all.push(frame.bytes.toString('latin1'));
  }
  return all;
}

const long = 'x'.repeat(70_000);

describe('frames of a server', () => {
  test.each<[string, Buffer, ReturnType<typeof read>]>([
    ['a message', bytes('82 03 616263'), ['abc']],
    ['an empty one', bytes('82 00'), []],
    [
      'one in several frames, with a ping between',
      bytes('02 01 61 89 01 70 00 01 62 80 01 63'),
      ['a', { type: 'ping', payload: bytes('70') }, 'bc'],
    ],
    ['one of 200 bytes', Buffer.concat([bytes('82 7e 00c8'), Buffer.alloc(200, 'y')]), ['y'.repeat(200)]],
    ['one of 70,000 bytes', Buffer.concat([bytes('82 7f 0000000000011170'), Buffer.from(long)]), [long]],
    ['an answer to a ping', bytes('8a 02 6162 82 01 61'), ['a']],
    ['a close', bytes('88 02 03e8'), [{ type: 'close', code: 1000 }]],
    ['a close without a code', bytes('88 00'), [{ type: 'close', code: 1005 }]],
  ])('%s, whole and cut anywhere', (_name, sent, seen) => {
    expect(read([sent])).toEqual(seen);
    expect(read([...sent].map((byte) => Buffer.of(byte)))).toEqual(seen);
    for (let cut = 0; cut <= Math.min(sent.length, 300); cut++) {
      expect(read([sent.subarray(0, cut), sent.subarray(cut)])).toEqual(seen);
    }
  });

  test.each([
    ['a masked frame', '82 81 00000000 61', 'a masked frame of a server'],
    ['a reserved bit', 'c2 01 61', 'a frame with a reserved bit'],
    ['a text', '81 01 61', 'a text'],
    ['a type that there is not', '83 01 61', 'a frame of type 3'],
    ['a control frame that there is not', '8b 00', 'a frame of type 11'],
    ['a message within a message', '02 01 61 82 01 62', 'a message within another'],
    ['a continuation of nothing', '80 01 61', 'a message within another'],
    ['a ping of 126 bytes', '89 7e 007e', 'a control frame that is too long'],
    ['a ping in parts', '09 01 61', 'a control frame that is too long'],
    ['2^63 bytes', '82 7f 8000000000000000', 'a frame without an end'],
  ])('%s is refused by name', (_name, hex, message) => {
    expect(() => read([bytes(hex)])).toThrow(`WebSocket: ${message}`);
  });
});

test.each([0, 1, 2, 3, 4, 5, 125, 126, 127, 65_535, 65_536, 100_001])(
  'a frame of %i bytes is written masked',
  (length) => {
    const payload = Buffer.from(Array.from({ length }, (_, place) => place % 251));
    const mask = 0x9a3c5d7e;
    const cut = Math.floor(length / 3);
    const frame = webSocketFrame('binary', [payload.subarray(0, cut), payload.subarray(cut)], mask);
    const lengthBytes = length < 126 ? 0 : length <= 0xffff ? 2 : 8;
    expect(frame[0]).toBe(0x82);
    expect(frame[1]).toBe(0x80 | (lengthBytes === 0 ? length : lengthBytes === 2 ? 126 : 127));
    const maskAt = 2 + lengthBytes;
    if (lengthBytes > 0)
      expect(frame.readUIntBE(maskAt - Math.min(lengthBytes, 6), Math.min(lengthBytes, 6))).toBe(length);
    const key = frame.subarray(maskAt, maskAt + 4);
    const plain = frame.subarray(maskAt + 4).map((byte, place) => byte ^ key[place % 4]!);
    expect(key.readUInt32LE()).toBe(mask);
    expect(Buffer.from(plain).equals(payload)).toBe(true);
  },
);
