import { type Column, type Kind, newestKubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import type { KubeObject } from '../object-store.ts';
import type { CellPrinter } from './cell.ts';
import { cellOf } from './cells.ts';
import { customCell } from './custom-cell.ts';
import { text } from './field.ts';

/** A column as the server answers it. */
export interface ColumnDefinition {
  name: string;
  type: string;
  format: string;
  description: string;
  priority: number;
}

/** The `columnDefinitions` and `rows` of a `meta.k8s.io/v1 Table`. */
export interface Table {
  columnDefinitions: ColumnDefinition[];
  rows: Row[];
}

export interface Row {
  cells: unknown[];
  /** Only on rows of Pods that have ended. */
  conditions?: { type: 'Completed'; status: 'True'; reason: string; message: string }[];
  /** The object given: the caller cuts it down to what `includeObject` asks for. */
  object: KubeObject;
}

/**
 * Prints objects of one kind as the server does, all columns, wide ones included. `now` is what ages are counted
 * to, and `version` (`1.35`) is the Kubernetes version whose ways of printing are followed. Objects of any shape are printed: what is missing prints as the server prints it when empty.
 */
export function printTable(
  kind: Kind,
  objects: readonly KubeObject[],
  now: Date,
  version: string = newestKubernetesVersion,
): Table {
  const columns = kind.columns.length > 0 ? kind.columns : defaultColumns;
  const cells = [...columns.map((column) => cellFunction(kind, column)), ...cellsBeyond(kind)];
  return {
    columnDefinitions: columns.map(({ name, type, format, priority }) => ({
      name,
      type,
      format,
      description: '',
      priority,
    })),
    rows: objects.map((object) => ({
      cells: cells.map((cell) => cell(object, now, version)),
      ...(kind.group === '' && kind.kind === 'Pod' ? completion(object) : {}),
      object,
    })),
  };
}

/** The server prints the age of an IPAddress and has no column for it. */
function cellsBeyond({ group, kind }: Kind): CellPrinter[] {
  const age = cellOf(group, kind, 'Age');
  return age && group === 'networking.k8s.io' && kind === 'IPAddress' ? [age] : [];
}

function completion(pod: KubeObject): Pick<Row, 'conditions'> {
  const phase = text(pod, 'status', 'phase');
  if (phase !== 'Succeeded' && phase !== 'Failed') return {};
  const message = phase === 'Failed' ? 'The pod failed.' : 'The pod has completed successfully.';
  return { conditions: [{ type: 'Completed', status: 'True', reason: phase, message }] };
}

/** What the server shows of a kind that nobody wrote columns for. */
const defaultColumns: readonly Column[] = [
  { name: 'Name', type: 'string', format: 'name', priority: 0 },
  { name: 'Created At', type: 'date', format: '', priority: 0 },
];

function cellFunction(kind: Kind, column: Column): CellPrinter {
  if (column.jsonPath !== undefined) return customCell(column.jsonPath, column.type);
  return cellOf(kind.group, kind.kind, column.name) ?? (() => null);
}
