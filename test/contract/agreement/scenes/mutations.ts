import type { KindUnderTest } from '../../api/served-kinds.ts';
import { statusOfKind } from '../../api/statuses.ts';
import { type Scene, type Step, step } from '../scene.ts';
import { everydayManifests } from './everyday-manifests.ts';
import { nameOf, patchTypes } from './kind-steps.ts';

/** How many creates, and how many changes, of each object. */
const creates = 36;
const changes = 36;
const statusChanges = 14;

/** A good object and where it goes. */
interface GoodObject {
  resource: string;
  collection: string;
  path: string;
  object: Record<string, unknown>;
  /** A custom kind is never merged strategically. */
  types: readonly (keyof typeof patchTypes)[];
}

type Random = (limit: number) => number;

/** Good objects of which one field is wrong: by each verb, in each way that people and programs get it wrong. */
export function mutationScenes(kinds: readonly KindUnderTest[], random: Random): Scene[] {
  const types = ['json', 'merge', 'strategic', 'apply'] as const;
  const smallest = kinds.map(
    (kind): GoodObject => ({
      resource: nameOf(kind),
      collection: kind.collection,
      path: kind.path,
      object: kind.object,
      types,
    }),
  );
  const everyday = everydayManifests.map(({ apiVersion, kind, plural, scope, object }): GoodObject => {
    const prefix = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const collection = scope === 'Cluster' ? `${prefix}/${plural}` : `${prefix}/namespaces/{ns}/${plural}`;
    const metadata = { name: '{name}', ...(object.metadata as object) };
    return {
      resource: `${plural}.${apiVersion.includes('/') ? apiVersion : `core/${apiVersion}`}`,
      collection,
      path: `${collection}/${metadata.name}`,
      object: { apiVersion, kind, ...object, metadata },
      types,
    };
  });
  return [
    ...[...smallest, ...everyday].flatMap((good) => scenesOf(good, random)),
    ...kinds.flatMap((kind) => statusScenes(kind, random)),
  ];
}

function scenesOf(good: GoodObject, random: Random): Scene[] {
  const { resource: kind, collection, path, object } = good;
  const made = step('create', 'POST', collection, { body: object });
  const wrong = () => mutated(object, random);
  return [
    {
      kind,
      title: 'mutations created',
      steps: Array.from({ length: creates }, () =>
        step('create', 'POST', collection, {
          body: wrong(),
          query: { dryRun: 'All', ...validation(random) },
          ...as(random),
        }),
      ),
    },
    {
      kind,
      title: 'mutations changed',
      steps: [made, ...Array.from({ length: changes }, () => changeOf(path, object, wrong(), good, random))],
    },
  ];
}

/** Changes of the status, of an object that has one. */
function statusScenes(kind: KindUnderTest, random: Random): Scene[] {
  if (!kind.subresources.some(({ name }) => name === 'status')) return [];
  const object: Record<string, unknown> = { ...kind.object, status: statusOfKind(kind) };
  const path = `${kind.path}/status`;
  const wrong = () => ({ ...object, status: mutated({ status: object.status }, random).status });
  return [
    {
      kind: nameOf(kind),
      title: 'mutations of status',
      steps: [
        step('create', 'POST', kind.collection, { body: kind.object }),
        ...Array.from({ length: statusChanges }, () =>
          changeOf(path, object, wrong(), { types: ['merge', 'strategic', 'apply'] }, random),
        ),
      ],
    },
  ];
}

function changeOf(
  path: string,
  object: Record<string, unknown>,
  wrong: Record<string, unknown>,
  { types }: Pick<GoodObject, 'types'>,
  random: Random,
): Step {
  const query = { dryRun: 'All', ...validation(random) };
  const type = pick([...types, 'put'] as const, random);
  const part = path.endsWith('/status') ? '/status' : '';
  if (type === 'put') return step(`replace${part}`, 'PUT', path, { body: wrong, query });
  const headers = { 'content-type': patchTypes[type] };
  if (type === 'apply') {
    const asked = { fieldManager: 'mutator', ...(random(2) === 0 && { force: 'true' }), ...query };
    return step(`patch apply${part}`, 'PATCH', path, { body: wrong, query: asked, headers });
  }
  const body = type === 'json' ? operations(object, wrong) : withoutSame(object, wrong);
  return step(`patch ${type}${part}`, 'PATCH', path, { body, query, headers });
}

