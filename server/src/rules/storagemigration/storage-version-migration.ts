import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import { rfc1035Label } from '../formats/rfc1035-label.ts';
import type { Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import { checkImmutable } from '../shared/immutable.ts';
import type { Rule } from '../shared/rule.ts';

/** What the API server refuses a StorageVersionMigration for. */
export const storageVersionMigration: Rule = (object, causes, attributes) => {
  const spec = object.at('spec');
  const resource = spec.in('resource', 'resource');
  const group = spec.in('resource', 'group');
  if (spec.map) checkResource(resource, group, causes);
  checkImmutable(spec, causes, attributes, { shown: { Resource: spec.at('resource').value } });
};

function checkResource(resource: Field, group: Field, causes: Causes): void {
  const code = 'reference-name';
  if (resource.text === '') causes.required(resource, 'resource is required to be set');
  const problems = resource.text ? rfc1035Label(resource.text) : [];
  if (problems.length > 0) causes.invalid(resource, problems.join(','), { code });
  const groupProblems = group.text ? dnsSubdomain(group.text) : [];
  if (groupProblems.length > 0) causes.invalid(group, groupProblems.join(','), { code });
}
