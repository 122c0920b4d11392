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

/** A certificate and its key, as PEM. */
export interface KeyPair {
  certificate: string;
  key: string;
}

/** The one certificate authority of a control plane: it signs for servers and for clients. */
export interface Authority extends KeyPair {
  /** For a server on 127.0.0.1, and on the names and addresses that are given. */
  server(subject: string, names?: readonly Name[]): Promise<KeyPair>;
  /** For a client: `O=` in the subject is its group, `CN=` its name. */
  client(subject: string): Promise<KeyPair>;
}

interface Name {
  type: 'ip' | 'dns';
  value: string;
}

/** Makes a certificate authority that is valid from a day before `now` on, for a year. */
export async function makeAuthority(now: Date): Promise<Authority> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const issuer = 'CN=test-ca';
  const dates = { notBefore: new Date(now.getTime() - day), notAfter: new Date(now.getTime() + 365 * day) };
  const authority = await X509CertificateGenerator.createSelfSigned(
    {
      ...dates,
      serialNumber: serialNumber(),
      name: issuer,
      keys,
      signingAlgorithm: algorithm,
      extensions: [
        new BasicConstraintsExtension(true, undefined, true),
        new KeyUsagesExtension(
          KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign | KeyUsageFlags.digitalSignature,
          true,
        ),
      ],
    },
    crypto,
  );

  async function issue(subject: string, usage: ExtendedKeyUsage, names: readonly Name[]): Promise<KeyPair> {
    const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
    const certificate = await X509CertificateGenerator.create(
      {
        ...dates,
        serialNumber: serialNumber(),
        subject,
        issuer,
        publicKey: pair.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        extensions: [
          new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
          new ExtendedKeyUsageExtension([usage]),
          ...(names.length > 0 ? [new SubjectAlternativeNameExtension([...names])] : []),
        ],
      },
      crypto,
    );
    return { certificate: certificate.toString('pem'), key: await keyText(pair.privateKey) };
  }

  return {
    certificate: authority.toString('pem'),
    key: await keyText(keys.privateKey),
    server: (subject, names = []) =>
      issue(subject, ExtendedKeyUsage.serverAuth, [{ type: 'ip', value: '127.0.0.1' }, ...names]),
    client: (subject) => issue(subject, ExtendedKeyUsage.clientAuth, []),
  };
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const day = 24 * 60 * 60 * 1000;
const crypto = webcrypto as Parameters<typeof X509CertificateGenerator.create>[1] & typeof webcrypto;

async function keyText(key: webcrypto.CryptoKey): Promise<string> {
  return PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

/** Positive, as certificates want it, and not used before. */
function serialNumber(): string {
  const bytes = webcrypto.getRandomValues(new Uint8Array(16));
  bytes[0] = (bytes[0]! & 0x3f) | 0x40;
  return Buffer.from(bytes).toString('hex');
}
