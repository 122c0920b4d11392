import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  type Name,
  type PublicKey,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { keyAlgorithm, serialNumber } from './key-algorithm.ts';

/** A certificate that is to be signed. */
export interface Issuance {
  readonly subject: Name | string;
  readonly publicKey: PublicKey | webcrypto.CryptoKey;
  /** As certificates.k8s.io names them: `client auth`, `digital signature`. */
  readonly usages: readonly string[];
  readonly alternativeNames?: Extension | undefined;
  readonly now: Date;
  readonly seconds: number;
}

/** Signs certificates that the sandbox lets in. */
export class CertificateAuthority {
  /** Its own certificate, as PEM. */
  readonly certificate: string;
  readonly #key: webcrypto.CryptoKey;

  constructor(certificate: string, key: webcrypto.CryptoKey) {
    this.certificate = certificate;
    this.#key = key;
  }

  /** Gives a certificate as PEM, valid from a little earlier on, for clocks that differ. Rejects for a key that is none. */
  async sign({ subject, publicKey, usages, alternativeNames, now, seconds }: Issuance): Promise<string> {
    const flags = usages.reduce((all, usage) => all | (keyUsages.get(usage) ?? 0), 0);
    const extended = usages.map((usage) => extendedUsages.get(usage)).filter((usage) => usage !== undefined);
    const params = {
      serialNumber: serialNumber(),
      subject: typeof subject === 'string' ? subject : subject.toJSON(),
      issuer: new X509Certificate(this.certificate).subject,
      notBefore: new Date(now.getTime() - backdate),
      notAfter: new Date(now.getTime() - backdate + seconds * 1000),
      publicKey,
      signingKey: this.#key,
      signingAlgorithm: keyAlgorithm,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        ...(flags > 0 ? [new KeyUsagesExtension(flags, true)] : []),
        ...(extended.length > 0 ? [new ExtendedKeyUsageExtension(extended)] : []),
        ...(alternativeNames ? [alternativeNames] : []),
      ],
    };
    const signed = await X509CertificateGenerator.create(
      params as Parameters<typeof X509CertificateGenerator.create>[0],
      webcrypto as Parameters<typeof X509CertificateGenerator.create>[1],
    );
    return `${signed.toString('pem')}\n`;
  }
}

const backdate = 5 * 60 * 1000;

const keyUsages: ReadonlyMap<string, number> = new Map([
  ['signing', KeyUsageFlags.digitalSignature],
  ['digital signature', KeyUsageFlags.digitalSignature],
  ['content commitment', KeyUsageFlags.nonRepudiation],
  ['key encipherment', KeyUsageFlags.keyEncipherment],
  ['key agreement', KeyUsageFlags.keyAgreement],
  ['data encipherment', KeyUsageFlags.dataEncipherment],
  ['cert sign', KeyUsageFlags.keyCertSign],
  ['crl sign', KeyUsageFlags.cRLSign],
  ['encipher only', KeyUsageFlags.encipherOnly],
  ['decipher only', KeyUsageFlags.decipherOnly],
]);

const extendedUsages: ReadonlyMap<string, string> = new Map([
  ['any', '2.5.29.37.0'],
  ['server auth', '1.3.6.1.5.5.7.3.1'],
  ['client auth', '1.3.6.1.5.5.7.3.2'],
  ['code signing', '1.3.6.1.5.5.7.3.3'],
  ['email protection', '1.3.6.1.5.5.7.3.4'],
  ['s/mime', '1.3.6.1.5.5.7.3.4'],
  ['ipsec end system', '1.3.6.1.5.5.7.3.5'],
  ['ipsec tunnel', '1.3.6.1.5.5.7.3.6'],
  ['ipsec user', '1.3.6.1.5.5.7.3.7'],
  ['timestamping', '1.3.6.1.5.5.7.3.8'],
  ['ocsp signing', '1.3.6.1.5.5.7.3.9'],
  ['microsoft sgc', '1.3.6.1.4.1.311.10.3.3'],
  ['netscape sgc', '2.16.840.1.113730.4.1'],
]);

/** The alternative names of a request, to be copied. */
export function alternativeNamesOf(extensions: readonly Extension[]): Extension | undefined {
  return extensions.find((extension) => extension instanceof SubjectAlternativeNameExtension);
}
