import type { Readable, Writable } from 'node:stream';
import type { Column } from '../../../server/src/catalog/catalog.ts';
import type { OpenApiSchema } from '../../../server/src/catalog/openapi.ts';
import type { AccessQuestion } from './access/questions.ts';
import type { CallOptions } from './call-options.ts';
import type { ClusterError } from './errors.ts';
import type { Explanation } from './explanation.ts';
import type { ClusterResponse } from './http/response.ts';
import type {
  KubeObject,
  ObjectReference,
  ObjectRow,
  PatchType,
  Resource,
  Row,
  Selection,
} from './kube-object.ts';
import type { RunProgram } from './kubeconfig/exec-plugin.ts';
import type { ContainersRow } from './objects/container-runs.ts';
import type {
  AnswerTo,
  ConnectOperation,
  Deletion,
  Expiry,
  ListOperation,
  Operation,
  ProxyOperation,
  ServerEvent,
  WatchOperation,
} from './operation.ts';
import type { Reach } from './watch/reach.ts';

/** A context of a kubeconfig (or the sandbox's): what a person picks. No credentials in here. */
export interface KubeContext {
  /** Opaque and stable: a hash of the file and the context's name. */
  readonly id: string;
  readonly name: string;
  readonly cluster: string;
  readonly user: string;
  /** The context's own namespace, if it names one. */
  readonly namespace: string | undefined;
  /** The API server's URL, or undefined where the entry is broken. */
  readonly server: string | undefined;
  readonly insecure: boolean;
  /** Kubeconfig file that defines it. */
  readonly file: string;
  /** `current-context` of the merged configuration. */
  readonly current: boolean;
  /** Why it cannot be used, in one line with the way out; undefined when it can. */
  readonly problem: string | undefined;
  /** Where its user may log in: in a terminal, by a credential plugin that may ask a person; undefined for all others. */
  readonly login: 'terminal' | undefined;
  /** Changes when anything that the context resolves to changes: then an open `Cluster` of it is to be opened anew. */
  readonly revision: string;
}

export interface Discovery {
  /** `v1.35.4` */
  readonly serverVersion: string;
  /** Preferred version of each resource first. */
  readonly resources: readonly Resource[];
  find(apiVersion: string, kind: string): Resource | undefined;
}

/** What a server publishes of the kinds of one group-version at `/openapi/v3`. */
export interface OpenApiDocument {
  /** The same for the same content; empty where the server gives none. */
  readonly hash: string;
  /** `components.schemas`: definitions by name. */
  readonly schemas: Readonly<Record<string, OpenApiSchema>>;
}

/** How fresh a store is; said in the tree when it is not `live`. */
export type Freshness =
  /** Nothing was asked for yet. */
  | { state: 'empty' }
  /** The first set is being read: so many rows have come, of about so many where the server says it; they are there already. */
  | { state: 'listing'; count: number; of: number | undefined }
  | { state: 'live' }
  /** The last complete set is shown while it is read again, or until what has happened meanwhile has come. */
  | { state: 'resyncing'; why: Explanation }
  /** The connection is lost; rows are those of `since` (milliseconds since the epoch; 0 when none were ever read). */
  | { state: 'stale'; since: number; why: Explanation }
  /** Nobody looks at it, or too many others are looked at; rows are those of `since`. */
  | { state: 'paused'; since: number; why: Explanation }
  /** It may be listed and not watched, by its user or at all: rows are those of the last list, which is asked for every so many milliseconds. */
  | { state: 'polled'; every: number; because: 'forbidden' | 'unwatchable'; why: Explanation }
  | { state: 'forbidden'; why: Explanation }
  /** The server has no such resource any more. */
  | { state: 'gone'; why: Explanation };

/** What of a store has changed since its listeners were last called. */
export interface StoreChange {
  /** Whether its columns or its freshness are others. */
  readonly heading: 'same' | 'other';
  /**
   * The rows that have come, changed or gone, by their uids, as they were before (undefined where there was none); or
   * that all were read anew.
   */
  readonly rows: ReadonlyMap<string, Row | undefined> | 'all';
}

