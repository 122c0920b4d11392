import type { Kubeconfig, NamedEntry } from './parse.ts';

/** Several kubeconfig files as one, or one file that stands alone. */
export interface Configuration {
  readonly clusters: ReadonlyMap<string, NamedEntry>;
  readonly users: ReadonlyMap<string, NamedEntry>;
  readonly contexts: ReadonlyMap<string, NamedEntry>;
  readonly currentContext: string | undefined;
}

/** The first file to set a value wins; within one file, too, the first entry of a name. */
export function mergeKubeconfigs(files: readonly Kubeconfig[]): Configuration {
  return {
    clusters: firstByName(files.flatMap((file) => file.clusters)),
    users: firstByName(files.flatMap((file) => file.users)),
    contexts: firstByName(files.flatMap((file) => file.contexts)),
    currentContext: files.find((file) => file.currentContext !== undefined)?.currentContext,
  };
}

function firstByName(entries: readonly NamedEntry[]): Map<string, NamedEntry> {
  const byName = new Map<string, NamedEntry>();
  for (const entry of entries) {
    if (!byName.has(entry.name)) byName.set(entry.name, entry);
  }
  return byName;
}
