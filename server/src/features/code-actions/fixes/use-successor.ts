import type { Fix } from '../../../checks/finding.ts';
import { field, valueAt } from '../../../manifest/fields.ts';
import { faultyNode } from './faulty-node.ts';
import type { Fixing } from './fixing.ts';
import { removalOfEntry } from './removal.ts';

/** Gives a deprecated field the name of the one that takes its place; where that is there too, it is taken out. */
export function* useSuccessor(fixing: Fixing): Iterable<Fix> {
  const { finding, object, written } = fixing;
  const { about } = finding;
  if (about.is !== 'deprecated-field' || about.replacement === undefined || !object) return;
  const found = faultyNode(fixing);
  if (!found?.entry) return;
  const around = found.path.length === 1 ? object.map : valueAt(object.map, found.path.slice(0, -1));
  if (around?.type !== 'map') return;
  const successor = field(around, about.replacement);
  if (!successor) {
    const newText = written.style.quoted ? JSON.stringify(about.replacement) : about.replacement;
    yield {
      title: `Rename to "${about.replacement}"`,
      span: found.entry.key.span,
      newText,
      ...(about.isAlias && { likelihood: 'sure' }),
    };
    return;
  }
  const removal = removalOfEntry(around, around.entries.indexOf(found.entry), written);
  if (removal) yield { title: `Remove "${about.field}"`, ...removal };
}
