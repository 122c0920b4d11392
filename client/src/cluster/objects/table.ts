import type { Column } from '../../../../server/src/catalog/catalog.ts';
import type { KubeObject, ObjectMeta, ObjectRow, Resource, Row } from '../kube-object.ts';
import { asFields, field, listOf, textMapOf, textOf, WrongAnswer } from '../wrong-answer.ts';
import { type ContainersRow, claimsOf, containerRunsOf } from './container-runs.ts';
import { metadataTexts, readObject, wrongFieldOf } from './read-object.ts';
import { SharedValues } from './shared-values.ts';

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

/**
 * The rows of a list's answer: a `Table`, or a list of objects from a server that cannot print one. What of it cannot be
 * read is a row of its own. `now`, in milliseconds, is when it came; what rows have in common they share.
 * @throws WrongAnswer when it is neither.
 */
export function rowsOfList(answer: unknown, now: number, shared = new SharedValues()): Rows {
  if (isTable(answer)) return rowsOfTable(answer, now, shared);
  return { rows: itemsOf(answer).map((item, place) => plainRow(item, place, shared)), columns: plainColumns };
}

/** The rows of the object of a watch's event that came `now`; usually one. @throws WrongAnswer when it is no object. */
export function rowsOfEvent(object: unknown, now: number, shared = new SharedValues()): Rows {
  if (isTable(object)) return rowsOfTable(object, now, shared);
  return { rows: [plainRow(eventObject(object), 0, shared)], columns: plainColumns };
}

/** Reads rows of a list and of the events after it, which share what they have in common. */
export function tableReader() {
  const shared = new SharedValues();
  return {
    rowsOfList: (answer: unknown, now: number) => rowsOfList(answer, now, shared),
    rowsOfEvent: (object: unknown, now: number) => rowsOfEvent(object, now, shared),
  };
}

/** Reads whole objects of a resource; items of built-in lists do not say what they are. */
export function objectReader({ apiVersion, kind }: Pick<Resource, 'apiVersion' | 'kind'>) {
  const shared = new SharedValues();
  const rowOfObject = (item: unknown, place: number): ObjectRow => {
    const row = plainRow(item, place, shared);
    const own = textOf(item, 'kind') ?? kind;
    const isOther = own !== kind && row.problem === undefined;
    return {
      ...row,
      ...(isOther ? { uid: `unreadable/${place}/${row.name}`, problem: `it is no ${kind} but ${own}` } : {}),
      object: { ...asFields(item), apiVersion, kind } as KubeObject,
    };
  };
  return {
    rowsOfList: (answer: unknown): Rows => ({
      rows: itemsOf(answer).map(rowOfObject),
      columns: plainColumns,
    }),
    rowsOfEvent: (object: unknown): Rows => ({
      rows: [rowOfObject(eventObject(object), 0)],
      columns: plainColumns,
    }),
  };
}

/** Reads Pods, of which it keeps the containers and claims: with thousands the rest would be too much. */
export function containersReader(resource: Pick<Resource, 'apiVersion' | 'kind'>) {
  const { rowsOfList, rowsOfEvent } = objectReader(resource);
  const slimmed = ({ rows, columns }: Rows): Rows => ({ rows: rows.map(containersRow), columns });
  return {
    rowsOfList: (answer: unknown): Rows => slimmed(rowsOfList(answer)),
    rowsOfEvent: (object: unknown): Rows => slimmed(rowsOfEvent(object)),
  };
}

function containersRow(row: Row): ContainersRow {
  const { object, ...rest } = row as ObjectRow;
  return { ...rest, containers: containerRunsOf(object), claims: claimsOf(object) };
}

/** Whole objects of a list, which says for its items what they are. @throws WrongAnswer when one of them is none. */
export function objectsOfList(
  { apiVersion, kind }: Pick<Resource, 'apiVersion' | 'kind'>,
  answer: unknown,
): KubeObject[] {
  return itemsOf(answer).map((item) => {
    const object = readObject({ apiVersion, kind, ...asFields(item) }, `a list of ${kind} objects`);
    if (object.kind !== kind) throw WrongAnswer.of(`a list of ${kind} objects alone`, object);
    return object;
  });
}

/** The items of a list of any kind. @throws WrongAnswer when it is none. */
export function itemsOf(answer: unknown): readonly unknown[] {
  const items = listOf(answer, 'items');
  if (!items || textOf(answer, 'kind') === undefined) throw WrongAnswer.of('a list', answer);
  return items;
}

function eventObject(object: unknown): unknown {
  if (!asFields(object)) throw WrongAnswer.of('an event with an object', object);
  return object;
}

function isTable(answer: unknown): boolean {
  return textOf(answer, 'kind') === 'Table';
}

