/** Makes one cell of an object's row, as the given version of Kubernetes (`1.36`) prints it. */
export type CellPrinter = (object: unknown, now: Date, version: string) => unknown;

/** The cells of a kind by the column's name; Name, Age and Created At need not be named. */
export type CellPrinters = Readonly<Record<string, CellPrinter>>;
