import type { Column } from '../../../../server/src/catalog/catalog.ts';
import { ownField } from '../../../../server/src/yaml/own-field.ts';
import type { Row } from '../kube-object.ts';
import type { Order } from './source.ts';

/** Objects in the order in which they are shown. */
export interface Arranged {
  readonly shown: readonly Row[];
  /** What only their history is: the newest first. */
  readonly older: readonly Row[];
}

/** Puts rows, which are in the order of their names, into another one. */
export function arrange(order: Order, columns: readonly Column[], rows: readonly Row[]): Arranged {
  switch (order) {
    case 'by name':
      return { shown: rows, older: [] };
    case 'newest first':
      return { shown: [...rows].sort(byCreation), older: [] };
    case 'by revision':
      return byRevision(columns, rows);
  }
}

/** RFC 3339 in UTC: the order of the texts is that of the times. */
function byCreation(one: Row, other: Row): number {
  const [first = '', second = ''] = [one.metadata.creationTimestamp, other.metadata.creationTimestamp];
  return first === second ? 0 : first < second ? 1 : -1;
}

function byRevision(columns: readonly Column[], rows: readonly Row[]): Arranged {
  const [current, ...others] = [...rows].sort(
    (one, other) => revisionOf(other) - revisionOf(one) || byCreation(one, other),
  );
  if (!current) return { shown: [], older: [] };
  const desired = columns.findIndex(({ name }) => name === 'Desired');
  const isOlder = ({ cells }: Row) => cells[desired] === 0;
  return {
    shown: [current, ...others.filter((row) => !isOlder(row))],
    older: others.filter(isOlder),
  };
}

function revisionOf({ metadata }: Row): number {
  return Number(ownField(metadata.annotations, 'deployment.kubernetes.io/revision') ?? 0) || 0;
}