/** Go leaves out lists that are empty, or writes null. */
function rowsOfTable(table: unknown, now: number, shared: SharedValues): Rows {
  const rows = field(table, 'rows') === undefined ? [] : listOf(table, 'rows');
  const columns = field(table, 'columnDefinitions') === undefined ? [] : listOf(table, 'columnDefinitions');
  if (!rows) throw new WrongAnswer('the answer is a table whose rows are no list');
  if (!columns) throw new WrongAnswer('the answer is a table whose columns are no list');
  return {
    rows: rows.map((row, place) => {
      const cells = (listOf(row, 'cells') ?? []).map((cell) => cellOf(cell, shared));
      return { ...rowOf(field(field(row, 'object'), 'metadata'), cells, place, shared), printedAt: now };
    }),
    columns: columns.length > 0 ? columns.map(columnOf) : undefined,
  };
}

/** A column that has no name is called by its place. */
function columnOf(definition: unknown, place: number): Column {
  const name = field(definition, 'name');
  const priority = field(definition, 'priority');
  return {
    name:
      ['string', 'number', 'boolean'].includes(typeof name) && name !== ''
        ? `${name}`
        : `(column ${place + 1})`,
    type: textOf(definition, 'type') ?? 'string',
    format: textOf(definition, 'format') ?? '',
    priority: typeof priority === 'number' ? priority : 0,
  };
}

/** Of what a cell holds beside texts, numbers and truth values, so much is shown. */
const longestComposed = 200;

function cellOf(cell: unknown, shared: SharedValues): unknown {
  if (typeof cell === 'string') return shared.text(cell);
  if (typeof cell !== 'object' || cell === null) return cell;
  try {
    return JSON.stringify(cell).slice(0, longestComposed);
  } catch {
    // It is nested too deeply.
    return '…';
  }
}

function plainRow(item: unknown, place: number, shared: SharedValues): Row {
  const metadata = field(item, 'metadata');
  const cells = [textOf(metadata, 'name') ?? '', textOf(metadata, 'creationTimestamp') ?? ''];
  return rowOf(metadata, cells, place, shared);
}

function rowOf(whole: unknown, cells: readonly unknown[], place: number, shared: SharedValues): Row {
  const metadata = metadataOf(whole, shared);
  const { namespace } = metadata;
  const first = cells[0];
  const name = metadata.name ?? (typeof first === 'string' || typeof first === 'number' ? `${first}` : '');
  const problem = problemOf(whole, name);
  if (problem !== undefined) {
    return { uid: `unreadable/${place}/${name}`, name, namespace, cells, metadata, problem };
  }
  // What is computed and not stored, such as metrics, has no uid.
  return { uid: metadata.uid ?? `${namespace ?? ''}/${name}`, name, namespace, cells, metadata };
}

function problemOf(metadata: unknown, name: string): string | undefined {
  if (metadata !== undefined && !asFields(metadata)) return 'it has no metadata';
  const wrong = wrongFieldOf(metadata);
  if (wrong !== undefined) return `its metadata.${wrong}`;
  return name === '' ? 'it has no name' : undefined;
}

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** What no two objects, and no two versions of one, have in common. */
const ownTexts: ReadonlySet<string> = new Set(['uid', 'resourceVersion']);

/** What of the metadata is as it should be, without what weighs most. */
function metadataOf(value: unknown, shared: SharedValues): ObjectMeta {
  const texts = metadataTexts.flatMap((name) => {
    const text = textOf(value, name);
    return text === undefined ? [] : [[name, ownTexts.has(name) ? text : shared.text(text)]];
  });
  const generation = field(value, 'generation');
  const labels = textMapOf(value, 'labels');
  const annotations = textMapOf(value, 'annotations');
  if (annotations) delete annotations[lastApplied];
  const owners = listOf(value, 'ownerReferences');
  const finalizers = listOf(value, 'finalizers');
  return {
    ...Object.fromEntries(texts),
    ...(typeof generation === 'number' ? { generation } : {}),
    ...(labels ? { labels: shared.json(labels) } : {}),
    ...(annotations ? { annotations: shared.json(annotations) } : {}),
    ...(owners ? { ownerReferences: shared.json(owners.filter(isOwner).map(ownerOf)) } : {}),
    ...(finalizers ? { finalizers: finalizers.filter((one) => typeof one === 'string') } : {}),
  };
}

type OwnerReference = NonNullable<ObjectMeta['ownerReferences']>[number];

function ownerOf({ apiVersion, kind, name, uid, controller }: OwnerReference): OwnerReference {
  return { apiVersion, kind, name, uid, ...(typeof controller === 'boolean' ? { controller } : {}) };
}

function isOwner(value: unknown): value is OwnerReference {
  return ['apiVersion', 'kind', 'name', 'uid'].every((name) => textOf(value, name) !== undefined);
}
