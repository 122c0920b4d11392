import type { KubeContext } from '../cluster.ts';
import { maskSecrets } from '../mask-secrets.ts';
import { type Connection, resolveConnection } from './connection.ts';
import { contextsOf } from './contexts.ts';
import type { KubeconfigFiles } from './files.ts';
import { inClusterKubeconfig } from './in-cluster.ts';
import { type Configuration, mergeKubeconfigs } from './merge.ts';
import { type Kubeconfig, largestKubeconfig, type NamedEntry, parseKubeconfig } from './parse.ts';
import { readRegularFile } from './read-regular-file.ts';

/** What reading kubeconfigs needs from outside. Rejects as Node's does, with `code`. */
export interface KubeconfigIo {
  readFile(path: string): Promise<Uint8Array>;
}

/** Reads the real file system. */
export const nodeKubeconfigIo: KubeconfigIo = {
  readFile: (path) => readRegularFile(path, largestKubeconfig),
};

export interface KubeContexts {
  /** Of the merged files first, then of each extra file; each in the order of its file. */
  readonly contexts: KubeContext[];
  /** One per file that cannot be read, with the way out. */
  readonly problems: { readonly file: string; readonly message: string }[];
}

/** Reads all contexts. Never rejects, never writes, never contacts a cluster or runs a plugin. */
export async function loadKubeContexts(
  files: KubeconfigFiles,
  io: KubeconfigIo = nodeKubeconfigIo,
): Promise<KubeContexts> {
  const { configurations, problems } = await loadConfigurations(files, io);
  return { contexts: configurations.flatMap((configuration) => contextsOf(configuration)), problems };
}

/**
 * How to reach the cluster of a context, credentials included, as its files say now; undefined when no file has
 * that context any more.
 */
export async function loadConnection(
  contextId: string,
  files: KubeconfigFiles,
  io: KubeconfigIo = nodeKubeconfigIo,
): Promise<Connection | undefined> {
  const { configurations } = await loadConfigurations(files, io);
  for (const configuration of configurations) {
    const context = contextsOf(configuration).find(({ id }) => id === contextId);
    if (context) return resolveConnection(configuration, context);
  }
  return undefined;
}

async function loadConfigurations(files: KubeconfigFiles, io: KubeconfigIo) {
  const read = async (file: string) => ({ file, result: await readKubeconfig(file, io) });
  const merged = await Promise.all(files.merged.map(read));
  const extra = await Promise.all(files.extra.map(read));
  const problems = [...merged, ...extra].flatMap(({ file, result }) => {
    if (result === 'missing' && files.merged.includes(file)) return [];
    if (result === 'missing') {
      return [{ file, message: `${file} does not exist: create it or correct the setting that names it` }];
    }
    return typeof result === 'string' ? [{ file, message: maskSecrets(result) }] : repeatedNames(result);
  });
  const readable = ({ result }: { result: Kubeconfig | string }) =>
    typeof result === 'string' ? [] : [result];
  const first = merged.flatMap(readable);
  // A file that cannot be read may be the one that counts.
  const isEmpty = merged.every(({ result }) => result === 'missing' || isEmptyKubeconfig(result));
  const made = isEmpty ? await madeUp(files, io) : undefined;
  const configurations: Configuration[] = [made ? [made] : first, ...extra.map(readable)].map(
    mergeKubeconfigs,
  );
  return { configurations, problems };
}

function isEmptyKubeconfig(result: Kubeconfig | string): boolean {
  if (typeof result === 'string') return false;
  return [result.clusters, result.users, result.contexts].every((entries) => entries.length === 0);
}

/** What stands in the place of kubeconfigs that there are none of. */
async function madeUp(
  { serviceAccount }: KubeconfigFiles,
  io: KubeconfigIo,
): Promise<Kubeconfig | undefined> {
  const readText = async (path: string) => new TextDecoder().decode(await io.readFile(path));
  return serviceAccount && (await inClusterKubeconfig(serviceAccount, readText));
}

/** What a name means that several entries of a list have, kubectl does not say: it refuses the file. */
function repeatedNames({ file, clusters, users, contexts }: Kubeconfig): KubeContexts['problems'][number][] {
  return Object.entries({ clusters, users, contexts }).flatMap(([list, entries]) => {
    const [name] = repeated(entries);
    if (name === undefined) return [];
    const message = `${file} has several ${list} named "${name}", of which the first counts here, and kubectl takes none: rename or remove the others`;
    return [{ file: `${file}#${list}`, message }];
  });
}

function repeated(entries: readonly NamedEntry[]): string[] {
  const names = entries.map(({ name }) => name);
  const unseen = new Set(names);
  // Of each name one is taken away, and what is left is there again.
  return names.filter((name) => !unseen.delete(name));
}

/** The file's content, `missing`, or one line that says what is wrong. */
async function readKubeconfig(file: string, io: KubeconfigIo): Promise<Kubeconfig | string> {
  let bytes: Uint8Array;
  try {
    bytes = await io.readFile(file);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'missing';
    if (code === 'EACCES' || code === 'EPERM')
      return `${file} may not be read: give yourself the right to read it`;
    if (code === 'EISDIR') return `${file} is a folder: name a kubeconfig file`;
    return `${file} cannot be read: ${message}`;
  }
  return parseKubeconfig(file, bytes);
}
