import type { KubeObject } from '../kube-object.ts';
import { field, listOf, textOf } from '../wrong-answer.ts';

/** Whether a Pod may be connected to, as its object says. */
export type PodCondition =
  /** It runs, and is ready for what is sent to it. */
  | { readonly is: 'ready' }
  /** It runs: `how` says in words why that is all. */
  | { readonly is: 'running'; readonly how: string }
  /** It does not run yet. */
  | { readonly is: 'waiting'; readonly how: string }
  /** It has ended, and will not run again. */
  | { readonly is: 'ended'; readonly how: string };

/** Reads any object; never throws. */
export function podConditionOf({ metadata, status }: KubeObject): PodCondition {
  const phase = textOf(status, 'phase') ?? 'Pending';
  if (phase === 'Succeeded' || phase === 'Failed') return { is: 'ended', how: `has ended (${phase})` };
  if (phase !== 'Running') return { is: 'waiting', how: `is ${phase}` };
  if (metadata.deletionTimestamp !== undefined) return { is: 'running', how: 'is being deleted' };
  const ready = listOf(status, 'conditions')?.find((condition) => textOf(condition, 'type') === 'Ready');
  return field(ready, 'status') === 'True' ? { is: 'ready' } : { is: 'running', how: 'is not ready' };
}
