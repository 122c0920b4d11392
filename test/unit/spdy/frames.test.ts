import { describe, expect, test } from 'vitest';
import { FrameReader } from '../../../spdy/src/frame-reader.ts';
import {
  dataHead,
  goAwayFrame,
  pingFrame,
  rstStreamFrame,
  type SpdyFrame,
  synReplyFrame,
  synStreamFrame,
} from '../../../spdy/src/frames.ts';
import { SpdyError } from '../../../spdy/src/spdy-error.ts';

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');

/** Frames on the wire, and what is read of them. */
const frames: [string, string, SpdyFrame][] = [
  [
    'SYN_STREAM',
    '80030001 0000000c 00000001 00000000 0000 abcd',
    { type: 'synStream', stream: 1, isLast: false, block: bytes('abcd') },
  ],
  [
    'SYN_STREAM, the last of its side, with a priority and another stream',
    '80030001 0100000a 00000003 00000001 e000',
    { type: 'synStream', stream: 3, isLast: true, block: bytes('') },
  ],
  [
    'SYN_REPLY',
    '80030002 00000006 00000001 abcd',
    { type: 'synReply', stream: 1, isLast: false, block: bytes('abcd') },
  ],
  [
    'HEADERS',
    '80030008 01000005 00000001 ab',
    { type: 'headers', stream: 1, isLast: true, block: bytes('ab') },
  ],
  ['RST_STREAM', '80030003 00000008 00000005 00000005', { type: 'rstStream', stream: 5, status: 5 }],
  ['SETTINGS', '80030004 0000000c 00000001 00000004 00000064', { type: 'settings' }],
  ['PING', '80030006 00000004 00000001', { type: 'ping', id: 1 }],
  ['GOAWAY', '80030007 00000008 00000007 00000000', { type: 'goAway', lastStream: 7, status: 0 }],
  ['WINDOW_UPDATE', '80030009 00000008 00000001 00010000', { type: 'windowUpdate' }],
  ['data', '00000001 00000003 616263', { type: 'data', stream: 1, isLast: false, bytes: bytes('616263') }],
  [
    'the last data',
    '7fffffff 01000001 61',
    { type: 'data', stream: 0x7fffffff, isLast: true, bytes: bytes('61') },
  ],
  ['an end without data', '00000003 01000000', { type: 'data', stream: 3, isLast: true, bytes: bytes('') }],
];

/** With parts of data that follow each other in one. */
function joined(read: readonly SpdyFrame[]): SpdyFrame[] {
  const whole: SpdyFrame[] = [];
  for (const frame of read) {
    const last = whole.at(-1);
    if (frame.type === 'data' && last?.type === 'data' && last.stream === frame.stream && !last.isLast) {
      whole[whole.length - 1] = { ...frame, bytes: Buffer.concat([last.bytes, frame.bytes]) };
    } else whole.push(frame);
  }
  return whole;
}

function readAll(parts: readonly Buffer[]): SpdyFrame[] {
  const reader = new FrameReader();
  return joined(parts.flatMap((part) => framesIn(reader, part)));
}

function framesIn(reader: FrameReader, part: Buffer): SpdyFrame[] {
  const found: SpdyFrame[] = [];
  const take = (frame: SpdyFrame) => {
    found.push(frame);
    return 'more' as const;
  };
  expect(reader.read(part, take)).toBe(part.length);
  return found;
}

