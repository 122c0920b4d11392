/** A frame of SPDY/3.1 as it was read, header blocks still compressed. */
export type SpdyFrame =
  /** A part of what a data frame carries: `isLast` of the last part of the last one. */
  | { readonly type: 'data'; readonly stream: number; readonly isLast: boolean; readonly bytes: Buffer }
  | {
      readonly type: 'synStream' | 'synReply' | 'headers';
      readonly stream: number;
      readonly isLast: boolean;
      readonly block: Buffer;
    }
  | { readonly type: 'rstStream'; readonly stream: number; readonly status: number }
  | { readonly type: 'ping'; readonly id: number }
  | { readonly type: 'goAway'; readonly lastStream: number; readonly status: number }
  /** SETTINGS and WINDOW_UPDATE: neither API servers nor kubelets have windows. */
  | { readonly type: 'settings' | 'windowUpdate' };

/** The numbers of the control frames (draft-mbelshe-httpbis-spdy-00, 2.6). */
export const controlTypes = {
  synStream: 1,
  synReply: 2,
  rstStream: 3,
  settings: 4,
  ping: 6,
  goAway: 7,
  headers: 8,
  windowUpdate: 9,
} as const;

/** Why a stream is reset (2.6.3). */
export const resetReasons = { protocolError: 1, refusedStream: 3, cancel: 5 } as const;

/** Whether a side has more to say on a stream after this frame. */
export type Continuation = 'open' | 'last';

/** Bytes of every frame before what it carries. */
export const headLength = 8;
/** No longer data frame can be written. */
export const longestData = 0xff_ff_ff;

const version = 3;

/** The head of a data frame; so many bytes follow. */
export function dataHead(stream: number, length: number, end: Continuation): Buffer {
  const head = Buffer.allocUnsafe(headLength);
  head.writeUInt32BE(stream, 0);
  return withLength(head, length, end);
}

/** Opens a stream. */
export function synStreamFrame(stream: number, block: Buffer, end: Continuation): Buffer {
  const frame = controlFrame(controlTypes.synStream, 10 + block.length, end);
  const associatedStream = 0;
  const priorityAndSlot = 0;
  frame.writeUInt32BE(stream, headLength);
  frame.writeUInt32BE(associatedStream, headLength + 4);
  frame.writeUInt16BE(priorityAndSlot, headLength + 8);
  block.copy(frame, headLength + 10);
  return frame;
}

/** Accepts a stream. */
export function synReplyFrame(stream: number, block: Buffer): Buffer {
  const frame = controlFrame(controlTypes.synReply, 4 + block.length);
  frame.writeUInt32BE(stream, headLength);
  block.copy(frame, headLength + 4);
  return frame;
}

/** Ends a stream both ways; `reason` is one of `resetReasons`. */
export function rstStreamFrame(stream: number, reason: number): Buffer {
  return numbersFrame(controlTypes.rstStream, [stream, reason]);
}

/** Comes back as it is, where the other side has not sent it itself: a client's ids are odd. */
export function pingFrame(id: number): Buffer {
  return numbersFrame(controlTypes.ping, [id]);
}

/** Says that there will be no more streams than those up to `lastStream`. */
export function goAwayFrame(lastStream: number): Buffer {
  const ok = 0;
  return numbersFrame(controlTypes.goAway, [lastStream, ok]);
}

function numbersFrame(type: number, numbers: readonly number[]): Buffer {
  const frame = controlFrame(type, 4 * numbers.length);
  for (const [place, number] of numbers.entries()) frame.writeUInt32BE(number, headLength + 4 * place);
  return frame;
}

/** Its head; what it carries is still to be written behind it. */
function controlFrame(type: number, length: number, end: Continuation = 'open'): Buffer {
  const frame = Buffer.allocUnsafe(headLength + length);
  frame.writeUInt16BE(0x8000 | version, 0);
  frame.writeUInt16BE(type, 2);
  return withLength(frame, length, end);
}

function withLength(frame: Buffer, length: number, end: Continuation): Buffer {
  frame[4] = end === 'last' ? 1 : 0;
  frame.writeUIntBE(length, 5, 3);
  return frame;
}