/** The rows of one resource in one namespace (or all), or of a selection of them, kept live. Only the watcher writes. */
export interface ResourceStore<Kept extends Row = Row> {
  readonly columns: readonly Column[];
  /** By uid, in no order. */
  readonly rows: ReadonlyMap<string, Kept>;
  /** The rows by namespace and name. Costs no more than what has changed since it was last asked for, and a copy. */
  readonly sorted: readonly Kept[];
  readonly freshness: Freshness;
  /** Called after every change, coalesced to at most one call in 30 ms: who shows it paces itself. */
  onDidChange(listener: (change: StoreChange) => void): { dispose(): void };
  /** A person looks at it: a watch that was paused goes on. */
  seen(): void;
  /** This reader looks no more for now: where none does, the watch is paused after a while. */
  hidden(): void;
  /** Tries again at once after a failure, without waiting for the backoff; reads everything anew when it is live. */
  refresh(): void;
  /** Gives up this reader's hold; the watch closes when the last one has. */
  dispose(): void;
}

export interface ApplyOptions extends CallOptions {
  fieldManager: string;
  force?: boolean;
  dryRun?: boolean;
  signal?: AbortSignal;
}

export interface DeleteOptions extends Deletion, CallOptions {
  readonly signal?: AbortSignal;
}

export interface LogOptions extends CallOptions {
  container?: string;
  follow?: boolean;
  previous?: boolean;
  timestamps?: boolean;
  tailLines?: number;
  sinceSeconds?: number;
  /** RFC 3339; servers read it to the second. */
  sinceTime?: string;
  signal?: AbortSignal;
}

/** Where a forward listens on this machine. */
export interface ForwardOptions {
  /** A free one where it is 0 or left out. */
  readonly localPort?: number;
  /**
   * IP addresses of this machine, or `localhost`: both addresses of the loopback interface, which is what is meant where nothing is
   * said. Others are reached by whoever reaches this machine.
   */
  readonly addresses?: readonly string[];
}

/** A local listener whose connections end in a Pod. */
export interface PortForward {
  readonly localPort: number;
  /** Where it listens: `127.0.0.1` and `::1`, as far as there are both. */
  readonly addresses: readonly string[];
  /** Addresses of the loopback interface where it does not, and why: somebody else has the port there. */
  readonly missingAddresses: readonly { readonly address: string; readonly why: string }[];
  /** The object that it leads to, and the port of it that was asked for. */
  readonly target: ObjectReference;
  readonly port: number | string;
  /** The Pod that the last connection was carried to, and its port; undefined before the first. */
  readonly pod: { readonly name: string; readonly port: number } | undefined;
  /**
   * Finds the Pod that a connection would be carried to now, and connects to nothing. Rejects with a `ClusterError` that says why there
   * is none.
   */
  locate(signal?: AbortSignal): Promise<{ readonly name: string; readonly port: number }>;
  /** Connections open now, those that wait for a Pod too. */
  readonly connections: number;
  /** A connection that was refused, has broken or has not come about; the listener goes on. What is the same is told once. */
  onDidFail(listener: (error: ClusterError) => void): { dispose(): void };
  /** Connections go to another Pod, or to another port of it. */
  onDidChangePod(listener: (pod: { readonly name: string; readonly port: number }) => void): {
    dispose(): void;
  };
  close(): Promise<void>;
}

/** A local HTTP server whose requests go to a Pod or a Service through the API server. */
export interface ServerForward {
  readonly localPort: number;
  readonly addresses: readonly string[];
  /** What a browser opens, below the server's root: it holds a secret without which nothing is answered. */
  readonly path: string;
  readonly target: ObjectReference;
  readonly port: number | string;
  close(): Promise<void>;
}

/** Why a command has not begun in a container, or what runs there was not joined. */
export type CommandRefusal =
  /** Its user may not. */
  | 'forbidden'
  /** There is no such pod, or no node of it any more. */
  | 'pod not found'
  /** It is on no node yet. */
  | 'pod not scheduled'
  | 'container not found'
  /** The pod has several, and none was named. */
  | 'container not named'
  | 'container not running'
  | 'command not found'
  /** It is there, but is no program, or may not be run. */
  | 'command not executable'
  /** None of the streams was asked for. */
  | 'no streams'
  /** Something else, which the error tells in the words of who refuses it. */
  | 'other';

