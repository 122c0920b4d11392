import type { Causes } from '../../../../server/src/rules/shared/causes.ts';
import type { Field } from '../../../../server/src/rules/shared/field.ts';
import { isSame } from '../../../../server/src/rules/shared/immutable.ts';
import { checkConditions, isConditionTrue } from './conditions.ts';
import type { StatusRule } from './status-rule.ts';

const ends = ['Issued', 'Denied', 'Failed'];

/**
 * How a PodCertificateRequest ends: once, and with nothing but its conditions where there is no certificate. What the certificate
 * of an issued one is made of is not judged.
 */
export const podCertificateStatus: StatusRule = ({ status, before }, causes) => {
  const first = causes.violations.length;
  const conditions = status.at('conditions');
  checkEnds(status, conditions, causes);
  checkConditions(conditions, causes);
  if (causes.violations.length > first) return;
  if (ends.some((end) => isConditionTrue(before.at('conditions'), end))) {
    if (!isSame(status, before)) refuse(status, ended, causes);
  } else if (isConditionTrue(conditions, 'Denied') || isConditionTrue(conditions, 'Failed')) {
    const names = Object.keys(status.map ?? {}).filter((name) => name !== 'conditions');
    if (names.some((name) => !status.at(name).isZero)) refuse(status, alone, causes);
  }
};

/** The server prints the index behind a dot. */
function checkEnds(status: Field, conditions: Field, causes: Causes): void {
  let known = 0;
  for (const [index, condition] of conditions.items.entries()) {
    const named = status.child('conditions').child(`[${index}]`);
    const [type, answer] = [condition.at('type').text ?? '', condition.at('status').text ?? ''];
    if (!ends.includes(type)) {
      causes.notSupported(named.child('type'), ends, { shown: type });
      continue;
    }
    known++;
    if (known > 1) causes.invalid(named.child('type'), atMostOne, { shown: type });
    if (answer !== 'True') causes.notSupported(named.child('status'), ['True'], { shown: answer });
  }
}

const atMostOne = 'There may be at most one condition with type "Issued", "Denied", or "Failed"';
const ended = 'immutable after PodCertificateRequest is issued, denied, or failed';
const alone = 'non-condition status fields must be empty when denying or failing the PodCertificateRequest';

function refuse(status: Field, detail: string, causes: Causes): void {
  causes.found(status, { reason: 'FieldValueInvalid', detail });
}
