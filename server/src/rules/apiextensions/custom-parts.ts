type Json = Readonly<Record<string, unknown>>;

/** A value in a custom resource, and the part of its definition's schema that is its own. */
export interface CustomPart {
  readonly value: unknown;
  readonly schema: Json;
  /** Where it is, as the server prints it: an entry of a map by its key in brackets. Empty for the whole. */
  readonly place: string;
}

/** A schema that is nested more deeply is left to the server. */
const deepest = 64;

/** A value and all that is in it, outer parts first, each with its schema; what has none is left out. */
export function* customParts(value: unknown, schema: Json, place = '', depth = 0): Generator<CustomPart> {
  if (depth > deepest) return;
  yield { value, schema, place };
  for (const part of innerParts(value, schema, place)) {
    yield* customParts(part.value, part.schema, part.place, depth + 1);
  }
}

function* innerParts(value: unknown, schema: Json, place: string): Generator<CustomPart> {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (!isMap(items)) return;
    for (const [index, item] of value.entries()) {
      yield { value: item, schema: items, place: `${place}[${index}]` };
    }
  } else if (isMap(value)) {
    const properties = isMap(schema.properties) ? schema.properties : {};
    const others = schema.additionalProperties;
    for (const [name, inner] of Object.entries(value)) {
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (isMap(known))
        yield { value: inner, schema: known, place: place === '' ? name : `${place}.${name}` };
      else if (isMap(others)) yield { value: inner, schema: others, place: `${place}[${name}]` };
    }
  }
}

/** Whether a value is a JSON object. */
export function isMap(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
