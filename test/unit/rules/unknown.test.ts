import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { applyDefaults } from '../../../server/src/defaults/apply-defaults.ts';
import { violations } from '../../../server/src/rules/rules.ts';

/** Stands for what a template will print. */
class Unknown {}

type Json = Record<string, unknown>;

const accepted = (
  JSON.parse(
    readFileSync(new URL('../../fixtures/rules/other-kinds.json', import.meta.url), 'utf8'),
  ) as readonly { readonly object: Json; readonly causes: readonly string[] }[]
).flatMap(({ object, causes }) => (causes.length === 0 ? [object] : []));

/** Every copy of an object in which one value is not known. */
function* withUnknown(value: unknown, path: readonly string[] = []): Generator<readonly [string, unknown]> {
  if (path.length > 0 && path[0] !== 'apiVersion' && path[0] !== 'kind')
    yield [path.join('.'), new Unknown()];
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const [at, changed] of withUnknown(item, [...path, String(index)])) {
        yield [at, value.map((other, place) => (place === index ? changed : other))];
      }
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      for (const [at, changed] of withUnknown(item, [...path, key])) yield [at, { ...value, [key]: changed }];
    }
  }
}

describe('a rule that reads what is not known stays silent', () => {
  it.each(accepted.map((object) => [String(object.kind), object] as const))('in a %s', (_kind, object) => {
    const defaulted = defaultedFrom(object);
    const found = [...withUnknown(defaulted)].flatMap(([at, changed]) =>
      violations({
        object: changed as Json,
        operation: 'create',
        scope: 'Cluster',
        kubernetesVersion: '1.35',
      }).map(({ path, message }) => `with ${at} unknown: ${path.join('.')}: ${message}`),
    );
    expect(found).toEqual([]);
  });
});

function defaultedFrom(object: Json): Json {
  const [version = '', group = ''] = String(object.apiVersion).split('/').reverse();
  const kind = { group, version, kind: String(object.kind), origin: { from: 'bundled' } } as const;
  return applyDefaults(object, kind, undefined, { version: '1.35' }).object;
}
