import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { CertificateAuthority } from './certificate-authority.ts';
import { keyAlgorithm, serialNumber } from './key-algorithm.ts';

/** What a server on the loopback address needs to be trusted, all as PEM, and to know whom it trusts. */
export interface Certificates {
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
  /** Signs more with the authority's key, which never leaves it. */
  readonly signer: CertificateAuthority;
}

const day = 24 * 60 * 60 * 1000;

/** Makes a certificate authority for this run alone, and a certificate for 127.0.0.1. */
export async function makeCertificates(now: Date): Promise<Certificates> {
  const crypto = webcrypto as Parameters<typeof X509CertificateGenerator.create>[1] & typeof webcrypto;
  const notBefore = new Date(now.getTime() - day);
  const notAfter = new Date(now.getTime() + 365 * day);
  const authorityKeys = await crypto.subtle.generateKey(keyAlgorithm, false, ['sign', 'verify']);
  const authority = await X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: serialNumber(),
      name: 'CN=Kubewright sandbox CA',
      notBefore,
      notAfter,
      keys: authorityKeys,
      signingAlgorithm: keyAlgorithm,
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      ],
    },
    crypto,
  );
  const keys = await crypto.subtle.generateKey(keyAlgorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.create(
    {
      serialNumber: serialNumber(),
      subject: 'CN=Kubewright sandbox',
      issuer: authority.subject,
      notBefore,
      notAfter,
      publicKey: keys.publicKey,
      signingKey: authorityKeys.privateKey,
      signingAlgorithm: keyAlgorithm,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        new SubjectAlternativeNameExtension([
          { type: 'ip', value: '127.0.0.1' },
          { type: 'dns', value: 'localhost' },
        ]),
      ],
    },
    crypto,
  );
  const authorityText = authority.toString('pem');
  return {
    authority: authorityText,
    certificate: certificate.toString('pem'),
    key: await privateKeyText(keys.privateKey),
    signer: new CertificateAuthority(authorityText, authorityKeys.privateKey),
  };
}

/** A client's certificate and key, both as PEM: who logs in with them is the user of that name, in these groups. */
export async function makeClientCertificate(
  signer: CertificateAuthority,
  { user, groups, now }: { user: string; groups: readonly string[]; now: Date },
): Promise<{ certificate: string; key: string }> {
  const keys = await webcrypto.subtle.generateKey(keyAlgorithm, true, ['sign', 'verify']);
  const certificate = await signer.sign({
    subject: [...groups.map((group) => `O=${group}`), `CN=${user}`].join(', '),
    publicKey: keys.publicKey,
    usages: ['digital signature', 'client auth'],
    now,
    seconds: 365 * 24 * 60 * 60,
  });
  return { certificate, key: await privateKeyText(keys.privateKey) };
}

async function privateKeyText(key: webcrypto.CryptoKey): Promise<string> {
  return PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}
