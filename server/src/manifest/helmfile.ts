import type { YamlNode } from '../yaml/nodes.ts';
import { field, stringField } from './fields.ts';

/** Whether helmfile would read this file: `helmfile.yaml`, the same as a template, or one in `helmfile.d`. */
export function isHelmfile(uri: string): boolean {
  return /\/(?:helmfile(?:\.[\w-]+)?|helmfile\.d\/[^/]+)\.ya?ml(?:\.gotmpl)?$/.test(uri);
}

/** The files that a helmfile names as patches of what its releases print, to be merged or as lists of operations. */
export function helmfilePatchPaths(root: YamlNode | undefined): readonly string[] {
  const entries = [...entriesOf(root, 'strategicMergePatches'), ...entriesOf(root, 'jsonPatches')];
  return entries.flatMap((entry) => pathOf(entry) ?? []);
}

/** A patch that stands in a helmfile: a part of an object, or a list of operations. */
export interface HelmfilePatch {
  readonly node: YamlNode;
  /** What says for which objects it is, where it does not say that itself. */
  readonly entry: YamlNode | undefined;
}

/** The patches that stand in a helmfile itself. */
export function helmfilePatches(root: YamlNode | undefined): readonly HelmfilePatch[] {
  const merged = entriesOf(root, 'strategicMergePatches').flatMap((node) =>
    node?.type === 'map' ? { node, entry: undefined } : [],
  );
  const operations = entriesOf(root, 'jsonPatches').flatMap((entry) => {
    const node = field(entry, 'patch')?.value;
    return node?.type === 'list' ? { node, entry } : [];
  });
  return [...merged, ...operations];
}

function entriesOf(root: YamlNode | undefined, name: string): readonly (YamlNode | undefined)[] {
  return itemsOf(root, 'releases').flatMap((release) => itemsOf(release, name));
}

/** Those of an alias stand elsewhere. */
function itemsOf(node: YamlNode | undefined, name: string): readonly (YamlNode | undefined)[] {
  const list = field(node, name)?.value;
  return list?.type === 'list' ? list.items.flatMap(({ value, alias }) => (alias ? [] : [value])) : [];
}

/** A patch is a path, or stands in the helmfile itself; operations may have a file beside their target. */
function pathOf(patch: YamlNode | undefined): string | undefined {
  const path = patch?.type === 'scalar' ? patch.text : stringField(patch, 'path');
  return path === undefined || path === '' || /[\n{}]/.test(path) ? undefined : path;
}
