import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { User } from '../rights/user.ts';

/** What a client has shown of itself when it connected. */
export interface ClientCertificate {
  readonly trust: 'given' | 'refused';
  /** Its owner; undefined where it is not trusted, or names nobody. */
  readonly user?: User;
}

/**
 * The certificate with which a connection was opened; undefined where it was opened with none. Its common name is the user,
 * its organizations are the groups.
 */
export function clientCertificateOf(socket: Socket): ClientCertificate | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const { raw, subject } = socket.getPeerCertificate();
  if (!raw) return undefined;
  if (!socket.authorized) return { trust: 'refused' };
  const { CN, O } = subject as { CN?: string | string[]; O?: string | string[] };
  const [username] = [CN ?? ''].flat();
  if (!username) return { trust: 'given' };
  const hash = createHash('sha256').update(raw).digest('hex');
  return {
    trust: 'given',
    user: {
      username,
      groups: [...new Set([...[O ?? []].flat(), 'system:authenticated'])],
      extra: { 'authentication.kubernetes.io/credential-id': [`X509SHA256=${hash}`] },
    },
  };
}
