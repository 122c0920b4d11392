import { timestamp } from '../clock.ts';
import { type Pod, withConditionInPlace } from './objects.ts';

/** Where a Pod is to run, and what its binding adds to it. */
export interface PodBinding {
  readonly node: string;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/** A Pod on its node. The API server writes this by itself: no generation counts it, and nobody owns it. */
export function boundPod(pod: Pod, { node, annotations, labels }: PodBinding, now: number): Pod {
  const bound = structuredClone(pod);
  const { metadata } = bound;
  bound.spec.nodeName = node;
  if (annotations) metadata.annotations = { ...metadata.annotations, ...annotations };
  if (labels) metadata.labels = { ...metadata.labels, ...labels };
  const scheduled = { type: 'PodScheduled', status: 'True', lastProbeTime: null } as const;
  const { nominatedNodeName: _nominated, ...status } = bound.status ?? {};
  const conditions = withConditionInPlace(status.conditions, scheduled, timestamp(now));
  bound.status = { ...status, conditions };
  return bound;
}
