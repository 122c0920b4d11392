import type { KubeObject } from '../cluster/kube-object.ts';
import type { Step } from './step.ts';

/** `Deployment shop/web`, as previews and results name an object. */
export function objectName({ kind, metadata }: KubeObject, namespace?: string): string {
  const shown = metadata.name ?? `${metadata.generateName}…`;
  return `${kind} ${namespace ? `${namespace}/` : ''}${shown}`;
}

/** The name of a step's object, with the namespace that it goes to. */
export function stepName({ object, namespace }: Pick<Step, 'object' | 'namespace'>): string {
  return objectName(object, namespace);
}
