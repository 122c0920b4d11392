import type { ResolvedTarget, TargetSource } from './target.ts';

/** Where a target comes from: `Pinned by kubewright.target.` */
export function sourceSentence(by: TargetSource): string {
  return by === 'setting' ? 'Pinned by kubewright.target.' : 'Chosen in this workspace.';
}

/** Why there is no target to use, to stand above a question for one; undefined where nothing was ever said. */
export function whyNotOne(resolved: ResolvedTarget): string | undefined {
  switch (resolved.is) {
    case 'ambiguous':
      return `${resolved.contexts.length} contexts are ${resolved.place.name}: choose the one that is meant`;
    case 'gone':
      return resolved.why === 'stopped'
        ? `${goneWords(resolved)}: start it, or choose another cluster`
        : `${goneWords(resolved)}: choose another cluster`;
    default:
      return undefined;
  }
}

/** What has become of a target that is gone: `prod is in no kubeconfig any more`. */
export function goneWords({ by, place: { name }, why }: ResolvedTarget & { readonly is: 'gone' }): string {
  switch (why) {
    case 'missing':
      return by === 'setting'
        ? `${name}, which kubewright.target names, is in no kubeconfig`
        : `${name} is in no kubeconfig any more`;
    case 'stopped':
      return 'The sandbox does not run';
    case 'moved':
      return `${name} leads to another server than when it was chosen`;
    case 'broken':
      return `${name} cannot be used, as the Clusters view says`;
  }
}
