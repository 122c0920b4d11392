import type { CompletionItem } from 'vscode-languageserver';
import type { Schema } from '../../catalog/schema.ts';
import { valueAt } from '../../manifest/fields.ts';
import type { Path } from '../../yaml/path.ts';
import { quoteString } from '../../yaml/stringify.ts';
import type { Completion } from './completion-context.ts';
import { toCompletionItem } from './completion-item.ts';
import { type EnclosingObject, schemaAlong } from './enclosing-object.ts';
import { fieldInsertion } from './fields.ts';
import { entriesOf, labelsOf, objectsOfFile, ownDocument, podTemplateOf } from './file-objects.ts';
import { escapeSnippet, fieldKey } from './snippet.ts';

/**
 * The labels that a selector may select by, and that a template must have to be selected: those of its counterpart in the
 * same object, else those of the file's Pods. Empty for other maps.
 */
export function labelItems(
  completion: Completion,
  object: EnclosingObject,
  schema: Schema,
  path: Path,
): CompletionItem[] {
  const { cursor } = completion;
  const labels = labelsFor(completion, object, path);
  const insertion = labels.length > 0 ? fieldInsertion(completion, schema) : undefined;
  if (!insertion) return [];
  const unique = new Map(labels.filter(([key]) => !cursor.siblings.includes(key)));
  return Array.from(unique, ([key, value], index) =>
    toCompletionItem(completion, {
      label: key,
      kind: 18,
      prefix: insertion.prefix,
      text: cursor.hasColon
        ? fieldKey(key, cursor.style)
        : `${fieldKey(key, cursor.style)}: ${escapeSnippet(quoted(value, completion))}${insertion.suffix}`,
      sort: `00${String(index).padStart(3, '0')}`,
      detail: value,
    }),
  );
}

function quoted(value: string, { cursor }: Completion): string {
  return cursor.style.quoted ? JSON.stringify(value) : quoteString(value);
}

function labelsFor(completion: Completion, object: EnclosingObject, path: Path): [string, string][] {
  const name = path.at(-1);
  const definition = schemaAlong(object.schema, path.slice(0, -1))?.name?.split('.').at(-1);
  const isTemplates = definition === 'ObjectMeta' && name === 'labels' && path.at(-3) === 'template';
  const selects =
    (definition === 'LabelSelector' && name === 'matchLabels') ||
    (name === 'selector' && (definition === 'ServiceSpec' || definition === 'ReplicationControllerSpec'));
  // A long file is read where that is of use, and not at every key.
  if (!isTemplates && !selects) return [];
  const own = valueAt(ownDocument(completion).root, object.path);
  if (isTemplates) {
    const spec = valueAt(own, path.slice(0, -3));
    const selector = valueAt(spec, ['selector']);
    return entriesOf(valueAt(selector, ['matchLabels']) ?? selector);
  }
  const ofTemplate = labelsOf(podTemplateOf(own));
  if (ofTemplate.length > 0) return ofTemplate;
  return objectsOfFile(completion).flatMap((other) => labelsOf(podTemplateOf(other.root)));
}
