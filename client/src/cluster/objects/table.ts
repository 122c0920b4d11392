import type { Column } from '../../../../server/src/catalog/catalog.ts';
import type { KubeObject, ObjectMeta, ObjectRow, Resource, Row } from '../cluster.ts';

/** `meta/v1 Table` with `includeObject=Metadata`. */
export interface Table {
  readonly kind?: string;
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string };
  readonly columnDefinitions?: readonly (Partial<Column> & { readonly name: string })[] | null;
  readonly rows?: readonly TableRow[] | null;
}

interface TableRow {
  readonly cells?: readonly unknown[];
  readonly object?: { readonly metadata?: ObjectMeta };
}

/** A list of objects, from a server that cannot print a Table of them. */
interface ObjectList {
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string };
  readonly items?: readonly KubeObject[] | null;
}

/** What a list or an event holds: rows, and columns where they were sent. */
export interface Rows {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[] | undefined;
}

/** Of objects that the server did not print. */
const plainColumns: readonly Column[] = [
  { name: 'Name', type: 'string', format: 'name', priority: 0 },
  { name: 'Created At', type: 'date', format: '', priority: 0 },
];

/** The rows of a list's answer. */
export function rowsOfList(answer: Table | ObjectList): Rows {
  if (isTable(answer)) return rowsOfTable(answer);
  return {
    rows: (answer.items ?? []).map(({ metadata }) => plainRow(metadata)),
    columns: plainColumns,
  };
}

/** The rows of the object of a watch's event; usually one. */
export function rowsOfEvent(object: Table | KubeObject): Rows {
  if (isTable(object)) return rowsOfTable(object);
  return { rows: [plainRow(object.metadata)], columns: plainColumns };
}

/** Reads whole objects of a resource; items of built-in lists do not say what they are. */
export function objectReader({ apiVersion, kind }: Pick<Resource, 'apiVersion' | 'kind'>) {
  const rowOfObject = (item: KubeObject): ObjectRow => ({
    ...plainRow(item.metadata),
    object: { ...item, apiVersion, kind },
  });
  return {
    rowsOfList: ({ items }: ObjectList): Rows => ({
      rows: (items ?? []).map(rowOfObject),
      columns: plainColumns,
    }),
    rowsOfEvent: (object: KubeObject): Rows => ({ rows: [rowOfObject(object)], columns: plainColumns }),
  };
}

function isTable(answer: Table | ObjectList | KubeObject): answer is Table {
  return (answer as Table).kind === 'Table';
}

function rowsOfTable({ rows, columnDefinitions }: Table): Rows {
  return {
    rows: (rows ?? []).map((row) => rowOf(row.object?.metadata, row.cells ?? [])),
    columns: columnDefinitions?.length
      ? columnDefinitions.map(({ name, type, format, priority }) => ({
          name,
          type: type ?? 'string',
          format: format ?? '',
          priority: priority ?? 0,
        }))
      : undefined,
  };
}

function plainRow(metadata: ObjectMeta | undefined): Row {
  return rowOf(metadata, [metadata?.name ?? '', metadata?.creationTimestamp ?? '']);
}

function rowOf(whole: ObjectMeta | undefined, cells: readonly unknown[]): Row {
  const metadata = withoutWeight(whole ?? {});
  const name = metadata.name ?? String(cells[0] ?? '');
  const { namespace } = metadata;
  // What is computed and not stored, such as metrics, has no uid.
  return { uid: metadata.uid ?? `${namespace ?? ''}/${name}`, name, namespace, cells, metadata };
}

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

function withoutWeight({ managedFields: _, ...metadata }: ObjectMeta): ObjectMeta {
  if (metadata.annotations?.[lastApplied] === undefined) return metadata;
  const { [lastApplied]: __, ...annotations } = metadata.annotations;
  return { ...metadata, annotations };
}
