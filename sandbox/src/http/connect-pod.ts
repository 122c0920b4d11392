import type { KubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import { compareKubernetesVersions } from '../../../server/src/catalog/version.ts';
import type { Clock } from '../clock.ts';
import type { Kubelet } from '../controllers/kubelet.ts';
import { type Container, type Pod, resources } from '../controllers/objects.ts';
import { badRequest, forbidden, methodNotAllowed, notFound } from '../errors.ts';
import type { ObjectStore } from '../object-store.ts';
import type { RequestTarget } from '../request-target.ts';
import { handleAttachUpgrade } from '../streams/attach.ts';
import { type ConnectOptions, readConnectOptions } from '../streams/connect-options.ts';
import type { Containers } from '../streams/containers.ts';
import { handleExecUpgrade } from '../streams/exec.ts';
import { handlePortForwardUpgrade, readPorts } from '../streams/port-forward.ts';
import { checkHost, chosenContainer } from '../streams/stream-target.ts';
import type { Upgrade } from '../streams/upgrade.ts';

/** What connecting to pods needs of the cluster. */
export interface PodConnectionContext {
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly kubelet: Pick<Kubelet, 'containerExited'>;
  readonly containers: Containers;
  readonly kubernetesVersion: KubernetesVersion;
}

/** A request to exec, attach or portforward, authorised for the verb of its method. */
export interface PodConnectionRequest {
  readonly method: string | undefined;
  readonly target: RequestTarget;
  readonly query: URLSearchParams;
  /** Whether its user may `create` the subresource, too. */
  mayCreate(): boolean;
}

/** What a request to connect leads to, once the API server has let it pass. */
export type PodConnection =
  | { readonly to: 'portforward'; readonly pod: Pod; readonly ports: readonly number[] }
  | {
      readonly to: 'exec' | 'attach';
      readonly pod: Pod;
      readonly container: Container;
      readonly options: ConnectOptions;
    };

/** Whether the path is one of a pod that upgrades to streams. */
export function connectsToPod({ group, plural, name, subresource = '' }: RequestTarget): boolean {
  return group === '' && plural === 'pods' && name !== undefined && subresources.has(subresource);
}

const subresources = new Set(['attach', 'exec', 'portforward']);

/**
 * Judges a request as the API server does before it asks a kubelet, in its order. Throws the `StatusError` of what it
 * refuses; what it does not may still be no upgrade.
 */
export function openPodConnection(
  { store, kubernetesVersion }: PodConnectionContext,
  { method, target, query, mayCreate }: PodConnectionRequest,
): PodConnection {
  if (method !== 'GET' && method !== 'POST') throw methodNotAllowed();
  if (query.has('dryRun')) throw badRequest('dryRun is not supported');
  const ports = target.subresource === 'portforward' ? readPorts(query) : undefined;
  const name = target.name!;
  if (compareKubernetesVersions(kubernetesVersion, '1.35') >= 0 && !mayCreate()) {
    throw forbidden(resources.pods, name, '');
  }
  const pod = store.get(resources.pods, target.namespace, name) as Pod | undefined;
  if (!pod) throw notFound(resources.pods, name);
  if (ports) {
    checkHost(store, pod);
    return { to: 'portforward', pod, ports };
  }
  const options = readConnectOptions(query);
  const container = chosenContainer(pod, options.container);
  checkHost(store, pod);
  return { to: target.subresource as 'exec' | 'attach', pod, container, options };
}

/** Serves an upgrade to a pod. The socket belongs to it from now on. */
export function servePodConnection(
  { store, clock, kubelet, containers }: PodConnectionContext,
  connection: PodConnection,
  upgrade: Upgrade,
): void {
  const serving = { store, clock, kubelet, containers, ...upgrade };
  if (connection.to === 'portforward') handlePortForwardUpgrade({ ...serving, ...connection });
  else if (connection.to === 'exec') handleExecUpgrade({ ...serving, ...connection });
  else handleAttachUpgrade({ ...serving, ...connection });
}
