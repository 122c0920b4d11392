import { type ProtectedContext, type Protection, sameServer } from '../cluster/protection/protection.ts';
import { matchesWildcards } from '../cluster/protection/wildcards.ts';

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
export function clusterLabelOf(
  { name, cluster, server }: ProtectedContext,
  labels: ClusterLabels,
): ClusterLabel {
  const texts = [name, cluster, server ?? '', sameServer(server) ?? ''].filter((text) => text !== '');
  const matching = Object.entries(labels)
    .filter(([pattern]) => texts.some((text) => matchesWildcards(pattern, text)))
    .map(([, given]) => given);
  return {
    label: matching.map(({ label }) => label).find((label) => typeof label === 'string' && label !== ''),
    color: clusterColors.find((one) => one === matching.find(({ color }) => color !== undefined)?.color),
  };
}

/** What is said of a cluster beside its name: its protection first; a colour as a word, for who does not see it. */
export function clusterWords({ label, color }: ClusterLabel, protection: Protection): string[] {
  return [protectionWords[protection], label, color].filter((word) => word !== undefined);
}

const protectionWords: Readonly<Record<Protection, string | undefined>> = {
  none: undefined,
  confirm: 'protected',
  'read-only': 'read-only',
};
