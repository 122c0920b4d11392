import type { KubeObject } from '../kube-object.ts';
import { containersOf } from '../objects/containers.ts';
import { podConditionOf } from './pod-condition.ts';
import type { PodPlan } from './pod-plan.ts';
import type { PortName } from './service-port.ts';

/** A Pod that may be taken, and the port of it that is meant. */
export interface TakenPod {
  readonly name: string;
  readonly uid: string | undefined;
  readonly port: number;
}

/**
 * The Pods of a plan that may be taken now, the newest first because it is there for longest; and of the others, in words, why they
 * are not.
 */
export function takenPods(
  plan: Pick<PodPlan, 'takes' | 'port'>,
  pods: readonly KubeObject[],
): { readonly taken: readonly TakenPod[]; readonly left: readonly string[] } {
  const taken: TakenPod[] = [];
  const left: string[] = [];
  for (const pod of pods.toSorted((one, other) => createdAt(other).localeCompare(createdAt(one)))) {
    const { name = '', uid } = pod.metadata;
    const condition = podConditionOf(pod);
    const port = portIn(pod, plan.port);
    if (condition.is !== 'ready' && !(condition.is === 'running' && plan.takes === 'running')) {
      left.push(`${name} ${condition.how}`);
    } else if (port === undefined) left.push(`${name} has no port named ${plan.port}`);
    else taken.push({ name, uid, port });
  }
  return { taken, left };
}

/** The number of the planned port in a Pod; undefined where none of its containers has one of that name. */
function portIn(pod: KubeObject, port: PortName): number | undefined {
  if (typeof port === 'number') return port;
  return containersOf(pod)
    .flatMap(({ ports }) => ports)
    .find(({ name }) => name === port)?.number;
}

function createdAt({ metadata }: KubeObject): string {
  return metadata.creationTimestamp ?? '';
}
