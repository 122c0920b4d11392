import type { Field } from './field.ts';

/** An object's group and kind, whatever its version: `apps/Deployment`, `Pod`. */
export function groupKindOf(object: Field): string {
  const apiVersion = object.at('apiVersion').text ?? '';
  return apiVersion.slice(0, apiVersion.indexOf('/') + 1) + (object.at('kind').text ?? '');
}
