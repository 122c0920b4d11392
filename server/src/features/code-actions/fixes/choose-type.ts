import type { Fix } from '../../../checks/finding.ts';
import { valueAt } from '../../../manifest/fields.ts';
import type { ScalarNode } from '../../../yaml/nodes.ts';
import { schemaAlong } from '../../completion/enclosing-object.ts';
import { faultyNode, faultyScalar } from './faulty-node.ts';
import type { Fixing } from './fixing.ts';
import { removalOfItem } from './removal.ts';
import { indentedBy } from './skeleton.ts';

/** Writes a value as the type that its field takes: a text as a truth value or number, one value as a list of it. */
export function* chooseType(fixing: Fixing): Iterable<Fix> {
  const { about } = fixing.finding;
  if (about.is !== 'wrong-type') {
    yield* asNumberRefusedAsText(fixing);
    return;
  }
  yield* asBoolean(fixing, about.expected);
  yield* asInteger(fixing, about.expected);
  if (about.expected.includes('array')) yield* asList(fixing);
  yield* unwrapped(fixing, about.expected);
  yield* itemOfName(fixing, about.expected);
}

/** A number in quotes where a name, a percentage or an amount may stand as well: in quotes it is read as one of these. */
function* asNumberRefusedAsText(fixing: Fixing): Iterable<Fix> {
  const { about, code } = fixing.finding;
  if (about.is !== 'violation' && about.is !== 'out-of-bounds') return;
  const path = faultyNode(fixing)?.path;
  const node = faultyScalar(fixing);
  if (!path || typeof node?.value !== 'string' || !quotes.has(node.style)) return;
  const number = node.text.trim();
  const schema = schemaAlong(fixing.object?.schema, path);
  if (!schema?.types.includes('integer') || !/^-?(?:0|[1-9]\d*)$/.test(number)) return;
  yield {
    title: `Write ${number} without quotes`,
    span: node.span,
    newText: number,
    // No port has a name of digits; what is no percentage may have been meant as one.
    ...(code === 'port-name' && { likelihood: 'sure' }),
  };
}

const quotes = new Set<ScalarNode['style']>(['single-quoted', 'double-quoted']);

/** The only item of a list, or the only value of a map, where that is what the field takes. */
function* unwrapped(fixing: Fixing, expected: readonly string[]): Iterable<Fix> {
  const { written } = fixing;
  const { entry, node } = faultyNode(fixing) ?? {};
  if (!entry || entry.alias || entry.colon === undefined || !node || node.type === 'scalar') return;
  const inner = node.type === 'list' ? node.items : node.entries;
  const [only] = inner;
  if (inner.length !== 1 || !only?.value || only.alias) return;
  if (only.value.type === 'scalar') {
    const newText = ` ${written.slice(only.value.span)}`;
    if (newText.includes('\n')) return;
    const span = { start: entry.colon + 1, end: node.span.end };
    yield { title: `Change to${newText}`, span, newText, likelihood: 'possible' };
    return;
  }
  const isMapInList = node.type === 'list' && only.value.type === 'map' && expected.includes('object');
  if (!isMapInList || node.flow || only.value.flow) return;
  const { start } = only.value.span;
  const end = written.endOf(only.value);
  const lines = written.reindented(written.slice({ start, end }), written.columnOf(start), 0);
  const margin = written.columnOf(entry.key.span.start) + written.style.unit;
  const newText = ' '.repeat(margin) + indentedBy(margin, lines);
  yield { title: 'Make it no list', span: { start: written.lineStart(node.span.start), end }, newText };
}

/** A word among maps that have names: a map of that name. Or it is taken out. */
function* itemOfName(fixing: Fixing, expected: readonly string[]): Iterable<Fix> {
  const found = faultyNode(fixing);
  const index = found?.path.at(-1);
  if (found?.node?.type !== 'scalar' || typeof index !== 'number' || !fixing.object) return;
  const schema = schemaAlong(fixing.object.schema, found.path);
  if (expected.includes('object') && schema?.property('name')?.types.includes('string')) {
    const newText = `name: ${fixing.written.slice(found.node.span)}`;
    if (!newText.includes('\n')) {
      yield { title: `Change to \`${newText}\``, span: found.node.span, newText, likelihood: 'possible' };
    }
  }
  const list = valueAt(fixing.object.map, found.path.slice(0, -1));
  const removal = list?.type === 'list' ? removalOfItem(list, index, fixing.written) : undefined;
  if (removal) yield { title: 'Remove this item', ...removal, likelihood: 'possible' };
}

function* asBoolean(fixing: Fixing, expected: readonly string[]): Iterable<Fix> {
  const node = faultyNode(fixing)?.node;
  if (node?.type !== 'scalar' || !expected.includes('boolean') || expected.length > 1) return;
  const word = node.text.trim().toLowerCase();
  const meant = truths.has(word) ? 'true' : falsehoods.has(word) ? 'false' : undefined;
  if (!meant) return;
  const fix = { title: `Change to ${meant}`, span: node.span, newText: meant };
  yield aboutThings.has(word) ? fix : { ...fix, likelihood: 'sure' };
}

const truths = new Set(['true', 'yes', 'y', 'on', '1', 'enabled']);
const falsehoods = new Set(['false', 'no', 'n', 'off', '0', 'disabled']);
/** `unschedulable: disabled` may be about the node instead of the field. */
const aboutThings = new Set(['enabled', 'disabled']);

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
