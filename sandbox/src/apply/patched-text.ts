import { ownField, setField } from '../../../server/src/yaml/own-field.ts';
import { goJson } from '../go-json.ts';
import type { PatchOperation } from './json-patch.ts';

/**
 * What a JSON patch has made, as the server shows it: where an operation has gone, fields stand in the order of their names,
 * elsewhere as they stood.
 */
export function jsonPatchedText(result: unknown, operations: readonly PatchOperation[]): string {
  const visited: Tree = {};
  for (const { path, from } of operations) {
    for (const pointer of [path, from]) if (typeof pointer === 'string') visit(visited, pointer);
  }
  return goJson(inOrderWhere(visited, result));
}

/** The same of a merge patch, which goes wherever it has an object, and through all that it brings. */
export function mergePatchedText(result: unknown, patch: unknown): string {
  return goJson(inOrderWhere(patch, result));
}

type Tree = Record<string, unknown>;

/** What holds the place that a pointer names is read, and so is all around it. */
function visit(visited: Tree, pointer: string): void {
  const steps = pointer.split('/').slice(1, -1);
  let tree = visited;
  for (const step of steps) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const inside = (ownField(tree, name) as Tree | undefined) ?? {};
    setField(tree, name, inside);
    tree = inside;
  }
}

function inOrderWhere(visited: unknown, value: unknown): unknown {
  if (typeof visited !== 'object' || visited === null) return value;
  const inside = (name: string, inner: unknown) => inOrderWhere(ownField(visited as Tree, name), inner);
  if (Array.isArray(value)) return value.map((item, index) => inside(String(index), item));
  if (typeof value !== 'object' || value === null || Array.isArray(visited)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, inside(name, (value as Tree)[name])]));
}
