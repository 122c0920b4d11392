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
  const head = Buffer.alloc(headLength);
  head.writeUInt32BE(stream, 0);
  head.writeUInt8(end === 'last' ? 1 : 0, 4);
  head.writeUIntBE(length, 5, 3);
  return head;
}

/** Opens a stream. */
export function synStreamFrame(stream: number, block: Buffer, end: Continuation): Buffer {
  const associatedStream = 0;
  const priorityAndSlot = Buffer.alloc(2);
  return controlFrame(
    controlTypes.synStream,
    [uint32(stream), uint32(associatedStream), priorityAndSlot, block],
    end,
  );
}

/** Accepts a stream. */
export function synReplyFrame(stream: number, block: Buffer): Buffer {
  return controlFrame(controlTypes.synReply, [uint32(stream), block]);
}

/** Ends a stream both ways; `reason` is one of `resetReasons`. */
export function rstStreamFrame(stream: number, reason: number): Buffer {
  return controlFrame(controlTypes.rstStream, [uint32(stream), uint32(reason)]);
}

/** Comes back as it is, where the other side has not sent it itself: a client's ids are odd. */
export function pingFrame(id: number): Buffer {
  return controlFrame(controlTypes.ping, [uint32(id)]);
}

/** Says that there will be no more streams than those up to `lastStream`. */
export function goAwayFrame(lastStream: number): Buffer {
  const ok = 0;
  return controlFrame(controlTypes.goAway, [uint32(lastStream), uint32(ok)]);
}

function controlFrame(type: number, parts: readonly Buffer[], end: Continuation = 'open'): Buffer {
  const head = Buffer.alloc(headLength);
  head.writeUInt16BE(0x8000 | version, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt8(end === 'last' ? 1 : 0, 4);
  head.writeUIntBE(
    parts.reduce((length, part) => length + part.length, 0),
    5,
    3,
  );
  return Buffer.concat([head, ...parts]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
