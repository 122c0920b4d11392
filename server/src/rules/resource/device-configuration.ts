import { checkExpressionNames, checkGivenExpression } from '../cel/check-expression.ts';
import { byteLength } from '../formats/byte-length.ts';
import type { Causes } from '../shared/causes.ts';
import { checkDeviceDriver } from '../shared/driver-name.ts';
import type { Field } from '../shared/field.ts';

const mostItems = 32;
const longestExpression = 10 * 1024;

/** Which devices are meant, by expressions. */
export function checkDeviceSelectors(selectors: Field, causes: Causes, place: Field = selectors): void {
  if (isTooMany(selectors, mostItems, causes, place)) return;
  for (const selector of selectors.items) {
    const cel = selector.at('cel');
    const expression = cel.at('expression');
    const named = place.child(selector.name).child('cel');
    if (!selector.map) continue;
    if (!cel.isSet) causes.required(named, '', { mark: cel });
    else if (expression.text !== undefined && byteLength(expression.text) > longestExpression) {
      causes.tooLong(expression, longestExpression, { named: named.child('expression') });
    } else {
      const remark = { named: named.child('expression') };
      checkGivenExpression(expression, causes, remark);
      checkExpressionNames(expression, ['device'], causes, remark);
    }
  }
}

/** What is passed on to the drivers of devices. */
export function checkDeviceConfigurations(list: Field, causes: Causes): void {
  if (isTooMany(list, mostItems, causes)) return;
  for (const configuration of list.items) {
    const opaque = configuration.at('opaque');
    if (!configuration.map) continue;
    if (!opaque.isSet) {
      causes.required(opaque);
      continue;
    }
    const parameters = opaque.at('parameters');
    checkDeviceDriver(opaque.at('driver'), causes);
    if (!opaque.map) continue;
    if (!parameters.isSet) causes.required(parameters);
    else if (isOtherThanObject(parameters.value)) {
      causes.invalid(parameters, 'must be a valid JSON object', { shown: '<value omitted>' });
    }
  }
}

/** Whether a list is too long to be looked at; says so. */
export function isTooMany(list: Field, most: number, causes: Causes, place: Field = list): boolean {
  const count = list.items.length;
  if (count <= most) return false;
  causes.tooMany(place, count, most, { mark: list, at: 'key' });
  return true;
}

function isOtherThanObject(value: unknown): boolean {
  return Array.isArray(value) || ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}
