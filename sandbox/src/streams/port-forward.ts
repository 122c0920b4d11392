import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { KubeObject, ObjectStore } from '../object-store.ts';
import { StatusError } from '../status-error.ts';

export interface PortForwardUpgrade {
  /** Watched for the pod's end, which ends the connection. */
  readonly store: ObjectStore;
  readonly pod: KubeObject;
  /** Of the request's URL: `ports`, any number of them. */
  readonly query: URLSearchParams;
  readonly request: IncomingMessage;
  /** As given by the HTTP server's `upgrade` event, for GET (WebSocket) and POST (raw SPDY) alike. */
  readonly socket: Duplex;
  readonly head: Buffer;
}

/**
 * Serves an upgrade of `/api/v1/namespaces/N/pods/P/portforward`. The caller has routed and authorised the
 * request and found the pod. Throws a `StatusError` before anything is written: send that on the socket as an
 * HTTP answer with a Status as body. After a normal return the socket belongs to this function; it has then
 * either upgraded, or refused as the API server does where no Status is sent (403 with an empty body).
 * A request to `portforward` without an upgrade never comes here: answer 400 BadRequest `Upgrade request required`.
 */
export function handlePortForwardUpgrade(upgrade: PortForwardUpgrade): void {
  throw new StatusError(
    501,
    'NotImplemented',
    `port-forward to ${upgrade.pod.metadata.name} is not served yet`,
  );
}
