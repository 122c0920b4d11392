import type { Causes } from '../../../../server/src/rules/shared/causes.ts';
import type { Field } from '../../../../server/src/rules/shared/field.ts';
import { numberAt, type StatusRule, type WrittenStatus } from './status-rule.ts';

/** What a status counts, in the order in which the server looks at it. */
export interface Counts {
  /** None may be negative. */
  readonly numbers: readonly string[];
  /** Of `replicas`, none may be more. */
  readonly ofReplicas?: readonly string[];
  /** What the ready ones are called where fewer of them are than of the available ones. */
  readonly ready?: 'readyReplicas' | 'status.readyReplicas';
  /** Whether `collisionCount` may only grow. */
  readonly collisions?: true;
}

/** Judges what a status counts. */
export function countsRule({ numbers, ofReplicas = [], ready, collisions }: Counts): StatusRule {
  return (written, causes) => {
    const { status } = written;
    for (const name of numbers) checkNotNegative(status.at(name), causes);
    const replicas = numberAt(status.at('replicas'));
    for (const name of ofReplicas) {
      if (numberAt(status.at(name)) > replicas) tooMany(status.at(name), 'status.replicas', causes);
    }
    const available = status.at('availableReplicas');
    if (ready && numberAt(available) > numberAt(status.at('readyReplicas')))
      tooMany(available, ready, causes);
    if (collisions) checkCollisions(written, causes);
  };
}

/** A number that is written and is less than nothing. */
export function checkNotNegative(field: Field, causes: Causes): void {
  if (numberAt(field) < 0) causes.invalid(field, 'must be greater than or equal to 0');
}

function tooMany(field: Field, than: string, causes: Causes): void {
  causes.invalid(field, `cannot be greater than ${than}`, { shown: numberAt(field) });
}

function checkCollisions({ status, before }: WrittenStatus, causes: Causes): void {
  const [count, known] = [status.at('collisionCount'), before.at('collisionCount')];
  if (!known.isSet || (count.isSet && numberAt(count) >= numberAt(known))) return;
  causes.invalid(count, 'cannot be decremented', { shown: numberAt(count) });
}
