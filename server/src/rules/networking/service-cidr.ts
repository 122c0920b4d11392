import { cidr, parseCidr } from '../formats/cidr.ts';
import { familyOf } from '../formats/ip.ts';
import type { Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import { isSame, storedAt } from '../shared/immutable.ts';
import type { Rule } from '../shared/rule.ts';

/** What the API server refuses a ServiceCIDR for. */
export const serviceCidr: Rule = (object, causes, { old }) => {
  const spec = object.at('spec');
  const list = spec.at('cidrs');
  if (old) {
    const stored = storedAt(list, old);
    checkUnchangedBlocks(list, stored, causes);
    // Only a block that comes is judged, with the one that is there.
    if (!isSecondBlock(list, stored)) return;
  }
  if (list.isZero && spec.map) {
    causes.required(list, 'at least one CIDR required');
    return;
  }
  if (list.items.length > 2) {
    causes.invalid(list, 'may only hold up to 2 values');
    return;
  }
  for (const item of list.items) causes.malformed(item, cidr, { code: 'cidr' });
  const families = list.items
    .map((item) => parseCidr(item.text ?? ''))
    .map((network) => network && familyOf(network.address));
  if (families.length < 2 || families[0] === undefined || families[0] !== families[1]) return;
  causes.invalid(
    list,
    'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64',
  );
};

/** A second family may come; all else stays. */
function checkUnchangedBlocks(list: Field, stored: Field, causes: Causes): void {
  if (list.isUnknown || (list.isSet && !Array.isArray(list.value))) return;
  const code = 'immutable-field';
  if (list.items.length !== stored.items.length && !isSecondBlock(list, stored)) {
    causes.invalid(list, 'field is immutable', { code });
    return;
  }
  for (const [index, before] of stored.items.entries()) {
    const item = list.items[index]!;
    if (!isSame(item, before)) causes.invalid(item, 'field is immutable', { code });
  }
}

function isSecondBlock(list: Field, stored: Field): boolean {
  return stored.items.length === 1 && list.items.length === 2;
}
