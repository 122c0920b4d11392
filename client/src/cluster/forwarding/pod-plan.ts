import { withArticle } from '../../../../server/src/catalog/kind-article.ts';
import { type Asker, podError } from '../http/failures.ts';
import type { Intent } from '../intent.ts';
import type { ObjectReference, Resource, Selection } from '../kube-object.ts';
import { labelSelectorText } from '../objects/label-selector.ts';
import { asFields, field, textOf } from '../wrong-answer.ts';
import { type PodReader, podOfEndpoints } from './service-endpoints.ts';
import { hasServicePorts, type PortName, servicePortOf } from './service-port.ts';

/** To which Pods an object leads, and to which of their ports. */
export interface PodPlan {
  readonly pods: Resource;
  readonly namespace: string | undefined;
  readonly selection: Selection;
  /** Who is meant: one Pod whose name is known, or the best of those that are selected. */
  readonly names: { readonly pod: string } | 'selected';
  /** Which of them are taken: those that are ready, or all that run. */
  readonly takes: 'ready' | 'running';
  /** A number, or the name of a container's port. */
  readonly port: PortName;
}

/** What is forwarded: a port of an object. */
export interface ForwardTarget {
  readonly of: ObjectReference;
  readonly port: PortName;
  readonly intent: Intent;
  readonly asker: Asker;
}

/** Whether an object is a Pod: what streams lead to, so that nothing has to be found out. */
export function isPod({ resource: { group, plural } }: ObjectReference): boolean {
  return group === '' && plural === 'pods';
}

/** The plan of a Pod that is named. */
export function planOfPod({ of, port }: ForwardTarget): PodPlan {
  return {
    pods: of.resource,
    namespace: of.namespace,
    selection: { fieldSelector: `metadata.name=${of.name}` },
    names: { pod: of.name },
    takes: 'running',
    port,
  };
}

/**
 * Reads an object and makes a plan of what it says, whatever its kind: its ports, where it has some as a Service has, and its selector
 * of Pods; for a Service without a selector, what its EndpointSlices name. Rejects with a `ClusterError` where it leads to no Pods.
 */
export async function readPodPlan(
  cluster: PodReader,
  target: ForwardTarget,
  signal: AbortSignal,
): Promise<PodPlan> {
  const { of, port } = target;
  if (isPod(of)) return planOfPod(target);
  const [object, discovery] = await Promise.all([cluster.get(of, signal), cluster.discover({ signal })]);
  const pods = discovery.find('v1', 'Pod');
  if (!pods) throw leadsNowhere(target, 'the server has no Pods', 'Refresh the kinds of this cluster');
  const { spec } = object;
  const external = textOf(spec, 'externalName');
  if (external !== undefined) {
    throw leadsNowhere(target, `it stands for ${external}, outside of the cluster`, 'Connect to that');
  }
  const found = hasServicePorts(object) ? servicePortOf(object, port) : { target: port, name: undefined };
  if ('fault' in found) throw leadsNowhere(target, found.fault, found.wayOut);
  const plan = { pods, namespace: of.namespace, port: found.target } as const;
  const labelSelector =
    podSelectorText(field(spec, 'selector')) ?? (await selectorOfScale(cluster, of, signal));
  if (labelSelector !== undefined) {
    const takes = field(spec, 'publishNotReadyAddresses') === true ? 'running' : 'ready';
    return { ...plan, selection: { labelSelector }, names: 'selected', takes };
  }
  const { kind } = of.resource;
  if (!hasServicePorts(object)) {
    throw leadsNowhere(
      target,
      `${withArticle(kind)} without a selector names no Pods`,
      'Forward to one of its Pods',
    );
  }
  const endpoint = await podOfEndpoints(cluster, of, found.name, signal);
  if ('fault' in endpoint) throw leadsNowhere(target, endpoint.fault, 'Forward to a Pod');
  const selection = { fieldSelector: `metadata.name=${endpoint.pod}` };
  const endpointPort = endpoint.port ?? plan.port;
  return { ...plan, port: endpointPort, selection, names: { pod: endpoint.pod }, takes: 'running' };
}

/** A LabelSelector, or the labels alone, as those have it that are older: Services, ReplicationControllers. */
function podSelectorText(selector: unknown): string | undefined {
  const text = labelSelectorText(selector);
  if (text !== undefined) return text;
  const labels = Object.entries(asFields(selector) ?? {});
  if (labels.length === 0 || labels.some(([, value]) => typeof value !== 'string')) return undefined;
  return labels.map(([key, value]) => `${key}=${value}`).join(',');
}

/** As it is told of every kind that can be scaled. */
async function selectorOfScale(
  cluster: PodReader,
  of: ObjectReference,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!of.resource.subresources.some(({ name }) => name === 'scale')) return undefined;
  const scale = await cluster.get({ ...of, subresource: 'scale' }, signal);
  return textOf(scale.status, 'selector');
}

/** The error of an object that leads to no Pod, now or later, as it is. */
function leadsNowhere({ intent, asker }: ForwardTarget, fault: string, wayOut: string) {
  return podError(intent, asker, { fault, wayOut });
}
