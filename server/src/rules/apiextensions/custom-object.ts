import { customParts } from './custom-parts.ts';
import { type ValueProblem, valueProblems } from './custom-value.ts';
import { embeddedObjectProblems } from './embedded-object.ts';
import { repeatedItemProblems } from './repeated-items.ts';

/**
 * What the structural schema of its definition says of a whole custom resource, in the words and order of the API server.
 * The object has its defaults. Expressions (CEL) are left to the server.
 */
export function customObjectProblems(
  object: unknown,
  schema: Readonly<Record<string, unknown>>,
): ValueProblem[] {
  const parts = [...customParts(object, schema)];
  return [
    ...valueProblems(object, schema),
    ...parts.flatMap((part) => [...embeddedObjectProblems(part)]),
    ...parts.flatMap((part) => [...repeatedItemProblems(part)]),
  ];
}
