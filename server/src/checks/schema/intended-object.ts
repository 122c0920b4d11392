import type { Schema } from '../../catalog/schema.ts';
import { field, isNull } from '../../manifest/fields.ts';
import type { MapEntry, MapNode, Span } from '../../yaml/nodes.ts';
import type { Path } from '../../yaml/path.ts';
import { fieldName } from '../../yaml/tree.ts';
import { fits } from './check-scalar.ts';
import { requiredFields } from './required-fields.ts';

/** The object that a field was meant for which stands in another. */
export interface IntendedObject {
  /** `spec.template.spec`; empty for the whole object. */
  readonly path: string;
  /** Undefined where the object is not there yet. */
  readonly map: MapNode | undefined;
  /** What is marked when something is missing in it. */
  readonly mark: Span;
  /** The names of the objects on the way that are not there yet, its own last. */
  readonly absent: readonly string[];
}

/** An object in the tree that may have a field, written or only possible. */
export interface PossibleObject extends IntendedObject {
  /** The path as data. */
  readonly location: Path;
}

interface Host extends PossibleObject {
  readonly schema: Schema;
  /** How many steps from the field. */
  readonly steps: number;
  /** It is there, or will have to be. */
  readonly isToBe: boolean;
}

/** Further away than this nobody's slip goes, but for a field that is missed. */
const mostSteps = 5;
const mostHosts = 500;
/** A list is asked for its first items only. */
const mostItems = 20;

/**
 * Finds the object that an unknown field was meant for: the only one that cannot do without a field of that name, or the
 * nearest one, up and down the tree, that may have one and has none. Undefined where none is near, or two are equally
 * near. `kindSpan` is marked for the root.
 */
export function intendedObjectOf(
  key: Span,
  root: MapNode,
  schema: Schema,
  kindSpan: Span,
): IntendedObject | undefined {
  const found = findHosts(key, root, schema, kindSpan);
  if (!found) return undefined;
  const { entry, hosts } = found;
  const name = fieldName(entry.key);
  const needing = hosts.filter((host) => host.map && requiredFields(host.schema).includes(name));
  if (needing.length === 1) return needing[0];
  if (!entry.value || isNull(entry.value)) return undefined;
  const [nearest, next] = hosts;
  return nearest && nearest.steps <= mostSteps && nearest.steps !== next?.steps ? nearest : undefined;
}

/**
 * The objects up and down the tree that may have a field of that name and have none: those that cannot do without it, then
 * the nearest.
 */
export function objectsTaking(
  key: Span,
  root: MapNode,
  schema: Schema,
  kindSpan: Span,
): readonly PossibleObject[] {
  const { entry, hosts } = findHosts(key, root, schema, kindSpan) ?? {};
  if (!entry || !hosts) return [];
  const name = fieldName(entry.key);
  const isNeeding = (host: Host) => Number(!!host.map && requiredFields(host.schema).includes(name));
  return hosts.toSorted((left, right) => isNeeding(right) - isNeeding(left) || left.steps - right.steps);
}

/** The field whose key is there, and the objects that take it, the nearest first. */
function findHosts(
  key: Span,
  root: MapNode,
  schema: Schema,
  kindSpan: Span,
): { entry: MapEntry; hosts: Host[] } | undefined {
  const around: Host[] = [
    { schema, map: root, path: '', location: [], mark: kindSpan, absent: [], steps: 0, isToBe: true },
  ];
  const entry = findEntry(key, around);
  if (!entry) return undefined;
  const candidates = new Map<string, Host>();
  for (const [up, host] of around.reverse().entries()) {
    for (const candidate of hostsIn({ ...host, steps: up })) {
      const known = candidates.get(candidate.path);
      if ((!known || candidate.steps < known.steps) && takes(candidate, entry))
        candidates.set(candidate.path, candidate);
    }
  }
  return { entry, hosts: [...candidates.values()].sort((left, right) => left.steps - right.steps) };
}

/** Goes down to the field whose key is there, and notes each object on the way. */
function findEntry(key: Span, around: Host[]): MapEntry | undefined {
  for (;;) {
    const host = around.at(-1)!;
    const entry = host.map?.entries.find(({ span }) => span.start <= key.start && key.start < span.end);
    if (!entry || entry.key.span.start === key.start) return entry;
    const inner = childrenOf(host, fieldName(entry.key)).find(
      ({ map }) => map && map.span.start <= key.start && key.start < map.span.end,
    );
    if (!inner) return undefined;
    around.push(inner);
  }
}

/** A host and those inside it, the nearer ones first. */
function* hostsIn(start: Host): Generator<Host> {
  const pending = [start];
  for (const host of pending) {
    yield host;
    if (!host.isToBe || pending.length > mostHosts) continue;
    for (const name of host.schema.propertyNames)
      if (name !== 'status') pending.push(...childrenOf(host, name));
  }
}

/** The objects in a field: one, or those of a list; one that could be there, where nothing is, further away than those. */
function childrenOf(host: Host, name: string): Host[] {
  const schema = host.schema.property(name) ?? valuesOf(host.schema);
  const entry = host.map && field(host.map, name);
  if (!schema) return [];
  const location = [...host.location, name];
  const path = host.path === '' ? name : `${host.path}.${name}`;
  const steps = host.steps + 1;
  const value = entry?.value;
  const written = { location, path, steps, absent: [], isToBe: true };
  if (value?.type === 'list' && schema.items) {
    const { items } = schema;
    return value.items.slice(0, mostItems).flatMap(({ value: item, span }, index) => {
      if (item?.type !== 'map') return [];
      const mark = item.entries[0]?.key.span ?? span;
      const place = { path: `${path}[${index}]`, location: [...location, index] };
      return { ...written, ...place, schema: items, map: item, mark };
    });
  }
  if (value?.type === 'map') return [{ ...written, schema, map: value, mark: entry!.key.span }];
  const isPossible = schema.types[0] === 'object' && !schema.values && (!value || isNull(value));
  if (!isPossible) return [];
  return [
    {
      schema,
      map: undefined,
      path,
      location,
      mark: entry?.key.span ?? host.mark,
      absent: [...host.absent, name],
      steps: host.map ? steps + 1 : steps,
      isToBe: isMissed(host.schema, name),
    },
  ];
}

/** Whether an object has to have a field, or one in it. */
function isMissed(schema: Schema, name: string): boolean {
  if (requiredFields(schema).includes(name)) return true;
  const field = schema.property(name);
  const isStruct = typeof field?.default === 'object';
  return isStruct && requiredFields(field).length > 0;
}

function valuesOf({ values }: Schema): Schema | undefined {
  return values === 'any' ? undefined : values;
}

function takes({ schema, map, path }: Host, { key, value }: MapEntry): boolean {
  const name = fieldName(key);
  const declared = schema.property(name);
  if (!declared || (map && field(map, name))) return false;
  // A template's metadata may have these, and nobody writes them there.
  if (/^(?:name|namespace)$/.test(name) && /\.metadata$/.test(path)) return false;
  return !value || isNull(value) || fits(value, declared);
}
