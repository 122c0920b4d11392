import type { Schema } from '../../catalog/schema.ts';
import type { Code } from '../../codes/codes.ts';
import { matchesPattern } from '../../rules/patterns/pattern.ts';
import type { ListNode, MapNode, ScalarNode, YamlNode } from '../../yaml/nodes.ts';
import { toValue } from '../../yaml/value.ts';
import type { Report } from '../finding.ts';
import type { Place } from './check-schema.ts';

/**
 * Reports what a CustomResourceDefinition's schema forbids beyond types: patterns, bounds, lengths, duplicates in sets
 * and keyed lists. Expressions (CEL) and `not`/`anyOf`/`oneOf` are left to the server.
 */
export function checkCustomValue(value: YamlNode, schema: Schema, place: Place, report: Report): void {
  if (value.type === 'map') checkSize(value, schema, place, report);
  else if (value.type === 'list') checkItems(value, schema, place, report);
  else checkScalarBounds(value, schema, place, report);
}

function checkScalarBounds(node: ScalarNode, { raw }: Schema, { name }: Place, report: Report): void {
  const { value } = node;
  const say = (code: Code, must: string) =>
    report({ code, severity: 'error', about: { is: 'out-of-bounds', field: name, must }, span: node.span });
  if (typeof value === 'string') {
    const length = raw.minLength === undefined && raw.maxLength === undefined ? 0 : [...value].length;
    if (isBelow(length, raw.minLength)) say('bad-length', `have at least ${raw.minLength} characters`);
    if (isAbove(length, raw.maxLength)) say('bad-length', `have at most ${raw.maxLength} characters`);
    if (typeof raw.pattern === 'string' && matchesPattern(value, raw.pattern) === 'no') {
      say('bad-pattern', `match the pattern ${raw.pattern}`);
    }
  }
  if (typeof value !== 'number' && typeof value !== 'bigint') return;
  const number = Number(value);
  if (isBelow(number, raw.minimum) || (raw.exclusiveMinimum === true && number === raw.minimum)) {
    say('out-of-range', `be ${raw.exclusiveMinimum ? 'more than' : 'at least'} ${raw.minimum}`);
  }
  if (isAbove(number, raw.maximum) || (raw.exclusiveMaximum === true && number === raw.maximum)) {
    say('out-of-range', `be ${raw.exclusiveMaximum ? 'less than' : 'at most'} ${raw.maximum}`);
  }
  if (isBound(raw.multipleOf) && Number.isInteger(raw.multipleOf) && raw.multipleOf > 0) {
    if (number % raw.multipleOf !== 0) say('out-of-range', `be a multiple of ${raw.multipleOf}`);
  }
}

function checkSize(map: MapNode, { raw }: Schema, place: Place, report: Report): void {
  checkCount(map.entries.length, raw.minProperties, raw.maxProperties, 'fields', place, report);
}

function checkItems(list: ListNode, schema: Schema, place: Place, report: Report): void {
  checkCount(list.items.length, schema.raw.minItems, schema.raw.maxItems, 'items', place, report);
  if (schema.listType !== 'set' && schema.listType !== 'map') return;
  const seen = new Set<string>();
  for (const item of list.items) {
    const key = schema.listType === 'set' ? setKey(item.value) : keyOf(item.value, schema);
    if (key === undefined) continue;
    if (seen.has(key)) {
      const span = item.value?.type === 'scalar' ? item.value.span : item.span;
      report({
        code: 'duplicate-item',
        severity: 'error',
        about: { is: 'repeated-item', field: place.name, key },
        span,
      });
    }
    seen.add(key);
  }
}

/** The keys of an item of a keyed list, defaults filled in; undefined where one is not there. */
function keyOf(item: YamlNode | undefined, { items, listMapKeys }: Schema): string | undefined {
  if (item?.type !== 'map' || listMapKeys.length === 0) return undefined;
  const keys: string[] = [];
  for (const name of listMapKeys) {
    const node = item.entries.findLast((entry) => entry.key.text === name)?.value;
    const value = node ? comparable(node) : items?.property(name)?.default;
    if (value === undefined) return undefined;
    keys.push(`${name}: ${JSON.stringify(value)}`);
  }
  return keys.join(', ');
}

function setKey(item: YamlNode | undefined): string | undefined {
  const value = comparable(item);
  return value === undefined ? undefined : JSON.stringify(value);
}

/** Scalars only: maps and lists as members of a set or as keys are left to the server. */
function comparable(node: YamlNode | undefined): unknown {
  const value = toValue(node);
  return typeof value === 'bigint' ? String(value) : node?.type === 'scalar' ? value : undefined;
}

function checkCount(
  count: number,
  least: unknown,
  most: unknown,
  things: string,
  { mark, name }: Place,
  report: Report,
): void {
  const say = (must: string) =>
    report({
      code: 'bad-length',
      severity: 'error',
      about: { is: 'out-of-bounds', field: name, must },
      span: mark.span,
    });
  if (isBelow(count, least)) say(`have at least ${least} ${things}`);
  if (isAbove(count, most)) say(`have at most ${most} ${things}`);
}

/** Schemas come from files: a bound may be anything. */
function isBound(bound: unknown): bound is number {
  return typeof bound === 'number';
}

function isBelow(value: number, bound: unknown): boolean {
  return isBound(bound) && value < bound;
}

function isAbove(value: number, bound: unknown): boolean {
  return isBound(bound) && value > bound;
}
