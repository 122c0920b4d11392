import { posix } from 'node:path';
import type { Kubeconfig } from './parse.ts';

/** The service account of the Pod that this runs in, as kubelet puts it there. */
export interface ServiceAccountFiles {
  /** The folder with `token`, `ca.crt` and `namespace`. */
  readonly folder: string;
  /** The API server's URL. */
  readonly server: string;
  /** Where the Pod says it itself; else that of the folder counts. */
  readonly namespace: string | undefined;
}

/** Where kubelet puts it. */
export const serviceAccountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Reads a small text. Rejects where there is none. */
type ReadText = (path: string) => Promise<string>;

/** Where a Pod's service account may be found; undefined in an environment that is no Pod's. */
export function serviceAccountFiles(
  environment: NodeJS.ProcessEnv,
  folder: string = serviceAccountFolder,
): ServiceAccountFiles | undefined {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port, POD_NAMESPACE } = environment;
  if (!host || !port) return undefined;
  const server = `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return { folder, server, namespace: POD_NAMESPACE || undefined };
}

/**
 * A kubeconfig with the context `in-cluster`, as kubectl makes it up where it finds none: the token is read again at
 * each use. Undefined where there is no token.
 */
export async function inClusterKubeconfig(
  { folder, server, namespace }: ServiceAccountFiles,
  readText: ReadText,
): Promise<Kubeconfig | undefined> {
  const tokenFile = posix.join(folder, 'token');
  const authority = posix.join(folder, 'ca.crt');
  if ((await tried(readText, tokenFile)) === undefined) return undefined;
  const hasAuthority = (await tried(readText, authority)) !== undefined;
  const own = namespace ?? (await tried(readText, posix.join(folder, 'namespace')))?.trim();
  const entry = (fields: object) => [{ name: 'in-cluster', file: folder, fields: { ...fields } }];
  return {
    file: folder,
    clusters: entry({ server, ...(hasAuthority ? { 'certificate-authority': authority } : {}) }),
    users: entry({ tokenFile }),
    contexts: entry({ cluster: 'in-cluster', user: 'in-cluster', ...(own ? { namespace: own } : {}) }),
    currentContext: 'in-cluster',
  };
}

async function tried(readText: ReadText, path: string): Promise<string | undefined> {
  try {
    return await readText(path);
  } catch {
    return undefined;
  }
}
