import type { KindUnderTest } from '../../api/served-kinds.ts';
import type { Scene, Step } from '../scene.ts';
import { nameOf, stepsOf } from './kind-steps.ts';
import type { PlainSchema, SchemaFacts } from './schema-facts.ts';

/** How many creates, and how many patches, of each kind. */
const creates = 40;
const patches = 20;
/** How deep a varied field may lie. */
const deepest = 6;

/** Objects with one field of the schema varied: filled, empty, null, of a wrong type. */
export function variationScenes(
  kind: KindUnderTest,
  facts: SchemaFacts,
  random: (limit: number) => number,
): Scene[] {
  const schema = facts.ofKind(kind);
  if (!schema) return [];
  const { make, post, patch } = stepsOf(kind);
  const vary = () => varied(kind.object, schema, { facts, random }, 0);
  const rows: Step[] = Array.from({ length: creates }, () =>
    post(vary(), { query: { dryRun: 'All', fieldValidation: random(3) === 0 ? 'Strict' : 'Warn' } }),
  );
  const changes = Array.from({ length: patches }, () =>
    patch(
      'merge',
      withoutIdentity(varied(kind.object, schema, { facts, random }, 0) as Record<string, unknown>),
      { dryRun: 'All' },
    ),
  );
  return [
    { kind: nameOf(kind), title: 'variations created', steps: rows },
    { kind: nameOf(kind), title: 'variations patched', steps: [make, ...changes] },
  ];
}

interface Source {
  facts: SchemaFacts;
  random: (limit: number) => number;
}

function withoutIdentity({
  apiVersion: _version,
  kind: _kind,
  metadata: _metadata,
  ...rest
}: Record<string, unknown>) {
  return rest;
}

/** The value with one of its fields, at any depth, set to something else. */
function varied(value: unknown, schema: PlainSchema, source: Source, depth: number): unknown {
  const { facts, random } = source;
  const { properties, items } = facts.resolved(schema);
  if (depth >= deepest) return sample(schema, source, depth);
  if (Array.isArray(value) && items && value.length > 0 && random(8) > 0) {
    const index = random(value.length);
    return value.map((item, at) => (at === index ? varied(item, items, source, depth + 1) : item));
  }
  const names = Object.keys(properties ?? {}).filter(
    (name) => depth > 0 || !['apiVersion', 'kind', 'metadata', 'status'].includes(name),
  );
  if (!properties || names.length === 0 || (value !== undefined && !isRecord(value))) {
    return sample(schema, source, depth);
  }
  const present = isRecord(value) ? value : {};
  const name = names[random(names.length)]!;
  const inner = present[name];
  const goesDeeper = (isRecord(inner) || Array.isArray(inner)) && random(5) > 0;
  const next = goesDeeper
    ? varied(inner, properties[name]!, source, depth + 1)
    : sample(properties[name]!, source, depth + 1);
  return { ...present, [name]: next };
}

/** Some value for a schema, right or wrong. */
function sample(schema: PlainSchema, source: Source, depth: number): unknown {
  const { random } = source;
  const chance = random(20);
  if (chance === 0) return null;
  if (chance === 1) return [];
  if (chance === 2) return {};
  if (chance === 3) return '';
  if (chance === 4) return 7;
  if (chance === 5) return 'Wrong Value!';
  return right(schema, source, depth);
}

function right(schema: PlainSchema, source: Source, depth: number): unknown {
  const { facts, random } = source;
  const resolved = facts.resolved(schema);
  const name = resolved.name ?? '';
  if (name.endsWith('.Quantity')) return pick(['1', '1Gi', '100m', '-1', '1.5'], random);
  if (name.endsWith('.IntOrString')) return pick([1, 'http', '10%', 80, 0, -1, '120%'], random);
  if (name.endsWith('.Time') || name.endsWith('.MicroTime')) return '2026-01-02T03:04:05Z';
  if (resolved.enum) return pick(resolved.enum, random);
  switch (resolved.type) {
    case 'string':
      return resolved.format === 'byte'
        ? 'aGFsbG8='
        : pick(['a', 'some-name', 'example.com/name', 'Always', '10.0.0.1', '/path', '0'], random);
    case 'integer':
      return pick([0, 1, 5, -1, 80, 65536, 2147483647], random);
    case 'number':
      return 1.5;
    case 'boolean':
      return random(2) === 0;
    case 'array': {
      if (!resolved.items) return ['a'];
      const item = right(resolved.items, source, depth + 1);
      return random(4) === 0 ? [item, item] : [item];
    }
    default:
      return filledObject(resolved, source, depth);
  }
}

function filledObject({ properties, additionalProperties }: PlainSchema, source: Source, depth: number) {
  const { random } = source;
  if (properties && depth < deepest) {
    const names = Object.keys(properties).filter(() => random(3) === 0);
    return Object.fromEntries(names.map((name) => [name, right(properties[name]!, source, depth + 1)]));
  }
  if (additionalProperties && depth < deepest) return { key: right(additionalProperties, source, depth + 1) };
  return {};
}

function pick<Value>(values: readonly Value[], random: (limit: number) => number): Value {
  return values[random(values.length)]!;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
