import type { Rule } from './rule.ts';

/** An object that is stored has a name, or a prefix from which the server makes one. (Of a LimitRange it asks for neither.) */
export const objectName: Rule = function* ({ object, operation }) {
  const metadata = object.metadata ?? {};
  if (
    operation !== 'create' ||
    object.kind === 'LimitRange' ||
    typeof metadata !== 'object' ||
    Array.isArray(metadata)
  )
    return;
  const { name, generateName } = metadata as Record<string, unknown>;
  if (isGiven(name) || isGiven(generateName)) return;
  yield {
    code: 'missing-required',
    path: ['metadata', 'name'],
    at: 'key',
    reason: 'FieldValueRequired',
    message: 'name or generateName is required',
  };
};

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
