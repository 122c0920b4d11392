import type { Duplex } from 'node:stream';
import type { ByteStream } from '../../../spdy/src/byte-stream.ts';
import { SpdySession } from '../../../spdy/src/session.ts';
import type { Pod } from '../controllers/objects.ts';
import { listensOn, refusedText, serveEcho } from './echo-server.ts';

/** More connections that have only one of their two streams are dropped. */
const mostHalfOpened = 100;

/**
 * kubectl's port-forward: for each connection the client opens an error stream and a data stream that name the
 * port and share a request id. The data stream is the connection; the error stream says why there is none.
 */
export function forwardSpdy(transport: Duplex, pod: Pod): void {
  const halfOpened = new Map<string, { error?: ByteStream; data?: ByteStream }>();
  new SpdySession(transport, ({ headers, bytes }) => {
    const port = Number(headers.get('port'));
    const type = headers.get('streamtype');
    const id = headers.get('requestid') ?? '0';
    if (!Number.isInteger(port) || (type !== 'error' && type !== 'data')) {
      bytes.destroy();
      return;
    }
    const pair = { ...halfOpened.get(id), [type]: bytes };
    if (!pair.error || !pair.data) {
      if (halfOpened.size >= mostHalfOpened) bytes.destroy();
      else halfOpened.set(id, pair);
      return;
    }
    halfOpened.delete(id);
    connect(pod, port, pair.error, pair.data);
  });
}

function connect(pod: Pod, port: number, error: ByteStream, data: ByteStream): void {
  error.resume();
  if (!listensOn(pod, port)) {
    error.end(refusedText(pod, port));
    data.end();
    data.resume();
    return;
  }
  data.once('close', () => error.end());
  serveEcho({ kind: 'pod', name: pod.metadata.name ?? '', port }, data);
}
