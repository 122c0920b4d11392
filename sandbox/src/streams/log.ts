import type { ServerResponse } from 'node:http';
import type { Clock } from '../clock.ts';
import type { KubeObject, ObjectStore } from '../object-store.ts';
import { StatusError } from '../status-error.ts';

export interface LogRequest {
  /** Watched for the pod's end when the log is followed. */
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly pod: KubeObject;
  /** Of the request's URL: `container`, `follow`, `tailLines`, ... */
  readonly query: URLSearchParams;
  readonly response: ServerResponse;
}

/**
 * Answers `GET /api/v1/namespaces/N/pods/P/log`. The caller has routed and authorised the request and found the
 * pod (or answered 404). Throws a `StatusError` before anything is written: send that as a Status. After a
 * normal return the response belongs to this function, which ends it (with `follow`: when the container or the
 * pod ends, or the client goes away).
 */
export function handleLog(request: LogRequest): void {
  throw new StatusError(501, 'NotImplemented', `logs of ${request.pod.metadata.name} are not served yet`);
}
