import { formatAge } from './duration.ts';
import { compileJsonPath } from './json-path.ts';

/** The cell of a column that a CustomResourceDefinition declares: the first value at its path, in the column's type. */
export function customCell(jsonPath: string, type: string): (object: unknown, now: Date) => unknown {
  const find = compileJsonPath(jsonPath);
  return (object, now) => {
    const value = find(object)[0];
    return value === undefined || value === null ? null : typed(value, type, now);
  };
}

/** A value that is not of the column's type is not shown; only text takes everything. */
function typed(value: unknown, type: string, now: Date): unknown {
  switch (type) {
    case 'string':
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null;
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      if (typeof value !== 'string') return null;
      return Number.isNaN(Date.parse(value)) ? '<invalid>' : formatAge(value, now);
    default:
      return null;
  }
}
