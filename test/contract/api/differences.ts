import type { KubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import type { Case, Situation } from './case.ts';

/** Why cases hold on the real server alone. A case that holds on the sandbox all the same fails: its row is out of date. */
export interface Difference {
  /** Of the operation's key; every operation when left out. */
  operation?: RegExp;
  situation?: Situation;
  title?: RegExp;
  /** Every version when left out. */
  version?: KubernetesVersion;
  reason: string;
}

/** Why the sandbox does not do what the case says; undefined where it does. */
export function differenceOf(
  { operation, situation, title }: Case,
  version: KubernetesVersion,
): string | undefined {
  return differences.find(
    (row) =>
      (row.operation?.test(operation) ?? true) &&
      (row.situation === undefined || row.situation === situation) &&
      (row.title?.test(title) ?? true) &&
      (row.version === undefined || row.version === version),
  )?.reason;
}

const streams = 'the sandbox serves no exec and no attach';
const proxy = 'the sandbox has no proxy';
const options = 'the sandbox refuses options that cannot be read as 1.35 does, whatever its version';

const differences: readonly Difference[] = [
  {
    version: '1.34',
    operation: / delete/,
    situation: 'bad body',
    title: /^JSON that breaks off/,
    reason: options,
  },
  { operation: /Proxy(WithPath)?$/, situation: 'success', reason: proxy },
  {
    operation: / connect\w+Pod(Attach|Exec)$/,
    situation: 'bad parameter',
    reason: streams,
  },
  {
    operation: / connect\w+Pod(Attach|Exec|Portforward)$/,
    situation: 'conflict',
    reason: streams,
  },
];
