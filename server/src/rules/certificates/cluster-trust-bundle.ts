import { byteLength } from '../formats/byte-length.ts';
import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import { isDerSequence, pemBlocks } from '../formats/pem.ts';
import type { Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import { checkImmutable } from '../shared/immutable.ts';
import type { Rule } from '../shared/rule.ts';
import { checkSignerName } from '../shared/signer-name.ts';

const mostBytes = 1024 * 1024;

/** What the API server refuses a ClusterTrustBundle for; whether its certificates are those of authorities is left to it. */
export const clusterTrustBundle: Rule = (object, causes, attributes) => {
  const spec = object.at('spec');
  const signer = spec.at('signerName');
  if (!spec.map) return;
  if (attributes.operation === 'create') checkName(object.in('metadata', 'name'), signer, causes);
  if (signer.text) checkSignerName(signer, causes);
  checkAnchors(spec.at('trustBundle'), causes);
  checkImmutable(signer, causes, attributes);
};

/** The bundles of a signer are named after it. */
function checkName(name: Field, signer: Field, causes: Causes): void {
  if (!name.text || signer.text === undefined) return;
  const remark = { code: 'object-name', against: signer } as const;
  if (signer.text === '') {
    if (name.text.includes(':')) {
      const detail = 'ClusterTrustBundle without signer name must not have ":" in its name';
      causes.invalid(name, detail, { code: 'object-name' });
    } else causes.malformed(name, dnsSubdomain, { code: 'object-name' });
    return;
  }
  const prefix = `${signer.text.replaceAll('/', ':')}:`;
  if (name.text.startsWith(prefix)) {
    const rest = name.text.slice(prefix.length);
    for (const problem of dnsSubdomain(rest)) causes.invalid(name, problem, { code: 'object-name' });
    return;
  }
  const detail = `ClusterTrustBundle for signerName ${signer.text} must be named with prefix ${prefix}`;
  causes.invalid(name, detail, remark);
}

function checkAnchors(bundle: Field, causes: Causes): void {
  if (bundle.text === undefined) return;
  if (byteLength(bundle.text) > mostBytes) {
    causes.tooLong(bundle, mostBytes);
    return;
  }
  const remark = { code: 'trust-bundle', shown: '<value omitted>' } as const;
  const blocks = pemBlocks(bundle.text);
  const problems = blocks.flatMap(({ type, hasHeaders, bytes }, index) => {
    if (type !== 'CERTIFICATE') return `entry ${index} has bad block type: ${type}`;
    if (hasHeaders) return `entry ${index} has PEM block headers`;
    return isDerSequence(bytes) ? [] : `entry ${index} does not parse as X.509`;
  });
  if (blocks.length === 0) problems.push('at least one trust anchor must be provided');
  if (problems.length === 0) for (const one of repeated(blocks.map(({ bytes }) => bytes))) problems.push(one);
  for (const problem of problems) causes.invalid(bundle, problem, remark);
}

function repeated(certificates: readonly string[]): string[] {
  const places = new Map<string, number[]>();
  for (const [index, bytes] of certificates.entries()) {
    places.set(bytes, [...(places.get(bytes) ?? []), index]);
  }
  return [...places.values()]
    .filter((indices) => indices.length > 1)
    .map((indices) => `duplicate trust anchor (indices [${indices.join(' ')}])`);
}
