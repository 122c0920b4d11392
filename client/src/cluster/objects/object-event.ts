import type { KubeObject } from '../kube-object.ts';
import { field, textOf } from '../wrong-answer.ts';

/** What an event tells. */
export interface ObjectEvent {
  readonly type: 'Normal' | 'Warning';
  /** `BackOff`, `Pulled`. */
  readonly reason: string;
  readonly message: string;
  /** How often it was so. */
  readonly count: number;
  /** When it was so last, RFC 3339; undefined where nobody says. */
  readonly at: string | undefined;
  /** Who tells it: `kubelet`. Empty where nobody says. */
  readonly by: string;
  /** Which part of the object it is about: `spec.containers{main}`; empty of all of it. */
  readonly part: string;
}

/** What an event (`v1`) tells, whichever way it was written. Reads any object; never throws. */
export function readEvent(event: KubeObject): ObjectEvent {
  const series = field(event, 'series');
  const times = [
    textOf(series, 'lastObservedTime'),
    textOf(event, 'lastTimestamp'),
    textOf(event, 'eventTime'),
    textOf(event, 'firstTimestamp'),
    textOf(event.metadata, 'creationTimestamp'),
  ];
  const count = field(series, 'count') ?? field(event, 'count');
  return {
    type: textOf(event, 'type') === 'Warning' ? 'Warning' : 'Normal',
    reason: textOf(event, 'reason') ?? '',
    message: textOf(event, 'message') ?? '',
    count: typeof count === 'number' && count > 0 ? count : 1,
    at: times.find((time) => time !== undefined),
    by: textOf(event, 'reportingComponent') ?? textOf(field(event, 'source'), 'component') ?? '',
    part: textOf(field(event, 'involvedObject'), 'fieldPath') ?? '',
  };
}

/** The events that were so last first. Times are read, because they are written to the second and to its millionth part. */
export function newestFirst<Kept extends { readonly at: string | undefined }>(
  events: readonly Kept[],
): Kept[] {
  const timeOf = ({ at }: Kept) => Date.parse(at ?? '') || 0;
  return [...events].sort((one, other) => timeOf(other) - timeOf(one));
}
