import type { CompletionItem } from 'vscode-languageserver';
import type { Path } from '../../yaml/path.ts';
import type { Completion } from './completion-context.ts';
import { offerItem } from './edit.ts';
import { objectsOfFile, ownDocument } from './file.ts';
import { type Referrer, referred } from './referred.ts';
import { type EnclosingObject, schemaAlong } from './schema.ts';
import { escapeSnippet } from './snippet.ts';
import { valuePrefix, writeValue } from './values.ts';

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
  const name = path.at(-1);
  if (cursor.role === 'key' || typeof name !== 'string') return [];
  const definition = schemaAlong(object.schema, path.slice(0, -1))?.name?.split('.').at(-1);
  const find = definition === undefined ? undefined : referred.get(`${definition}.${name}`);
  const found = find?.(referrerAt(completion)) ?? [];
  const unique = new Map(found.map((named) => [named.value, named]));
  return Array.from(unique.values(), ({ value, detail }, index) =>
    offerItem(completion, {
      label: String(value),
      kind: 18,
      prefix: valuePrefix(completion, 'scalar'),
      text: escapeSnippet(writeValue(completion, value)),
      sort: `00${String(index).padStart(3, '0')}`,
      detail,
    }),
  );
}

function referrerAt(completion: Completion): Referrer {
  const { cursor } = completion;
  return {
    objects: objectsOfFile(completion),
    root: ownDocument(completion).root,
    path: cursor.path,
    nearby: cursor.document.root,
  };
}
