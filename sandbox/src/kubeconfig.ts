import { randomBytes } from 'node:crypto';
import { readFileSync, rmdirSync, rmSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What a client needs to know to reach the sandbox. */
export interface RestConfig {
  readonly server: string;
  /** PEM */
  readonly authority: string;
  /** Who may log in, by the name of the context; the first one is the current context. */
  readonly users: ReadonlyMap<string, Credentials>;
}

/** What a user shows: a bearer token, or a certificate with its key, both as PEM. */
export type Credentials = { readonly token: string } | { readonly certificate: string; readonly key: string };

/** The kubeconfig of a sandbox: one cluster, and a context for each user. */
export function kubeconfigText({ server, authority, users }: RestConfig): string {
  const names = [...users.keys()];
  return `apiVersion: v1
kind: Config
current-context: ${names[0]}
clusters:
  - name: sandbox
    cluster:
      server: ${server}
      certificate-authority-data: ${base64(authority)}
contexts:
${names.map(contextText).join('')}users:
${[...users].map(userText).join('')}`;
}

function contextText(name: string): string {
  return `  - name: ${name}
    context:
      cluster: sandbox
      user: ${name}
`;
}

function userText([name, credentials]: [string, Credentials]): string {
  const shown =
    'token' in credentials
      ? `      token: ${credentials.token}`
      : `      client-certificate-data: ${base64(credentials.certificate)}
      client-key-data: ${base64(credentials.key)}`;
  return `  - name: ${name}
    user:
${shown}
`;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/**
 * Writes a file that only its owner can read, in one step: a reader sees the old one or the new one, whole. Folders that are missing
 * are made for it, and are its owner's alone, too; gives the topmost of them.
 */
export async function writePrivateFile(path: string, text: string): Promise<string | undefined> {
  const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
    await rename(draft, path);
    return made;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * Removes a file that was written before, unless something else has been written there since, and the folders that were `made` for
 * it, unless something else is in them. Never throws.
 */
export function removeOwnFile(path: string, text: string, made: string | undefined): void {
  try {
    if (readFileSync(path, 'utf8') !== text) return;
    rmSync(path);
    if (made === undefined) return;
    for (let folder = dirname(path); folder.length >= made.length; folder = dirname(folder))
      rmdirSync(folder);
  } catch {
    // It is gone already, or may not be touched: its credentials are of a cluster that has ended.
  }
}
