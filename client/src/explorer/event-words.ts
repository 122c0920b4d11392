import type { ObjectEvent } from '../cluster/objects/object-event.ts';
import { age } from './age.ts';

/** The words of an event's line. */
export interface EventWords {
  readonly label: string;
  readonly description: string;
  /** What screen readers say, to whom the icon says nothing. */
  readonly spoken: string;
}

/** The longest message in a line; all of it is in the tooltip. */
const longestMessage = 200;

/** What the line of an event says: `BackOff`, and `3x · 2m ago · Back-off restarting failed container`. */
export function eventWords({ type, reason, message, count, at }: ObjectEvent, now: number): EventWords {
  const since = at === undefined ? undefined : age(at, now);
  const text = message.replace(/\s+/g, ' ').trim();
  const parts = [
    count > 1 ? `${count}x` : '',
    since === undefined ? '' : `${since} ago`,
    text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text,
  ];
  const label = reason === '' ? type : reason;
  const description = parts.filter((part) => part !== '').join(' · ');
  return { label, description, spoken: `${type === 'Warning' ? 'Warning ' : ''}${label}, ${description}` };
}
