import type { Column } from '../../../server/src/catalog/catalog.ts';
import type { KubeObject, ObjectReference, PatchType, Resource, Row, Selection } from './kube-object.ts';

/** The objects of a resource: of one namespace, or of all where it is undefined. */
export interface CollectionReference {
  readonly resource: Resource;
  readonly namespace: string | undefined;
}

/**
 * What of objects is answered: the whole of them; their metadata alone (`PartialObjectMetadata`); or the rows that the
 * server prints of them, with their metadata.
 */
export type Representation = 'object' | 'metadata' | 'table';

/** How anything is read. */
interface Reading {
  /** The whole of it, where nothing is said. */
  readonly as?: Representation;
  /** Which states may be answered: the newest where it is left out, any for `0`, else as `resourceVersionMatch` says. */
  readonly resourceVersion?: string;
}

/** How many objects are read, or followed. */
interface Listing extends Reading, Selection {
  readonly of: CollectionReference;
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan';
  /** How long the server may take for a list, and goes on with a watch. */
  readonly timeoutSeconds?: number;
}

/** What goes with every change but a deletion. */
export interface Writing {
  /** Who makes the change, as managedFields name it; `kubewright` where nothing is said. */
  readonly fieldManager?: string;
  /** What becomes of unknown and repeated fields; `Strict` where nothing is said: they are refused. */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict';
  /** Judges the change without making it. */
  readonly dryRun?: boolean;
}

/** What goes with a deletion. */
export interface Deletion {
  /** What becomes of dependents; `Background` where nothing is said. */
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground';
  readonly gracePeriodSeconds?: number;
  /** Delete only this very object, not a later one of the same name. */
  readonly uid?: string;
  /** Delete only this state of it. */
  readonly resourceVersion?: string;
  readonly dryRun?: boolean;
}

/** One object, or a subresource that is read: `status`, `scale`, `approval`, ... */
export interface GetOperation extends Reading {
  readonly verb: 'get';
  readonly of: ObjectReference;
}

/** One page of a list, or all of it where there is no limit. */
export interface ListOperation extends Listing {
  readonly verb: 'list';
  /** How many at most; what is left follows by `continueToken`. */
  readonly limit?: number;
  /** Where the page before ended. */
  readonly continueToken?: string;
}

/** Changes as they come. */
export interface WatchOperation extends Listing {
  readonly verb: 'watch';
  readonly allowWatchBookmarks?: boolean;
  /** What exists comes first, and a bookmark when that was all. */
  readonly sendInitialEvents?: boolean;
}

/** A new object; or one sent to a subresource: `binding`, `eviction`, `token`. */
export interface CreateOperation extends Writing {
  readonly verb: 'create';
  readonly of: CollectionReference | ObjectReference;
  readonly object: KubeObject;
}

/** An object, or a subresource such as `status` or `finalize`, in the place of what is there. */
export interface UpdateOperation extends Writing {
  readonly verb: 'update';
  readonly of: ObjectReference;
  readonly object: KubeObject;
}

/** A change of an object, or of a subresource: one of the three patches, or server-side apply of an object. */
export interface PatchOperation extends Writing {
  readonly verb: 'patch';
  readonly of: ObjectReference;
  readonly type: PatchType | 'apply';
  readonly patch: unknown;
  /** Of an apply alone: takes fields over from their owners. */
  readonly force?: boolean;
}

export interface DeleteOperation extends Deletion {
  readonly verb: 'delete';
  readonly of: ObjectReference;
}

/** All objects of a collection, as far as they are selected. */
export interface DeleteCollectionOperation extends Omit<Deletion, 'uid' | 'resourceVersion'>, Selection {
  readonly verb: 'deletecollection';
  readonly of: CollectionReference;
}

/** What can be asked of a kind and is answered as JSON, as a value: by its verb as RBAC names it. */
export type Operation =
  | GetOperation
  | ListOperation
  | CreateOperation
  | UpdateOperation
  | PatchOperation
  | DeleteOperation
  | DeleteCollectionOperation;

/** A request that the API server passes on to a Pod, a Service or a node. */
export interface ProxyOperation {
  readonly verb: 'proxy';
  /** Of a Service or a Pod the name may tell scheme and port: `https:web:8443`. */
  readonly of: ObjectReference;
  readonly method: 'DELETE' | 'GET' | 'HEAD' | 'OPTIONS' | 'PATCH' | 'POST' | 'PUT';
  /** What follows `proxy`, with its query: `/metrics?all=true`. Nothing where it is left out. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What goes with the streams of a container. */
interface Connecting {
  /** The pod. */
  readonly of: ObjectReference;
  /** Needed where the pod has several. */
  readonly container?: string;
  /** Whether anything will be sent to it. */
  readonly stdin?: boolean;
  /** Whether it is in a terminal. */
  readonly tty?: boolean;
}

/** A command to run in a container. */
export interface ExecOperation extends Connecting {
  readonly verb: 'exec';
  /** Its name and its arguments; no shell reads them. */
  readonly command: readonly string[];
}

/** What runs in a container already, to be joined. */
export interface AttachOperation extends Connecting {
  readonly verb: 'attach';
}

/** What opens the streams of a container. */
export type ConnectOperation = ExecOperation | AttachOperation;

/** A page of a list. */
export interface ObjectPage {
  /** Whole, or with their metadata alone: as it was asked for. */
  readonly items: KubeObject[];
  /** The state that the list is of. */
  readonly resourceVersion: string;
  /** Where the next page begins; undefined after the last. */
  readonly continueToken: string | undefined;
  /** How many follow, where the server tells. */
  readonly remainingItemCount: number | undefined;
}

/** Rows that the server has printed, of a page of a list or of one object. */
export interface RowsPage extends Omit<ObjectPage, 'items'> {
  readonly rows: readonly Row[];
  /** Undefined where none were sent. */
  readonly columns: readonly Column[] | undefined;
}

/** What the answer to an operation is. */
export type AnswerTo<Asked extends Operation> = Asked extends { verb: 'get' | 'list'; as: 'table' }
  ? RowsPage
  : Asked extends { verb: 'list' }
    ? ObjectPage
    : // The object while something holds it, such as a finalizer; undefined when it is gone.
      Asked extends { verb: 'delete' }
      ? KubeObject | undefined
      : Asked extends { verb: 'deletecollection' }
        ? undefined
        : KubeObject;

/**
 * What follows where the state that the pages of a list are of has become too old for the server: the rest of the objects as
 * they are now, so that one may be missing or another there twice; or an error (410), for who begins again.
 */
export type Expiry = 'continue' | 'fail';

/** An event of a watch as the server sends it. */
export interface ServerEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  /** The object as it was asked for; of a bookmark its resource version alone means anything. */
  readonly object: KubeObject;
}
