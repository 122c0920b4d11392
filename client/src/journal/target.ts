import type { Cluster } from '../cluster/cluster.ts';
import type { Step } from './step.ts';

/** Where a journal goes. */
export interface Target {
  readonly cluster: Cluster;
  /** For namespaced objects that name none themselves. */
  readonly namespace: string;
}

/** Where steps go, to be read before a person confirms: `prod / shop`, `prod / shop, web`, `prod`. */
export function describeTarget({ cluster }: Target, steps: readonly Pick<Step, 'namespace'>[]): string {
  const { name } = cluster.context;
  const namespaces = [...new Set(steps.map(({ namespace }) => namespace))].filter((one) => one !== undefined);
  if (namespaces.length === 0) return name;
  const shown = namespaces.length > 3 ? `${namespaces.length} namespaces` : namespaces.sort().join(', ');
  return `${name} / ${shown}`;
}
