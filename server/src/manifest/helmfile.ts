import type { YamlNode } from '../yaml/nodes.ts';
import { field, stringField } from './fields.ts';

/** Whether helmfile would read this file: `helmfile.yaml`, the same as a template, or one in `helmfile.d`. */
export function isHelmfile(uri: string): boolean {
  return /\/(?:helmfile(?:\.[\w-]+)?|helmfile\.d\/[^/]+)\.ya?ml(?:\.gotmpl)?$/.test(uri);
}

/** The files that a helmfile names as patches of what its releases print, to be merged or as lists of operations. */
export function helmfilePatchPaths(root: YamlNode | undefined): readonly string[] {
  return itemsOf(root, 'releases').flatMap((release) =>
    ['strategicMergePatches', 'jsonPatches'].flatMap((name) =>
      itemsOf(release, name).flatMap((patch) => pathOf(patch) ?? []),
    ),
  );
}

function itemsOf(node: YamlNode | undefined, name: string): readonly (YamlNode | undefined)[] {
  const list = field(node, name)?.value;
  return list?.type === 'list' ? list.items.map(({ value }) => value) : [];
}

/** A patch is a path, or stands in the helmfile itself; operations may have a file beside their target. */
function pathOf(patch: YamlNode | undefined): string | undefined {
  const path = patch?.type === 'scalar' ? patch.text : stringField(patch, 'path');
  return path === undefined || path === '' || /[\n{}]/.test(path) ? undefined : path;
}
