import { checkExpressionSyntax } from '../cel/check-expression.ts';
import { usesName } from '../cel/syntax.ts';
import type { Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import { fieldPathProblem } from './custom-field-path.ts';
import type { FieldMapping } from './field-mapping.ts';

const code = 'custom-schema';
const reasons = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];

/** The rules in CEL that a schema and its parts have. */
export function checkValidations(
  schema: Field,
  named: FieldMapping,
  causes: Causes,
  uncorrelated: Field | undefined = undefined,
): void {
  if (!schema.map || !schema.isSet) return;
  for (const rule of schema.given('x-kubernetes-validations')?.items ?? []) {
    checkRule(rule, schema, named, causes);
    checkOldSelf(rule, named, uncorrelated, causes);
  }
  for (const property of schema.given('properties')?.entries ?? []) {
    checkValidations(property, named, causes, uncorrelated);
  }
  const items = schema.given('items');
  if (items?.isSet) {
    const isKeyedList = schema.at('x-kubernetes-list-type').text === 'map';
    checkValidations(items, named, causes, isKeyedList ? uncorrelated : schema);
  }
  const additional = schema.given('additionalProperties');
  if (additional?.isSet) checkValidations(additional, named, causes, uncorrelated);
}

function checkRule(rule: Field, schema: Field, named: FieldMapping, causes: Causes): void {
  const text = rule.at('rule');
  const message = rule.at('message');
  const expression = rule.at('messageExpression');
  if (!rule.map || text.text === undefined || message.text === undefined) return;
  if (text.text.trim() === '') causes.required(named(text), 'rule is not specified', { code, mark: text });
  else if (message.text !== '' && message.text.trim() === '') {
    refuse(message, 'must be non-empty if specified', named, causes);
  } else if (hasLineBreak(message.text.trim()))
    refuse(message, 'must not contain line breaks', named, causes);
  else if (hasLineBreak(text.text.trim()) && message.text === '') {
    const detail = 'message must be specified if rule contains line breaks';
    causes.required(named(message), detail, { code, mark: text });
  }
  if (expression.text && expression.text.trim() === '') {
    const detail = 'messageExpression must be non-empty if specified';
    causes.required(named(expression), detail, { code, mark: expression });
  }
  checkExpressionSyntax(text, causes, { named: named(text), shown: rule.value });
  checkExpressionSyntax(
    expression,
    causes,
    { named: named(expression), shown: rule.value },
    'messageExpression ',
  );
  const reason = rule.at('reason');
  if (reason.isSet && reason.text !== undefined && !reasons.includes(reason.text)) {
    causes.notSupported(named(reason), reasons, { code, mark: reason, shown: reason.text });
  }
  checkFieldPath(rule.at('fieldPath'), schema, named, causes);
}

function checkFieldPath(path: Field, schema: Field, named: FieldMapping, causes: Causes): void {
  if (!path.text) return;
  if (path.text.trim() === '') refuse(path, 'must be non-empty if specified', named, causes);
  if (hasLineBreak(path.text)) refuse(path, 'must not contain line breaks', named, causes);
  const problem = fieldPathProblem(path.text, schema, 'with brackets');
  if (typeof problem === 'string') refuse(path, 'must be a valid path', named, causes);
}

/** What was before is known of items that can be told apart in both. */
function checkOldSelf(
  rule: Field,
  named: FieldMapping,
  uncorrelated: Field | undefined,
  causes: Causes,
): void {
  const text = rule.at('rule');
  const isOptional = rule.at('optionalOldSelf');
  if (!rule.map || !text.text) return;
  const uses = usesName(text.text, 'oldSelf');
  if (uses && uncorrelated) {
    const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${named(uncorrelated).printed}`;
    causes.invalid(named(text), detail, { code, mark: text, shown: text.text });
  } else if (uses === false && typeof isOptional.value === 'boolean') {
    const detail = 'may not be set if oldSelf is not used in rule';
    causes.invalid(named(isOptional), detail, { code, mark: isOptional, shown: isOptional.value });
  }
}

function refuse(field: Field, detail: string, named: FieldMapping, causes: Causes): void {
  causes.invalid(named(field), detail, { code, mark: field, shown: field.text });
}

function hasLineBreak(text: string): boolean {
  return /[\r\n]/.test(text);
}
