import type { KubeContext } from '../cluster/cluster.ts';
import type { ProtectedContext, Protection } from '../cluster/protection/protection.ts';
import type { ClusterColor, ClusterLabel } from '../connections/cluster-labels.ts';
import { protectionWords } from '../connections/protection-words.ts';
import type { ResolvedTarget } from '../connections/target.ts';
import { goneWords, sourceSentence, whyNotOne } from '../connections/target-words.ts';

/** What the status bar says of a target. */
export interface TargetStatusTexts {
  /** A codicon. */
  readonly icon: string;
  readonly text: string;
  /** Line by line. */
  readonly tooltip: readonly string[];
  readonly urgency: 'none' | 'warning';
  readonly color: ClusterColor | undefined;
}

/** What is known of clusters by a person's settings. */
export interface KnownClusters {
  nameOf(context: KubeContext): string;
  wordsOf(context: ProtectedContext): readonly string[];
  labelOf(context: ProtectedContext): ClusterLabel;
  protectionOf(context: ProtectedContext): Protection;
  isSandbox(context: KubeContext): boolean;
}

const wayOut = 'Click to choose the target.';

/** What the status bar says of the target of a folder; `folder` is its name, undefined in a window without folders. */
export function statusOf(
  resolved: ResolvedTarget,
  folder: string | undefined,
  clusters: KnownClusters,
): TargetStatusTexts {
  const heading = `Target of ${folder ?? 'this window'}: where manifests and commands go`;
  switch (resolved.is) {
    case 'none':
      return {
        icon: 'target',
        text: 'No target',
        tooltip: [heading, 'None is chosen yet: the first command that needs one asks.', wayOut],
        urgency: 'none',
        color: undefined,
      };
    case 'one': {
      const { context, namespace } = resolved.target;
      const protection = clusters.protectionOf(context);
      return {
        icon: protectionWords[protection].icon ?? (clusters.isSandbox(context) ? 'beaker' : 'target'),
        text: placeText(clusters.nameOf(context), namespace, clusters.wordsOf(context)),
        tooltip: [
          heading,
          `Context ${context.name}, ${context.server ?? 'no server'}`,
          `User ${context.user || 'none'}`,
          `Namespace ${namespace} for objects that name none, ${namespaceSources[resolved.namespaceBy]}`,
          protectionWords[protection].sentence,
          sourceSentence(resolved.by),
          'Click to change it.',
        ].filter((line) => line !== ''),
        urgency: 'none',
        color: clusters.labelOf(context).color,
      };
    }
    case 'unread': {
      const { name, namespace, identity } = resolved.place;
      const protection = identity ? clusters.protectionOf(identity) : 'none';
      return {
        icon: protectionWords[protection].icon ?? 'target',
        text: placeText(name, namespace, identity ? clusters.wordsOf(identity) : []),
        tooltip: [
          heading,
          protectionWords[protection].sentence,
          sourceSentence(resolved.by),
          'The kubeconfigs have not been read yet: the first command that needs them does.',
          'Click to change it.',
        ].filter((line) => line !== ''),
        urgency: 'none',
        color: identity && clusters.labelOf(identity).color,
      };
    }
    case 'ambiguous':
      return {
        icon: 'warning',
        text: placeText(resolved.place.name, resolved.place.namespace, [
          `${resolved.contexts.length} contexts`,
        ]),
        tooltip: [
          heading,
          `${whyNotOne(resolved)}.`,
          ...resolved.contexts.map(({ name, file }) => `${name} of ${file}`),
          wayOut,
        ],
        urgency: 'warning',
        color: undefined,
      };
    case 'gone':
      return {
        icon: 'warning',
        text: placeText(resolved.place.name, resolved.place.namespace, [goneShort[resolved.why]]),
        tooltip: [
          heading,
          `${goneWords(resolved)}.`,
          'Nothing goes anywhere before another is chosen.',
          wayOut,
        ],
        urgency: 'warning',
        color: undefined,
      };
  }
}

/** `prod / shop · read-only · Production · red` */
function placeText(name: string, namespace: string | undefined, words: readonly string[]): string {
  return [namespace === undefined ? name : `${name} / ${namespace}`, ...words].join(' · ');
}

const goneShort = {
  missing: 'gone',
  stopped: 'stopped',
  moved: 'another server',
  broken: 'cannot be used',
} as const;

const namespaceSources = {
  choice: 'chosen in this workspace',
  setting: 'pinned by kubewright.target',
  kubeconfig: 'by the kubeconfig',
} as const;
