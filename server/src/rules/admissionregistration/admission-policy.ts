import { checkExpressionNames, checkExpressionSyntax } from '../cel/check-expression.ts';
import { isCelIdentifier } from '../cel/syntax.ts';
import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import { pathSegment } from '../formats/path-segment.ts';
import { qualifiedName } from '../formats/qualified-name.ts';
import { rfc1035Label } from '../formats/rfc1035-label.ts';
import type { Causes } from '../shared/causes.ts';
import { checkUnique } from '../shared/duplicates.ts';
import { checkEnum, checkEnumIfSet } from '../shared/enum.ts';
import type { Field } from '../shared/field.ts';
import { checkLabelSelector } from '../shared/label-selector.ts';
import type { Rule } from '../shared/rule.ts';
import { admissionVariables, checkMatchConditions, checkMatchResources } from './admission-rule.ts';

/** What the API server refuses a ValidatingAdmissionPolicy or MutatingAdmissionPolicy for; of CEL the names and types are left to it. */
export const admissionPolicy: Rule = (object, causes) => {
  const spec = object.at('spec');
  const match = spec.at('matchConstraints');
  if (!spec.map) return;
  checkEnumIfSet(spec.at('failurePolicy'), ['Fail', 'Ignore'], causes);
  checkParamKind(spec.at('paramKind'), causes);
  if (!match.isSet) causes.required(match);
  else if (match.map) {
    checkSelection(match, causes);
    if (match.at('resourceRules').isZero) causes.required(match.at('resourceRules'));
    if (object.at('kind').text === 'MutatingAdmissionPolicy') checkMutableOperations(match, causes);
  }
  checkMatchConditions(spec.at('matchConditions'), causes);
  for (const variable of spec.at('variables').items) {
    const name = variable.at('name');
    checkGiven(name, 'name is not specified', causes);
    if (name.text?.trim() && !isCelIdentifier(name.text)) {
      causes.invalid(name, 'must be a valid CEL identifier', { code: 'reference-name' });
    }
    checkGivenExpression(variable.at('expression'), 'expression is not specified', causes);
  }
  if (object.at('kind').text === 'MutatingAdmissionPolicy') checkMutations(spec, causes);
  else checkValidations(spec, object.in('metadata', 'name'), causes);
};

/** What is deleted cannot be changed before. */
function checkMutableOperations(match: Field, causes: Causes): void {
  const named = match.at('resourceRules').child('operations');
  const operations = match.at('resourceRules').items.flatMap((rule) => rule.at('operations').items);
  for (const operation of operations) {
    const { text } = operation;
    if (text === undefined || mutable.includes(text)) continue;
    const follows = text === 'DELETE' ? {} : ({ follows: true } as const);
    causes.notSupported(named, mutable, { shown: text, mark: operation, ...follows });
  }
}

const mutable = ['*', 'CONNECT', 'CREATE', 'UPDATE'];

/** What the API server refuses a ValidatingAdmissionPolicyBinding or MutatingAdmissionPolicyBinding for. */
export const admissionPolicyBinding: Rule = (object, causes) => {
  const spec = object.at('spec');
  const name = spec.at('policyName');
  if (!spec.map) return;
  if (name.text === '') causes.required(name);
  else causes.malformed(name, dnsSubdomain, { code: 'reference-name' });
  checkParamReference(spec.at('paramRef'), causes);
  checkSelection(spec.at('matchResources'), causes);
  if (object.at('kind').text !== 'ValidatingAdmissionPolicyBinding') return;
  const actions = spec.at('validationActions');
  const texts = actions.items.map(({ text }) => text);
  for (const action of actions.items) checkEnumIfSet(action, ['Audit', 'Deny', 'Warn'], causes);
  checkUnique(actions, (action) => action, causes);
  if (texts.includes('Deny') && texts.includes('Warn')) {
    causes.invalid(
      actions,
      'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
    );
  }
  if (actions.isZero) causes.required(actions, 'at least one validation action is required');
};

function checkSelection(match: Field, causes: Causes): void {
  checkLabelSelector(match.at('namespaceSelector'), causes);
  checkLabelSelector(match.at('objectSelector'), causes);
  checkMatchResources(match, causes);
}

function checkParamKind(paramKind: Field, causes: Causes): void {
  if (!paramKind.isSet || !paramKind.map) return;
  const apiVersion = paramKind.at('apiVersion');
  const kind = paramKind.at('kind');
  if (apiVersion.text === '') causes.required(apiVersion);
  else if (apiVersion.text !== undefined) checkGroupVersion(apiVersion, apiVersion.text, causes);
  const problems = kind.text ? rfc1035Label(kind.text.toLowerCase()) : [];
  if (kind.text === '') causes.required(kind);
  if (problems.length === 0) return;
  causes.invalid(kind, `may have mixed case, but should otherwise match: ${problems.join(',')}`);
}

