import { decodeBase64, isDerSequence, pemBlocks } from '../formats/pem.ts';
import type { Causes } from '../shared/causes.ts';
import { checkUnique } from '../shared/duplicates.ts';
import { checkEnumIfSet } from '../shared/enum.ts';
import type { Field } from '../shared/field.ts';
import type { Rule } from '../shared/rule.ts';
import { checkSignerName } from '../shared/signer-name.ts';

const shortestExpiration = 600;
const usages = [
  'any',
  'cert sign',
  'client auth',
  'code signing',
  'content commitment',
  'crl sign',
  'data encipherment',
  'decipher only',
  'digital signature',
  'email protection',
  'encipher only',
  'ipsec end system',
  'ipsec tunnel',
  'ipsec user',
  'key agreement',
  'key encipherment',
  'microsoft sgc',
  'netscape sgc',
  'ocsp signing',
  's/mime',
  'server auth',
  'signing',
  'timestamping',
];

/** What the API server refuses a CertificateSigningRequest for; the keys in it and its signature are left to it. */
export const certificateSigningRequest: Rule = (object, causes, { operation }) => {
  const spec = object.at('spec');
  if (!spec.map || operation === 'update') return;
  const list = spec.at('usages');
  const expiration = spec.at('expirationSeconds');
  const signer = spec.at('signerName');
  checkRequest(spec.at('request'), causes);
  if (list.isZero) causes.required(list);
  for (const usage of list.items) checkEnumIfSet(usage, usages, causes);
  checkUnique(list, (usage) => usage, causes);
  if (signer.text === 'kubernetes.io/legacy-unknown') {
    causes.invalid(signer, 'the legacy signerName is not allowed via this API version');
  } else checkSignerName(signer, causes);
  if (expiration.number === undefined || expiration.number >= shortestExpiration) return;
  const detail = 'may not specify a duration less than 600 seconds (10 minutes)';
  causes.invalid(expiration, detail, { code: 'number-range' });
};

/** The server shows the bytes that it has read. */
function checkRequest(request: Field, causes: Causes): void {
  const pem = request.text === undefined ? undefined : decodeBase64(request.text);
  if (pem === undefined) return;
  const [block] = pemBlocks(pem);
  const remark = { code: 'certificate-request', shown: request.isSet ? request.text : null } as const;
  if (block?.type !== 'CERTIFICATE REQUEST') {
    causes.invalid(request, 'PEM block type must be CERTIFICATE REQUEST', remark);
  } else if (!isDerSequence(block.bytes)) {
    causes.invalid(request, 'asn1: structure error: the block holds no certificate request', remark);
  }
}
