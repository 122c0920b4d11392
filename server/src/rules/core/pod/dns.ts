import type { KubernetesVersion } from '../../../catalog/catalog.ts';
import { dnsSubdomainWithUnderscore } from '../../formats/dns-subdomain.ts';
import { ipOf } from '../../shared/address.ts';
import type { Causes } from '../../shared/causes.ts';
import type { Field } from '../../shared/field.ts';

const mostNameservers = 3;
const mostSearches = 32;
const mostSearchCharacters = 2048;

/** How a Pod resolves names. */
export function checkDns(spec: Field, version: KubernetesVersion, causes: Causes): void {
  const config = spec.at('dnsConfig');
  const nameservers = config.at('nameservers');
  if (spec.at('dnsPolicy').text === 'None') {
    if (!config.isSet) {
      causes.required(config, 'must provide `dnsConfig` when `dnsPolicy` is None', {
        code: 'dns-config',
      });
      return;
    }
    if (nameservers.isZero) {
      const why = 'must provide at least one DNS nameserver when `dnsPolicy` is None';
      causes.required(nameservers, why, { code: 'dns-config' });
      return;
    }
  }
  if (!config.isSet) return;
  if (nameservers.items.length > mostNameservers) {
    causes.invalid(nameservers, `must not have more than ${mostNameservers} nameservers`, {
      code: 'dns-config',
    });
  }
  for (const server of nameservers.items) causes.malformed(server, ipOf(version), { code: 'ip-address' });
  checkSearches(config.at('searches'), causes);
  for (const option of config.at('options').items) {
    if (option.at('name').text === '') {
      causes.required(option, 'must not be empty', { code: 'dns-config', mark: option.at('name') });
    }
  }
}

function checkSearches(searches: Field, causes: Causes): void {
  if (searches.items.length > mostSearches) {
    causes.invalid(searches, `must not have more than ${mostSearches} search paths`, { code: 'dns-config' });
  }
  if (searches.items.map(({ text }) => text ?? '').join(' ').length > mostSearchCharacters) {
    const why = `must not have more than ${mostSearchCharacters} characters (including spaces) in the search list`;
    causes.invalid(searches, why, { code: 'dns-config' });
  }
  for (const search of searches.items) {
    if (search.text === '.' || search.text === undefined) continue;
    const name = search.text.replace(/\.$/, '');
    for (const problem of dnsSubdomainWithUnderscore(name)) {
      causes.invalid(search, problem, { code: 'dns-config', shown: name });
    }
  }
}
