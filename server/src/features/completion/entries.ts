import type { CompletionItem } from 'vscode-languageserver';
import type { Schema } from '../../catalog/schema.ts';
import { quoteString } from '../../yaml/stringify.ts';
import type { Completion } from './completion-context.ts';
import { toCompletionItem } from './completion-item.ts';
import { fieldInsertion } from './fields.ts';
import { escapeSnippet, fieldKey } from './snippet.ts';

/** An entry that a map of free keys may get. */
export interface OfferedEntry {
  readonly key: string;
  /** What comes with the key; undefined where a person writes it. */
  readonly value?: string;
  readonly detail?: string | undefined;
  /** Where the key alone does not tell it from others. */
  readonly label?: string;
}

/** Items of entries of the map that the cursor is in, or that its value would be; those whose keys are there are left out. */
export function entryItems(
  completion: Completion,
  schema: Schema,
  entries: readonly OfferedEntry[],
): CompletionItem[] {
  const { cursor } = completion;
  const insertion = entries.length > 0 ? fieldInsertion(completion, schema) : undefined;
  if (!insertion) return [];
  const written = new Set(cursor.siblings);
  const text = ({ key, value }: OfferedEntry): string => {
    const name = fieldKey(quotedKey(key, completion), cursor.style);
    if (cursor.hasColon) return name;
    return `${name}: ${value === undefined ? '$0' : escapeSnippet(quoted(value, completion))}${insertion.suffix}`;
  };
  return entries
    .filter(({ key }) => !written.has(key))
    .map((entry, index) =>
      toCompletionItem(completion, {
        label: entry.label ?? entry.key,
        kind: 18,
        prefix: insertion.prefix,
        text: text(entry),
        sort: `00${String(index).padStart(3, '0')}`,
        detail: entry.detail,
        behind: entry.label === undefined && entry.value !== undefined ? `: ${entry.value}` : undefined,
      }),
    );
}

function quotedKey(key: string, { cursor }: Completion): string {
  return cursor.style.quoted ? key : quoteString(key);
}

function quoted(value: string, { cursor }: Completion): string {
  return cursor.style.quoted ? JSON.stringify(value) : quoteString(value);
}
