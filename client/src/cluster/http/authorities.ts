import { X509Certificate } from 'node:crypto';
import type { Connection } from '../kubeconfig/connection.ts';
import { type CredentialsIo, readPem } from '../kubeconfig/credentials.ts';
import { systemAuthorities } from './system-authorities.ts';

/**
 * The authorities to trust for a connection, as PEM: the kubeconfig's, else this machine's. An authority that is named
 * and is none never means this machine's.
 * @throws Error in one line with the way out.
 */
export async function authoritiesOf(
  { certificateAuthority: source, insecure }: Pick<Connection, 'certificateAuthority' | 'insecure'>,
  io: Pick<CredentialsIo, 'readFile'>,
): Promise<string | string[]> {
  if (insecure || source === undefined) return await systemAuthorities();
  const pem = (await readPem(source, io)) ?? '';
  if (holdsCertificate(pem)) return pem;
  const place = 'file' in source ? source.file : 'certificate-authority-data';
  throw new Error(`${place} holds no certificate that can be read: correct the cluster in the kubeconfig`);
}

const block =
  /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]*-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g;

function holdsCertificate(pem: string): boolean {
  return (pem.match(block) ?? []).some((text) => {
    try {
      return new X509Certificate(text) !== undefined;
    } catch {
      return false;
    }
  });
}