/** How a command in a container has ended. */
export type CommandEnd =
  /**
   * It ran, and gave this code; where that tells of a signal that killed it (128 and more), this one. What was joined by attach
   * gives 0, whatever it has ended with.
   */
  | { readonly kind: 'exited'; readonly exitCode: number; readonly signal: number | undefined }
  /** It was not run, or not on: the server, the node or the container runtime says why. */
  | { readonly kind: 'refused'; readonly refusal: CommandRefusal; readonly error: ClusterError };

/**
 * A command that runs in a container, or what was joined by attach. Its streams hold each other back: while one of the
 * outputs is not read, nothing else arrives either, so read both, or destroy that which nobody wants.
 */
export interface RemoteCommand {
  /**
   * What it reads; ends at once where no standard input was asked for. Ending it is told to the command if `tellsEnd`; if not,
   * the only end that it hears of is that of the connection, by the signal.
   */
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Empty in a terminal, where there is one output. */
  readonly stderr: Readable;
  /** Whether the server hears of the end of standard input; before Kubernetes 1.30 it may not. */
  readonly tellsEnd: boolean;
  /** Whether it is in a terminal: of attach that is the container's affair, whatever was asked for. */
  readonly tty: boolean;
  /** What a person is to know before, a line each, as kubectl says it. */
  readonly notices: readonly string[];
  /** Resolves once it has ended, or is refused; rejects with a `ClusterError` of the line, or the signal's reason. */
  readonly ended: Promise<CommandEnd>;
  /** Tells the terminal's size. */
  resize(columns: number, rows: number): void;
}

/**
 * One cluster by one context. Nothing is sent before a method is called. Every method rejects with a
 * `ClusterError` (errors.ts) that names what was asked, where, and the way out; after an abort with the signal's own
 * reason, after `dispose` with an Error that says so. Concurrent calls share one
 * authentication and one HTTP agent. Never imports vscode.
 */
