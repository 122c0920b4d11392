import type { Field } from '../shared/field.ts';

/**
 * Follows the path of a field (`.spec.color`, `.spec['my-key']`) through a schema: what keeps it from leading to a part
 * of it, in the API server's words; that part; or undefined where the schema is not known so far.
 */
export function fieldPathProblem(
  path: string,
  schema: Field,
  notation: 'with brackets' | 'dots alone',
): string | Field | undefined {
  const tokens = path.match(/'(?:[^'\\]|\\.)*'|[.[\]]|[^.[\]]+/gs) ?? [];
  let part = schema;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at++]!;
    if (token !== '.' && token !== '[') return `expected [ or . but got: ${token}`;
    if (token === '[' && notation === 'dots alone') return 'array notation is not allowed';
    const name = tokens[at++];
    if (name === undefined) return 'unexpected end of JSON path';
    if (token === '[') {
      if (!/^'.*'$/s.test(name)) return `expected single quoted string but got ${name}`;
      if (tokens[at] === undefined) return 'unexpected end of JSON path';
      if (tokens[at++] !== ']') return `expected ] but got ${tokens[at - 1]}`;
    }
    const next = childOf(part, token === '[' ? name.slice(1, -1).replace(/\\(.)/gs, '$1') : name);
    if (next === undefined || typeof next === 'string') return next;
    part = next;
  }
  return part;
}

function childOf(schema: Field, name: string): Field | string | undefined {
  const properties = schema.at('properties');
  const others = schema.at('additionalProperties');
  if (schema.isUnknown || !schema.map || properties.isUnknown) return undefined;
  if (properties.isSet) {
    const has = properties.has(name);
    return has === false ? 'does not refer to a valid field' : has && properties.key(name);
  }
  if (!others.isSet) return others.isUnknown ? undefined : 'does not refer to a valid field';
  return others.map ? others : undefined;
}
