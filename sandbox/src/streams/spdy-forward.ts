import type { Duplex } from 'node:stream';
import type { ByteStream } from '../../../spdy/src/byte-stream.ts';
import type { Headers } from '../../../spdy/src/header-block.ts';
import { SpdySession } from '../../../spdy/src/session.ts';
import type { Clock } from '../clock.ts';
import type { Pod } from '../controllers/objects.ts';
import { listensOn, refusedText, serveEcho } from './echo-server.ts';

/** How long a client may take to open the second of two streams. */
const patience = 30_000;
const types = ['error', 'data'] as const;

type Pair = Partial<Record<(typeof types)[number], ByteStream>>;

/**
 * kubectl's port-forward: for each connection the client opens an error stream and a data stream that name the
 * port and share a request id. The data stream is the connection; the error stream says why there is none. `currentPod` is the pod
 * as it is now.
 */
export function forwardSpdy(transport: Duplex, currentPod: () => Pod, clock: Clock): void {
  const halfOpened = new Map<string, Pair>();
  const accept = (headers: Headers, stream: number) => {
    const port = portOf(headers.get('port') ?? '');
    const type = types.find((each) => each === headers.get('streamtype'));
    if (port === undefined || !type) return undefined;
    // Clients that give no id open the two one after the other.
    const id = headers.get('requestid') || String(type === 'error' ? stream : stream - 2);
    return (bytes: ByteStream) => {
      const begun = halfOpened.get(id);
      if (begun?.[type]) {
        begun.error?.write(`error processing stream for request ${id}: ${type} stream already assigned`);
        return;
      }
      const pair: Pair = { ...begun, [type]: bytes };
      if (pair.error && pair.data) {
        halfOpened.delete(id);
        connect(currentPod(), port, pair.error, pair.data);
        return;
      }
      halfOpened.set(id, pair);
      const timer = clock.after(patience, () => {
        if (halfOpened.get(id) !== pair) return;
        halfOpened.delete(id);
        pair.error?.write(`(request=${id}) timed out waiting for streams`);
      });
      bytes.once('close', () => {
        timer.dispose();
        if (halfOpened.get(id) === pair) halfOpened.delete(id);
      });
    };
  };
  new SpdySession(transport, { kind: 'server', accept });
}

function portOf(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port > 0 && port <= 0xffff ? port : undefined;
}

function connect(pod: Pod, port: number, error: ByteStream, data: ByteStream): void {
  error.resume();
  if (!listensOn(pod, port)) {
    // A kubelet ends the one, says why on the other, and breaks that off.
    data.end();
    data.resume();
    error.write(refusedText(pod, port), () => error.destroy());
    return;
  }
  data.once('close', () => error.end());
  serveEcho({ kind: 'pod', name: pod.metadata.name ?? '', port }, data);
}
