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
import type { ListNode, ScalarNode, YamlNode } from '../../yaml/nodes.ts';
import { toValue } from '../../yaml/value.ts';
import type { FindingCode, Report } from '../finding.ts';
import type { ReportTarget } from './report-target.ts';

/**
 * Reports what a CustomResourceDefinition's schema forbids beyond types: patterns, bounds, lengths, duplicates in sets
 * and keyed lists. Expressions (CEL) and `not`/`anyOf`/`oneOf` are left to the server.
 */
export function checkCustomValue(value: YamlNode, schema: Schema, place: ReportTarget, report: Report): void {
  const { raw } = schema;
  if (value.type === 'scalar') {
    for (const { code, message } of scalarFaults(value, schema)) {
      report({ code, severity: 'error', message, span: value.span });
    }
    return;
  }
  const breaches =
    value.type === 'map'
      ? propertyCountBreaches(value.entries.length, raw)
      : itemCountBreaches(value.items.length, raw);
  for (const breach of breaches) {
    report({
      code: 'bad-length',
      severity: 'error',
      message: sizeMessage(breach, place),
      span: place.mark.span,
    });
  }
  if (value.type === 'list') checkRepeated(value, schema, report);
}

function* scalarFaults({ value }: ScalarNode, { raw }: Schema) {
  if (typeof value === 'string') for (const breach of textBreaches(value, raw)) yield textFault(breach);
  if (typeof value !== 'number' && typeof value !== 'bigint') return;
  for (const breach of numberBreaches(value, raw)) {
    yield { code: 'out-of-range', message: numberMessage(breach) } as const;
  }
}

function textFault(breach: TextBreach): { code: FindingCode; message: string } {
  switch (breach.keyword) {
    case 'minLength':
      return { code: 'bad-length', message: `Must have at least ${breach.bound} characters.` };
    case 'maxLength':
      return { code: 'bad-length', message: `Must have at most ${breach.bound} characters.` };
    case 'pattern':
      return { code: 'bad-pattern', message: `Must match the pattern ${breach.pattern}` };
  }
}

function numberMessage(breach: NumberBreach): string {
  switch (breach.keyword) {
    case 'minimum':
      return `Must be ${breach.limit === 'exclusive' ? 'more than' : 'at least'} ${breach.bound}.`;
    case 'maximum':
      return `Must be ${breach.limit === 'exclusive' ? 'less than' : 'at most'} ${breach.bound}.`;
    case 'multipleOf':
      return breach.factor > 0
        ? `Must be a multiple of ${breach.factor}.`
        : 'The server takes no number here: the factor in "multipleOf" has to be positive, and whole for whole numbers.';
  }
}

function sizeMessage({ keyword, bound }: SizeBreach, { name }: ReportTarget): string {
  const most = keyword === 'maxItems' || keyword === 'maxProperties' ? 'most' : 'least';
  const things = keyword === 'maxItems' || keyword === 'minItems' ? 'items' : 'fields';
  return `"${name}" must have at ${most} ${bound} ${things}.`;
}

function checkRepeated(list: ListNode, schema: Schema, report: Report): void {
  const { listType } = schema;
  if (listType !== 'set' && listType !== 'map') return;
  const identityOf = listType === 'set' ? comparable : (item: YamlNode | undefined) => keysOf(item, schema);
  for (const { index, identity } of repeatedItems(list.items.map(({ value }) => identityOf(value)))) {
    const { value, span } = list.items[index]!;
    report({
      code: 'duplicate-item',
      severity: 'error',
      message: `Already in this list: ${shown(identity)}.`,
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

/** Scalars only: maps and lists as members of a set or as keys are left to the server. */
function comparable(node: YamlNode | undefined): unknown {
  const value = toValue(node);
  return typeof value === 'bigint' ? String(value) : node?.type === 'scalar' ? value : undefined;
}

function shown(identity: unknown): string {
  if (typeof identity !== 'object' || identity === null) return JSON.stringify(identity);
  return Object.entries(identity)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ');
}
