import type { CompletionItem } from 'vscode-languageserver';
import type { Schema } from '../../catalog/schema.ts';
import { stringField, valueAt } from '../../manifest/fields.ts';
import { labelSelectorOperators } from '../../rules/shared/label-selector.ts';
import type { Path } from '../../yaml/path.ts';
import type { Completion } from './completion-context.ts';
import { toCompletionItem } from './completion-item.ts';
import type { EnclosingObject } from './enclosing-object.ts';
import { entryItems, type OfferedEntry } from './entries.ts';
import { objectsInReach, ownDocument } from './file-objects.ts';
import { knownLabels } from './known-labels.ts';
import { type LabelPlace, labelPlace } from './label-place.ts';
import type { KnownLabel } from './label-sources.ts';
import { escapeSnippet, shapeOf } from './snippet.ts';
import { valuePrefix, writeValue } from './values.ts';

/**
 * Labels that are given or selected by at the cursor: whole entries, values of a key, keys of expressions. What is selected
 * comes first, then what others select it by. Empty at other places, and where the file says nothing of labels.
 */
export function labelItems(
  completion: Completion,
  object: EnclosingObject,
  schema: Schema,
  path: Path,
): CompletionItem[] {
  const place = labelPlace(object, path);
  if (!place) return [];
  if (place.is === 'operator') return isCustom(object) ? operatorItems(completion) : [];
  // A long file is read where that is of use, and not at every key.
  const { root } = ownDocument(completion);
  const labels = knownLabels({ root, objects: objectsInReach(completion) }, object, place);
  if (place.is === 'entries') return entryItems(completion, schema, entriesOf(labels, completion));
  if (completion.cursor.role === 'key') return [];
  if (place.is === 'key') return textItems(completion, schema, keysOf(labels));
  const key = place.key ?? keyBeside(completion, object, place);
  const values = labels.filter((label) => label.key === key && label.value !== undefined);
  return textItems(
    completion,
    schema,
    values.map(({ value, of }) => ({ text: value!, detail: of })),
  );
}

/** Nobody chooses from more. */
const mostItems = 200;

/** A key that only one value is known of stands for both. */
function entriesOf(labels: readonly KnownLabel[], { cursor }: Completion): OfferedEntry[] {
  const written = new Set(cursor.siblings);
  const values = new Map<string, Map<string | undefined, KnownLabel>>();
  for (const label of labels) {
    if (written.has(label.key)) continue;
    const ofKey = values.get(label.key) ?? new Map<string | undefined, KnownLabel>();
    if (!ofKey.has(label.value)) ofKey.set(label.value, label);
    values.set(label.key, ofKey);
  }
  return [...values]
    .slice(0, mostItems)
    .flatMap(([key, ofKey]) => entriesOfKey(key, [...ofKey.values()], cursor));
}

function entriesOfKey(
  key: string,
  labels: readonly KnownLabel[],
  { hasColon }: Completion['cursor'],
): OfferedEntry[] {
  const valued = labels.filter(({ value }) => value !== undefined);
  if (hasColon || valued.length === 0) return [{ key, detail: labels[0]?.of }];
  if (valued.length === 1) return [{ key, value: valued[0]!.value!, detail: valued[0]!.of }];
  return valued.map(({ value, of }) => ({ key, value: value!, label: `${key}: ${value}`, detail: of }));
}

interface OfferedText {
  readonly text: string;
  readonly detail: string;
}

function keysOf(labels: readonly KnownLabel[]): OfferedText[] {
  return labels.map(({ key, of }) => ({ text: key, detail: of }));
}

function textItems(completion: Completion, schema: Schema, texts: readonly OfferedText[]): CompletionItem[] {
  const { cursor } = completion;
  const isList = shapeOf(schema) === 'array';
  if (isList && (cursor.flow || cursor.role === 'item' || cursor.quote)) return [];
  const prefix = valuePrefix(completion, isList ? 'list' : 'scalar');
  const seen = new Set<string>();
  return texts
    .filter(({ text }) => !seen.has(text) && seen.add(text))
    .slice(0, mostItems)
    .map(({ text, detail }, index) =>
      toCompletionItem(completion, {
        label: text,
        kind: 18,
        prefix,
        text: escapeSnippet(writeValue(completion, text)),
        sort: `00${String(index).padStart(3, '0')}`,
        detail,
      }),
    );
}

/** The key of the expression whose values are typed. */
function keyBeside(
  { cursor }: Completion,
  object: EnclosingObject,
  { around }: LabelPlace,
): string | undefined {
  return stringField(valueAt(cursor.document.root, [...object.path, ...around]), 'key');
}

function operatorItems(completion: Completion): CompletionItem[] {
  return labelSelectorOperators.map((operator, index) =>
    toCompletionItem(completion, {
      label: operator,
      kind: 12,
      prefix: valuePrefix(completion, 'scalar'),
      text: escapeSnippet(writeValue(completion, operator)),
      sort: `00${index}`,
    }),
  );
}

/** Of the kinds that are bundled, the rules are asked. */
function isCustom({ known }: EnclosingObject): boolean {
  return known?.origin.from !== 'bundled';
}
