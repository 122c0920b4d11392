import type { CompletionItem } from 'vscode-languageserver';
import type { Path } from '../../yaml/path.ts';
import type { Completion } from './completion-context.ts';
import { toCompletionItem } from './completion-item.ts';
import { definitionOf, type EnclosingObject } from './enclosing-object.ts';
import { objectsInReach, ownDocument } from './file-objects.ts';
import { type Reference, type ReferenceTarget, targetsByField } from './reference-targets.ts';
import { escapeSnippet } from './snippet.ts';
import { valuePrefix, writeValue } from './values.ts';

/** Of items that name something: any other name may stand there as well. */
export const referenceKind = 18;

/**
 * Names that a field may refer to: of volumes, ports and containers of the same Pod, of other objects of the file and
 * of their keys. Empty for fields that refer to nothing.
 */
export function referenceItems(
  completion: Completion,
  object: EnclosingObject,
  path: Path,
): CompletionItem[] {
  const { cursor } = completion;
  if (cursor.role === 'key') return [];
  return referenceTargets(referenceAt(completion), object, path).map(({ value, detail }, index) =>
    toCompletionItem(completion, {
      label: String(value),
      kind: referenceKind,
      prefix: valuePrefix(completion, 'scalar'),
      text: escapeSnippet(writeValue(completion, value)),
      sort: `00${String(index).padStart(3, '0')}`,
      detail,
    }),
  );
}

/** What the field at `path` of the object may refer to, each once. */
export function referenceTargets(
  reference: Reference,
  object: EnclosingObject,
  path: Path,
): readonly ReferenceTarget[] {
  const name = path.at(-1);
  const definition = typeof name === 'string' ? definitionOf(object, path.slice(0, -1)) : undefined;
  const find = definition === undefined ? undefined : targetsByField.get(`${definition}.${name}`);
  const found = find?.(reference) ?? [];
  return [...new Map(found.map((target) => [target.value, target])).values()];
}

function referenceAt(completion: Completion): Reference {
  const { cursor } = completion;
  return {
    objects: objectsInReach(completion),
    root: ownDocument(completion).root,
    path: cursor.path,
    nearby: cursor.document.root,
  };
}
