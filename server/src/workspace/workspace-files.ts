/** How the server sees the files of its workspace: given by its host, because a browser has another way than Node. */
export interface WorkspaceFiles {
  /**
   * The YAML and JSON files below a folder, by URI, nearest first; leaves out what no person edits (`node_modules`,
   * `.git`) and ends after a bounded number. A folder that cannot be read has none.
   */
  find(folderUri: string): AsyncIterable<string>;
  /** The text of a file; undefined where there is none, or none that is worth reading (too large, not text). */
  read(uri: string): Promise<string | undefined>;
}

/** Whether a file may hold manifests, or what they are judged by, by its name. */
export function isManifestFile(name: string): boolean {
  return /(?:\.(?:ya?ml|json)|^Kustomization)$/.test(name);
}

/** Whether a folder holds what no person edits, or what programs keep for themselves: nobody looks for manifests there. */
export function isForeignFolder(name: string): boolean {
  return name.startsWith('.') || foreignFolders.has(name);
}

const foreignFolders = new Set(['node_modules', 'bower_components', 'vendor']);
