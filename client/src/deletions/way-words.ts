import type { DeletionStep, DeletionWay } from '../journal/step.ts';

/** How objects are deleted where the person chooses no other way. */
export const usualWay: DeletionWay = { propagationPolicy: 'Background' };

/** What a way means for one object or for several, in sentences. */
export function meaningOf(way: DeletionWay, steps: readonly DeletionStep[]): string {
  const words = steps.length === 1 ? ofOne : ofSeveral;
  const own = words[way.propagationPolicy ?? 'Background'];
  const seconds = way.gracePeriodSeconds;
  if (seconds === undefined) return own;
  if (steps.length === 1)
    return `${seconds === 0 ? forceOfOne : `It has ${secondsOf(seconds)} to end.`} ${own}`;
  return `${seconds === 0 ? forceOfSeveral : `A Pod has ${secondsOf(seconds)} to end.`} ${own}`;
}

// What is worst comes first, because a long line is cut off.
const forceOfOne = 'Removed at once by force: its containers may still run.';
const forceOfSeveral = 'Pods are removed at once by force: their containers may still run.';

/** What becomes of what an object owns. */
export type Policy = NonNullable<DeletionWay['propagationPolicy']>;

const ofOne: Readonly<Record<Policy, string>> = {
  Background: 'What it owns is deleted with it.',
  Foreground: 'What it owns is deleted first: it stays until that is gone.',
  Orphan: 'What it owns stays, and belongs to nothing.',
};
const ofSeveral: Readonly<Record<Policy, string>> = {
  Background: 'What they own is deleted with them.',
  Foreground: 'What they own is deleted first: they stay until that is gone.',
  Orphan: 'What they own stays, and belongs to nothing.',
};
/** What a choice means, in a few words. */
export const propagationWords: Readonly<Record<Policy, string>> = {
  Background: 'what is owned goes afterwards',
  Foreground: 'what is owned goes first',
  Orphan: 'what is owned stays',
};
/** All choices, the usual one first. */
export const policies = Object.keys(propagationWords) as Policy[];

/** `1 second`, `30 seconds`. */
export function secondsOf(seconds: number): string {
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
