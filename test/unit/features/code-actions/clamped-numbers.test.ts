import { expect, test } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver';
import type { Catalog } from '../../../../server/src/catalog/catalog.ts';
import type { Schema } from '../../../../server/src/catalog/schema.ts';
import { toInternalObject } from '../../../../server/src/checks/object-rules/check-rules.ts';
import type { JsonObject } from '../../../../server/src/defaults/draft.ts';
import { serverMessage, type Violation } from '../../../../server/src/rules/shared/violation.ts';
import { violations } from '../../../../server/src/rules/violations.ts';
import type { Path } from '../../../../server/src/yaml/path.ts';
import { stringify } from '../../../../server/src/yaml/stringify.ts';
import { withCatalog } from '../../catalog/built-catalog.ts';
import { recordedObjects, withValue } from '../recorded-objects.ts';
import { Asking } from './asking.ts';

/**
 * Wherever a rule refuses a number for its size, the number next to it that the rule takes is offered. In every recorded
 * object every number, and every one that may stand beside what is written, is replaced by numbers of all sizes.
 */

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

const numbers = [-(2 ** 31), -1001, -2, 0, 1, 17, 101, 257, 4000, 70_000, 2_000_001, 2 ** 31 - 1, 2 ** 40];

/** Words of rules by which a number is of a wrong size. */
const ofSize =
  /\b(?:greater|less|larger|between|range|at least|at most|positive|non-negative|maximum|minimum)\b/;

/** What speaks of sizes and names no number that helps: several fields together are wrong, or modes of files. */
const exceptions =
  /^required entropy bits|octal|`\w+`|than minReadySeconds$|equal to completions$|than queues \(|scaling to zero/;

/** A number that a rule refuses. */
interface Refused {
  readonly object: JsonObject;
  readonly path: Path;
  readonly value: number;
  readonly violation: Violation;
}

test('the number that is offered is taken, and none that is nearer is', async () => {
  const wrong: unknown[] = [];
  const refused = await refusedNumbers();
  for (const { object, path, value, violation } of refused) {
    const asking = new Asking(stringify(withValue(object, path, value)), { catalog });
    const words = `${violation.field}: ${serverMessage(violation)}`;
    const problem = (await asking.diagnostics()).find(({ message }) => String(message).includes(words));
    const titles = problem ? (await asking.offered(problem)).map(({ title }) => title) : [];
    const number = Number(
      titles.find((title) => /^Change to -?\d+$/.test(title))?.slice('Change to '.length),
    );
    const nearer = number + Math.sign(value - number);
    const isTaken = refusals(object, path, number).length === 0;
    const isNearest =
      nearer === value ||
      refusals(object, path, nearer).length > 0 ||
      (await isWarnedOf(withValue(object, path, nearer), await asking.diagnostics()));
    if (Number.isNaN(number) || !isTaken || !isNearest)
      wrong.push({ kind: object.kind, at: path.join('.'), value, says: violation.detail, offered: titles });
  }
  expect(wrong).toEqual([]);
  expect(refused.length).toBeGreaterThan(80);
}, 120_000);

/** Whether the server warns of an object, by a code that is not among these. */
async function isWarnedOf(object: JsonObject, known: readonly Diagnostic[]): Promise<boolean> {
  const codes = new Set(known.map(({ code }) => code));
  const found = await new Asking(stringify(object), { catalog }).diagnostics();
  return found.some(({ code, severity }) => severity === 2 && !codes.has(code));
}

/** One for each field and sentence. */
async function refusedNumbers(): Promise<Refused[]> {
  const found = new Map<string, Refused>();
  for (const object of recordedObjects) {
    const kind = catalog.find(String(object.apiVersion), String(object.kind));
    if (!kind) continue;
    await catalog.load(kind);
    for (const { path, field } of numbersIn(object, catalog.schema(kind)!, [])) {
      for (const value of numbers) {
        const told = refusals(object, path, value);
        if (!told.every(isOfSize)) continue;
        for (const violation of told) {
          const sentence = `${field}: ${violation.detail}`;
          if (!found.has(sentence)) found.set(sentence, { object, path, value, violation });
        }
      }
    }
  }
  return [...found.values()];
}

/** What the rules say at a number: of one that is missing at what it is missing in. */
function refusals(object: JsonObject, path: Path, value: number): Violation[] {
  const kind = catalog.find(String(object.apiVersion), String(object.kind))!;
  const attributes = {
    object: toInternalObject(withValue(object, path, value), kind, { catalog, version: '1.36' }),
    operation: 'create',
    scope: kind.scope,
    kubernetesVersion: '1.36',
  } as const;
  return violations(attributes).filter(({ path: named, mark = named }) =>
    mark.every((part, index) => part === path[index]),
  );
}

function isOfSize({ detail }: Violation): boolean {
  return ofSize.test(detail) && !exceptions.test(detail);
}

/** The numbers that an object has, or may have in the maps that it has. */
function* numbersIn(value: unknown, schema: Schema, path: Path): Generator<{ path: Path; field: string }> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      if (schema.items) yield* numbersIn(item, schema.items, [...path, index]);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const name of schema.propertyNames) {
    const inner = schema.property(name)!;
    if (inner.types.includes('integer')) yield { path: [...path, name], field: `${schema.name}.${name}` };
    if (Object.hasOwn(value, name)) yield* numbersIn((value as JsonObject)[name], inner, [...path, name]);
  }
  const { values } = schema;
  if (!values || values === 'any') return;
  for (const [key, inner] of Object.entries(value)) yield* numbersIn(inner, values, [...path, key]);
}
