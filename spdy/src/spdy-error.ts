/** What the other side has done that SPDY/3.1 does not know, or that is more than is taken. */
export type SpdyFault =
  /** Bytes that are no frame of this version, or one that contradicts itself. */
  | 'malformed frame'
  | 'frame too long'
  /** What is compressed is not, or holds no headers. */
  | 'malformed headers'
  | 'headers too long'
  /** It asks for answers, and does not take them. */
  | 'too many frames'
  /** The other side wants no more of the stream. */
  | 'stream reset'
  /** The connection has ended, and with it all of its streams. */
  | 'connection closed';

/** Why a connection, or one of its streams, goes no further. */
export class SpdyError extends Error {
  readonly fault: SpdyFault;

  constructor(fault: SpdyFault, message: string) {
    super(`SPDY: ${message}`);
    this.name = 'SpdyError';
    this.fault = fault;
  }
}
