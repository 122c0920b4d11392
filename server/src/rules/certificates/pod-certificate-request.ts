import { byteLength } from '../formats/byte-length.ts';
import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import { domainPrefixedKey } from '../formats/qualified-name.ts';
import type { Causes } from '../shared/causes.ts';
import { certificateLifetime } from '../shared/certificate-lifetime.ts';
import type { Field } from '../shared/field.ts';
import { checkImmutable } from '../shared/immutable.ts';
import type { Rule } from '../shared/rule.ts';
import { checkSignerName } from '../shared/signer-name.ts';

const longestId = 128;

/** What the API server refuses a PodCertificateRequest for; the key and the proof that its owner has it are left to it. */
export const podCertificateRequest: Rule = (object, causes, attributes) => {
  const spec = object.at('spec');
  if (!spec.map) return;
  if (attributes.operation === 'update') {
    checkImmutable(spec, causes, attributes);
    return;
  }
  checkSignerName(spec.at('signerName'), causes);
  checkUserAnnotations(spec.at('unverifiedUserAnnotations'), causes);
  for (const owner of ['pod', 'serviceAccount', 'node']) {
    const id = spec.at(`${owner}UID`);
    causes.malformed(spec.at(`${owner}Name`), dnsSubdomain, { code: 'reference-name' });
    if (id.text === '') causes.invalid(id, 'must not be empty', { shown: '' });
    else if (id.text !== undefined && byteLength(id.text) > longestId) causes.tooLong(id, longestId);
  }
  checkExpiration(spec.at('maxExpirationSeconds'), spec.at('signerName').text, causes);
};

/** Their keys have a domain before a slash. */
function checkUserAnnotations(annotations: Field, causes: Causes): void {
  for (const annotation of annotations.entries) {
    const key = String(annotation.name).toLowerCase();
    const remark = { shown: key, mark: annotation, at: 'key' } as const;
    for (const problem of domainPrefixedKey(key)) causes.invalid(annotations, problem, remark);
  }
}

function checkExpiration(expiration: Field, signer: string | undefined, causes: Causes): void {
  if (!expiration.isSet) {
    causes.required(expiration, 'must be set');
    return;
  }
  const { number } = expiration;
  if (signer === undefined || number === undefined) return;
  const { least, most } = certificateLifetime(signer);
  if (number >= least && number <= most) return;
  causes.invalid(expiration, `must be in the range [${least}, ${most}]`, { code: 'number-range' });
}
