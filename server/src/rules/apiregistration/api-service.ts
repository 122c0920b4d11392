import { trimEnd } from '../../yaml/trim-end.ts';
import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import { portNumber } from '../formats/port.ts';
import { rfc1035Label } from '../formats/rfc1035-label.ts';
import type { Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import type { Rule } from '../shared/rule.ts';

/** What the API server refuses an APIService for. */
export const apiService: Rule = (object, causes, { operation }) => {
  const spec = object.at('spec');
  const group = spec.at('group');
  const version = spec.at('version');
  if (!spec.map) return;
  if (operation === 'update') checkName(object, object.in('metadata', 'generateName'), causes);
  checkName(object, object.in('metadata', 'name'), causes);
  if (group.text === '' && version.text !== undefined && version.text !== 'v1') {
    causes.required(group, 'only v1 may have an empty group and it better be legacy kube');
  }
  if (group.text) causes.malformed(group, dnsSubdomain);
  causes.malformed(version, rfc1035Label);
  checkPriority(spec.at('groupPriorityMinimum'), 20_000, causes);
  checkPriority(spec.at('versionPriority'), 1000, causes);
  checkService(spec, causes);
};

/** The name, and what it was to be generated from. */
function checkName(object: Field, name: Field, causes: Causes): void {
  const group = object.in('spec', 'group').text;
  const version = object.in('spec', 'version').text;
  const required = `${version}.${group}`;
  if (!name.text || group === undefined || version === undefined || name.text === required) return;
  if (/[/%]/.test(name.text)) return;
  const detail = `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(required)}`;
  const isOfGroup = name.text?.endsWith(`.${group}`);
  const against = object.in('spec', isOfGroup ? 'version' : 'group');
  causes.invalid(name, detail, { code: 'definition-name', against });
}

function checkPriority(priority: Field, most: number, causes: Causes): void {
  const number = priority.isSet ? priority.number : 0;
  if (number === undefined || (number > 0 && number <= most)) return;
  causes.invalid(priority, `must be positive and less than ${most}`, { code: 'number-range', shown: number });
}

function checkService(spec: Field, causes: Causes): void {
  const service = spec.at('service');
  const bundle = spec.at('caBundle');
  const insecure = spec.at('insecureSkipTLSVerify');
  if (!service.isSet) {
    if (bundle.text) {
      const shown = `${Math.floor((trimEnd(bundle.text, '=').length * 3) / 4)} bytes`;
      causes.invalid(bundle, 'local APIServices may not have a caBundle', { shown, at: 'key' });
    }
    if (insecure.isTrue) causes.invalid(insecure, 'local APIServices may not have insecureSkipTLSVerify');
    return;
  }
  if (!service.map) return;
  for (const name of ['namespace', 'name'])
    if (service.at(name).text === '') causes.required(service.at(name));
  const port = service.at('port');
  const problems = port.number === undefined ? [] : portNumber(port.number);
  if (problems.length > 0) {
    causes.invalid(port, `port is not valid: ${problems.join(', ')}`, { code: 'port-number' });
  }
  if (insecure.isTrue && bundle.text) causes.invalid(insecure, 'may not be true if caBundle is present');
}
