import { webcrypto } from 'node:crypto';

/** What the keys of the sandbox are, and how they sign. */
export const keyAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Positive, as certificates want it, and not used before. */
export function serialNumber(): string {
  const bytes = webcrypto.getRandomValues(new Uint8Array(16));
  bytes[0] = (bytes[0]! & 0x3f) | 0x40;
  return Buffer.from(bytes).toString('hex');
}
