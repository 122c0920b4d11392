import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import { pathSegment } from '../formats/path-segment.ts';
import { checkImmutable } from '../shared/immutable.ts';
import type { Rule } from '../shared/rule.ts';
import { checkSegment } from '../shared/typed-reference.ts';

/** What the API server refuses an IPAddress for. */
export const ipAddress: Rule = (object, causes, attributes) => {
  const parent = object.in('spec', 'parentRef');
  if (!object.at('spec').map) return;
  checkImmutable(parent, causes, attributes);
  if (!parent.isSet) {
    causes.required(parent);
    return;
  }
  const group = parent.at('group');
  if (group.text) causes.malformed(group, dnsSubdomain, { code: 'reference-name' });
  checkSegment(parent.at('resource'), causes);
  checkSegment(parent.at('name'), causes);
  const namespace = parent.at('namespace');
  if (namespace.text) causes.malformed(namespace, pathSegment, { code: 'reference-name' });
};
