import { customParts } from './custom-parts.ts';
import { mostJudged, type ValueProblem, valueProblems } from './custom-value.ts';
import { embeddedObjectProblems } from './embedded-object.ts';
import { repeatedItemProblems } from './repeated-items.ts';

/**
 * What the structural schema of its definition says of a whole custom resource, in the words and order of the API server.
 * The object has its defaults. Expressions (CEL) are left to the server. An object that takes too long to judge has the one
 * problem that says so.
 */
export function customObjectProblems(
  object: unknown,
  schema: Readonly<Record<string, unknown>>,
): ValueProblem[] {
  const ofValue = valueProblems(object, schema);
  if (ofValue === 'too many comparisons') return [unjudged];
  const parts = [...customParts(object, schema)];
  return [
    ...ofValue,
    ...parts.flatMap((part) => [...embeddedObjectProblems(part)]),
    ...parts.flatMap((part) => [...repeatedItemProblems(part)]),
  ];
}

const unjudged: ValueProblem = {
  fieldPath: '',
  reason: 'FieldValueForbidden',
  detail: `takes more than ${mostJudged} comparisons with its schema, and is not judged: make the object shorter, or its schema's alternatives fewer`,
};