describe('a frame reader', () => {
  test.each(frames)('reads %s, whole and by single bytes', (_name, hex, frame) => {
    expect(readAll([bytes(hex)])).toEqual([frame]);
    expect(readAll([...bytes(hex)].map((byte) => Buffer.of(byte)))).toEqual([frame]);
  });

  test('reads all of them in a row, cut in two anywhere', () => {
    // No two of one stream stand beside each other, so that parts are those of one frame.
    const all = bytes(frames.map(([, hex]) => hex).join(''));
    const expected = frames.map(([, , frame]) => frame);
    for (let cut = 0; cut <= all.length; cut++) {
      expect(readAll([all.subarray(0, cut), all.subarray(cut)])).toEqual(expected);
    }
  });

  test('stops behind the frame after which no more is wanted, and goes on from there', () => {
    const all = bytes(frames.map(([, hex]) => hex).join(''));
    const reader = new FrameReader();
    const found: SpdyFrame[] = [];
    let at = 0;
    while (at < all.length) {
      at += reader.read(all.subarray(at), (frame) => {
        found.push(frame);
        return 'no more';
      });
    }
    expect(found).toEqual(frames.map(([, , frame]) => frame));
  });

  test('hands on data as it comes', () => {
    const reader = new FrameReader();
    expect(framesIn(reader, bytes('00000001 01ffffff 61'))).toEqual([
      { type: 'data', stream: 1, isLast: false, bytes: bytes('61') },
    ]);
    const [frame, ...more] = framesIn(reader, Buffer.alloc(0xfffffe));
    expect([frame?.type === 'data' && [frame.isLast, frame.bytes.length], more]).toEqual([
      [true, 0xfffffe],
      [],
    ]);
  });

  test.each([
    ['another version', '80020006 00000004 00000001', 'malformed frame', 'a control frame of version 2'],
    ['HTTP', Buffer.from('HTTP/1.1 400').toString('hex'), undefined, undefined],
    ['WebSocket', 'ff030006 00000004', 'malformed frame', 'a control frame of version 32515'],
    ['a control frame of 16 MB', '80030001 00ffffff', 'frame too long', 'a control frame of 16777215 bytes'],
    ['a type that there is not', '8003000b 00000000', 'malformed frame', 'a control frame of type 11'],
    [
      'SYN_STREAM that is too short',
      '80030001 00000009 000000010000000000',
      'malformed frame',
      'a control frame of type 1 with 9 bytes',
    ],
    [
      'RST_STREAM that is too long',
      '80030003 00000009 000000010000000500',
      'malformed frame',
      'a control frame of type 3 with 9 bytes',
    ],
    ['an empty PING', '80030006 00000000', 'malformed frame', 'a control frame of type 6 with 0 bytes'],
    [
      'GOAWAY of version 2',
      '80030007 00000004 00000001',
      'malformed frame',
      'a control frame of type 7 with 4 bytes',
    ],
    [
      'SYN_REPLY to no stream',
      '80030002 00000004 00000000',
      'malformed frame',
      'a control frame about stream 0',
    ],
    ['data of no stream', '00000000 00000001 61', 'malformed frame', 'data of stream 0'],
  ])('of %s', (_name, hex, fault, message) => {
    const read = () => readAll([bytes(hex)]);
    if (fault === undefined) {
      // Without a bit of control it might be data, of which there is no end.
      expect(read()).toEqual([expect.objectContaining({ type: 'data', isLast: false })]);
      return;
    }
    expect(read).toThrow(SpdyError);
    expect(read).toThrow(expect.objectContaining({ fault, message: `SPDY: ${message}` }));
  });
});

test.each([
  ['synStream', synStreamFrame(1, bytes('abcd'), 'last'), '80030001 0100000c 00000001 00000000 0000 abcd'],
  ['synReply', synReplyFrame(1, bytes('abcd')), '80030002 00000006 00000001 abcd'],
  ['rstStream', rstStreamFrame(5, 5), '80030003 00000008 00000005 00000005'],
  ['ping', pingFrame(3), '80030006 00000004 00000003'],
  ['goAway', goAwayFrame(7), '80030007 00000008 00000007 00000000'],
  ['data', dataHead(1, 0x012345, 'open'), '00000001 00012345'],
  ['the last data', dataHead(1, 0, 'last'), '00000001 01000000'],
])('%s is written', (_name, written, hex) => {
  expect(written.toString('hex')).toBe(bytes(hex).toString('hex'));
});
