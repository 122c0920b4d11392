import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { applyDefaults } from '../../../server/src/defaults/apply-defaults.ts';
import type { JsonObject } from '../../../server/src/defaults/draft.ts';
import { fillStructs } from '../../../server/src/defaults/fill-structs.ts';
import { serverMessage } from '../../../server/src/rules/shared/violation.ts';
import { violations } from '../../../server/src/rules/violations.ts';
import { withCatalog } from '../catalog/built-catalog.ts';

/** One change of a good object, and what kube-apiserver 1.35.4 refused it for (`FIELD: MESSAGE`); nothing where it took it. */
interface Recorded {
  readonly base: number;
  readonly at: readonly (string | number)[];
  readonly value?: unknown;
  readonly remove?: true;
  /** The first item of the list once more. */
  readonly repeat?: true;
  /** A key that the map gets. */
  readonly key?: string;
  readonly causes: readonly string[];
}

const fixture = new URL('../../fixtures/rules/workloads.json', import.meta.url);
const { bases, rows } = JSON.parse(readFileSync(fixture, 'utf8')) as {
  readonly bases: readonly (JsonObject & { apiVersion: string; kind: string })[];
  readonly rows: readonly Recorded[];
};

let catalog: Catalog;
withCatalog('1.35', async (opened) => {
  catalog = opened;
  for (const { apiVersion, kind } of bases) await catalog.load(catalog.find(apiVersion, kind)!);
});

function causesOf(object: JsonObject & { apiVersion: string; kind: string }): string[] {
  const kind = catalog.find(object.apiVersion, object.kind)!;
  const schema = catalog.schema(kind)!;
  const judged = applyDefaults(fillStructs(object, schema), kind, schema, { version: '1.35' }).object;
  return violations({
    object: judged,
    operation: 'create',
    scope: kind.scope,
    kubernetesVersion: '1.35',
  }).map((one) => `${one.field}: ${serverMessage(one)}`);
}

function changed({ base, at, value, remove, repeat, key }: Recorded) {
  const object = structuredClone(bases[base]!);
  const parent = at
    .slice(0, -1)
    .reduce<Container>((node, part) => node[part] as Container, object as Container);
  const last = at.at(-1)!;
  if (remove && Array.isArray(parent)) parent.splice(last as number, 1);
  else if (remove) delete parent[last];
  else if (repeat) (parent[last] as unknown[]).push(structuredClone((parent[last] as unknown[])[0]));
  else if (key !== undefined) parent[last] = { ...(parent[last] as JsonObject), [key]: 'v' };
  else parent[last] = value;
  return object;
}

type Container = Record<string | number, unknown>;

describe('Pods and workloads are judged as a real API server judges them', () => {
  test.each(bases.map((base) => [base.kind, base] as const))('a good %s is good', (_kind, base) => {
    expect(causesOf(base)).toEqual([]);
  });

  test.each(rows.map((row) => [row.at.join('.'), row] as const))('%s', (_path, row) => {
    expect(new Set(causesOf(changed(row)))).toEqual(new Set(row.causes));
  });

  test('what is unknown or of another type is no business of the rules', () => {
    const strange = [{ opaque: true }, 7, 'text', ['list'], true];
    for (const { at, base } of rows) {
      for (const value of strange)
        expect(() => causesOf(changed({ base, at, value, causes: [] }))).not.toThrow();
    }
  });
});