function checkGroupVersion(apiVersion: Field, text: string, causes: Causes): void {
  const parts = text.split('/');
  if (parts.length > 2) {
    causes.invalid(apiVersion, `unexpected GroupVersion string: ${text}`);
    return;
  }
  const [version = '', group = ''] = parts.reverse();
  const code = 'reference-version';
  const inGroup = group === '' ? [] : dnsSubdomain(group);
  if (inGroup.length > 0) causes.invalid(apiVersion, inGroup.join(','), { code, shown: group });
  const inVersion = version === '' ? [] : rfc1035Label(version);
  if (version === '') causes.invalid(apiVersion, 'version must be specified', { code });
  else if (inVersion.length > 0) causes.invalid(apiVersion, inVersion.join(','), { code, shown: version });
}

function checkValidations(spec: Field, policy: Field, causes: Causes): void {
  const validations = spec.at('validations');
  const annotations = spec.at('auditAnnotations');
  if (validations.isZero && annotations.isZero) {
    const detail = 'validations or auditAnnotations must contain at least one item';
    causes.required(validations, detail);
    causes.required(annotations, detail);
  }
  for (const validation of validations.items) {
    const message = validation.at('message').text;
    checkGivenExpression(validation.at('expression'), 'expression is not specified', causes);
    checkExpressionSyntax(validation.at('messageExpression'), causes);
    if (message && message.trim() === '') {
      causes.invalid(validation.at('message'), 'must be non-empty if specified');
    } else if (message && /[\r\n]/.test(message.trim())) {
      causes.invalid(validation.at('message'), 'must not contain line breaks');
    }
    checkEnumIfSet(validation.at('reason'), ['Forbidden', 'Invalid', 'RequestEntityTooLarge'], causes);
  }
  for (const annotation of annotations.items) {
    const key = annotation.at('key');
    checkGivenExpression(annotation.at('valueExpression'), 'valueExpression is not specified', causes);
    if (!policy.text || key.text === undefined) continue;
    const name = `${policy.text}/${key.text}`;
    for (const problem of qualifiedName(name)) {
      causes.invalid(key, problem, { code: 'annotation-key', shown: name });
    }
  }
  checkUnique(annotations, (annotation) => annotation.at('key'), causes);
}

function checkMutations(spec: Field, causes: Causes): void {
  const mutations = spec.at('mutations');
  if (mutations.isZero) causes.required(mutations, 'mutations must contain at least one item');
  for (const mutation of mutations.items) {
    if (!mutation.map) continue;
    const type = mutation.at('patchType');
    checkEnum(type, ['ApplyConfiguration', 'JSONPatch'], causes);
    if (type.text !== 'ApplyConfiguration' && type.text !== 'JSONPatch') continue;
    const [expected, other] =
      type.text === 'JSONPatch' ? ['jsonPatch', 'applyConfiguration'] : ['applyConfiguration', 'jsonPatch'];
    if (!mutation.at(expected!).isSet) {
      causes.required(mutation.at(expected!), `must be specified when patchType is ${type.text}`);
    }
    const given = mutation.at(expected!);
    if (given.isSet && given.map) checkGivenExpression(given.at('expression'), '', causes);
    if (mutation.at(other!).isSet) {
      const detail = `must not be specified when patchType is ${type.text}`;
      causes.invalid(mutation.at(other!), detail, { shown: `{${other}}`, at: 'key' });
    }
  }
  checkEnum(spec.at('reinvocationPolicy'), ['IfNeeded', 'Never'], causes);
}

function checkParamReference(reference: Field, causes: Causes): void {
  if (!reference.isSet || !reference.map) return;
  const name = reference.at('name');
  const selector = reference.at('selector');
  const action = reference.at('parameterNotFoundAction');
  const detail = 'name and selector are mutually exclusive';
  if (name.text) causes.malformed(name, pathSegment, { code: 'reference-name' });
  checkLabelSelector(selector, causes);
  if (name.text && selector.isSet) {
    causes.forbidden(name, detail);
    causes.forbidden(selector, detail);
  }
  if (name.text === '' && !selector.isSet) {
    causes.required(reference, 'one of name or selector must be specified');
  }
  checkEnum(action, ['Deny', 'Allow'], causes);
}

function checkGiven(field: Field, detail: string, causes: Causes): void {
  if (field.text?.trim() === '') causes.required(field, detail);
}

function checkGivenExpression(field: Field, detail: string, causes: Causes): void {
  checkGiven(field, detail, causes);
  checkExpressionSyntax(field, causes);
  checkExpressionNames(field, admissionVariables, causes);
}
