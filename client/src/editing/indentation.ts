/** How a document is indented. */
export interface Indentation {
  /** Columns from a key to the keys under it. */
  readonly unit: number;
  /** Columns from a key to the dashes of its list. */
  readonly list: number;
}
