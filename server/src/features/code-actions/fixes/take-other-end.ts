import type { Fix } from '../../../checks/finding.ts';
import type { Violation } from '../../../rules/shared/violation.ts';
import type { ScalarNode } from '../../../yaml/nodes.ts';
import type { Path } from '../../../yaml/path.ts';
import { nodeAt } from './faulty-node.ts';
import type { FaultyObject, Fixing } from './fixing.ts';

/** Of two values that contradict each other, writes the one for the other, or each in the other's place. */
export function* takeOtherEnd({ finding, object, written }: Fixing): Iterable<Fix> {
  const { about } = finding;
  const against =
    about.is === 'violation' ? (about.violation.against ?? namedBeside(about.violation)) : undefined;
  if (about.is !== 'violation' || !against || !object) return;
  const { path, mark = path } = about.violation;
  const one = scalarAt(object, mark);
  const other = scalarAt(object, against);
  if (!one || !other || one === other || one.text === other.text) return;
  const [own, others] = [written.slice(one.span), written.slice(other.span)];
  const isAmount = /^["']?-?[\d.]/.test(own) && /^["']?-?[\d.]/.test(others);
  if (finding.code === 'selector-mismatch' || !isAmount) return;
  const [here, there] = [nameOf(mark), nameOf(against)];
  yield { title: `Change "${here}" to ${others}`, span: one.span, newText: others };
  yield { title: `Change "${there}" to ${own}`, span: other.span, newText: own };
  yield {
    title: `Swap "${here}" and "${there}"`,
    span: one.span,
    newText: others,
    more: [{ span: other.span, newText: own }],
  };
}

/** The field beside the faulty one that the server's words name. */
function namedBeside({ path, mark = path, detail }: Violation): Path | undefined {
  const [, name] = /`(\w+)`/.exec(detail) ?? [];
  return name === undefined ? undefined : [...mark.slice(0, -1), name];
}

function scalarAt({ map }: FaultyObject, path: Path): ScalarNode | undefined {
  const found = nodeAt(map, path);
  return found?.node?.type === 'scalar' && !found.entry?.alias ? found.node : undefined;
}

function nameOf(path: Path): string {
  return path
    .slice(-2)
    .filter((part) => typeof part === 'string')
    .join('.');
}
