import { type CustomPart, isMap } from './custom-parts.ts';
import type { ValueProblem } from './custom-value.ts';

/**
 * What a whole object in a custom resource (`x-kubernetes-embedded-resource`) lacks of what every object has: its
 * apiVersion and kind. Its metadata is left to the server.
 */
export function* embeddedObjectProblems({ value, schema, fieldPath }: CustomPart): Generator<ValueProblem> {
  if (schema['x-kubernetes-embedded-resource'] !== true || !isMap(value)) return;
  for (const name of ['apiVersion', 'kind']) {
    if (value[name] !== undefined && value[name] !== '') continue;
    yield { fieldPath: `${fieldPath}.${name}`, reason: 'FieldValueRequired', detail: '' };
  }
}
