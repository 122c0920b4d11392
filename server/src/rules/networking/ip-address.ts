import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import { pathSegment } from '../formats/path-segment.ts';
import type { Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import { checkImmutable } from '../shared/immutable.ts';
import type { Rule } from '../shared/rule.ts';
import { checkSegment } from '../shared/typed-reference.ts';

/** What the API server refuses an IPAddress for. */
export const ipAddress: Rule = (object, causes, attributes) => {
  const parent = object.in('spec', 'parentRef');
  if (!object.at('spec').map) return;
  if (parent.isSet) checkParent(parent, causes);
  else causes.required(parent);
  checkImmutable(parent, causes, attributes, { shown: parent.isSet ? asInGo(parent) : undefined });
};

function checkParent(parent: Field, causes: Causes): void {
  const group = parent.at('group');
  if (group.text) causes.malformed(group, dnsSubdomain, { code: 'reference-name' });
  checkSegment(parent.at('resource'), causes);
  checkSegment(parent.at('name'), causes);
  const namespace = parent.at('namespace');
  if (namespace.text) causes.malformed(namespace, pathSegment, { code: 'reference-name' });
}

/** As the server prints it, which has no names of JSON in memory. */
function asInGo(parent: Field): object {
  const names = ['Group', 'Resource', 'Namespace', 'Name'];
  return Object.fromEntries(names.map((name) => [name, parent.at(name.toLowerCase()).value ?? '']));
}
