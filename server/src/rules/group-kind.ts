import type { Field } from './field.ts';

/** An object's group and kind, whatever its version: `apps/Deployment`, `Pod`. */
export function groupKindOf(object: Field): string {
  const group = /^([^/]+)\//.exec(object.at('apiVersion').text ?? '')?.[1];
  return `${group === undefined ? '' : `${group}/`}${object.at('kind').text ?? ''}`;
}
