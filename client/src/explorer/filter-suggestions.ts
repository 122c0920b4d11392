import type { Column } from '../../../server/src/catalog/catalog.ts';
import type { Row } from '../cluster/kube-object.ts';
import { isStateColumn } from '../cluster/objects/health.ts';
import { foundLabels } from './found-labels.ts';
import { filterTokens } from './row-options.ts';

/** What the filter that is typed may go on with. */
export interface FilterSuggestion {
  /** In place of the part of the filter that is typed last. */
  readonly part: string;
  readonly about: string;
}

const mostSuggestions = 20;
const mostValues = 5;

/** What one can filter by, for the last part of what is typed; values are those that rows have. */
export function filterSuggestions(
  filter: string,
  { sorted, columns }: { readonly sorted: readonly Row[]; readonly columns: readonly Column[] },
): FilterSuggestion[] {
  const last = lastPart(filter);
  const begun = last.toLowerCase();
  const isToken = Object.keys(filterTokens).some((name) => begun.startsWith(`${name}:`));
  const all = begun.startsWith('label:')
    ? labels(sorted)
    : begun.startsWith('status:')
      ? states(sorted, columns)
      : begun.startsWith('field:')
        ? fields
        : starts;
  const fitting = isToken
    ? all.filter(({ part }) => part.toLowerCase().startsWith(begun) && part.toLowerCase() !== begun)
    : all;
  return fitting.slice(0, mostSuggestions);
}

/** What is typed, with a suggestion in it. */
export function withSuggestion(filter: string, { part }: FilterSuggestion): string {
  const last = lastPart(filter);
  const isToken = Object.keys(filterTokens).some((name) => last.toLowerCase().startsWith(`${name}:`));
  const before = isToken || last === '' ? filter.slice(0, filter.length - last.length) : `${filter} `;
  return before + part;
}

function lastPart(filter: string): string {
  return filter.split(/\s/).at(-1)!;
}

const starts: readonly FilterSuggestion[] = [
  { part: 'status:', about: `how they fare, or their state: ${filterTokens.status}` },
  { part: 'label:', about: `a label selector, asked of the server: ${filterTokens.label}` },
  { part: 'field:', about: `a field selector, asked of the server: ${filterTokens.field}` },
];

/** Every kind has these; which others it has, its server alone knows. */
const fields: readonly FilterSuggestion[] = [
  { part: 'field:metadata.name=', about: 'the name' },
  { part: 'field:metadata.namespace=', about: 'the namespace' },
];

function labels(rows: readonly Row[]): FilterSuggestion[] {
  return foundLabels(rows).flatMap(({ key, values }) =>
    values
      .slice(0, mostValues)
      .map((value) => ({ part: `label:${key}=${value}`, about: 'a label of the objects' })),
  );
}

function states(rows: readonly Row[], columns: readonly Column[]): FilterSuggestion[] {
  const found = new Set<string>();
  const places = columns.flatMap(({ name }, index) => (isStateColumn(name) ? [index] : []));
  for (const { cells } of rows) {
    if (found.size >= mostSuggestions) break;
    for (const place of places) {
      const cell = cells[place];
      if (typeof cell === 'string' && /^[\w:,-]{1,60}$/.test(cell)) found.add(cell);
    }
  }
  return [
    { part: 'status:failed', about: 'what has failed' },
    { part: 'status:waiting', about: 'what is on its way' },
    ...[...found].map((state) => ({ part: `status:${state}`, about: 'a state of the objects' })),
  ];
}
