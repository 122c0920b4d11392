import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { upgradeError } from '../http/failures.ts';
import { headerLines } from '../http/header-lines.ts';
import { lateAnswer } from '../http/late-answer.ts';
import { requestOnOwnConnection } from '../http/node-http.ts';
import type { ClusterRequest } from '../http/request.ts';
import type { SocketAccess, Transport } from '../http/transport.ts';
import { refusedUpgrade } from './refused-upgrade.ts';

/** What a server is asked to go over to. */
export interface AskedUpgrade {
  /** As a person knows it: `SPDY/3.1`. */
  readonly protocol: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Why an answer of 101 is not what was asked for; undefined where it is. */
  readonly refuses: (headers: IncomingHttpHeaders) => string | undefined;
}

/** A connection that speaks another protocol from now on. */
export interface Upgraded {
  readonly socket: Socket;
  /** What has come behind the answer. */
  readonly head: Buffer;
}

const patience = 30_000;

/**
 * Asks for another protocol by HTTP, on a connection of its own. Rejects with a `ClusterError` (of a refusal with the server's own
 * Status), or with the signal's reason.
 */
export function upgrade(
  transport: Transport,
  request: ClusterRequest,
  { protocol, headers: asked, refuses }: AskedUpgrade,
  access: SocketAccess,
  signal: AbortSignal,
): Promise<Upgraded> {
  const { intent } = request;
  const { asker, clock } = transport;
  const { host, pathname, search } = new URL(access.url);
  return new Promise((resolve, reject) => {
    let socket: Socket | undefined;
    const sent = requestOnOwnConnection({
      method: request.method,
      path: `${pathname}${search}`,
      headers: headerLines([...access.headers, ...asked, ['host', host]]),
      createConnection: ((_options: unknown, callback: (error: Error | null, socket?: Socket) => void) => {
        access.connect(signal).then(
          (connected) => {
            socket = connected;
            callback(null, connected);
          },
          (error) => callback(error),
        );
      }) as never,
    });
    const settle = (finish: () => void) => {
      cancelTimer();
      signal.removeEventListener('abort', abort);
      finish();
    };
    const giveUp = (reason: unknown) => {
      settle(() => reject(signal.aborted ? signal.reason : reason));
      sent.destroy();
      // Node keeps one that was to be upgraded.
      socket?.destroy();
    };
    const fail = (error: Error & { code?: string }) => giveUp(upgradeError(intent, asker, protocol, error));
    const abort = () => fail(signal.reason);
    const cancelTimer = clock.after(patience, () => fail(lateAnswer()));
    signal.addEventListener('abort', abort, { once: true });
    sent.on('error', fail);
    sent.on('information', ({ statusCode }) => {
      if (statusCode === 101) fail(new Error('an answer of 101 that names no protocol'));
    });
    sent.on('upgrade', (response: IncomingMessage, upgraded: Socket, head: Buffer) => {
      const why = refuses(response.headers);
      if (why !== undefined) return fail(new Error(why));
      access.opened(response.headers);
      settle(() => resolve({ socket: upgraded, head }));
    });
    sent.on('response', (response: IncomingMessage) => {
      cancelTimer();
      void refusedUpgrade(transport, request, response).then(giveUp);
    });
    sent.end();
  });
}
