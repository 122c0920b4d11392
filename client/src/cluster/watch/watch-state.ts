import type { Column } from '../../../../server/src/catalog/catalog.ts';
import type { Freshness } from '../cluster.ts';
import type { Explanation } from '../explanation.ts';
import type { Row } from '../kube-object.ts';
import { type Backoff, initialBackoff } from './backoff.ts';

/** What a watcher of one resource is doing. One request is open at most. */
export type WatchState =
  /** Nothing is known and nothing is open; `start` begins. */
  | { readonly phase: 'empty' }
  /** Pages are read into a second set, the first asked for at `asked`; readers still see the last complete set. */
  | { readonly phase: 'listing'; readonly asked: number; readonly count: number }
  /** A streaming list: initial events fill a second set until the server says that these were all. */
  | { readonly phase: 'streaming'; readonly timeoutSeconds: number; readonly count: number }
  /** The set equals the server's state at `resourceVersion`; a watch is open, or opening. */
  | Watching
  /**
   * Nothing is open until the timer, or until the route to the cluster is there again and it is `notBefore`: then a watch
   * from `resourceVersion`, or all anew where there is none.
   */
  | {
      readonly phase: 'waiting';
      readonly resourceVersion: string | undefined;
      readonly until: 'timer' | 'route';
      readonly notBefore: number;
      /** `withheld`: the server does not give it, whatever the line does. */
      readonly because: 'lost' | 'withheld';
    }
  /**
   * It may be listed and not watched: the set is of the last list, and nothing is open until the timer. Then all is listed anew
   * and a watch tried once more, because rights come and go.
   */
  | { readonly phase: 'polling' }
  /** Nothing is open, and nothing will be before `start` or `refresh`. */
  | { readonly phase: 'stopped'; readonly resourceVersion: string | undefined };

/** A watch that is open, or is about to be. */
export interface Watching {
  readonly phase: 'watching';
  readonly resourceVersion: string;
  /** When it was asked for, then when the server accepted. */
  readonly since: number;
  readonly timeoutSeconds: number;
  /** What it goes on from: who may list may be forbidden to watch. */
  readonly after: 'list' | 'watch';
  readonly progress: /** The server has not answered yet. */
    | 'opening'
    /** The same, and it has ended the watch before only now, with nothing left to tell. */
    | 'reopening'
    /** It has accepted; what has happened since `resourceVersion` is on its way. */
    | 'behind'
    /** The set equals the server's. */
    | 'current';
  /** While it is behind: the version that it is current with, once it was asked for. */
  readonly goal?: 'asked' | { readonly resourceVersion: string };
}

/** A watcher as data. */
export interface Watcher {
  readonly state: WatchState;
  readonly backoff: Backoff;
  /** When the set was last known to equal the server's; 0 while there was none. */
  readonly freshAt: number;
  /** Whether the server sends bookmarks of these objects now and then: one that does is never silent for long. */
  readonly bookmarks: boolean;
}

export const initialWatcher: Watcher = {
  state: { phase: 'empty' },
  backoff: initialBackoff,
  freshAt: 0,
  bookmarks: false,
};

