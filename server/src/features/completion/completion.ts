import type { CompletionItem, CompletionList, MarkupKind } from 'vscode-languageserver';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Schema } from '../../catalog/schema.ts';
import { kustomizeCatalog } from '../../kustomize/kustomize-catalog.ts';
import type { Cursor } from '../../manifest/cursor.ts';
import { interpretCursor } from '../../manifest/cursor-interpretations.ts';
import { isForeignPath } from '../../manifest/foreign-path.ts';
import { isKustomizationFile } from '../../manifest/kustomization-paths.ts';
import { LineIndex } from '../../yaml/lines.ts';
import type { Completion, CompletionContext, FieldData } from './completion-context.ts';
import { type EnclosingObject, enclosingObject, schemaAlong } from './enclosing-object.ts';
import { fieldItems } from './fields.ts';
import { apiVersionItems, kindItems, typeFieldItems } from './kinds.ts';
import { kustomizationAround } from './kustomization.ts';
import { labelItems } from './labels.ts';
import { mapKeyItems } from './map-keys.ts';
import { patchContext } from './patch.ts';
import { referenceItems, referenceKind } from './references.ts';
import { starterItems } from './starters.ts';
import { valueItems } from './values.ts';

/**
 * What may be typed at a position of a text: `apiVersion` and `kind`, fields, values. Rejects only when the catalog
 * cannot read a schema. Items are snippets with absolute indentation, to be inserted as they are.
 */
