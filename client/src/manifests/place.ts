import type { ApplyPlan, PlannedObject } from './plan.ts';

/** Where objects go, to be read before a person confirms: `prod / shop`, `prod / shop, web`, `prod`. */
export function placeOf(
  plan: Pick<ApplyPlan, 'target'>,
  objects: readonly Pick<PlannedObject, 'namespace'>[],
): string {
  const { name } = plan.target.cluster.context;
  const namespaces = [...new Set(objects.map(({ namespace }) => namespace))].filter(
    (one) => one !== undefined,
  );
  if (namespaces.length === 0) return name;
  const shown = namespaces.length > 3 ? `${namespaces.length} namespaces` : namespaces.sort().join(', ');
  return `${name} / ${shown}`;
}
