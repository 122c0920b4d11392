import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { cause } from '../errors.ts';
import type { KubeObject } from '../object-store.ts';
import type { StatusCause } from '../status-error.ts';

/** What a PodCertificateRequest says of its key. */
interface KeySpec {
  readonly maxExpirationSeconds?: number;
  readonly podUID?: string;
  readonly pkixPublicKey?: string;
  readonly proofOfPossession?: string;
}

const mostBytes = 10 * 1024;

/** What the API server refuses in the key of a new PodCertificateRequest, and in the proof that its owner has it. */
export function podCertificateKeyProblems({ spec }: KubeObject): StatusCause[] {
  const {
    maxExpirationSeconds,
    podUID = '',
    pkixPublicKey,
    proofOfPossession = '',
  } = (spec ?? {}) as KeySpec;
  // The server asks for that first, and then for no more.
  if (maxExpirationSeconds === undefined || maxExpirationSeconds === null) return [];
  const [bytes, proof] = [pkixPublicKey ?? '', proofOfPossession].map((one) => Buffer.from(one, 'base64'));
  for (const [name, part] of [
    ['pkixPublicKey', bytes!],
    ['proofOfPossession', proof!],
  ] as const) {
    if (part.length > mostBytes)
      return [cause.tooLong(`spec.${name}`, `may not be more than ${mostBytes} bytes`)];
  }
  const key = publicKeyOf(bytes!);
  if (!key) return [invalidKey(pkixPublicKey ?? null, 'must be a valid PKIX-serialized public key')];
  const problem = keyProblem(key, pkixPublicKey);
  if (problem) return [problem];
  if (isProven(key, Buffer.from(podUID), proof!)) return [];
  return [{ ...invalidProof, message: 'Invalid value: could not verify proof-of-possession signature' }];
}

const invalidProof = { reason: 'FieldValueInvalid', field: 'spec.proofOfPossession' } as const;

function invalidKey(value: unknown, why: string): StatusCause {
  return cause.invalid('spec.pkixPublicKey', value, why);
}

function publicKeyOf(bytes: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: bytes, format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

function keyProblem(key: KeyObject, text: string | undefined): StatusCause | undefined {
  const { namedCurve = '', modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  switch (key.asymmetricKeyType) {
    case 'ed25519':
      return undefined;
    case 'ec': {
      const name = curves.get(namedCurve);
      if (!name) return invalidKey(text, 'must be a valid PKIX-serialized public key');
      if (name !== 'P-224') return undefined;
      return invalidKey(`curve ${name}`, 'elliptic public keys must use curve P256 or P384');
    }
    case 'rsa':
      if (modulusLength === 3072 || modulusLength === 4096) return undefined;
      return invalidKey(`${modulusLength}-bit modulus`, 'RSA keys must have modulus size 3072 or 4096');
    default:
      return invalidKey(text, 'unknown public key type; supported types are Ed25519, ECDSA, and RSA');
  }
}

/** Those that Go reads. */
const curves = new Map([
  ['secp224r1', 'P-224'],
  ['prime256v1', 'P-256'],
  ['secp384r1', 'P-384'],
  ['secp521r1', 'P-521'],
]);

function isProven(key: KeyObject, text: Buffer, proof: Buffer): boolean {
  if (key.asymmetricKeyType === 'ed25519') return verify(null, text, key, proof);
  if (key.asymmetricKeyType === 'ec') return verify('sha256', text, key, proof);
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  return verify('sha256', text, { key, padding, saltLength: constants.RSA_PSS_SALTLEN_AUTO }, proof);
}
