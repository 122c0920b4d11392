import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { podCertificateKeyProblems } from '../../../../sandbox/src/validation/pod-certificate-key.ts';

const pair = generateKeyPairSync('ed25519');
const pkixPublicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const proofOfPossession = sign(null, Buffer.from('u'), pair.privateKey).toString('base64');
const good = { maxExpirationSeconds: 86_400, podUID: 'u', pkixPublicKey, proofOfPossession };
const small = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({
  format: 'der',
  type: 'spki',
});

/** What kube-apiserver 1.35.4 answered. */
const rows: readonly (readonly [title: string, spec: object, says: readonly string[]])[] = [
  ['a proven key', good, []],
  ['no time to expire', { ...good, maxExpirationSeconds: undefined, pkixPublicKey: '' }, []],
  [
    'no key',
    { ...good, pkixPublicKey: undefined },
    ['spec.pkixPublicKey: Invalid value: null: must be a valid PKIX-serialized public key'],
  ],
  [
    'no key at all',
    { ...good, pkixPublicKey: 'aGFsbG8=' },
    ['spec.pkixPublicKey: Invalid value: "aGFsbG8=": must be a valid PKIX-serialized public key'],
  ],
  [
    'a small key',
    { ...good, pkixPublicKey: small.toString('base64') },
    ['spec.pkixPublicKey: Invalid value: "2048-bit modulus": RSA keys must have modulus size 3072 or 4096'],
  ],
  [
    'the proof of another Pod',
    { ...good, podUID: 'v' },
    ['spec.proofOfPossession: Invalid value: could not verify proof-of-possession signature'],
  ],
  [
    'no proof',
    { ...good, proofOfPossession: undefined },
    ['spec.proofOfPossession: Invalid value: could not verify proof-of-possession signature'],
  ],
  [
    'a long key',
    { ...good, pkixPublicKey: 'A'.repeat(20_000) },
    ['spec.pkixPublicKey: Too long: may not be more than 10240 bytes'],
  ],
];

describe('the key of a PodCertificateRequest', () => {
  test.each(rows)('%s', (_title, spec, says) => {
    const object = { apiVersion: 'v1', kind: 'PodCertificateRequest', metadata: {}, spec };
    expect(podCertificateKeyProblems(object).map(({ field, message }) => `${field}: ${message}`)).toEqual(
      says,
    );
  });
});
