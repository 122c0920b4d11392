import { randomFillSync } from 'node:crypto';
import type { Socket } from 'node:net';
import { letGoBytes, ownBytes } from '../../../../spdy/src/held-bytes.ts';
import { webSocketFrame } from './web-socket-frames.ts';

/** Where masks come from: 32 bits that nobody can guess. */
export type RandomWord = () => number;

/** A read of a socket, with the heads of the protocols that are in it. */
const frameLength = 64 * 1024 + 32;
const mostFree = 8;

/** Writes binary messages of a client to the socket of a WebSocket, each whole at once; memory of what is sent is used again. */
export class WebSocketSender {
  readonly #socket: Pick<Socket, 'write'>;
  readonly #random: RandomWord;
  /** Memory of frames that are sent. */
  readonly #free: Buffer[] = [];

  constructor(socket: Pick<Socket, 'write'>, random: RandomWord = randomWords()) {
    this.#socket = socket;
    this.#random = random;
  }

  /** Whether the socket takes more at once; `sent` is called when this has been handed on. */
  send(parts: readonly Uint8Array[], sent?: (error?: Error | null) => void): boolean {
    let memory: Buffer | undefined;
    const frame = webSocketFrame('binary', parts, this.#random(), (length) => {
      memory = this.#allocate(length);
      return memory;
    });
    return this.#socket.write(frame, (error) => {
      if (!error && memory) this.#isSent(memory);
      sent?.(error);
    });
  }

  /** A control frame of its own. */
  control(type: 'close' | 'ping' | 'pong', payload: Uint8Array): Buffer {
    return webSocketFrame(type, [payload], this.#random());
  }

  /** What was used before and is free again, where that is long enough: most frames are as long as a read of a socket. */
  #allocate(length: number): Buffer {
    if (length <= frameLength && length >= frameLength / 8) {
      return this.#free.pop() ?? Buffer.allocUnsafeSlow(frameLength);
    }
    const memory = Buffer.allocUnsafeSlow(length);
    ownBytes(memory);
    return memory;
  }

  #isSent(memory: Buffer): void {
    if (memory.length === frameLength && this.#free.length < mostFree) this.#free.push(memory);
    else letGoBytes(memory);
  }
}

/** Many at a time: one by one they cost as much as masking does. */
function randomWords(): RandomWord {
  const words = new Uint32Array(1024);
  let left = 0;
  return () => {
    if (left === 0) {
      randomFillSync(words);
      left = words.length;
    }
    return words[--left]!;
  };
}
