import type { Field } from './field.ts';

/** An object's group and kind, whatever its version: `apps/Deployment`, `Pod`. */
export function groupKindOf(object: Field): string {
  const apiVersion = object.at('apiVersion').text ?? '';
  const kind = object.at('kind').text ?? '';
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? kind : apiVersion.slice(0, slash + 1) + kind;
}
