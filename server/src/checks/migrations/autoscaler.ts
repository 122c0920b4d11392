import { field, stringField, valueAt } from '../../manifest/fields.ts';
import { type FieldTexts, renamed } from './field-texts.ts';
import { fieldsIn, itemsOf, type Migration } from './migration.ts';

/** `autoscaling/v2`: a metric has a name and a selector, and a `target` with a type. */
export const autoscaler: Migration = (object, rewriter) => {
  for (const metric of itemsOf(valueAt(object, ['spec', 'metrics']))) {
    const source = sources[stringField(metric, 'type') ?? ''];
    const fields = source && fieldsIn(metric, source.field, rewriter);
    if (!source || !fields) {
      rewriter.giveUp();
      return;
    }
    const target = source.targets.find(({ from }) => fields.has(from));
    // Another field of the same name, or one that is of the new version already.
    if (!target && field(field(metric, source.field)?.value, 'target') && source.field !== 'object') continue;
    if (source.field === 'object') described(fields);
    measured(fields, source.selector);
    if (target) {
      const others = source.targets.map(({ from }) => from);
      fields.combine(others, (taken) => [
        fields.map('target', [
          fields.scalar('type', target.type),
          renamed(taken.get(target.from)!, target.from, target.to),
        ]),
      ]);
    }
    rewriter.write(fields);
  }
};

interface Target {
  readonly from: string;
  readonly type: string;
  readonly to: string;
}

const value: Target = { from: 'targetValue', type: 'Value', to: 'value' };
const averageValue: Target = { from: 'targetAverageValue', type: 'AverageValue', to: 'averageValue' };
const resource: readonly Target[] = [
  { from: 'targetAverageUtilization', type: 'Utilization', to: 'averageUtilization' },
  averageValue,
];

/** By the type of a metric, where it stands and what it had. */
const sources: Readonly<
  Record<string, { readonly field: string; readonly selector: string; readonly targets: readonly Target[] }>
> = {
  Resource: { field: 'resource', selector: '', targets: resource },
  ContainerResource: { field: 'containerResource', selector: '', targets: resource },
  Pods: { field: 'pods', selector: 'selector', targets: [averageValue] },
  Object: {
    field: 'object',
    selector: 'selector',
    targets: [{ from: 'averageValue', type: 'AverageValue', to: 'averageValue' }, value],
  },
  External: { field: 'external', selector: 'metricSelector', targets: [averageValue, value] },
};

/** What was the `target` of a metric of an object is what it describes. */
function described(fields: FieldTexts): void {
  fields.combine(['target'], (taken) => [renamed(taken.get('target')!, 'target', 'describedObject')]);
}

function measured(fields: FieldTexts, selector: string): void {
  if (!fields.has('metricName')) return;
  fields.combine(['metricName', selector], (taken) => {
    const name = renamed(taken.get('metricName')!, 'metricName', 'name');
    const written = taken.get(selector);
    return [fields.map('metric', written ? [name, renamed(written, selector, 'selector')] : [name])];
  });
}
