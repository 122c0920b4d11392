import type { FileLook } from '../manifest/file-look.ts';

/** What of a folder is left. */
export type LeftOfFolder = 'files' | 'folders';

/** How many files are read of a folder, and who is told that there are more, or folders that are too deep, and how many are read. */
export interface FindBound {
  readonly files: number;
  readonly reached: (left: LeftOfFolder, most: number) => void;
}

/** How the server sees the files of its workspace: given by its host, because a browser has another way than Node. */
export interface WorkspaceFiles {
  /**
   * The YAML and JSON files below a folder, by URI, nearest first; leaves out what no person edits (`node_modules`,
   * `.git`) and ends at the bound. A folder that cannot be read has none.
   */
  find(folderUri: string, bound: FindBound): AsyncIterable<string>;
  /**
   * The text of a file; undefined where there is none, or none that is worth reading (too large, not text). With `within`,
   * only of one that is below these folders, wherever links lead.
   */
  read(uri: string, within?: readonly string[]): Promise<string | undefined>;
  /** What is there, without reading it. Left out where that cannot be told from reading. */
  look?(uri: string, within?: readonly string[]): Promise<FileLook>;
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
