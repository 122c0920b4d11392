type Json = Readonly<Record<string, unknown>>;

/** A value in a custom resource, and the part of its definition's schema that is its own. */
export interface CustomPart {
  readonly value: unknown;
  readonly schema: Json;
  /** Where it is, as the server prints it: an entry of a map by its key in brackets. Empty for the whole. */
  readonly fieldPath: string;
}

/** A value and all that is in it, outer parts first, each with its schema; what has none is left out. */
export function* customParts(value: unknown, schema: Json): Generator<CustomPart> {
  const pending: CustomPart[] = [{ value, schema, fieldPath: '' }];
  for (let part = pending.pop(); part; part = pending.pop()) {
    yield part;
    for (const inner of [...innerParts(part.value, part.schema, part.fieldPath)].reverse())
      pending.push(inner);
  }
}

function* innerParts(value: unknown, schema: Json, fieldPath: string): Generator<CustomPart> {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (!isMap(items)) return;
    for (const [index, item] of value.entries()) {
      yield { value: item, schema: items, fieldPath: `${fieldPath}[${index}]` };
    }
  } else if (isMap(value)) {
    const properties = isMap(schema.properties) ? schema.properties : {};
    const others = schema.additionalProperties;
    for (const [name, inner] of Object.entries(value)) {
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (isMap(known))
        yield { value: inner, schema: known, fieldPath: fieldPath === '' ? name : `${fieldPath}.${name}` };
      else if (isMap(others)) yield { value: inner, schema: others, fieldPath: `${fieldPath}[${name}]` };
    }
  }
}

/** Whether a value is a JSON object. */
export function isMap(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
