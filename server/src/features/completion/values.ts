import type { CompletionItem } from 'vscode-languageserver';
import type { Schema } from '../../catalog/schema.ts';
import { quoteString } from '../../yaml/stringify.ts';
import type { Completion } from './completion-context.ts';
import { toCompletionItem } from './completion-item.ts';
import { escapeSnippet, shapeOf } from './snippet.ts';

/** The values that a schema names: its enum, booleans, its default. For a list, those of its items with a dash. */
export function valueItems(completion: Completion, schema: Schema): CompletionItem[] {
  const { cursor } = completion;
  const isList = shapeOf(schema) === 'array';
  if (isList && (cursor.flow || cursor.role === 'item' || cursor.quote)) return [];
  const scalar = isList ? schema.items : schema;
  if (!scalar || shapeOf(scalar) !== 'scalar') return [];
  const prefix = valuePrefix(completion, isList ? 'list' : 'scalar');
  const isAsked = (completion.occasion ?? 'asked') === 'asked';
  return valuesOf(scalar, isAsked ? 'any' : 'closed').map((value, index) =>
    toCompletionItem(completion, {
      label: String(value),
      kind: 12,
      prefix,
      text: escapeSnippet(writeValue(completion, value)),
      sort: `0${String(index).padStart(3, '0')}`,
      detail: value === scalar.default ? 'default' : undefined,
      preselect: value === scalar.default,
    }),
  );
}

/** A value as it must be written at the cursor, in the quotes that are there. */
export function writeValue({ cursor }: Completion, value: unknown): string {
  if (typeof value !== 'string') return String(value);
  if (cursor.quote === "'") return `'${value.replaceAll("'", "''")}'`;
  if (cursor.quote === '"' || cursor.style.quoted) return JSON.stringify(value);
  const text = quoteString(value);
  return cursor.flow && text === value && /[,[\]{}]/.test(value) ? `'${value}'` : text;
}

/** What must come before a value at the cursor: of a list its first dash, on a line of its own. */
export function valuePrefix({ cursor }: Completion, shape: 'list' | 'scalar'): string {
  if (shape === 'scalar') return `${cursor.needsSpace ? ' ' : ''}${cursor.needsDash ? '- ' : ''}`;
  if (cursor.role === 'block') return '- ';
  return `${cursor.style.lineBreak}${' '.repeat(cursor.baseColumn + cursor.style.list)}- `;
}

/** With `closed`, nothing where others than the named may stand as well. */
function valuesOf(schema: Schema, wanted: 'any' | 'closed'): unknown[] {
  if (schema.enum) return schema.enum.filter((value) => value !== null && typeof value !== 'object');
  if (schema.types.length === 1 && schema.types[0] === 'boolean') return [true, false];
  if (wanted === 'closed') return [];
  const fallback = schema.default;
  const scalar = ['string', 'number', 'boolean'].includes(typeof fallback);
  return scalar && fallback !== '' ? [fallback] : [];
}
