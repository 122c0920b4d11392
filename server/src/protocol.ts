import type { Kind } from './catalog/catalog.ts';
import type { OpenApiSchema } from './catalog/openapi.ts';

// Methods are plain names, because the server and its client each speak by a library of their own.

// Client to server

/** A text that need not be open, or be a file at all. */
export interface CheckTextParams {
  readonly uri: string;
  readonly text: string;
  /** Further texts whose CustomResourceDefinitions count, before those of the workspace. */
  readonly with: readonly { readonly uri: string; readonly text: string }[];
  /** The server that it is for, such as `v1.35.4`; where that version is not in the catalog, the setting's counts. */
  readonly kubernetesVersion?: string;
}

/** Request with `CheckTextParams`: judges a text as if it were open, and answers with LSP's diagnostics, in order. */
export const checkTextMethod = 'kubewright/checkText';

/** A kind that a cluster serves, as its discovery tells. */
export type ServedKind = Pick<
  Kind,
  | 'group'
  | 'version'
  | 'kind'
  | 'apiVersion'
  | 'plural'
  | 'singular'
  | 'scope'
  | 'verbs'
  | 'shortNames'
  | 'categories'
> & { readonly subresources: readonly { readonly name: string }[] };

/** A cluster that a person has connected to, as far as the server knows it. */
export interface ConnectedCluster {
  /** Opaque: what requests about it name it by. It is in the URIs of documents that show its objects, and in no others. */
  readonly id: string;
  /** The name that a person knows it by. */
  readonly name: string;
  /** `v1.35.4`; something that is no version where the cluster does not tell. */
  readonly serverVersion: string;
  readonly kinds: readonly ServedKind[];
  /** Differs after every look at what the cluster serves: documents of it may have changed, too. */
  readonly revision: number;
}

/** All clusters that are connected now, the one that this workspace's manifests went to last first. */
export interface ConnectedClustersParams {
  readonly clusters: readonly ConnectedCluster[];
}

/** Notification with `ConnectedClustersParams`, after every change. */
export const connectedClustersMethod = 'kubewright/connectedClusters';

/**
 * Notification without parameters: objects of clusters have changed by this client, or may be in another cluster than
 * before. What the server has asked for by `liveObjectMethod` is out of date.
 */
export const liveObjectsChangedMethod = 'kubewright/liveObjectsChanged';

// Server to client

/** What the server has read of the workspace. */
export interface WorkspaceIndexed {
  /** How many kinds CustomResourceDefinitions in files bring. */
  readonly definedKinds: number;
}

/**
 * Notification with `WorkspaceIndexed`: the files of the workspace's folders have been read; from now on a kind that
 * none of them defines is unknown.
 */
export const workspaceIndexedMethod = 'kubewright/workspaceIndexed';

export interface OpenApiDocumentParams {
  /** The `id` of a connected cluster. */
  readonly cluster: string;
  readonly apiVersion: string;
  /** The hash of the document that the server has already. */
  readonly hash?: string | undefined;
}

/** What a cluster publishes of one group-version. */
export interface OpenApiDocument {
  readonly hash: string;
  /** `components.schemas`; left out where the server has them by that hash already. */
  readonly schemas?: Readonly<Record<string, OpenApiSchema>>;
}

/** Why there is no document, in words for a person. */
export interface OpenApiProblem {
  readonly problem: string;
}

/**
 * Request with `OpenApiDocumentParams`, answered with an `OpenApiDocument` or an `OpenApiProblem`, or with null where the
 * cluster publishes none or is not connected any more. The answer contacts that cluster and no other.
 */
export const openApiDocumentMethod = 'kubewright/openApiDocument';

/** A cluster that a person could connect to. */
export interface ClusterChoice {
  readonly id: string;
  readonly name: string;
}

/**
 * Request with an empty object, answered with `ClusterChoice[]`, the one that this workspace's manifests went to last
 * first. Contacts no cluster. Only for clients that gave a `fetchSchemaCommand`.
 */
export const clusterChoicesMethod = 'kubewright/clusterChoices';

/** A kind as an object names it. */
export interface KindName {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The argument of the command that a client names by `fetchSchemaCommand` in its `initializationOptions`. */
export interface FetchSchemaArgument extends KindName {
  /** The `id` of a choice. */
  readonly cluster: string;
}

/** An object that a document holds. */
export interface LiveObjectParams {
  readonly uri: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** Left out where the document names none. */
  readonly namespace?: string;
  readonly name: string;
}

/** The same object as a cluster has it. */
export interface LiveObject {
  /** The name that a person knows the cluster by. */
  readonly cluster: string;
  readonly object: Readonly<Record<string, unknown>>;
  /** Fields at its root that are left out, because they may be secret: nothing is known of them. */
  readonly withheld: readonly string[];
}

/**
 * Request with `LiveObjectParams`, answered with a `LiveObject`; with null where it is not there, cannot be read, or a
 * person has not connected to the cluster that the document's objects go to. Only to clients that gave
 * `"liveObjects": "asked"` in their `initializationOptions`.
 */
export const liveObjectMethod = 'kubewright/liveObject';
