import type { Column } from '../../../server/src/catalog/catalog.ts';
import { readDuration, shortDuration } from './age.ts';

/** Columns of built-in kinds whose cells tell how long ago something was. */
const sinceColumns = new Set(['last seen', 'first seen', 'last schedule', 'timeadded']);

/** Whether a column tells how old the object is. */
export function isAge({ name }: Column): boolean {
  return name === 'Age' || name === 'Created At';
}

/** A cell as it would be printed now, so many milliseconds after it was: `5 (3m ago)`, `12s` of an event. */
export function aged(column: Column, text: string, elapsed: number): string {
  const later = (duration: string) => {
    const printed = readDuration(duration);
    return printed === undefined ? duration : shortDuration(printed + elapsed);
  };
  // Of custom kinds a column of dates is printed as the time since then.
  if (column.type === 'date' || sinceColumns.has(column.name.toLowerCase())) return later(text);
  return text.replace(/\b((?:\d{1,9}[ydhms]){1,3})(?= ago\b)/g, later);
}
