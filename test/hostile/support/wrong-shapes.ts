/** A sound value in which one place is not what it is to be. */
export interface WrongShape {
  /** `items.0.metadata.name is 5` */
  readonly what: string;
  readonly value: unknown;
}

/** What JSON can hold where something else is looked for; some of it cannot even be made a text of. */
const oddValues: readonly unknown[] = [
  null,
  true,
  5,
  -1,
  1e308,
  '',
  'x',
  '__proto__',
  'constructor',
  [],
  [null],
  [5],
  ['x'],
  [[]],
  [{}],
  {},
  { a: null },
  { toString: 5, valueOf: 5 },
  JSON.parse('{"__proto__": {"toString": 5}, "constructor": 5, "hasOwnProperty": 5, "length": 5, "then": 5}'),
];

/** Every copy of a value of JSON in which one field or item is another thing, or is missing. */
export function* wrongShapes(sound: unknown): Generator<WrongShape> {
  for (const path of pathsOf(sound, [])) {
    for (const odd of oddValues) {
      yield { what: `${path.join('.')} is ${JSON.stringify(odd)}`, value: withValue(sound, path, odd) };
    }
    yield { what: `${path.join('.')} is missing`, value: withValue(sound, path, undefined) };
  }
}

type Path = readonly (string | number)[];

function* pathsOf(value: unknown, path: Path): Generator<Path> {
  yield path;
  if (typeof value !== 'object' || value === null) return;
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  for (const key of keys) yield* pathsOf((value as Record<string | number, unknown>)[key], [...path, key]);
}

function withValue(value: unknown, [key, ...rest]: Path, odd: unknown): unknown {
  if (key === undefined) return odd;
  if (Array.isArray(value)) {
    return value.map((item, place) => (place === key ? withValue(item, rest, odd) : item));
  }
  const entries = Object.entries(value as object).flatMap(([name, field]) => {
    if (name !== key) return [[name, field]];
    const changed = withValue(field, rest, odd);
    return changed === undefined ? [] : [[name, changed]];
  });
  return Object.fromEntries(entries);
}
