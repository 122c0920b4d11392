import type { Discovery } from '../cluster.ts';
import { concurrently } from '../concurrently.ts';
import { ClusterError } from '../errors.ts';
import { pathRequest } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import type { Resource } from '../kube-object.ts';
import { textOf, WrongAnswer } from '../wrong-answer.ts';
import {
  checkCoreVersions,
  indexOfKinds,
  parseAggregated,
  parseGroups,
  resourceListReader,
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
    return await transport.json(pathRequest('/version'), readGitVersion, signal);
  } catch (error) {
    if (!(error instanceof ClusterError) || !isOfThisAnswerAlone(error)) throw error;
    // Some servers keep their version to themselves.
    transport.log.info('reading the version', error);
    return 'unknown';
  }
}

function readGitVersion(answer: unknown): string {
  const version = textOf(answer, 'gitVersion');
  if (version === undefined) throw WrongAnswer.of("the server's version", answer);
  return version;
}

async function readCore(transport: Transport, signal: AbortSignal | undefined): Promise<Resource[]> {
  const read = (answer: unknown) => parseAggregated(answer) ?? checkCoreVersions(answer);
  const resources = await transport.json(pathRequest('/api', accept), read, signal);
  return resources ?? (await transport.json(pathRequest('/api/v1'), resourceListReader('', 'v1'), signal));
}

async function readGroups(transport: Transport, signal: AbortSignal | undefined): Promise<Resource[]> {
  const read = (answer: unknown) => {
    const resources = parseAggregated(answer);
    return resources ? { resources } : { wanted: parseGroups(answer) };
  };
  const { resources, wanted } = await transport.json(pathRequest('/apis', accept), read, signal);
  if (resources) return resources;
  const found = await concurrently(parallelLists, wanted, (one) => readGroupVersion(transport, one, signal));
  const failed = found.filter((answer) => answer instanceof ClusterError);
  if (!failed.every(isOfThisAnswerAlone)) {
    // Whether it is the fault of a group's server, or of the one that is asked or the line, that one knows.
    await transport.json(pathRequest('/apis'), parseGroups, signal);
  }
  return found.flatMap((answer) => (answer instanceof ClusterError ? [] : answer));
}

/** The resources of a group-version, or why they are not known. */
async function readGroupVersion(
  transport: Transport,
  { group, version }: { readonly group: string; readonly version: string },
  signal: AbortSignal | undefined,
): Promise<Resource[] | ClusterError> {
  try {
    const path = `/apis/${encodeURIComponent(group)}/${encodeURIComponent(version)}`;
    return await transport.json(pathRequest(path), resourceListReader(group, version), signal);
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    // Its extension server does not answer, or not as it should.
    transport.log.warn(`reading the kinds of ${group}/${version}`, error);
    return error;
  }
}

/** Whether other answers may still be had, by this one: the server has answered, and not that it knows nobody. */
function isOfThisAnswerAlone({ failure, status }: ClusterError): boolean {
  return (failure === 'status' || failure === 'protocol') && status?.code !== 401;
}
