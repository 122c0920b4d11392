import 'reflect-metadata';
import { createPublicKey, verify } from 'node:crypto';
import {
  Pkcs10CertificateRequest,
  SubjectAlternativeNameExtension,
  type SubjectAlternativeNameExtension as SubjectAlternativeNames,
} from '@peculiar/x509';
import { derParts } from './der.ts';

/** What a certificate request asks for, as its signers look at it. */
export interface CertificateRequest {
  readonly commonName: string;
  readonly organizations: readonly string[];
  readonly alternativeNames: { readonly type: string; readonly value: string }[];
  /** As it was sent. */
  readonly parsed: Pkcs10CertificateRequest;
}

/** Reads the base64 of a PEM block `CERTIFICATE REQUEST` as `spec.request` holds it; undefined for anything else. */
export function readCertificateRequest(base64: unknown): CertificateRequest | undefined {
  if (typeof base64 !== 'string') return undefined;
  try {
    const parsed = new Pkcs10CertificateRequest(Buffer.from(base64, 'base64').toString('latin1'));
    const names = parsed.extensions.find(
      (extension): extension is SubjectAlternativeNames =>
        extension instanceof SubjectAlternativeNameExtension,
    );
    return {
      commonName: parsed.subjectName.getField('CN').at(-1) ?? '',
      organizations: parsed.subjectName.getField('O'),
      alternativeNames: names?.names.toJSON().map(({ type, value }) => ({ type, value })) ?? [],
      parsed,
    };
  } catch {
    return undefined;
  }
}

/** Why a request is not signed by the key that it is for, in Go's words; undefined where it is. */
export function signatureProblem({ parsed }: CertificateRequest): string | undefined {
  const [signed, algorithm, signature] = derParts(Buffer.from(parsed.rawData));
  if (!signed || !algorithm || !signature) return 'x509: malformed certificate request';
  const method = methods.get(derParts(algorithm)[0]?.toString('hex') ?? '');
  if (!method) return 'x509: cannot verify signature: algorithm unimplemented';
  try {
    const key = createPublicKey({ key: Buffer.from(parsed.publicKey.rawData), format: 'der', type: 'spki' });
    // What follows the header of a bit string is how many bits of it do not count: none.
    const bytes = signature.subarray(headerLength(signature) + 1);
    return verify(method.digest, signed, key, bytes) ? undefined : method.problem;
  } catch {
    return method.problem;
  }
}

interface Method {
  /** None where the signature has one of its own. */
  readonly digest: string | null;
  readonly problem: string;
}

const ecdsa = 'x509: ECDSA verification failure';
const rsa = 'crypto/rsa: verification error';

/** By the algorithm's object identifier, as DER has it. */
const methods: ReadonlyMap<string, Method> = new Map([
  ['06082a8648ce3d040302', { digest: 'sha256', problem: ecdsa }],
  ['06082a8648ce3d040303', { digest: 'sha384', problem: ecdsa }],
  ['06082a8648ce3d040304', { digest: 'sha512', problem: ecdsa }],
  ['06092a864886f70d01010b', { digest: 'sha256', problem: rsa }],
  ['06092a864886f70d01010c', { digest: 'sha384', problem: rsa }],
  ['06092a864886f70d01010d', { digest: 'sha512', problem: rsa }],
  ['06032b6570', { digest: null, problem: 'x509: Ed25519 verification failure' }],
]);

function headerLength(value: Buffer): number {
  const first = value[1] ?? 0;
  return first < 0x80 ? 2 : 2 + (first & 0x7f);
}