export interface Cluster {
  readonly context: KubeContext;
  /** Whether it is heard of, as far as anything of it is watched. */
  readonly reach: Reach;
  /** Calls when that is another, until the answer is disposed of. */
  onDidChangeReach(listener: () => void): { dispose(): void };
  /** Kinds and version; concurrent and later calls share one answer until `refresh`, which asks for rights anew, too. */
  discover(options?: { refresh?: boolean; signal?: AbortSignal }): Promise<Discovery>;
  /**
   * The schemas of a group-version as they are now; undefined where the server publishes none. What has not changed is
   * not read again, and concurrent calls share one read.
   */
  openApi(apiVersion: string, signal?: AbortSignal): Promise<OpenApiDocument | undefined>;
  /**
   * Asks for anything of a kind by its verb (operation.ts). What the kind has no verb for is refused here, with the verbs
   * that it has.
   */
  ask<Asked extends Operation>(
    operation: Asked,
    signal?: AbortSignal,
    options?: CallOptions,
  ): Promise<AnswerTo<Asked>>;
  /** The pages of a list, each when it is asked for. */
  pages<Asked extends ListOperation>(
    operation: Asked,
    expiry: Expiry,
    signal?: AbortSignal,
    options?: CallOptions,
  ): AsyncIterable<AnswerTo<Asked>>;
  /** The events of one watch, until the server ends it. To show what there is now, use a store. */
  events(operation: WatchOperation, signal?: AbortSignal, options?: CallOptions): AsyncIterable<ServerEvent>;
  /** What is behind the API server's proxy, as it answers. A code that is no success rejects, with what it said. */
  proxy(operation: ProxyOperation, signal?: AbortSignal, options?: CallOptions): Promise<ClusterResponse>;
  /**
   * Runs a command in a container, or attaches to what runs there. What refuses it is told by how the command ends, whenever that
   * is known. The signal ends the connection, at any time.
   */
  connect(operation: ConnectOperation, signal?: AbortSignal): Promise<RemoteCommand>;
  /** Whether the user may do each of these, in a namespace or, where it is undefined, in all of them. */
  mayI(
    namespace: string | undefined,
    questions: readonly AccessQuestion[],
    signal?: AbortSignal,
  ): Promise<boolean[]>;
  /** `GET` of one object as JSON. */
  get(reference: ObjectReference, signal?: AbortSignal, options?: CallOptions): Promise<KubeObject>;
  /** All objects of a selection, whole, read in pages of 500. */
  list(
    resource: Resource,
    namespace: string | undefined,
    options?: Selection & CallOptions & { signal?: AbortSignal },
  ): Promise<KubeObject[]>;
  /** The same as rows of the server's table: for who needs their names, or what is printed of them. */
  listRows(
    resource: Resource,
    namespace: string | undefined,
    options?: Selection & CallOptions & { signal?: AbortSignal },
  ): Promise<Row[]>;
  create(
    resource: Resource,
    namespace: string | undefined,
    object: KubeObject,
    options?: CallOptions & { dryRun?: boolean; signal?: AbortSignal },
  ): Promise<KubeObject>;
  /** Server-side apply with `fieldValidation=Strict`; the body is sent as it is, without managedFields. */
  apply(reference: ObjectReference, object: KubeObject, options: ApplyOptions): Promise<KubeObject>;
  /** Any of the other patches; `patch` is its body. */
  patch(
    reference: ObjectReference,
    type: PatchType,
    patch: unknown,
    options?: CallOptions & { dryRun?: boolean; signal?: AbortSignal },
  ): Promise<KubeObject>;
  /** Answers the object where something keeps it for now, such as a finalizer; undefined when it is gone. */
  delete(reference: ObjectReference, options?: DeleteOptions): Promise<KubeObject | undefined>;
  /** A shared live store of rows. The watch starts with the first reader of the same selection and ends with the last. */
  watch(resource: Resource, namespace: string | undefined, selection?: Selection): ResourceStore;
  /** The rows of all objects of a resource, by uid, where such a store is live already; undefined where none is. Asks nothing. */
  liveRows(resource: Resource, namespace: string | undefined): ReadonlyMap<string, Row> | undefined;
  /** A store like that of `watch` with whole objects, and no columns but the name and the time: for few objects, whose contents matter. */
  watchObjects(
    resource: Resource,
    namespace: string | undefined,
    selection?: Selection,
  ): ResourceStore<ObjectRow>;
  /** The same with the containers and claims of Pods, and nothing else of them: for many. */
  watchContainers(
    pods: Resource,
    namespace: string | undefined,
    selection?: Selection,
  ): ResourceStore<ContainersRow>;
  /** Bytes of a container's log as they come; ends when the stream does. Cuts may fall anywhere, also within a character. */
  logs(pod: ObjectReference, options?: LogOptions): AsyncIterable<Uint8Array>;
  /**
   * Forwards a port of this machine to a Pod that the object leads to: itself, a ready one that its selector names, or that the
   * EndpointSlices of a Service do. `port` is that of the object, by its number or its name: a Service's own, which leads to its
   * target port, else a container's. When the Pod is replaced, the next one that is ready is taken; connections wait 10 s for it.
   */
  portForward(target: ObjectReference, port: number | string, options?: ForwardOptions): Promise<PortForward>;
  /**
   * Serves HTTP on this machine, whose requests the API server passes on to the object, by the right to `pods/proxy` or
   * `services/proxy`. Who does not know its path, or cookie, is refused.
   */
  forwardThroughServer(
    target: ObjectReference,
    port: number | string,
    options?: ForwardOptions,
  ): Promise<ServerForward>;
  /**
   * Runs the credential plugin of its user by `run`, where a person answers it, and uses what it gives from then on. Those who
   * ask together share one run. Rejects with an Error in one line.
   */
  logIn(run: RunProgram): Promise<void>;
  /** Closes every connection, watch and listener of this cluster. */
  dispose(): Promise<void>;
}