function validation(random: Random): Record<string, string> {
  const chosen = pick(['Strict', 'Warn', 'Ignore', undefined], random);
  return chosen === undefined ? {} : { fieldValidation: chosen };
}

/** What is asked for, now and then as a table, metadata or YAML. */
function as(random: Random): { headers?: Record<string, string> } {
  const type = [
    'application/json;as=Table;v=v1;g=meta.k8s.io',
    'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
    'application/yaml',
  ][random(30)];
  return type === undefined ? {} : { headers: { accept: type } };
}

/** The top fields that are not the same. */
function withoutSame(object: Record<string, unknown>, wrong: Record<string, unknown>) {
  const names = new Set([...Object.keys(object), ...Object.keys(wrong)]);
  return Object.fromEntries(
    [...names].filter((name) => object[name] !== wrong[name]).map((name) => [name, wrong[name] ?? null]),
  );
}

function operations(object: Record<string, unknown>, wrong: Record<string, unknown>): object[] {
  const names = new Set([...Object.keys(object), ...Object.keys(wrong)]);
  return [...names]
    .filter((name) => object[name] !== wrong[name])
    .map((name) =>
      wrong[name] === undefined
        ? { op: 'remove', path: `/${name}` }
        : { op: 'add', path: `/${name}`, value: wrong[name] },
    );
}

/** The object with one value in it, anywhere, gone wrong. */
function mutated(object: Record<string, unknown>, random: Random): Record<string, unknown> {
  const places = placesIn(object, []).filter(
    ([first, second]) => !(first === 'metadata' && (second === undefined || second === 'name')),
  );
  const place = pick(places, random);
  const value = place.reduce<unknown>((around, field) => (around as Record<string, unknown>)[field], object);
  return changed(object, place, pick(wrongFor(value), random)) as Record<string, unknown>;
}

function placesIn(value: unknown, at: readonly string[]): string[][] {
  const here = at.length === 0 ? [] : [[...at]];
  if (typeof value !== 'object' || value === null) return here;
  return [...here, ...Object.entries(value).flatMap(([field, inner]) => placesIn(inner, [...at, field]))];
}

function changed(around: unknown, [field, ...rest]: readonly string[], value: unknown): unknown {
  if (field === undefined) return value;
  if (Array.isArray(around)) {
    return around.map((item, index) => (String(index) === field ? changed(item, rest, value) : item));
  }
  const { [field]: inner, ...others } = around as Record<string, unknown>;
  const next = changed(inner, rest, value);
  return next === undefined ? others : { ...(around as object), [field]: next };
}

/** What may stand in a value's place; undefined takes it away. */
function wrongFor(value: unknown): unknown[] {
  const any = [null, undefined, ''];
  if (Array.isArray(value)) {
    return [...any, [], {}, 'text', [...value, value[0]], [null], [5], [...value, {}], ['text']];
  }
  switch (typeof value) {
    case 'object': {
      const more = value as Record<string, unknown>;
      const [first] = Object.keys(more);
      return [
        ...any,
        {},
        [],
        'text',
        5,
        { ...more, unknownField: 'x' },
        { ...more, unknownField: { deeper: [1] } },
        ...(first === undefined ? [] : [{ ...more, [first.toUpperCase()]: more[first] }]),
      ];
    }
    case 'number':
      return [...any, 0, -1, 1.5, 2147483648, 1e20, String(value), true, [value], {}];
    case 'boolean':
      return [...any, !value, 'true', 1, []];
    default:
      return [
        ...any,
        'Unknown',
        'x'.repeat(300),
        'With Blank',
        ' padded',
        'UPPER_case',
        'ünïcode',
        '-dash',
        'a/b/c',
        '$(x)',
        5,
        true,
        [value],
        {},
        `${value}x`,
      ];
  }
}

function pick<Value>(values: readonly Value[], random: Random): Value {
  return values[random(values.length)]!;
}
