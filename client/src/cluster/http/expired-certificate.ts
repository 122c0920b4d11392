import { X509Certificate } from 'node:crypto';

/** When a certificate, as PEM, has ended to be valid; undefined while it has not, and where it cannot be read. */
export function expiredAt(certificate: string, now: number): Date | undefined {
  let end: number;
  try {
    end = Date.parse(new X509Certificate(certificate).validTo);
  } catch {
    return undefined;
  }
  return end <= now ? new Date(end) : undefined;
}
