import type { CompletionItem } from 'vscode-languageserver';
import type { Schema } from '../../catalog/schema.ts';
import type { Path } from '../../yaml/path.ts';
import { quoteString } from '../../yaml/stringify.ts';
import type { Completion } from './completion-context.ts';
import { toCompletionItem } from './completion-item.ts';
import type { EnclosingObject } from './enclosing-object.ts';
import { fittingValues } from './fitting-values.ts';
import { knownValues } from './known-values.ts';
import { escapeSnippet, shapeOf } from './snippet.ts';
import { surroundingsOf } from './surroundings.ts';
import { usualValues } from './usual-values.ts';

/** The values that are known of a place, else what is usual there. For a list, those of its items with a dash. */
export function valueItems(
  completion: Completion,
  object: EnclosingObject,
  schema: Schema,
  path: Path,
): CompletionItem[] {
  const { cursor } = completion;
  const isList = shapeOf(schema) === 'array';
  if (isList && (cursor.flow || cursor.role === 'item' || cursor.quote)) return [];
  const scalar = isList ? schema.items : schema;
  if (!scalar || shapeOf(scalar) !== 'scalar') return [];
  const prefix = valuePrefix(completion, isList ? 'list' : 'scalar');
  const isAsked = (completion.occasion ?? 'asked') === 'asked';
  const surroundings = surroundingsOf(completion);
  const known = knownValues(surroundings, object, schema, path, isAsked ? 'any' : 'closed');
  const offered = known.length > 0 || !isAsked ? known : usualValues(surroundings, object, path);
  const place = isList ? [...path, 0] : path;
  return fittingValues(completion, object, place, offered).map((value, index) =>
    toCompletionItem(completion, {
      label: value === '' ? '""' : String(value),
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
