import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What a client needs to know to reach the sandbox. */
export interface RestConfig {
  readonly server: string;
  /** PEM */
  readonly authority: string;
  readonly token: string;
}

/** The kubeconfig of a sandbox, with one context. */
export function kubeconfigText({ server, authority, token }: RestConfig): string {
  return `apiVersion: v1
kind: Config
current-context: sandbox
clusters:
  - name: sandbox
    cluster:
      server: ${server}
      certificate-authority-data: ${Buffer.from(authority).toString('base64')}
contexts:
  - name: sandbox
    context:
      cluster: sandbox
      user: sandbox
users:
  - name: sandbox
    user:
      token: ${token}
`;
}

/** Writes a file that only its owner can read, in one step: a reader sees the old one or the new one, whole. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Removes a file that was written before, unless something else has been written there since. Never throws. */
export function removeOwnFile(path: string, text: string): void {
  try {
    if (readFileSync(path, 'utf8') === text) rmSync(path);
  } catch {
    // It is gone already, or may not be touched: its credentials are of a cluster that has ended.
  }
}
