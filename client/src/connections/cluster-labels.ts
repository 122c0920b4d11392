import { type ProtectedContext, type Protection, saidOf } from '../cluster/protection/protection.ts';
import { protectionWords } from './protection-words.ts';

/** Colours that a cluster may be given, by their words. */
export const clusterColors = ['red', 'orange', 'yellow', 'green', 'blue', 'purple'] as const;

/** A colour of a cluster. */
export type ClusterColor = (typeof clusterColors)[number];

/** What a person calls a cluster besides its name. */
export interface ClusterLabel {
  readonly label?: string | undefined;
  readonly color?: ClusterColor | undefined;
}

/** Labels by patterns, which match as those of `kubewright.protectedClusters` do. */
export type ClusterLabels = Readonly<Record<string, { readonly label?: string; readonly color?: string }>>;

/** The label of a context's cluster: of several patterns that match, the first that gives a part gives it. */
export function clusterLabelOf(context: ProtectedContext, labels: ClusterLabels): ClusterLabel {
  const matching = saidOf(context, labels);
  return {
    label: matching.map(({ label }) => label).find((label) => typeof label === 'string' && label !== ''),
    color: clusterColors.find((one) => one === matching.find(({ color }) => color !== undefined)?.color),
  };
}

/** What is said of a cluster beside its name: its protection first, because a narrow view cuts the end. */
export function clusterWords(label: ClusterLabel, protection: Protection): string[] {
  return [protectionWords[protection].word, ...labelWords(label)].filter((word) => word !== '');
}

/** What a person calls it; a colour as a word, for who does not see it. */
export function labelWords({ label, color }: ClusterLabel): string[] {
  return [label, color].filter((word) => word !== undefined);
}
