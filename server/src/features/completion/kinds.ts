import type { CompletionItem, TextEdit } from 'vscode-languageserver';
import type { Kind } from '../../catalog/catalog.ts';
import { field, valueAt } from '../../manifest/fields.ts';
import { lineStartAt } from '../../yaml/lines.ts';
import type { Completion, FieldData } from './completion-context.ts';
import { toCompletionItem } from './completion-item.ts';
import type { EnclosingObject } from './enclosing-object.ts';
import { ownDocument } from './file-objects.ts';
import { fieldKey } from './snippet.ts';
import { startedWith } from './starters.ts';
import { writeValue } from './values.ts';

/** `apiVersion` and `kind` themselves, where an object lacks them and its kind is not known without. */
export function typeFieldItems(completion: Completion, object: EnclosingObject): CompletionItem[] {
  const { cursor } = completion;
  const missing = ['apiVersion', 'kind'].filter((name) => !cursor.siblings.includes(name));
  const prefix = `${cursor.needsSpace ? ' ' : ''}${cursor.needsDash ? '- ' : ''}`;
  if (cursor.flow && cursor.role !== 'key') return [];
  return missing.map((name) =>
    toCompletionItem(completion, {
      label: name,
      kind: 10,
      prefix,
      text: fieldKey(name, cursor.style) + (cursor.hasColon ? '' : ': $0'),
      sort: name === 'apiVersion' ? '00' : '01',
      detail: 'string, required',
      awaitsValue: !cursor.hasColon,
      data: object.known && {
        apiVersion: object.known.apiVersion,
        kind: object.known.kind,
        path: [],
        field: name,
      },
    }),
  );
}

/** Values of `apiVersion`: those that have the object's kind, or all. */
export function apiVersionItems(completion: Completion, object: EnclosingObject): CompletionItem[] {
  const { catalog } = completion;
  const ofKind = object.kind ? catalog.findByKind(object.kind) : [];
  const kinds = ofKind.length > 0 ? ofKind : catalog.kinds().toSorted(commonFirst);
  const versions = [...new Set(kinds.map(({ apiVersion }) => apiVersion))];
  return versions.map((apiVersion, index) =>
    toCompletionItem(completion, {
      label: apiVersion,
      kind: 12,
      prefix: spaceFor(completion),
      text: writeValue(completion, apiVersion),
      sort: String(index).padStart(4, '0'),
    }),
  );
}

/**
 * Values of `kind`: those of the object's apiVersion, or all where it has none or none that begins as is typed; with the
 * apiVersion inserted or put right where that is needed.
 */
