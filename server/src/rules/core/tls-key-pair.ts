import { decodeBase64, isDerSequence, type PemBlock, pemBlocks } from '../formats/pem.ts';
import type { Field } from '../shared/field.ts';
import type { Warnings } from '../shared/warning.ts';

/**
 * A certificate and its key that are no PEM, or hold none: what a person forgot to fill in. Whether the two belong
 * together takes reading them, which is left to the server.
 */
export function warnOfKeyPair(secret: Field, warnings: Warnings): void {
  const [certificate, key] = [entryOf(secret, 'tls.crt'), entryOf(secret, 'tls.key')];
  const [certificates, keys] = [blocksOf(certificate), blocksOf(key)];
  if (!certificates || !keys) return;
  const code = 'tls-key-pair';
  const inCertificate = certificateProblem(certificates);
  const inKey = keyProblem(keys);
  if (inCertificate !== undefined) warnings.about(certificate, inCertificate, { code });
  else if (inKey !== undefined) warnings.about(key, inKey, { code });
  else if (!isDerSequence(certificates.find(({ type }) => type === 'CERTIFICATE')!.bytes)) {
    warnings.about(certificate, 'x509: malformed certificate', { code });
  }
}

/** `stringData` wins over `data`. */
function entryOf(secret: Field, key: string): Field {
  const plain = secret.at('stringData').at(key);
  return plain.isSet ? plain : secret.at('data').at(key);
}

function certificateProblem(blocks: readonly PemBlock[]): string | undefined {
  const types = blocks.map(({ type }) => type);
  if (types.includes('CERTIFICATE')) return undefined;
  if (types.length === 0) return 'tls: failed to find any PEM data in certificate input';
  if (types.length === 1 && types[0]!.endsWith('PRIVATE KEY')) {
    return 'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched';
  }
  return `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [${types.join(' ')}]`;
}

function keyProblem(blocks: readonly PemBlock[]): string | undefined {
  const types = blocks.map(({ type }) => type);
  if (types.some((type) => /(?:^| )PRIVATE KEY$/.test(type))) return undefined;
  if (types.length === 0) return 'tls: failed to find any PEM data in key input';
  if (types.length === 1 && types[0] === 'CERTIFICATE') {
    return 'tls: found a certificate rather than a key in the PEM for the private key';
  }
  return `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [${types.join(' ')}]`;
}

/** The blocks of an entry that holds PEM; undefined where the entry cannot be read. What is no base64 makes no block. */
function blocksOf({ text, isUnknown, path }: Field): PemBlock[] | undefined {
  if (text === undefined || isUnknown) return undefined;
  const pem = path[0] === 'stringData' ? text : decodeBase64(text);
  if (pem === undefined) return undefined;
  return pemBlocks(pem);
}
