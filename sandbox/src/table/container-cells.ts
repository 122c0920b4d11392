import type { CellPrinters } from './cell.ts';
import { count, field, list, text } from './field.ts';
import { formatLabelSelector } from './selector-text.ts';

/** The columns Containers and Images of a kind whose Pod spec is at `path`. */
export function containerCells(...path: readonly string[]): CellPrinters {
  const join = (object: unknown, name: string) =>
    list(object, ...path, 'containers')
      .map((container) => text(container, name))
      .join(',');
  return {
    Containers: (object) => join(object, 'name'),
    Images: (object) => join(object, 'image'),
  };
}

/** The wide columns of a workload: its containers, images and selector. */
export function templateCells(): CellPrinters {
  return {
    ...containerCells('spec', 'template', 'spec'),
    Selector: (object) => formatLabelSelector(field(object, 'spec', 'selector')),
  };
}

/** Desired, current and ready replicas as numbers. */
export function replicaCells(): CellPrinters {
  return {
    Desired: (object) => count(object, 'spec', 'replicas'),
    Current: (object) => count(object, 'status', 'replicas'),
    Ready: (object) => count(object, 'status', 'readyReplicas'),
  };
}