export async function complete(given: CompletionContext): Promise<CompletionList> {
  const lines = given.lines ?? new LineIndex(given.text);
  const offset = lines.offsetAt(given.position);
  const context = (isKustomizationFile(given.uri) && patchContext(given, offset)) || given;
  const interpretations = interpretCursor(context.text, offset);
  if (context.occasion === 'begun') return await begunValues(interpretations.likely, { ...context, lines });
  const likely = await itemsOf(interpretations.likely, { ...context, lines });
  const typed = interpretations.likely[0]?.typed.toLowerCase() ?? '';
  const isMeant = likely.some(({ label }) => label.toLowerCase().includes(typed.replace(/^["']/, '')));
  const unlikely = isMeant ? [] : await itemsOf(interpretations.unlikely(), { ...context, lines });
  const items = unlikely.length > 0 ? unlikely : likely;
  // What is typed decides whether the kinds of other versions are meant.
  const isIncomplete =
    context.occasion !== 'typed' &&
    interpretations.likely.some(({ role, path }) => role !== 'key' && path.at(-1) === 'kind');
  return { isIncomplete, items };
}

/**
 * The values that may stand where one begins, on the line of its key or dash. Names are gone from the list at the first
 * letter: nobody who types one gets another.
 */
async function begunValues(
  interpretations: readonly Cursor[],
  context: CompletionContext & { lines: LineIndex },
): Promise<CompletionList> {
  const begun = interpretations.filter((cursor) => isBegunValue(cursor, context.text));
  const items = await itemsOf(begun, context);
  const unmatched = begun[0]?.quote ?? ' ';
  return {
    isIncomplete: false,
    items: items.map((item) => (item.kind === referenceKind ? { ...item, filterText: unmatched } : item)),
  };
}

/** Whether nothing of a value is there, behind the cursor neither: an editor may have asked before it told what was typed. */
function isBegunValue({ role, replace, needsDash }: Cursor, text: string): boolean {
  if (needsDash || (role !== 'value' && role !== 'item')) return false;
  return /^["']{0,2}\s*$/.test(text.slice(replace.start, replace.end));
}

/** What each interpretation offers that those before it do not. */
async function itemsOf(
  interpretations: readonly Cursor[],
  context: CompletionContext & { lines: LineIndex },
): Promise<CompletionItem[]> {
  const isAmbiguous =
    interpretations.some(({ needsDash }) => needsDash) && interpretations.some(({ needsDash }) => !needsDash);
  let items: CompletionItem[] = [];
  for (const [rank, cursor] of interpretations.entries()) {
    const more = await itemsAt({ ...context, cursor });
    const named = cursor.needsDash && isAmbiguous ? more.map(asNewItem) : more;
    items = withoutDoubles(items, named.map(ranked(rank)));
  }
  return items;
}

/** Adds the prose of a field to its item. Rejects only when the catalog cannot read it. */
export async function resolveCompletion(item: CompletionItem, catalog: Catalog): Promise<CompletionItem> {
  const data = item.data as FieldData | undefined;
  if (!Array.isArray(data?.path) || item.documentation !== undefined) return item;
  const ofKustomize = kustomizeCatalog.find(data.apiVersion, data.kind);
  const described = ofKustomize ? kustomizeCatalog : catalog;
  const kind = ofKustomize ?? catalog.find(data.apiVersion, data.kind);
  if (!kind) return item;
  await described.load(kind);
  const schema = schemaAlong(described.schema(kind), data.path);
  const value = schema && (await described.describe(schema, data.field));
  return value ? { ...item, documentation: { kind: 'markdown' satisfies MarkupKind, value } } : item;
}

async function itemsAt(completion: Completion): Promise<CompletionItem[]> {
  const { catalog, cursor, uri } = completion;
  if (completion.schema) return innerItems(completion, unnamed(completion.schema), cursor.path);
  if (isKustomizationFile(uri)) return kustomizationItems({ ...completion, catalog: kustomizeCatalog });
  const object = await enclosingObject(catalog, cursor);
  if (!object) return [];
  const relative = cursor.path.slice(object.path.length);
  const atRoot = relative.length === 0;
  if (atRoot && !object.apiVersion && !object.kind && isForeignPath(uri)) return [];
  const itemsAs = (one: EnclosingObject) =>
    atRoot ? rootItems(completion, one) : innerItems(completion, one, relative);
  return (object.others ?? []).reduce((items, one) => withoutDoubles(items, itemsAs(one)), itemsAs(object));
}

/** Items with those of more that have another label. */
function withoutDoubles(items: CompletionItem[], more: readonly CompletionItem[]): CompletionItem[] {
  const known = new Set(items.map(({ label }) => label));
  return [...items, ...more.filter(({ label }) => !known.has(label))];
}

function unnamed(schema: Schema): EnclosingObject {
  return { path: [], apiVersion: undefined, kind: undefined, known: undefined, schema, empty: false };
}

function kustomizationItems(completion: Completion): CompletionItem[] {
  const { cursor } = completion;
  const object = kustomizationAround(cursor);
  const isAtRoot = cursor.path.length === 0;
  return isAtRoot ? rootItems(completion, object) : innerItems(completion, object, cursor.path);
}

/** Tells an item that begins a new entry of a list from one that goes on with the entry above, and ranks behind it. */
function asNewItem(item: CompletionItem): CompletionItem {
  return { ...item, label: `- ${item.label}`, filterText: `- ${item.filterText}` };
}

function ranked(rank: number): (item: CompletionItem) => CompletionItem {
  return (item) => ({ ...item, sortText: `${rank}${item.sortText}` });
}

function rootItems(completion: Completion, object: EnclosingObject): CompletionItem[] {
  // What stands below a word already is no value of `apiVersion` or `kind`, and no part of a whole document.
  const isKeyOfMore = completion.cursor.children !== undefined;
  const types = isKeyOfMore ? [] : typeFieldItems(completion, object);
  const starters = isKeyOfMore ? [] : starterItems(completion, object);
  const fields = object.schema && object.known ? fieldItems(completion, object, object.schema, []) : [];
  const offered = new Set(types.map(({ label }) => label));
  return [...types, ...fields.filter(({ label }) => !offered.has(label)), ...starters];
}

function innerItems(
  completion: Completion,
  object: EnclosingObject,
  path: readonly (string | number)[],
): CompletionItem[] {
  const { cursor } = completion;
  if (cursor.role !== 'key' && path.length === 1 && path[0] === 'apiVersion') {
    return apiVersionItems(completion, object);
  }
  if (cursor.role !== 'key' && path.length === 1 && path[0] === 'kind') return kindItems(completion, object);
  const schema = schemaAlong(object.schema, path);
  if (!schema) return [];
  const fields =
    completion.occasion === 'begun'
      ? []
      : [
          ...fieldItems(completion, object, schema, path),
          ...labelItems(completion, object, schema, path),
          ...mapKeyItems(completion, object, schema, path),
        ];
  if (cursor.role === 'key') return fields;
  const references = completion.occasion === 'typed' ? [] : referenceItems(completion, object, path);
  const referred = new Set(references.map(({ label }) => label));
  const values = valueItems(completion, object, schema, path).filter(({ label }) => !referred.has(label));
  return [...fields, ...references, ...values];
}
