import type { Catalog, Kind } from '../catalog/catalog.ts';
import { field, stringField } from '../manifest/fields.ts';
import type { YamlNode } from '../yaml/nodes.ts';

/** What a kustomization says of the objects that a patch is for. */
export interface PatchTarget {
  readonly isGiven: boolean;
  readonly group?: string | undefined;
  readonly version?: string | undefined;
  readonly kind?: string | undefined;
}

/** The target that an entry of `patches` names. */
export function patchTarget(entry: YamlNode | undefined): PatchTarget {
  const target = field(entry, 'target')?.value;
  return {
    isGiven: target !== undefined,
    group: stringField(target, 'group'),
    version: stringField(target, 'version'),
    kind: stringField(target, 'kind'),
  };
}

/** The one kind that a target selects; undefined where it selects several, or nobody knows. */
export function targetKind({ group, version, kind }: PatchTarget, catalog: Catalog): Kind | undefined {
  if (kind === undefined) return undefined;
  // Each of them is a regular expression: what is none of a plain word finds nothing here.
  const found = catalog
    .findByKind(kind)
    .filter((one) => (group === undefined || one.group === group) && (!version || one.version === version));
  const groups = new Set(found.map((one) => one.group));
  return groups.size === 1 ? found[0] : undefined;
}
