import { warnOfNodeLabel } from '../core/node-label-warnings.ts';
import { qualifiedName } from '../formats/qualified-name.ts';
import type { AdmissionAttributes } from '../shared/admission-attributes.ts';
import type { Causes } from '../shared/causes.ts';
import { checkUnique } from '../shared/duplicates.ts';
import { checkEnumIfSet } from '../shared/enum.ts';
import type { Field } from '../shared/field.ts';
import { checkImmutable, isSame, storedAt } from '../shared/immutable.ts';
import { checkLabelKey } from '../shared/labels.ts';
import type { Rule } from '../shared/rule.ts';
import type { WarningRule } from '../shared/warning.ts';

const mostParameters = 512;

/** What the API server refuses a StorageClass for. */
export const storageClass: Rule = (object, causes, attributes) => {
  checkProvisioner(object.at('provisioner'), causes);
  checkParameters(object.at('parameters'), causes);
  if (object.at('reclaimPolicy').text) {
    checkEnumIfSet(object.at('reclaimPolicy'), ['Delete', 'Retain'], causes);
  }
  checkEnumIfSet(object.at('volumeBindingMode'), ['Immediate', 'WaitForFirstConsumer'], causes);
  const topologies = object.at('allowedTopologies');
  for (const term of topologies.items) checkTopology(term, causes);
  checkDistinct(topologies, causes);
  if (!attributes.old) return;
  for (const name of ['parameters', 'provisioner', 'reclaimPolicy']) {
    checkForbiddenUpdate(object.at(name), causes, attributes);
  }
  checkImmutable(object.at('volumeBindingMode'), causes, attributes);
};

/** What the API server refuses a VolumeAttributesClass for. */
export const volumeAttributesClass: Rule = (object, causes, attributes) => {
  const parameters = object.at('parameters');
  if (attributes.old)
    for (const name of ['driverName', 'parameters'])
      checkForbiddenUpdate(object.at(name), causes, attributes);
  checkProvisioner(object.at('driverName'), causes);
  checkParameters(parameters, causes);
  if (parameters.isZero) causes.required(parameters, 'must contain at least one key/value pair');
};

function checkForbiddenUpdate(field: Field, causes: Causes, { old }: AdmissionAttributes): void {
  if (isSame(field, storedAt(field, old))) return;
  causes.forbidden(field, `updates to ${field.name} are forbidden.`, { code: 'immutable-field' });
}

function checkProvisioner(field: Field, causes: Causes): void {
  if (field.text === undefined) return;
  if (field.text === '') causes.required(field, '', { declared: true });
  else {
    const text = field.text.toLowerCase();
    for (const problem of qualifiedName(text))
      causes.invalid(field, problem, { code: 'driver-name', shown: text });
  }
}

function checkParameters(parameters: Field, causes: Causes): void {
  if (parameters.entries.length > mostParameters) {
    causes.tooLong(parameters, mostParameters);
    return;
  }
  if (parameters.entries.some(({ name }) => name === '')) {
    causes.invalid(parameters, 'field can not be empty.', { shown: '' });
  }
}

function checkTopology(term: Field, causes: Causes): void {
  const expressions = term.at('matchLabelExpressions');
  for (const expression of expressions.items) {
    const values = expression.at('values');
    checkLabelKey(expression.at('key'), causes);
    if (expression.map && values.isZero) causes.required(values);
    checkUnique(values, (value) => value, causes);
  }
  checkUnique(expressions, (expression) => expression.at('key'), causes);
}

/** No two terms ask for the same, in whatever order, and none asks for nothing. */
function checkDistinct(topologies: Field, causes: Causes): void {
  const seen = new Set(['']);
  for (const term of topologies.items) {
    const expressions = term.at('matchLabelExpressions');
    const asked = expressions.items.map((expression) => [
      expression.at('key').text,
      ...expression
        .at('values')
        .items.map(({ text }) => text)
        .sort(),
    ]);
    if (!term.map || asked.flat().includes(undefined)) continue;
    const id = asked
      .map((parts) => JSON.stringify(parts))
      .sort()
      .join();
    if (seen.has(id))
      causes.duplicate(expressions, { shown: '', mark: expressions.isSet ? expressions : term });
    seen.add(id);
  }
}

/** What the API server warns of in a StorageClass. */
export const storageClassWarnings: WarningRule = (storageClass, warnings) => {
  for (const topology of storageClass.at('allowedTopologies').items) {
    for (const expression of topology.at('matchLabelExpressions').items) {
      warnOfNodeLabel(expression.at('key'), warnings, 'reason alone');
    }
  }
};
