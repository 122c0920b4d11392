import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { parse } from 'yaml';
import type { Kind } from '../../server/src/catalog/catalog.ts';

/** What a server says of a document. `cluster`: it depends on what is in the cluster. */
export interface Verdict {
  readonly v: 'ok' | 'strict' | 'decode' | 'syntax' | 'invalid' | 'no-kind' | 'cluster';
  readonly message?: string;
  readonly causes?: readonly {
    readonly reason?: string;
    readonly field?: string;
    readonly message?: string;
  }[];
}

interface Kubeconfig {
  readonly 'current-context': string;
  readonly contexts: readonly {
    readonly name: string;
    readonly context: { cluster: string; user: string };
  }[];
  readonly clusters: readonly {
    readonly name: string;
    readonly cluster: { readonly server: string; readonly 'certificate-authority-data'?: string };
  }[];
  readonly users: readonly {
    readonly name: string;
    readonly user: {
      readonly token?: string;
      readonly 'client-certificate-data'?: string;
      readonly 'client-key-data'?: string;
    };
  }[];
}

interface Status {
  readonly kind?: string;
  readonly code?: number;
  readonly reason?: string;
  readonly message?: string;
  readonly details?: { readonly causes?: Verdict['causes'] };
}

/** Asks the server of a kubeconfig's current context (token or client certificate) to create documents, as a dry run. */
export async function dryRunClient(
  kubeconfig: string,
): Promise<(text: string, kind: Kind, namespace: string | undefined) => Promise<Verdict>> {
  const config = parse(await readFile(kubeconfig, 'utf8')) as Kubeconfig;
  const { context } = named(config.contexts, config['current-context']);
  const { cluster } = named(config.clusters, context.cluster);
  const { user } = named(config.users, context.user);
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 4,
    ca: decoded(cluster['certificate-authority-data']),
    cert: decoded(user['client-certificate-data']),
    key: decoded(user['client-key-data']),
  });
  const headers = {
    'content-type': 'application/yaml',
    accept: 'application/json',
    ...(user.token && { authorization: `Bearer ${user.token}` }),
  };
  return async (text, kind, namespace) => {
    const base = kind.group === '' ? `/api/${kind.version}` : `/apis/${kind.apiVersion}`;
    const within =
      kind.scope === 'Namespaced' ? `/namespaces/${encodeURIComponent(namespace ?? 'default')}` : '';
    const url = `${cluster.server}${base}${within}/${kind.plural}?dryRun=All&fieldValidation=Strict`;
    return verdictOf(await post(url, text, agent, headers));
  };
}

function named<Entry extends { readonly name: string }>(list: readonly Entry[], name: string): Entry {
  const found = list.find((item) => item.name === name);
  if (!found) throw new Error(`the kubeconfig has nothing named "${name}"`);
  return found;
}

function decoded(base64: string | undefined): Buffer | undefined {
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64');
}

function post(url: string, body: string, agent: Agent, headers: Record<string, string>): Promise<Status> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        try {
          resolve(JSON.parse(text) as Status);
        } catch {
          resolve({ kind: 'Status', code: answer.statusCode ?? 0, message: text });
        }
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function verdictOf(answer: Status): Verdict {
  const { message = '' } = answer;
  if (answer.kind !== 'Status' || answer.reason === 'AlreadyExists') return { v: 'ok' };
  if (/failed to allocate IP/.test(message)) return { v: 'cluster', message };
  if (answer.reason === 'Invalid') return { v: 'invalid', message, causes: answer.details?.causes ?? [] };
  if (answer.code !== 400) return { v: 'cluster', message };
  if (/strict decoding error/.test(message)) return { v: 'strict', message };
  if (/yaml: (?:line|unmarshal|control|invalid|found|did not|unknown)|error converting YAML/.test(message))
    return { v: 'syntax', message };
  return { v: 'decode', message };
}
