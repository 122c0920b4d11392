import { formatElement, type PathElement, parseElement, sortedElements } from './path-element.ts';

/**
 * A set of paths into an object, as the trie of meta/v1 FieldsV1. A path is in the set when its last step is a
 * member where the steps before it lead; being a member and having children are independent of each other.
 * Sets are never changed once made; no child is empty.
 */
export interface FieldSet {
  readonly members: ReadonlySet<PathElement>;
  readonly children: ReadonlyMap<PathElement, FieldSet>;
}

const noMembers: ReadonlySet<PathElement> = new Set();
const noChildren: ReadonlyMap<PathElement, FieldSet> = new Map();

export const emptyFieldSet: FieldSet = { members: noMembers, children: noChildren };

/** Where a value is: the last step to it, and the place of what it is a part of; undefined for the object itself. */
export type Place = { readonly element: PathElement; readonly above: Place } | undefined;

/** Collects paths one by one. */
export class FieldSetBuilder {
  #members: Set<PathElement> | undefined;
  #children: Map<PathElement, FieldSetBuilder> | undefined;
  /** Paths come one after the other of one place. */
  #last: { readonly place: Place; readonly builder: FieldSetBuilder } | undefined;

  /** Adds a path; the empty path is the object itself and adds nothing. */
  insert(place: Place): void {
    if (!place) return;
    if (!this.#last || this.#last.place !== place.above) {
      this.#last = { place: place.above, builder: this.#at(place.above) };
    }
    const { builder } = this.#last;
    builder.#members ??= new Set();
    builder.#members.add(place.element);
  }

  build(): FieldSet {
    if (!this.#children) return { members: this.#members ?? noMembers, children: noChildren };
    const children = new Map<PathElement, FieldSet>();
    for (const [element, child] of this.#children) children.set(element, child.build());
    return { members: this.#members ?? noMembers, children };
  }

  #at(place: Place): FieldSetBuilder {
    if (!place) return this;
    const above = this.#at(place.above);
    above.#children ??= new Map();
    let builder = above.#children.get(place.element);
    if (!builder) {
      builder = new FieldSetBuilder();
      above.#children.set(place.element, builder);
    }
    return builder;
  }
}

export function fieldSetOf(paths: readonly (readonly PathElement[])[]): FieldSet {
  const builder = new FieldSetBuilder();
  for (const path of paths) {
    let place: Place;
    for (const element of path) place = { element, above: place };
    builder.insert(place);
  }
  return builder.build();
}

export function isEmpty(set: FieldSet): boolean {
  return set.members.size === 0 && set.children.size === 0;
}

export function hasPath(set: FieldSet, path: readonly PathElement[]): boolean {
  let current: FieldSet | undefined = set;
  for (const element of path.slice(0, -1)) current = current?.children.get(element);
  return current?.members.has(path.at(-1) ?? '') ?? false;
}

export function union(left: FieldSet, right: FieldSet): FieldSet {
  if (isEmpty(left)) return right;
  if (isEmpty(right)) return left;
  const members = new Set([...left.members, ...right.members]);
  const children = new Map(left.children);
  for (const [element, child] of right.children) {
    const other = children.get(element);
    children.set(element, other ? union(other, child) : child);
  }
  return { members, children };
}

/** The union of many, without walking what has been joined for each of them again. */
export function unionOf(sets: readonly FieldSet[]): FieldSet {
  if (sets.length <= 1) return sets[0] ?? emptyFieldSet;
  const half = sets.length >> 1;
  return union(unionOf(sets.slice(0, half)), unionOf(sets.slice(half)));
}

export function intersection(left: FieldSet, right: FieldSet): FieldSet {
  const members = [...left.members].filter((element) => right.members.has(element));
  return {
    members: new Set(members),
    children: mapChildren(left, (element, child) => {
      const other = right.children.get(element);
      return other ? intersection(child, other) : emptyFieldSet;
    }),
  };
}

/** The paths of `left` that are not in `right`; what lies below a path of `right` stays. */
export function difference(left: FieldSet, right: FieldSet): FieldSet {
  if (isEmpty(right)) return left;
  const members = [...left.members].filter((element) => !right.members.has(element));
  return {
    members: new Set(members),
    children: mapChildren(left, (element, child) => {
      const other = right.children.get(element);
      return other ? difference(child, other) : child;
    }),
  };
}

/** The paths of `left` that are neither in `right` nor below a path of `right`. */
export function differenceWithBelow(left: FieldSet, right: FieldSet): FieldSet {
  const members = [...left.members].filter((element) => !right.members.has(element));
  return {
    members: new Set(members),
    children: mapChildren(left, (element, child) => {
      if (right.members.has(element)) return emptyFieldSet;
      const other = right.children.get(element);
      return other ? differenceWithBelow(child, other) : child;
    }),
  };
}

/** All paths, members before what lies below them, each level in the server's order. */
export function* paths(
  set: FieldSet,
  prefix: readonly PathElement[] = [],
): Generator<readonly PathElement[]> {
  for (const element of sortedElements(set.members)) yield [...prefix, element];
  for (const element of sortedElements(set.children.keys())) {
    yield* paths(set.children.get(element)!, [...prefix, element]);
  }
}

/** A path as causes name it: `.spec.template.spec.containers[name="web"].image`. */
export function formatFieldPath(path: readonly PathElement[]): string {
  return path.map(formatElement).join('');
}

/** A set as FieldsV1. What has nothing below it is one frozen object: of a long list there are very many. */
export function encodeFieldSet(set: FieldSet): Record<string, unknown> {
  return encodeInto({}, set);
}

function encodeInto(
  encoded: Record<string, unknown>,
  { members, children }: FieldSet,
): Record<string, unknown> {
  const elements = children.size === 0 ? members : new Set([...members, ...children.keys()]);
  for (const element of sortedElements(elements)) {
    const child = children.get(element);
    encoded[element] = child ? encodeInto(members.has(element) ? { '.': leaf } : {}, child) : leaf;
  }
  return encoded;
}

const leaf: object = Object.freeze({});

/** Reads FieldsV1; undefined when it is none. */
export function decodeFieldSet(fields: unknown): FieldSet | undefined {
  if (!isObject(fields)) return undefined;
  const members = new Set<PathElement>();
  const children = new Map<PathElement, FieldSet>();
  for (const [text, content] of Object.entries(fields)) {
    if (text === '.') continue;
    const element = parseElement(text);
    const child = decodeFieldSet(content);
    if (element === undefined || !child || !isObject(content)) return undefined;
    if (isEmpty(child) || '.' in content) members.add(element);
    if (!isEmpty(child)) children.set(element, child);
  }
  return { members, children };
}

function mapChildren(
  set: FieldSet,
  change: (element: PathElement, child: FieldSet) => FieldSet,
): ReadonlyMap<PathElement, FieldSet> {
  if (set.children.size === 0) return noChildren;
  const children = new Map<PathElement, FieldSet>();
  for (const [element, child] of set.children) {
    const changed = change(element, child);
    if (!isEmpty(changed)) children.set(element, changed);
  }
  return children;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
