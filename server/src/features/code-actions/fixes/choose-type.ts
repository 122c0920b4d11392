import type { Fix } from '../../../checks/finding.ts';
import { faultyNode } from './faulty-node.ts';
import type { Fixing } from './fixing.ts';
import { indentedBy } from './skeleton.ts';

/** Writes a value as the type that its field takes: a text as a truth value or number, one value as a list of it. */
export function* chooseType(fixing: Fixing): Iterable<Fix> {
  const { about } = fixing.finding;
  if (about.is !== 'wrong-type') return;
  yield* asBoolean(fixing, about.expected);
  yield* asInteger(fixing, about.expected);
  if (about.expected.includes('array')) yield* asList(fixing);
}

function* asBoolean(fixing: Fixing, expected: readonly string[]): Iterable<Fix> {
  const node = faultyNode(fixing)?.node;
  if (node?.type !== 'scalar' || !expected.includes('boolean') || expected.length > 1) return;
  const word = node.text.trim().toLowerCase();
  const meant = truths.has(word) ? 'true' : falsehoods.has(word) ? 'false' : undefined;
  if (meant) yield { title: `Change to ${meant}`, span: node.span, newText: meant, likelihood: 'sure' };
}

const truths = new Set(['true', 'yes', 'y', 'on', '1', 'enabled']);
const falsehoods = new Set(['false', 'no', 'n', 'off', '0', 'disabled']);

function* asInteger(fixing: Fixing, expected: readonly string[]): Iterable<Fix> {
  const node = faultyNode(fixing)?.node;
  if (node?.type !== 'scalar' || !expected.includes('integer')) return;
  const [, digits, fraction = ''] = /^\s*([+-]?\d{1,15})(\.\d+)?(?:s|%)?\s*$/.exec(node.text) ?? [];
  if (digits === undefined) return;
  const isWhole = /^(?:\.0+)?$/.test(fraction);
  const newText = String(isWhole ? Number(digits) : Math.round(Number(digits + fraction)));
  yield {
    title: `Change to ${newText}`,
    span: node.span,
    newText,
    ...(!isWhole && { likelihood: 'possible' }),
  };
}

function* asList(fixing: Fixing): Iterable<Fix> {
  const { written } = fixing;
  const { entry, node } = faultyNode(fixing) ?? {};
  if (!entry || entry.alias || !node || entry.colon === undefined || node.type === 'list') return;
  const title = 'Make it a list';
  const isFlow = written.style.quoted || !written.beginsLine(entry.key.span.start);
  const isInline = node.type === 'scalar' || node.flow;
  if (isInline && (isFlow || node.type === 'scalar')) {
    if (written.slice(node.span).includes('\n')) return;
    yield { title, span: node.span, newText: `[${written.slice(node.span)}]` };
    return;
  }
  if (isInline) return;
  const column = written.columnOf(node.span.start);
  const lines = written.reindented(
    written.slice({ start: node.span.start, end: written.endOf(node) }),
    column,
    0,
  );
  const margin = written.columnOf(entry.key.span.start) + written.style.list;
  const start = written.lineStart(node.span.start);
  const newText = `${' '.repeat(margin)}- ${indentedBy(margin + 2, lines)}`;
  yield { title, span: { start, end: written.endOf(node) }, newText };
}
