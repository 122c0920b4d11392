import type { Field } from '../field.ts';
import type { Warnings } from './warning.ts';

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
  else if (!isSequence(certificates.find(({ type }) => type === 'CERTIFICATE')!.bytes)) {
    warnings.about(certificate, 'x509: malformed certificate', { code });
  }
}

/** `stringData` wins over `data`. */
function entryOf(secret: Field, key: string): Field {
  const plain = secret.at('stringData').at(key);
  return plain.isSet ? plain : secret.at('data').at(key);
}

/** A block of PEM; `bytes` are what it holds, one character each. */
interface Block {
  readonly type: string;
  readonly bytes: string;
}

function certificateProblem(blocks: readonly Block[]): string | undefined {
  const types = blocks.map(({ type }) => type);
  if (types.includes('CERTIFICATE')) return undefined;
  if (types.length === 0) return 'tls: failed to find any PEM data in certificate input';
  if (types.length === 1 && types[0]!.endsWith('PRIVATE KEY')) {
    return 'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched';
  }
  return `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [${types.join(' ')}]`;
}

function keyProblem(blocks: readonly Block[]): string | undefined {
  const types = blocks.map(({ type }) => type);
  if (types.some((type) => /(?:^| )PRIVATE KEY$/.test(type))) return undefined;
  if (types.length === 0) return 'tls: failed to find any PEM data in key input';
  if (types.length === 1 && types[0] === 'CERTIFICATE') {
    return 'tls: found a certificate rather than a key in the PEM for the private key';
  }
  return `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [${types.join(' ')}]`;
}

/** What a certificate is in DER: one sequence that is as long as it says. What follows it is another fault. */
function isSequence(bytes: string): boolean {
  const [tag, first = 0] = [bytes.charCodeAt(0), bytes.charCodeAt(1)];
  if (tag !== 0x30 || bytes.length < 2) return false;
  if (first < 0x80) return bytes.length >= 2 + first;
  const count = first - 0x80;
  if (count < 1 || count > 4 || bytes.length < 2 + count) return false;
  const length = [...bytes.slice(2, 2 + count)].reduce((sum, byte) => 256 * sum + byte.charCodeAt(0), 0);
  return bytes.length >= 2 + count + length;
}

/** The blocks of an entry that holds PEM; undefined where the entry cannot be read. What is no base64 makes no block. */
function blocksOf({ text, isUnknown, path }: Field): Block[] | undefined {
  if (text === undefined || isUnknown || text.length > longestText) return undefined;
  const pem = path[0] === 'stringData' ? text : decoded(text);
  if (pem === undefined) return undefined;
  return [...pem.matchAll(block)].flatMap(([, type, body]) => {
    const packed = body!.replace(headers, '').replace(/\s/g, '');
    const bytes = isBase64.test(packed) ? decoded(packed) : undefined;
    return bytes === undefined ? [] : { type: type!, bytes };
  });
}

/** A longer one is none that a person has made up. */
const longestText = 100_000;
const block = /(?:^|\n)-----BEGIN ([^\n-]+)-----[ \t\r]*\n((?:(?!-----BEGIN )[\s\S])*?)-----END \1-----/g;
const headers = /^(?:[^\n:]+:[^\n]*\n)+\s*\n/;
const isBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The bytes of base64 text, one character each; undefined for what is none. */
function decoded(base64: string): string | undefined {
  try {
    return atob(base64.replace(/[\r\n]/g, ''));
  } catch {
    return undefined;
  }
}
