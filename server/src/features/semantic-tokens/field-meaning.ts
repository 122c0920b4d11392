import type { Schema } from '../../catalog/schema.ts';
import { celProblem } from '../../rules/cel/syntax.ts';
import { targetsByField } from '../completion/reference-targets.ts';

/** What the text of a field is. */
export type FieldMeaning = 'kind' | 'reference' | 'expression';

/**
 * What a field that holds a text is beside its schema: the name of a kind, the name of another object, or an expression.
 * `parent` declares it, `around` is the field that the parent stands in.
 */
export function fieldMeaning(
  parent: Schema,
  name: string,
  around: string | undefined,
  text: string,
): FieldMeaning | undefined {
  const definition = parent.name?.slice(parent.name.lastIndexOf('.') + 1);
  if (isExpression(definition, name, text)) return 'expression';
  if (name === 'kind') return 'kind';
  if (definition !== undefined && targetsByField.has(`${definition}.${name}`)) {
    return notObjects.has(`${definition}.${name}`) ? undefined : 'reference';
  }
  if (namesAnObject.has(name)) return 'reference';
  return name === 'name' && around !== undefined && /(?:Ref|Refs|Reference|References)$/.test(around)
    ? 'reference'
    : undefined;
}

/** What completion offers for these is no name. */
const notObjects: ReadonlySet<string> = new Set([
  'RoleRef.apiGroup',
  'CrossVersionObjectReference.apiVersion',
  'ResourceFieldSelector.resource',
  'ObjectFieldSelector.fieldPath',
]);

/** Fields that name an object of another kind wherever an API has them. */
const namesAnObject: ReadonlySet<string> = new Set([
  ...['secretName', 'configMapName', 'serviceAccountName', 'claimName', 'storageClassName', 'volumeName'],
  ...['serviceName', 'ingressClassName', 'priorityClassName', 'runtimeClassName', 'gatewayClassName'],
  ...['deviceClassName', 'resourceClaimName', 'resourceClaimTemplateName', 'volumeSnapshotClassName'],
]);

const builtInExpressions: ReadonlySet<string> = new Set(['ValidationRule.rule']);
const expressions: ReadonlySet<string> = new Set([
  'expression',
  'messageExpression',
  'valueExpression',
  'celExpression',
]);

/** Kubernetes' own kinds have no other expressions than in CEL; of others the text must be one, and more than a word. */
function isExpression(definition: string | undefined, name: string, text: string): boolean {
  if (definition !== undefined && builtInExpressions.has(`${definition}.${name}`)) return true;
  if (!expressions.has(name)) return false;
  return definition !== undefined || (/[.(=<>!&|]/.test(text) && celProblem(text) === undefined);
}
