import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import { type ServiceAccountFiles, serviceAccountFiles } from './in-cluster.ts';

/** Where contexts come from. */
export interface KubeconfigFiles {
  /** One configuration together, as kubectl reads it: the first file to set a value wins. Missing files are fine. */
  readonly merged: readonly string[];
  /** Each a configuration of its own (the setting `kubewright.kubeconfigs`, the sandbox's). A missing one is a problem. */
  readonly extra: readonly string[];
  /** What counts where the merged files hold nothing, as for kubectl: the service account of the Pod that this runs in. */
  readonly serviceAccount?: ServiceAccountFiles | undefined;
}

/**
 * The files that kubectl would read (KUBECONFIG with the platform's separator, else `~/.kube/config`) and `extra`
 * ones, in which a leading `~/` is the home directory. No file is in the answer twice.
 */
export function kubeconfigFiles(
  extra: readonly string[] = [],
  { environment = process.env, home = homedir(), platform = process.platform as string } = {},
): KubeconfigFiles {
  const path = platform === 'win32' ? win32 : posix;
  const listed = (environment.KUBECONFIG ?? '').split(path.delimiter).filter((file) => file !== '');
  const merged = [...new Set(listed.length > 0 ? listed : [path.join(home, '.kube', 'config')])];
  const others = extra.map((file) => (/^~[/\\]/.test(file) ? path.join(home, file.slice(2)) : file));
  return {
    merged,
    extra: [...new Set(others)].filter((file) => !merged.includes(file)),
    serviceAccount: serviceAccountFiles(environment),
  };
}
