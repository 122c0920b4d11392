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
