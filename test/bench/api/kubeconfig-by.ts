import { readFile, writeFile } from 'node:fs/promises';
import { parse } from 'yaml';

/** How the same cluster is reached otherwise. */
export interface OtherWay {
  readonly port: number;
  /** Whether answers may be compressed; as it was where nothing is said. */
  readonly compression?: 'none' | 'gzip';
}

/** Writes a kubeconfig of the same cluster by another port of this machine to a file, and gives its path. */
export async function kubeconfigBy(kubeconfig: string, way: OtherWay, file: string): Promise<string> {
  const config = parse(await readFile(kubeconfig, 'utf8')) as Kubeconfig;
  for (const { cluster } of config.clusters) {
    const server = new URL(cluster.server);
    server.port = `${way.port}`;
    cluster.server = server.origin;
    if (way.compression !== undefined) cluster['disable-compression'] = way.compression === 'none';
  }
  await writeFile(file, JSON.stringify(config));
  return file;
}

/** The port of the first cluster of a kubeconfig. */
export async function portOf(kubeconfig: string): Promise<number> {
  const { clusters } = parse(await readFile(kubeconfig, 'utf8')) as Kubeconfig;
  return Number(new URL(clusters[0]!.cluster.server).port);
}

interface Kubeconfig {
  readonly clusters: { cluster: { server: string; 'disable-compression'?: boolean } }[];
}
