import { checkChoiceIfSet } from './choice.ts';
import { checkUnique } from './duplicates.ts';
import type { Rule } from './rule.ts';

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

/** What the API server refuses a CertificateSigningRequest for; what is in the request itself is left to it. */
export const certificateSigningRequest: Rule = (object, causes, { operation }) => {
  const spec = object.at('spec');
  if (!spec.map || operation === 'update') return;
  const list = spec.at('usages');
  const expiration = spec.at('expirationSeconds');
  const signer = spec.at('signerName');
  if (list.isZero) causes.required(list);
  for (const usage of list.items) checkChoiceIfSet(usage, usages, causes);
  checkUnique(list, (usage) => usage, causes);
  if (signer.text === 'kubernetes.io/legacy-unknown') {
    causes.invalid(signer, 'the legacy signerName is not allowed via this API version');
  }
  if (expiration.number === undefined || expiration.number >= shortestExpiration) return;
  const detail = 'may not specify a duration less than 600 seconds (10 minutes)';
  causes.invalid(expiration, detail, { code: 'number-range' });
};
