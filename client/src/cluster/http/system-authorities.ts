import { readFile } from 'node:fs/promises';
import * as tls from 'node:tls';

/** Where Linux distributions and BSDs keep the machine's authorities. */
const bundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/**
 * The authorities to trust where a kubeconfig names none: Node's own, and the machine's (from Node 22.15 on Node can
 * tell them; before, they are read where they usually are). Read once.
 */
export function systemAuthorities(): Promise<string[]> {
  authorities ??= readAuthorities();
  return authorities;
}

let authorities: Promise<string[]> | undefined;

async function readAuthorities(): Promise<string[]> {
  const { getCACertificates } = tls as { getCACertificates?: (type: 'default' | 'system') => string[] };
  if (getCACertificates) {
    return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
  }
  for (const file of bundles) {
    try {
      return [...tls.rootCertificates, await readFile(file, 'utf8')];
    } catch {
      // Not on this machine.
    }
  }
  return [...tls.rootCertificates];
}