export function kindItems(completion: Completion, object: EnclosingObject): CompletionItem[] {
  if ((completion.occasion ?? 'asked') !== 'asked') return kindItemsWhileTyping(completion, object);
  const typed = completion.cursor.typed.replace(/^["']/, '').toLowerCase();
  const ofVersion = kindsOfVersion(completion, object);
  const fitting = ofVersion.some(({ kind }) => kind.toLowerCase().startsWith(typed));
  const kinds = fitting ? ofVersion : preferredVersions(completion);
  return kinds
    .toSorted(commonFirst)
    .map((kind, index) => kindItem(completion, kind, index, editOfApiVersion(completion, object, kind)));
}

/**
 * What the editor shows by itself, once for the whole word: those of the apiVersion, and behind them the others where
 * that is none of somebody else's, of whose kinds not all need be known. One that changes the apiVersion is gone once it is
 * typed in full, so that Enter behind it is a new line; where another one would be left then, the bare word is offered.
 */
function kindItemsWhileTyping(completion: Completion, object: EnclosingObject): CompletionItem[] {
  const own = kindsOfVersion(completion, object);
  const isOpen = object.apiVersion !== undefined && own.every(({ origin }) => origin.from !== 'bundled');
  const known = new Set(own.map(({ kind }) => kind));
  const others = isOpen ? [] : preferredVersions(completion).filter(({ kind }) => !known.has(kind));
  const offered = [...own.toSorted(commonFirst), ...others.toSorted(commonFirst)];
  const items = offered.map((kind, index) => {
    const additional = editOfApiVersion(completion, object, kind);
    const item = kindItem(completion, kind, index, additional);
    return additional ? { ...item, filterText: item.filterText!.slice(0, -1) } : item;
  });
  const changing = new Set(items.filter((item) => item.additionalTextEdits).map(({ label }) => label));
  const bare = [...changing].filter((name) => offered.some(({ kind }) => kind !== name && holds(kind, name)));
  return [...items, ...bare.map((name) => bareItem(completion, name))];
}

function kindsOfVersion({ catalog }: Completion, object: EnclosingObject): readonly Kind[] {
  return catalog.kinds().filter(({ apiVersion }) => apiVersion === object.apiVersion);
}

function kindItem(
  completion: Completion,
  kind: Kind,
  index: number,
  additional: TextEdit | undefined,
): CompletionItem {
  return toCompletionItem(completion, {
    label: kind.kind,
    kind: 7,
    prefix: spaceFor(completion),
    text: writeValue(completion, kind.kind),
    sort: String(index).padStart(4, '0'),
    detail: kind.apiVersion,
    data: { apiVersion: kind.apiVersion, kind: kind.kind, path: [] } satisfies FieldData,
    ...(additional && { additionalTextEdits: [additional] }),
  });
}

/** Nothing but the word. */
function bareItem(completion: Completion, name: string): CompletionItem {
  return toCompletionItem(completion, {
    label: name,
    kind: 7,
    prefix: spaceFor(completion),
    text: writeValue(completion, name),
    sort: `9${name}`,
    detail: 'kind alone',
  });
}

/** Whether the letters of a word are in another one, in their order: how editors look for what is typed. */
function holds(name: string, word: string): boolean {
  let at = 0;
  for (const letter of word.toLowerCase()) {
    at = name.toLowerCase().indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** Where the apiVersion is missing, each kind is offered once per group, in its preferred version. */
function preferredVersions({ catalog }: Completion): Kind[] {
  return catalog.kinds().filter((kind) => {
    const preferred = catalog.findByKind(kind.kind).find(({ group }) => group === kind.group);
    return preferred === undefined || preferred.apiVersion === kind.apiVersion;
  });
}

/** What makes an object's apiVersion that of a kind; undefined where it is, or cannot be done in one edit. */
function editOfApiVersion(completion: Completion, object: EnclosingObject, kind: Kind): TextEdit | undefined {
  if (object.apiVersion === kind.apiVersion) return undefined;
  const { root } = ownDocument(completion);
  const entry = field(valueAt(root, object.path), 'apiVersion');
  const inProbed = field(valueAt(completion.cursor.document.root, object.path), 'apiVersion');
  if (!inProbed) return insertApiVersion(completion, kind);
  if (!object.apiVersion || entry?.value?.type !== 'scalar') return undefined;
  return {
    range: completion.lines.range(entry.value.span),
    newText: writeValue(completion, kind.apiVersion),
  };
}

/** Puts `apiVersion` on a line of its own above the `kind` at the cursor. */
function insertApiVersion({ cursor, lines, text }: Completion, kind: Kind): TextEdit | undefined {
  if (cursor.role !== 'value' || cursor.flow || cursor.baseColumn < 0) return undefined;
  const lineStart = lineStartAt(text, cursor.replace.start);
  const position = lines.positionAt(lineStart + cursor.baseColumn);
  const indent = ' '.repeat(cursor.baseColumn);
  const newText = `apiVersion: ${kind.apiVersion}${cursor.style.lineBreak}${indent}`;
  return { range: { start: position, end: position }, newText };
}

function spaceFor({ cursor }: Completion): string {
  return cursor.needsSpace ? ' ' : '';
}

/**
 * Kinds that a file is started with come first, then what the server itself hints at: the category `all`, kinds
 * with a short name; lists last.
 */
function commonFirst(left: Kind, right: Kind): number {
  return commonness(left) - commonness(right) || Number(left.group !== '') - Number(right.group !== '');
}

function commonness(kind: Kind): number {
  if (kind.listOf) return 103;
  const started = startedWith.indexOf(kind.kind);
  if (started >= 0) return started;
  if (kind.categories.includes('all')) return 100;
  return kind.shortNames.length > 0 ? 101 : 102;
}
