import { cidr, parseCidr } from './formats/cidr.ts';
import { familyOf } from './formats/ip.ts';
import type { Rule } from './rule.ts';

/** What the API server refuses a ServiceCIDR for. */
export const serviceCidr: Rule = (object, causes) => {
  const spec = object.at('spec');
  const list = spec.at('cidrs');
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
