/** Stands in a value for a part of which nothing is known, not even whether it is there: what a template will print. */
export class Unknown {
  /** Nothing is printed of it. */
  toJSON(): undefined {
    return undefined;
  }
}

/** The one unknown value: two of them say nothing of each other. */
export const unknown = new Unknown();

/** Marks an object that may have further fields than those in it. */
export const mayHaveMore: unique symbol = Symbol('may have more');

/** Whether an object may have further fields than those in it. */
export function isOpen(object: object): boolean {
  return (object as { readonly [mayHaveMore]?: true })[mayHaveMore] === true;
}
