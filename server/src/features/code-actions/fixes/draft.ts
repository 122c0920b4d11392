import type { ListNode, MapEntry, MapNode, ScalarNode, YamlNode } from '../../../yaml/nodes.ts';
import { isWithin, type Path } from '../../../yaml/path.ts';
import { fieldName } from '../../../yaml/tree.ts';
import type { Placeholder } from './placeholder.ts';
import type { Skeleton } from './skeleton.ts';

/** What is to be written into an object, and where: nothing stands there yet, or nothing that counts. */
export interface NewPart {
  readonly path: Path;
  readonly skeleton: Skeleton;
}

/** An object as it would be with new parts. What is new has no place in the text. */
export function drafted(map: MapNode, parts: readonly NewPart[]): MapNode {
  return parts.reduce<YamlNode>(
    (node, { path, skeleton }) => grafted(node, path, nodeOf(skeleton)),
    map,
  ) as MapNode;
}

/** The part that a path leads into, or to. */
export function partAround(parts: readonly NewPart[], path: Path): NewPart | undefined {
  return parts.find((part) => isWithin(path, part.path));
}

/** What of a part stands at a path of the object; undefined where nothing does. */
export function skeletonAt({ path: at, skeleton }: NewPart, path: Path): Skeleton | undefined {
  return path.slice(at.length).reduce<Skeleton | undefined>(childOf, skeleton);
}

/** The parts with another skeleton at a path inside of one of them; a field or item that is not there comes last. */
export function withSkeletonAt(
  parts: readonly NewPart[],
  path: Path,
  skeleton: Skeleton,
): readonly NewPart[] {
  return parts.map((part) =>
    part === partAround(parts, path)
      ? { path: part.path, skeleton: replaced(part.skeleton, path.slice(part.path.length), skeleton) }
      : part,
  );
}

/** The values of parts, in the order in which they are written. */
export function* valuesIn(
  parts: readonly NewPart[],
): Iterable<{ readonly path: Path; readonly placeholder: Placeholder }> {
  for (const { path, skeleton } of parts) yield* valuesBelow(path, skeleton);
}

function* valuesBelow(
  path: Path,
  skeleton: Skeleton,
): Iterable<{ readonly path: Path; readonly placeholder: Placeholder }> {
  switch (skeleton.is) {
    case 'value':
      yield { path, placeholder: skeleton.placeholder };
      return;
    case 'object':
      for (const [name, inner] of skeleton.fields) yield* valuesBelow([...path, name], inner);
      return;
    case 'list':
      for (const [index, item] of skeleton.items.entries()) yield* valuesBelow([...path, index], item);
  }
}

function childOf(skeleton: Skeleton | undefined, part: string | number): Skeleton | undefined {
  if (skeleton?.is === 'list') return typeof part === 'number' ? skeleton.items[part] : undefined;
  return skeleton?.is === 'object' ? skeleton.fields.find(([name]) => name === part)?.[1] : undefined;
}

function replaced(skeleton: Skeleton, [part, ...rest]: Path, by: Skeleton): Skeleton {
  if (part === undefined) return by;
  const child = childOf(skeleton, part);
  const inner = child ? replaced(child, rest, by) : by;
  if (skeleton.is === 'list') {
    return {
      is: 'list',
      items: child ? skeleton.items.with(Number(part), inner) : [...skeleton.items, inner],
    };
  }
  if (skeleton.is !== 'object') return skeleton;
  const fields = child
    ? skeleton.fields.map(([name, field]) => [name, name === part ? inner : field] as const)
    : [...skeleton.fields, [String(part), inner] as const];
  return { is: 'object', fields };
}

const nowhere = { start: 0, end: 0 };

function nodeOf(skeleton: Skeleton): YamlNode {
  switch (skeleton.is) {
    case 'value':
      return scalarOf(skeleton.placeholder);
    case 'object':
      return mapOf(skeleton.fields.map(([name, inner]) => entryOf(name, nodeOf(inner))));
    case 'list':
      return listOf(skeleton.items.map(nodeOf));
  }
}

function scalarOf({ text, isString }: Placeholder): ScalarNode {
  const value = isString ? text : (JSON.parse(text) as number | boolean);
  return { type: 'scalar', span: nowhere, style: isString ? 'double-quoted' : 'plain', text, value };
}

function mapOf(entries: readonly MapEntry[]): MapNode {
  return { type: 'map', span: nowhere, flow: true, entries };
}

function entryOf(name: string, value: YamlNode): MapEntry {
  return {
    key: scalarOf({ text: name, isString: true, choices: [] }),
    span: nowhere,
    colon: undefined,
    value,
  };
}

function listOf(values: readonly (YamlNode | undefined)[]): ListNode {
  return {
    type: 'list',
    span: nowhere,
    flow: true,
    items: values.map((value) => ({ span: nowhere, value })),
  };
}

/** A node with another one at a path inside. */
function grafted(node: YamlNode | undefined, [part, ...rest]: Path, value: YamlNode): YamlNode {
  if (part === undefined) return value;
  if (typeof part === 'number') {
    const items = node?.type === 'list' ? node.items.map((item) => item.value) : [];
    return listOf(items.toSpliced(part, 1, grafted(items[part], rest, value)));
  }
  const entries = node?.type === 'map' ? node.entries : [];
  const at = entries.findLastIndex(({ key }) => fieldName(key) === part);
  const entry = entryOf(part, grafted(entries[at]?.value, rest, value));
  return mapOf(at < 0 ? [...entries, entry] : entries.with(at, entry));
}
