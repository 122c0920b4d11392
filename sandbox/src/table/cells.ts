import { adminCells } from './admin-cells.ts';
import type { CellPrinter, CellPrinters } from './cell.ts';
import { formatAge } from './duration.ts';
import { field, text } from './field.ts';
import { networkCells } from './network-cells.ts';
import { policyCells } from './policy-cells.ts';
import { storageCells } from './storage-cells.ts';
import { workloadCells } from './workload-cells.ts';

/** By `group/Kind`; the core group is empty (`/Pod`). */
const cellsByKind: ReadonlyMap<string, CellPrinters> = new Map(
  [workloadCells, networkCells, storageCells, policyCells, adminCells].flatMap((cells) =>
    Object.entries(cells),
  ),
);

/** How Go writes a time that is not there. */
const noTime = '0001-01-01T00:00:00Z';

const commonCells: CellPrinters = {
  Name: (object) => text(object, 'metadata', 'name'),
  Age: (object, now) => formatAge(field(object, 'metadata', 'creationTimestamp'), now),
  'Created At': (object) => field(object, 'metadata', 'creationTimestamp') ?? noTime,
};

/** The function for a column of a built-in kind; undefined where the server's way of printing it is not known. */
export function cellOf(group: string, kind: string, column: string): CellPrinter | undefined {
  return ownCell(cellsByKind.get(`${group}/${kind}`), column) ?? ownCell(commonCells, column);
}

function ownCell(cells: CellPrinters | undefined, column: string): CellPrinter | undefined {
  return cells && Object.hasOwn(cells, column) ? cells[column] : undefined;
}
