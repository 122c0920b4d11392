import type { Schema } from '../../catalog/schema.ts';
import { repeatedItems } from '../../rules/apiextensions/repeated-items.ts';
import {
  itemCountBreaches,
  type NumberBreach,
  numberBreaches,
  propertyCountBreaches,
  type SizeBreach,
  type TextBreach,
  textBreaches,
} from '../../rules/apiextensions/value-keywords.ts';
import { isTooLongToMatch, mostSteps } from '../../rules/patterns/pattern.ts';
import type { ListNode, ScalarNode, YamlNode } from '../../yaml/nodes.ts';
import { isPrinted } from '../../yaml/printed.ts';
import { toValue } from '../../yaml/value.ts';
import type { Finding, Report } from '../finding.ts';
import { leftPart } from '../left-part.ts';
import type { FindingLocation } from './finding-location.ts';

/**
 * Reports what a CustomResourceDefinition's schema forbids beyond types: patterns, bounds, lengths, duplicates in sets
 * and keyed lists. Expressions (CEL) and `not`/`anyOf`/`oneOf` are left to the server.
 */
export function checkCustomValue(
  value: YamlNode,
  schema: Schema,
  location: FindingLocation,
  report: Report,
): void {
  const { raw } = schema;
  const field = location.name;
  if (value.type === 'scalar') {
    for (const { code, must } of scalarFaults(value, schema)) {
      report({ code, severity: 'error', about: { is: 'out-of-bounds', field, must }, span: value.span });
    }
    if (isLeft(value, schema)) report(leftPart('match', mostSteps, value.span));
    return;
  }
  const breaches =
    value.type === 'map'
      ? propertyCountBreaches(value.entries.length, raw)
      : itemCountBreaches(value.items.length, raw);
  for (const breach of breaches) {
    const about = { is: 'out-of-bounds', field, must: haveAsMany(breach) } as const;
    report({ code: 'bad-length', severity: 'error', about, span: location.mark.span });
  }
  if (value.type === 'list') checkRepeated(value, schema, field, report);
}

/** Whether a text is not matched with its pattern, because both are too long together. */
function isLeft({ value }: ScalarNode, { raw: { pattern } }: Schema): boolean {
  return typeof value === 'string' && typeof pattern === 'string' && isTooLongToMatch(value, pattern);
}

/** A bound that is not kept, by its code, and what the value must be or have. */
interface ScalarFault extends Pick<Finding, 'code'> {
  readonly must: string;
}

function* scalarFaults({ value }: ScalarNode, { raw }: Schema): Generator<ScalarFault> {
  if (typeof value === 'string') for (const breach of textBreaches(value, raw)) yield textFault(breach);
  if (typeof value !== 'number' && typeof value !== 'bigint') return;
  for (const breach of numberBreaches(value, raw)) yield { code: 'out-of-range', must: beAsLarge(breach) };
}

function textFault(breach: TextBreach): ScalarFault {
  switch (breach.keyword) {
    case 'minLength':
      return { code: 'bad-length', must: `have at least ${breach.bound} characters` };
    case 'maxLength':
      return { code: 'bad-length', must: `have at most ${breach.bound} characters` };
    case 'pattern':
      return { code: 'bad-pattern', must: `match the pattern ${breach.pattern}` };
  }
}

function beAsLarge(breach: NumberBreach): string {
  switch (breach.keyword) {
    case 'minimum':
      return `be ${breach.limit === 'exclusive' ? 'more than' : 'at least'} ${breach.bound}`;
    case 'maximum':
      return `be ${breach.limit === 'exclusive' ? 'less than' : 'at most'} ${breach.bound}`;
    case 'multipleOf':
      return breach.factor > 0
        ? `be a multiple of ${breach.factor}`
        : 'be no number: the "multipleOf" of its schema has to be positive, and whole for whole numbers';
  }
}

function haveAsMany({ keyword, bound }: SizeBreach): string {
  const most = keyword === 'maxItems' || keyword === 'maxProperties' ? 'most' : 'least';
  const things = keyword === 'maxItems' || keyword === 'minItems' ? 'items' : 'fields';
  return `have at ${most} ${bound} ${things}`;
}

function checkRepeated(list: ListNode, schema: Schema, field: string, report: Report): void {
  const { listType } = schema;
  if (listType !== 'set' && listType !== 'map') return;
  const identityOf = listType === 'set' ? comparable : (item: YamlNode | undefined) => keysOf(item, schema);
  for (const { index, identity } of repeatedItems(list.items.map(({ value }) => identityOf(value)))) {
    const { value, span } = list.items[index]!;
    report({
      code: 'duplicate-item',
      severity: 'error',
      about: { is: 'repeated-item', field, key: shown(identity) },
      span: value?.type === 'scalar' ? value.span : span,
    });
  }
}

/** The keys of an item of a keyed list, defaults filled in; undefined where one is not there. */
function keysOf(item: YamlNode | undefined, { items, listMapKeys }: Schema) {
  if (item?.type !== 'map' || listMapKeys.length === 0) return undefined;
  const keys: [string, unknown][] = [];
  for (const name of listMapKeys) {
    const node = item.entries.findLast((entry) => entry.key.text === name)?.value;
    const value = node ? comparable(node) : items?.property(name)?.default;
    if (value === undefined) return undefined;
    keys.push([name, value]);
  }
  return Object.fromEntries(keys);
}

/** Scalars only: maps and lists as members of a set or as keys are left to the server. What is printed is none's equal. */
function comparable(node: YamlNode | undefined): unknown {
  if (node?.type === 'scalar' && isPrinted(node.text)) return undefined;
  const value = toValue(node);
  return typeof value === 'bigint' ? String(value) : node?.type === 'scalar' ? value : undefined;
}

function shown(identity: unknown): string {
  if (typeof identity !== 'object' || identity === null) return JSON.stringify(identity);
  return Object.entries(identity)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ');
}
