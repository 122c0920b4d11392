/** The lines of a text, without their line breaks; an editor reads each when it is asked for. */
export interface TextLines {
  readonly count: number;
  at(row: number): string;
}
