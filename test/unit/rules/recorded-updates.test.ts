import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { convertObject } from '../../../server/src/conversion/convert-object.ts';
import { applyDefaults } from '../../../server/src/defaults/apply-defaults.ts';
import type { JsonObject } from '../../../server/src/defaults/draft.ts';
import { fillStructs } from '../../../server/src/defaults/fill-structs.ts';
import { serverMessage } from '../../../server/src/rules/shared/violation.ts';
import { violations } from '../../../server/src/rules/violations.ts';
import { withCatalog } from '../catalog/built-catalog.ts';

type Stored = JsonObject & { readonly apiVersion: string; readonly kind: string };

/**
 * One change of an object as kube-apiserver 1.35.4 had stored it, and which of its causes are about what may not change
 * (`FIELD: MESSAGE`, the value that it shows left out); none where it took the change.
 */
interface Recorded {
  readonly base: number;
  readonly at: readonly (string | number)[];
  readonly value?: unknown;
  readonly remove?: true;
  /** The item at `at` is taken out of its list. */
  readonly drop?: true;
  readonly causes: readonly string[];
}

const fixture = new URL('../../fixtures/rules/updates.json', import.meta.url);
const { bases, rows } = JSON.parse(readFileSync(fixture, 'utf8')) as {
  readonly bases: readonly Stored[];
  readonly rows: readonly Recorded[];
};

let catalog: Catalog;
withCatalog('1.35', async (opened) => {
  catalog = opened;
  for (const { apiVersion, kind } of bases) await catalog.load(catalog.find(apiVersion, kind)!);
});

function judged(object: Stored): JsonObject {
  const kind = catalog.find(object.apiVersion, object.kind)!;
  const schema = catalog.schema(kind)!;
  const defaulted = applyDefaults(fillStructs(object, schema), kind, schema, { version: '1.35' }).object;
  const isOlder = object.apiVersion === 'autoscaling/v1';
  return isOlder ? (convertObject(defaulted, 'autoscaling/v2') as JsonObject) : defaulted;
}

function causesOf(before: Stored, after: Stored): string[] {
  const found = violations({
    object: judged(after),
    old: judged(before),
    operation: 'update',
    scope: catalog.find(after.apiVersion, after.kind)!.scope,
    kubernetesVersion: '1.35',
  });
  const immutable = found.filter(({ code }) => code === 'immutable-field');
  return [...new Set(immutable.map((one) => withoutValue(`${one.field}: ${serverMessage(one)}`)))].sort();
}

function withoutValue(cause: string): string {
  return cause.replace(/(Invalid value: )(?:[[{"].*[\]}"]|\d+|true|false|null)(?=: )/s, '$1…');
}

function changed({ base, at, value, remove, drop }: Recorded): Stored {
  const object = structuredClone(bases[base]!);
  let parent = object as Container;
  for (const [index, part] of at.slice(0, -1).entries()) {
    parent[part] ??= typeof at[index + 1] === 'number' ? [] : {};
    parent = parent[part] as Container;
  }
  const last = at.at(-1)!;
  if (drop) (parent as unknown as unknown[]).splice(last as number, 1);
  else if (remove) delete parent[last];
  else parent[last] = value;
  return object;
}

type Container = Record<string | number, unknown>;

describe('what may not change is what a real API server does not let change', () => {
  test.each(bases.map((base) => [base.kind, base] as const))('a %s may stay as it is', (_kind, base) => {
    expect(causesOf(base, base)).toEqual([]);
  });

  test.each(rows.map((row) => [bases[row.base]!.kind, row.at.join('.'), row] as const))(
    '%s: %s',
    (_kind, _path, row) => {
      expect(causesOf(bases[row.base]!, changed(row))).toEqual(row.causes);
    },
  );
});
