import type { Fix } from '../../../checks/finding.ts';
import { valueAt } from '../../../manifest/fields.ts';
import { faultyNode } from './faulty-node.ts';
import type { Fixing } from './fixing.ts';
import { removalOfEntry, removalOfItem } from './removal.ts';

/** Takes out what may not be there. */
export function* removeField(fixing: Fixing): Iterable<Fix> {
  if (!isUnwanted(fixing) || !fixing.object) return;
  const found = faultyNode(fixing);
  const name = found?.path.at(-1);
  if (!found || name === undefined) return;
  const around =
    found.path.length === 1 ? fixing.object.map : valueAt(fixing.object.map, found.path.slice(0, -1));
  const removal =
    around?.type === 'map' && found.entry
      ? removalOfEntry(around, around.entries.indexOf(found.entry), fixing.written)
      : around?.type === 'list' && typeof name === 'number'
        ? removalOfItem(around, name, fixing.written)
        : undefined;
  const title = typeof name === 'number' ? 'Remove this item' : `Remove "${name}"`;
  if (removal) yield { title, ...removal, likelihood: 'possible' };
}

/** Whether the fault is that something is there. */
function isUnwanted({ finding: { about } }: Fixing): boolean {
  switch (about.is) {
    case 'unknown-field':
      return true;
    case 'server-warning':
      return about.warning.about === 'presence';
    case 'violation':
      if (about.violation.reason === 'FieldValueTooLong') return false;
      return (
        about.violation.reason === 'FieldValueForbidden' ||
        /\b(?:may not|must not|cannot|can not|should not|must be empty|not be set|only be|only valid|not allowed|not supported|not permitted|mutually exclusive|can only|to be unset)\b/i.test(
          about.violation.detail,
        )
      );
    default:
      return false;
  }
}
