import type { Diagnostic, Location } from 'vscode-languageserver';

// What the server and its client say to each other beside LSP's own methods, in types alone: each side speaks by a library
// of its own.

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

/** An object as files name it; which version of its group they write does not matter. */
export interface WrittenObjectParams {
  readonly group: string;
  readonly kind: string;
  /** Left out of what has none. */
  readonly namespace?: string;
  readonly name: string;
}

/** A kind that a cluster serves, as its discovery tells. */
export interface ServedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** `v1`, `apps/v1`. */
  readonly apiVersion: string;
  readonly plural: string;
  readonly singular: string;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: readonly { readonly name: string }[];
}

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

/** All clusters that are connected now, the target of the folder that counts first. */
export interface ConnectedClustersParams {
  readonly clusters: readonly ConnectedCluster[];
}

/** What the client asks, by method. */
export interface ClientRequests {
  /** Judges a text as if it were open, and answers with LSP's diagnostics, in order. */
  'kubewright/checkText': { readonly params: CheckTextParams; readonly result: Diagnostic[] };
  /**
   * Where the files of the workspace, as they are open or else on disk, write an object: those first that name its namespace,
   * then those that name none.
   */
  'kubewright/writtenObject': { readonly params: WrittenObjectParams; readonly result: Location[] };
}

/** What the client tells, by method. */
export interface ClientNotifications {
  /** After every change of what is connected. */
  'kubewright/connectedClusters': ConnectedClustersParams;
  /**
   * Objects of clusters have changed by this client, or may be in another cluster than before. What the server has asked
   * for by `kubewright/liveObject` is out of date.
   */
  'kubewright/liveObjectsChanged': Readonly<Record<string, never>>;
  /**
   * A person trusts the folders that are open. A client that gave `"trust": "untrusted"` in its `initializationOptions` says
   * so: until then nothing outside of them is read.
   */
  'kubewright/workspaceTrusted': Readonly<Record<string, never>>;
}

// Server to client

/** What the server has read of the workspace. */
export interface WorkspaceIndexed {
  /** How many kinds CustomResourceDefinitions in files bring. */
  readonly definedKinds: number;
}

/** Which document of a cluster is asked for. */
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
  readonly schemas?: Readonly<Record<string, object>>;
}

/** Why there is no document, in words for a person. */
export interface OpenApiProblem {
  readonly problem: string;
}

/** A cluster that a person could connect to. */
export interface ClusterChoice {
  readonly id: string;
  readonly name: string;
}

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

/** What the server asks, by method. */
export interface ServerRequests {
  /** Null where the cluster publishes none or is not connected any more. Contacts that cluster and no other. */
  'kubewright/openApiDocument': {
    readonly params: OpenApiDocumentParams;
    readonly result: OpenApiDocument | OpenApiProblem | null;
  };
  /**
   * The target of the folder that counts comes first. Contacts no cluster. Only to clients that gave a
   * `fetchSchemaCommand`.
   */
  'kubewright/clusterChoices': {
    readonly params: Readonly<Record<string, never>>;
    readonly result: ClusterChoice[];
  };
  /**
   * Null where it is not there, cannot be read, or a person has not connected to the cluster that the document's objects
   * go to. Only to clients that gave `"liveObjects": "asked"` in their `initializationOptions`.
   */
  'kubewright/liveObject': { readonly params: LiveObjectParams; readonly result: LiveObject | null };
}

/** What the server tells, by method. */
export interface ServerNotifications {
  /**
   * The files of the workspace's folders have been read; from now on a kind that none of them defines is unknown.
   */
  'kubewright/workspaceIndexed': WorkspaceIndexed;
}
