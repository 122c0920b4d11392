import { ProtocolNotificationType } from 'vscode-languageserver';

// Server to client

/** What the server has read of the workspace. */
export interface WorkspaceIndexed {
  /** How many kinds CustomResourceDefinitions in files bring. */
  readonly definedKinds: number;
}

/** The files of the workspace's folders have been read: from now on a kind that none of them defines is unknown. */
export const workspaceIndexed = new ProtocolNotificationType<WorkspaceIndexed, void>(
  'kubewright/workspaceIndexed',
);
