/** Makes one cell of an object's row, as the given version of Kubernetes (`1.36`) prints it. */
export type Cell = (object: unknown, now: Date, version: string) => unknown;

/** The cells of a kind by the column's name; Name, Age and Created At need not be named. */
export type CellsOfKind = Readonly<Record<string, Cell>>;
