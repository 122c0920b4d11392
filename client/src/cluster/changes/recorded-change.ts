import type { Intent } from '../intent.ts';

/** What became of a request that changes something. */
export type ChangeAnswer =
  /** It is under way. */
  | { readonly certainty: 'awaited' }
  /** The server has done it. */
  | { readonly certainty: 'answered'; readonly code: number; readonly object?: ChangedObject }
  /** The server, or what stands before it, has said that it does not do it. */
  | { readonly certainty: 'refused'; readonly code: number | undefined; readonly message: string }
  /** No connection has come about, or there were no credentials for it. */
  | { readonly certainty: 'not-sent'; readonly message: string }
  /** It was sent, and nobody has said whether it was done. */
  | { readonly certainty: 'unknown'; readonly message: string };

/** What the answer says of the object. */
export interface ChangedObject {
  readonly name?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/** Who asks whom for what. No body, no query, no credentials. */
export interface ChangeRequest {
  /** The context's name. */
  readonly context: string;
  /** The server's URL, without a name and a password. */
  readonly server: string;
  /** The user's name in the kubeconfig. */
  readonly user: string;
  /** Whom that user speaks for; undefined where it is for itself. */
  readonly impersonated: string | undefined;
  readonly intent: Intent;
  readonly fieldManager: string | undefined;
  /** Each change counts; connections to one port, or through one proxy, are one entry. */
  readonly counts: 'each' | 'together';
}

/** A request that has changed something of a cluster, or may have. */
export interface RecordedChange extends ChangeRequest {
  /** Of all since the start of the session, from 1 on. */
  readonly number: number;
  /** Milliseconds since the epoch; of several that count together the last one's. */
  readonly sentAt: number;
  /** How many count together. */
  readonly times: number;
  readonly answer: ChangeAnswer;
  /** Milliseconds from the first byte to the answer; undefined until then. */
  readonly took: number | undefined;
  /** What was found of the object when it was read again, because the answer was lost. */
  readonly found: string | undefined;
}

/** Who is told of changes while they are sent. */
export interface ChangeRecorder {
  /** A request is handed to a connection. */
  begin(request: ChangeRequest): OpenChange;
}

/** A change whose answer is to come. */
export interface OpenChange {
  settle(answer: ChangeAnswer): void;
  /** The object was read again, and this was found. */
  found(what: string): void;
}
