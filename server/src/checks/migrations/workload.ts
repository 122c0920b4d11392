import { field, valueAt } from '../../manifest/fields.ts';
import type { Migration } from './migration.ts';

/** `apps/v1` has no default for the selector: it was the labels of the template. */
export const workload: Migration = (object, rewriter) => {
  const spec = field(object, 'spec')?.value;
  if (spec?.type !== 'map' || field(spec, 'selector')) return;
  const labels = valueAt(spec, ['template', 'metadata', 'labels']);
  const template = field(spec, 'template');
  if (!template || labels?.type !== 'map' || labels.entries.length === 0) return;
  const written = labels.entries.map(({ key, value }) =>
    value?.type === 'scalar' ? `${rewriter.textOf(key)}: ${rewriter.textOf(value)}` : undefined,
  );
  if (!written.every((text) => text !== undefined)) return;
  rewriter.insertBefore(template, spec, (fields) =>
    fields.map('selector', [fields.map('matchLabels', written)]),
  );
};
