import { isChoice } from '../../catalog/choices.ts';
import type { JsonType, Schema } from '../../catalog/schema.ts';
import { isEmptyEnumRefused, isEnumEnforced } from '../../rules/shared/required-fields.ts';
import type { ScalarNode, YamlNode } from '../../yaml/nodes.ts';
import type { Finding, Report } from '../finding.ts';
import { quoteScalar, replaceScalar } from '../replace-scalar.ts';
import type { FindingLocation } from './finding-location.ts';
import { formatProblem } from './formats.ts';

/** Whether a value has a type that the schema takes, as Kubernetes reads it. Null is for the caller to judge. */
export function fits(value: YamlNode, schema: Schema): boolean {
  const { types } = schema;
  if (types.length === 0) return true;
  const type = typeOf(value);
  return (
    types[0] === type || types.includes(type as JsonType) || (type === 'integer' && types.includes('number'))
  );
}

/** Says that a value has another type than its schema takes: at the value, or at the key of a whole map or list. */
export function wrongType(value: YamlNode, schema: Schema, location: FindingLocation): Finding {
  const about = {
    is: 'wrong-type',
    field: location.name,
    expected: schema.types,
    given: given(value),
  } as const;
  if (value.type !== 'scalar')
    return { code: 'wrong-type', severity: 'error', about, span: location.mark.span };
  const fix = fixOfType(value, schema);
  return { code: 'wrong-type', severity: 'error', about, span: value.span, ...(fix && { fix }) };
}

/** Gives which of some names a word is meant to be; undefined where that is none of them, or too much has been asked. */
export type Guess = (word: string, choices: readonly unknown[], at: ScalarNode) => string | undefined;

/** Reports a scalar of the right type but a value that its field does not take. */
export function checkScalar(
  node: ScalarNode,
  schema: Schema,
  location: FindingLocation,
  at: { readonly origin: 'built-in' | 'custom'; readonly status: 'live' | 'dropped' | 'left-out' },
  report: Report,
  guess: Guess,
): void {
  const problem = formatProblem(node, schema, at.origin, location.name);
  if (problem) report({ ...problem, severity: 'error', span: node.span });
  const choices = schema.enum;
  if (problem || !choices || at.status === 'dropped' || isChoice(choices, node.value)) return;
  if (at.origin === 'built-in' && !isRefused(node, location)) return;
  report(unsupported(node, choices, location.name, guess));
}

function isRefused({ value }: ScalarNode, { parent, name }: FindingLocation): boolean {
  if (parent?.name === undefined) return value !== '';
  return value === '' ? isEmptyEnumRefused(parent.name, name) : isEnumEnforced(parent.name);
}

function unsupported(node: ScalarNode, supported: readonly unknown[], field: string, guess: Guess): Finding {
  const meant = guess(node.text, supported, node);
  return {
    code: 'unsupported-value',
    severity: 'error',
    about: { is: 'unsupported-value', field, value: node.text, supported, ...(meant && { meant }) },
    span: node.span,
    ...(meant && { fix: replaceScalar(node, meant) }),
  };
}

function typeOf(value: YamlNode): JsonType | 'null' {
  if (value.type === 'map') return 'object';
  if (value.type === 'list') return 'array';
  const scalar = value.value;
  if (scalar === null) return 'null';
  if (typeof scalar === 'bigint') return 'integer';
  if (typeof scalar === 'number') return Number.isInteger(scalar) ? 'integer' : 'number';
  return typeof scalar === 'boolean' ? 'boolean' : 'string';
}

function given(value: YamlNode): { readonly type: JsonType | 'null'; readonly text?: string } {
  const type = typeOf(value);
  return value.type === 'scalar' && type !== 'null' ? { type, text: value.text } : { type };
}

function fixOfType(value: ScalarNode, schema: Schema) {
  // In quotes it would be read as base64 of something else.
  if (schema.format === 'byte') return undefined;
  if (schema.types.includes('string')) return value.style === 'plain' ? quoteScalar(value) : undefined;
  const isQuoted = value.style === 'single-quoted' || value.style === 'double-quoted';
  if (!isQuoted) return undefined;
  const unquotes =
    (schema.types.includes('integer') && /^-?(?:0|[1-9]\d*)$/.test(value.text)) ||
    (schema.types.includes('boolean') && /^(?:true|false)$/.test(value.text));
  return unquotes
    ? { title: `Write ${value.text} without quotes`, span: value.span, newText: value.text }
    : undefined;
}
