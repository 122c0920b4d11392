import type { LiveObject, LiveObjectParams } from '../../../server/src/protocol.ts';
import type { Discovery, KubeContext } from '../cluster/cluster.ts';
import { ClusterError } from '../cluster/errors.ts';
import type { Log } from '../cluster/log.ts';
import { withoutSecrets } from '../cluster/objects/without-secrets.ts';
import type { Connections, DiscoveredCluster } from '../connections/connections.ts';
import { objectAddressOf } from '../connections/object-address.ts';
import type { FolderTarget } from '../connections/target.ts';

/** Who is asked: the clusters that a person has connected to, and which of them counts. */
export interface LiveObjectSources {
  readonly connections: Pick<Connections, 'discovered' | 'labelOf'>;
  /** The target that the folder of a document has. */
  readonly targetOf: (uri: string) => FolderTarget | undefined;
  readonly log: Log;
}

/** Nobody waits for a hint. */
const longestWait = 10_000;

/** Clusters that did not answer, or did not know the person any more, since they last told what they serve. */
const silent = new WeakSet<Discovery>();

/**
 * What a document's cluster has of one of its objects: the cluster that it was read from, else the target of its folder. Only of a cluster that a person has connected to; null where there is none, or it
 * has no such object. A cluster that fails to answer is left alone until a person has it tell what it serves again.
 * Never rejects.
 */
export async function liveObject(
  sources: LiveObjectSources,
  { uri, apiVersion, kind, namespace, name }: LiveObjectParams,
  signal: AbortSignal,
): Promise<LiveObject | null> {
  const target = sources.targetOf(uri);
  const connected = clusterOf(uri, target, sources);
  if (!connected || silent.has(connected.discovery)) return null;
  const { cluster, discovery } = connected;
  const resource = discovery.find(apiVersion, kind);
  if (!resource?.verbs.includes('get')) return null;
  const place =
    resource.scope === 'Namespaced' ? (namespace ?? namespaceIn(cluster.context, target)) : undefined;
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(longestWait)]);
    const object = await cluster.get({ resource, namespace: place, name }, limit);
    return { cluster: sources.connections.labelOf(cluster.context), ...withoutSecrets(object) };
  } catch (error) {
    if (!signal.aborted && !isAnswer(error)) {
      silent.add(discovery);
      sources.log.warn(`reading ${kind} ${name} to compare; ${cluster.context.name} is left alone`, error);
    }
    return null;
  }
}

/** Where an object that names no namespace is looked for. */
function namespaceIn(context: KubeContext, target: FolderTarget | undefined): string {
  const own = target?.context.id === context.id ? target.namespace : context.namespace;
  return own ?? 'default';
}

function clusterOf(
  uri: string,
  target: FolderTarget | undefined,
  { connections }: Pick<LiveObjectSources, 'connections'>,
): DiscoveredCluster | undefined {
  const address = objectAddressOf(uri);
  return connections
    .discovered()
    .find(({ cluster: { context } }) =>
      address ? context.id === address.context : context.id === target?.context.id,
    );
}

/** The server refused this object, and may give the next one. */
function isAnswer(error: unknown): boolean {
  return error instanceof ClusterError && error.status !== undefined && error.status.code !== 401;
}