/** What happens to a watcher. */
export type WatchEvent =
  /** A reader has come (back). */
  | { readonly type: 'start' }
  /** A person wants everything read again now. */
  | { readonly type: 'refresh' }
  /** Room is needed for another watch, or nobody looks. */
  | { readonly type: 'pause'; readonly why: Explanation }
  | { readonly type: 'timer' }
  /** A page of a list. */
  | {
      readonly type: 'page';
      readonly rows: readonly Row[];
      readonly columns: readonly Column[] | undefined;
      readonly resourceVersion: string;
      readonly continueToken: string | undefined;
      /** How many objects the server says are left behind this page. */
      readonly remaining: number | undefined;
    }
  /** The server has accepted the watch. */
  | { readonly type: 'opened' }
  /** ADDED or MODIFIED. Columns come with the first event of a watch only. */
  | {
      readonly type: 'changed';
      readonly row: Row;
      readonly columns: readonly Column[] | undefined;
      readonly resourceVersion: string;
    }
  | { readonly type: 'deleted'; readonly uid: string; readonly resourceVersion: string }
  | {
      readonly type: 'bookmark';
      readonly resourceVersion: string;
      readonly columns: readonly Column[] | undefined;
      readonly initialEventsEnd: boolean;
    }
  /** The version that the server had when it was asked for it; undefined where versions are not to be ordered. */
  | { readonly type: 'version'; readonly resourceVersion: string | undefined }
  /** The server has ended the stream, as it does with each. */
  | { readonly type: 'ended' }
  /** The stream broke off; the last of it was heard at `heard`. */
  | { readonly type: 'cut'; readonly heard: number }
  /** Nothing came for `silenceLimit`, since `heard`. */
  | { readonly type: 'silent'; readonly heard: number }
  | { readonly type: 'failed'; readonly failure: WatchFailure }
  /** The cluster cannot be reached; the last of it was heard at `heard`. */
  | { readonly type: 'route-lost'; readonly heard: number; readonly why: Explanation }
  /** It can, on connections of its own: those from before `heard` are silent. */
  | { readonly type: 'route-changed'; readonly heard: number }
  /** It can: to be asked again within `spread` milliseconds. */
  | { readonly type: 'route-found'; readonly spread: number };

/** Why a list or a watch failed, as the watcher tells failures apart. */
export interface WatchFailure {
  readonly kind: /** 410: what the server remembers begins later. */
    | 'expired'
    | 'forbidden'
    /** There is no such resource. */
    | 'missing'
    /** 405: there is, and it knows no such verb; of ComponentStatuses lists alone. */
    | 'unwatchable'
    /** Asking again would only bother the person: a plugin may open a browser. */
    | 'credentials'
    /** The server cannot do streaming lists, and never will. */
    | 'no-streaming-lists'
    /** It takes offence at the request; a list may do. */
    | 'bad-request'
    /** Nobody answered. */
    | 'unreachable'
    | 'other';
  readonly why: Explanation;
  readonly retryAfterSeconds?: number;
}

/** What a step asks its driver to do, in order. */
export type WatchEffect =
  /** Read a page; the answer is `page` or `failed`. */
  | { readonly do: 'list'; readonly continueToken: string | undefined }
  /** Open a watch; the answers are `opened`, events, and `ended`, `cut`, `silent` or `failed`. */
  | {
      readonly do: 'watch';
      readonly from: { readonly resourceVersion: string } | 'initial-events';
      readonly timeoutSeconds: number;
    }
  /** Ask, beside the open watch, which version the server has now; the answer is `version`, or none. */
  | { readonly do: 'ask-version' }
  /** Close what is open and forget the timer; nothing of it is told any more. */
  | { readonly do: 'close' }
  | { readonly do: 'wait'; readonly milliseconds: number }
  /** Begin a second set, without what an earlier second one had. */
  | { readonly do: 'begin' }
  /** The second set is complete: it becomes the set. */
  | { readonly do: 'complete' }
  | { readonly do: 'columns'; readonly columns: readonly Column[] }
  /** Into the second set while there is one, else into the set. */
  | { readonly do: 'put'; readonly rows: readonly Row[] }
  | { readonly do: 'remove'; readonly uid: string }
  | { readonly do: 'freshness'; readonly freshness: Freshness }
  /** See whether the cluster can be reached at all, and tell `route-found` when it can. */
  | { readonly do: 'check-route' }
  /** No watcher of this cluster need try a streaming list again: for good, or for a while. */
  | { readonly do: 'remember-no-streaming-lists'; readonly because: 'refused' | 'silent' };

/** What a step knows beside the watcher and the event. */
export interface WatchWorld {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** From 0 to 1, without 1; another one for each step. */
  readonly random: number;
  /** Whether a streaming list is worth trying. */
  readonly streamingLists: boolean;
  /** How often what may not be watched is listed, in milliseconds. */
  readonly pollInterval: number;
}

export interface WatchStep {
  readonly watcher: Watcher;
  readonly effects: readonly WatchEffect[];
}
