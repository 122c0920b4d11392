import type { Schema } from '../../catalog/schema.ts';
import { jsonAt, type Path } from '../../yaml/path.ts';
import { isSameValue } from '../shared/immutable.ts';

/** A transition rule (an expression with `oldSelf`) that a change of a custom resource breaks. */
export interface BrokenTransitionRule {
  /** The value that has to stay as it was. */
  readonly path: Path;
  /** What its definition says of it. */
  readonly detail: string;
}

/** Whether the schema of a custom kind may have rules that compare with the stored object. */
export function mayHaveTransitionRules(schema: Schema): boolean {
  const known = withRules.get(schema);
  if (known !== undefined) return known;
  const text = JSON.stringify(schema.raw, (_name, value) => (typeof value === 'bigint' ? 0 : value));
  const may = text.includes('oldSelf');
  withRules.set(schema, may);
  return may;
}

const withRules = new WeakMap<Schema, boolean>();

/**
 * The transition rules of a custom resource's schema that a change breaks, of those that are the expression
 * `self == oldSelf`, or `self.field == oldSelf.field`: by far the commonest of those that compare with the stored object.
 * All other expressions are left to the server. As there, only what was there before and is there now is compared, and
 * the items of a list only where they have keys.
 */
export function brokenTransitionRules(
  after: unknown,
  before: unknown,
  schema: Schema,
): readonly BrokenTransitionRule[] {
  const broken: BrokenTransitionRule[] = [];
  findChanges(after, before, schema, [], (rule) => broken.push(rule));
  return broken;
}

type Take = (broken: BrokenTransitionRule) => void;

function findChanges(after: unknown, before: unknown, schema: Schema, path: Path, take: Take): void {
  if (isUnset(after) || isUnset(before)) return;
  for (const { rule, message } of expressionsOf(schema)) {
    const field = keptField(rule);
    if (field === undefined) continue;
    const [now, known] = [jsonAt(after, field), jsonAt(before, field)];
    if (isUnset(now) || isUnset(known) || isSameValue(now, known)) continue;
    take({ path: [...path, ...field], detail: message ?? `failed rule: ${rule}` });
  }
  if (Array.isArray(after)) findChangesInItems(after, before, schema, path, take);
  else if (isMap(after) && isMap(before)) {
    for (const name of Object.keys(after)) {
      const inner = schema.property(name) ?? (schema.values === 'any' ? undefined : schema.values);
      const known = Object.hasOwn(before, name) ? before[name] : undefined;
      if (inner) findChanges(after[name], known, inner, [...path, name], take);
    }
  }
}

function findChangesInItems(
  after: readonly unknown[],
  before: unknown,
  { items, listType, listMapKeys }: Schema,
  path: Path,
  take: Take,
): void {
  if (!items || listType !== 'map' || !Array.isArray(before)) return;
  const keyOf = (item: unknown) => JSON.stringify(listMapKeys.map((name) => jsonAt(item, [name]) ?? null));
  const known = new Map(before.map((item) => [keyOf(item), item]));
  for (const [index, item] of after.entries()) {
    findChanges(item, known.get(keyOf(item)), items, [...path, index], take);
  }
}

/** What a definition has in a schema may be of any shape. */
function expressionsOf({ raw }: Schema): { readonly rule: string; readonly message?: string | undefined }[] {
  const written: unknown = raw['x-kubernetes-validations'];
  if (!Array.isArray(written)) return [];
  return written.flatMap((one: unknown) => {
    const { rule, message, optionalOldSelf } = isMap(one) ? one : {};
    if (typeof rule !== 'string' || optionalOldSelf === true) return [];
    return { rule: rule.trim(), message: typeof message === 'string' ? message : undefined };
  });
}

/** The path within a value that an expression asks to stay; undefined where it asks for something else. */
function keptField(rule: string): Path | undefined {
  const match = /^self((?:\.[A-Za-z]\w*)*)\s*==\s*oldSelf\1$/.exec(rule);
  // In names, two underscores stand for what CEL cannot write.
  if (!match || match[1]!.includes('__')) return undefined;
  return match[1]!.split('.').slice(1);
}

function isUnset(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
