import type { Catalog, Kind } from '../../catalog/catalog.ts';
import type { Schema } from '../../catalog/schema.ts';
import { hasSeveralKinds, meantKinds } from '../../checks/kind/meant-kinds.ts';
import type { Cursor } from '../../manifest/cursor.ts';
import { fieldNames, stringField, valueAt } from '../../manifest/fields.ts';
import { objectFormat } from '../../manifest/format.ts';
import type { YamlNode } from '../../yaml/nodes.ts';
import type { Path } from '../../yaml/path.ts';
import { isPrinted } from '../../yaml/printed.ts';

/** The Kubernetes object that a cursor stands in. */
export interface EnclosingObject {
  /** Where it stands in its document. */
  readonly path: Path;
  /** As written. */
  readonly apiVersion: string | undefined;
  readonly kind: string | undefined;
  /** The catalog's kind; of a kind without apiVersion its preferred version. */
  readonly known: Kind | undefined;
  /** Of a kind that the catalog has not, what every object has. */
  readonly schema: Schema | undefined;
  /** The same object as the further kinds that it may be in a template: of a printed apiVersion, or one in branches. */
  readonly others?: readonly EnclosingObject[];
  /** Nothing but the cursor's own word is written in it. */
  readonly empty: boolean;
}

/**
 * The innermost object around the cursor: the document, or an object inside of it that has an apiVersion and a kind
 * of its own (an item of a `List`). Undefined where the document is not Kubernetes'.
 */
export async function enclosingObject(
  catalog: Catalog,
  cursor: Cursor,
): Promise<EnclosingObject | undefined> {
  const { root } = cursor.document;
  let object = await objectAt(catalog, root, [], cursor);
  if (!object || isForeign(object, root, cursor)) return undefined;
  let schema = object.schema;
  for (let depth = 0; depth < cursor.path.length && schema; depth++) {
    schema = schemaAlong(schema, [cursor.path[depth]!]);
    if (!schema?.embeddedResource) continue;
    object = (await objectAt(catalog, root, cursor.path.slice(0, depth + 1), cursor)) ?? object;
    schema = object.schema;
  }
  return object;
}

/** The schema at a path from another one; undefined where it says nothing. */
export function schemaAlong(schema: Schema | undefined, path: Path): Schema | undefined {
  let current = schema;
  for (const part of path) {
    if (!current) return undefined;
    const values = current.values;
    const declared = typeof part === 'number' ? current.items : current.property(part);
    current = declared ?? (typeof part === 'string' && values !== 'any' ? values : undefined);
  }
  return current;
}

/** The name of the definition at a path of an object, without its group and version; undefined where it has none. */
export function definitionOf(object: EnclosingObject, path: Path): string | undefined {
  return schemaAlong(object.schema, path)?.name?.split('.').at(-1);
}

async function objectAt(
  catalog: Catalog,
  root: YamlNode | undefined,
  path: Path,
  cursor: Cursor,
): Promise<EnclosingObject | undefined> {
  const node = valueAt(root, path);
  const empty =
    node === undefined || node.type === 'scalar' || (node.type === 'map' && onlyCursor(cursor, path));
  if (!empty && node.type !== 'map') return undefined;
  const isTyped = (name: string) => cursor.path.length === path.length + 1 && cursor.path.at(-1) === name;
  const version = isTyped('apiVersion') ? undefined : stringField(node, 'apiVersion');
  const apiVersion = version && isPrinted(version) ? undefined : version;
  const kind = isTyped('kind') ? undefined : stringField(node, 'kind');
  if (apiVersion && kind && objectFormat(apiVersion, kind) === 'client-side') return undefined;
  const isWhole = version !== undefined && kind !== undefined && node?.type === 'map';
  const isOfAny = isWhole && hasSeveralKinds(node);
  const kinds = isOfAny ? meantKinds(node, catalog) : kind ? [lookUp(catalog, apiVersion, kind)] : [];
  const [object, ...others] = await Promise.all(
    (kinds.length > 0 ? kinds : [undefined]).map(async (known) => {
      const schema = known ? await schemaOf(catalog, known) : isWhole ? await anyObject(catalog) : undefined;
      return { path, apiVersion, kind, known, schema, empty };
    }),
  );
  return object && { ...object, ...(others.length > 0 && { others }) };
}

async function schemaOf(catalog: Catalog, kind: Kind): Promise<Schema | undefined> {
  await catalog.load(kind);
  return catalog.schema(kind);
}

/** Of an object whose kind nobody knows, as the items of a `List` may be: its metadata is every object's. */
async function anyObject(catalog: Catalog): Promise<Schema | undefined> {
  const list = catalog.find('v1', 'List');
  const schema = list && (await schemaOf(catalog, list));
  return schema?.property('items')?.items;
}

function lookUp(catalog: Catalog, apiVersion: string | undefined, kind: string): Kind | undefined {
  return apiVersion ? catalog.find(apiVersion, kind) : catalog.findByKind(kind)[0];
}

function onlyCursor(cursor: Cursor, path: Path): boolean {
  return cursor.role === 'key' && cursor.path.length === path.length && cursor.siblings.length === 0;
}

/** Whether the fields beside the cursor show that the document is no Kubernetes object, not even a begun one. */
function isForeign(object: EnclosingObject, root: YamlNode | undefined, cursor: Cursor): boolean {
  if (object.kind || object.apiVersion || object.empty) return false;
  if (root?.type !== 'map') return true;
  const own = cursor.role === 'key' && cursor.path.length === 0 ? cursor.siblings : fieldNames(root);
  return !own.every((name) => objectFields.has(name));
}

const objectFields = new Set(['apiVersion', 'kind', 'metadata', 'spec', 'status', 'data', 'items']);
