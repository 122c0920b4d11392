import type { Rows } from '../objects/table.ts';
import { field, textOf, WrongAnswer } from '../wrong-answer.ts';
import type { WatchEvent, WatchFailure } from './watch-state.ts';

/** How the objects of events are read. */
export interface EventReader {
  /** The rows of the object of an event that came `now`; usually one. */
  rowsOfEvent(object: unknown, now: number): Rows;
  /** What the Status of an event of type ERROR means for the watcher. */
  failureOfStatus(status: unknown): WatchFailure;
}

/** One event of a watch, which came `now`, as what it means. @throws WrongAnswer when it is none. */
export function eventsOf(event: unknown, reader: EventReader, now: number): WatchEvent[] {
  const type = textOf(event, 'type');
  const object = field(event, 'object');
  switch (type) {
    case 'ERROR':
      return [{ type: 'failed', failure: reader.failureOfStatus(object) }];
    case 'BOOKMARK':
      return bookmark(object, reader.rowsOfEvent(object, now));
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
      return changes(type, reader.rowsOfEvent(object, now));
  }
  throw WrongAnswer.of('an event of a watch', event);
}

/** Only the metadata means anything; in a Table it stands in a row whose cells are junk. */
function bookmark(object: unknown, { rows, columns }: Rows): WatchEvent[] {
  const metadata = rows[0]?.metadata;
  const resourceVersion = metadata?.resourceVersion ?? textOf(field(object, 'metadata'), 'resourceVersion');
  if (resourceVersion === undefined) return [];
  const initialEventsEnd = metadata?.annotations?.['k8s.io/initial-events-end'] === 'true';
  return [{ type: 'bookmark', resourceVersion, columns, initialEventsEnd }];
}

function changes(type: string, { rows, columns }: Rows): WatchEvent[] {
  return rows.map((row, place): WatchEvent => {
    const resourceVersion = row.metadata.resourceVersion ?? '';
    return type === 'DELETED'
      ? { type: 'deleted', uid: row.uid, resourceVersion }
      : { type: 'changed', row, columns: place === 0 ? columns : undefined, resourceVersion };
  });
}
