import type { Kind } from '../catalog/catalog.ts';
import { stringField } from '../manifest/fields.ts';
import { patchPaths } from '../manifest/kustomization-paths.ts';
import type { YamlNode } from '../yaml/nodes.ts';
import { kustomizationKind, kustomizeCatalog } from './kustomize-catalog.ts';
import { type PatchTarget, patchTarget } from './patch-target.ts';

/** Nobody writes a longer one by hand: of one with more characters nothing is read that it does to others, which is said in it. */
export const longestKustomization = 1_000_000;

/** Which of the two kinds a kustomization is: a Kustomization unless it says `kind: Component`. */
export function kindOfKustomization(root: YamlNode | undefined): Kind {
  const kind = stringField(root, 'kind');
  return (kind && kustomizeCatalog.findByKind(kind)[0]) || kustomizationKind;
}

/** The files that a kustomization names as patches, with what they are for. */
export function patchFiles(
  root: YamlNode | undefined,
): readonly { readonly path: string; readonly target: PatchTarget }[] {
  return patchPaths(root).map(({ path, entry }) => ({ path, target: patchTarget(entry) }));
}
