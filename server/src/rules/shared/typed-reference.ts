import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import { pathSegment } from '../formats/path-segment.ts';
import type { Causes } from './causes.ts';
import type { Field } from './field.ts';

/** A reference to an object of any kind: `apiGroup`, `kind` and `name`. */
export function checkTypedReference(reference: Field, causes: Causes): void {
  const group = reference.at('apiGroup');
  if (group.isSet) causes.malformed(group, dnsSubdomain, { code: 'reference-name' });
  checkSegment(reference.at('kind'), causes);
  checkSegment(reference.at('name'), causes);
}

/** A name that must be there and fit into a URL's path. */
export function checkSegment(field: Field, causes: Causes): void {
  if (field.text === '') causes.required(field);
  else causes.malformed(field, pathSegment, { code: 'reference-name' });
}
