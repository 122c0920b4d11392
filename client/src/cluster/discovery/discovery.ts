import type { Discovery, Resource } from '../cluster.ts';
import { ClusterError } from '../errors.ts';
import { pathRequest } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import {
  type AggregatedDiscovery,
  type GroupList,
  indexOfKinds,
  parseAggregated,
  parseResourceList,
  type ResourceList,
  versionsOf,
} from './parse.ts';

/** The server says which of these it has by answering with it; the last is what every server has. */
const accept = [
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList',
  'application/json',
].join(',');
/** Group-versions asked for at the same time where there is no aggregated discovery. */
const parallelLists = 8;

/**
 * What the server serves, and its version. One group that does not answer hides no other.
 * @throws ClusterError when neither the core group nor the groups can be had.
 */
export async function discover(transport: Transport, signal?: AbortSignal): Promise<Discovery> {
  const [serverVersion, core, groups] = await Promise.all([
    readVersion(transport, signal),
    readCore(transport, signal),
    readGroups(transport, signal),
  ]);
  const resources = [...core, ...groups];
  return { serverVersion, resources, find: indexOfKinds(resources) };
}

async function readVersion(transport: Transport, signal: AbortSignal | undefined): Promise<string> {
  try {
    const { gitVersion } = await transport.json<{ gitVersion?: string }>(pathRequest('/version'), signal);
    return gitVersion ?? 'unknown';
  } catch (error) {
    if (!(error instanceof ClusterError) || error.failure !== 'status' || error.status?.code === 401)
      throw error;
    // Some servers keep their version to themselves.
    transport.log.info('reading the version', error);
    return 'unknown';
  }
}

async function readCore(transport: Transport, signal: AbortSignal | undefined): Promise<Resource[]> {
  const answer = await transport.json<AggregatedDiscovery>(pathRequest('/api', accept), signal);
  if (answer.kind === 'APIGroupDiscoveryList') return parseAggregated(answer);
  const list = await transport.json<ResourceList>(pathRequest('/api/v1'), signal);
  return parseResourceList('', 'v1', list);
}

async function readGroups(transport: Transport, signal: AbortSignal | undefined): Promise<Resource[]> {
  const answer = await transport.json<AggregatedDiscovery & GroupList>(pathRequest('/apis', accept), signal);
  if (answer.kind === 'APIGroupDiscoveryList') return parseAggregated(answer);
  const wanted = (answer.groups ?? []).flatMap((group) =>
    versionsOf(group).map((version) => ({ group: group.name, version })),
  );
  const found: Resource[][] = wanted.map(() => []);
  let next = 0;
  const reader = async () => {
    while (next < wanted.length) {
      const place = next++;
      const { group, version } = wanted[place]!;
      found[place] = await readGroupVersion(transport, group, version, signal);
    }
  };
  await Promise.all(Array.from({ length: parallelLists }, reader));
  return found.flat();
}

async function readGroupVersion(
  transport: Transport,
  group: string,
  version: string,
  signal: AbortSignal | undefined,
): Promise<Resource[]> {
  try {
    const path = `/apis/${encodeURIComponent(group)}/${encodeURIComponent(version)}`;
    return parseResourceList(group, version, await transport.json<ResourceList>(pathRequest(path), signal));
  } catch (error) {
    if (!(error instanceof ClusterError) || error.failure !== 'status') throw error;
    // Its extension server does not answer.
    transport.log.warn(`reading the kinds of ${group}/${version}`, error);
    return [];
  }
}
