import { readFile } from 'node:fs/promises';
import { Agent as HttpAgent, request as sendPlain } from 'node:http';
import { Agent, request as sendSecure } from 'node:https';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import type { Send, ServerAnswer } from './run-case.ts';

/** A server that requests can be sent to. */
export interface OpenServer {
  send: Send;
  /** Closes its connections. */
  close(): void;
}

/**
 * Opens the server of a kubeconfig's current context. Throws where the context logs in by anything but a token or a
 * certificate.
 */
export async function openServer(kubeconfig: string): Promise<OpenServer> {
  const { url, tls, headers } = await accessOf(kubeconfig);
  const isSecure = url.startsWith('https:');
  const agent = isSecure ? new Agent({ ...tls, keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const start = isSecure ? sendSecure : sendPlain;
  const send: Send = ({ method, path, headers: own, body }) =>
    new Promise((done, failed) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const all = { accept: 'application/json', ...headers, ...length, ...own };
      const request = start(`${url}${path}`, { method, agent, headers: all }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', failed);
        response.once('end', () => {
          const text = Buffer.concat(chunks).toString();
          done(answerOf(response.statusCode ?? 0, response.headersDistinct, text));
        });
      });
      request.once('error', failed);
      request.end(body);
    });
  return { send, close: () => agent.destroy() };
}

/** An answer as cases look at it: of a stream of JSON values, the first. */
export function answerOf(
  code: number,
  distinctHeaders: Readonly<Record<string, readonly string[] | undefined>>,
  text: string,
): ServerAnswer {
  const headers = Object.fromEntries(
    Object.entries(distinctHeaders).map(([name, values]) => [name, values ?? []]),
  );
  const contentType = headers['content-type']?.[0] ?? '';
  return { code, contentType, headers, text, body: jsonOf(text) ?? jsonOf(text.split('\n', 1)[0] ?? '') };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Access {
  url: string;
  tls: {
    ca?: string;
    cert?: string;
    key?: string;
    rejectUnauthorized?: boolean;
    servername?: string;
  };
  headers: Record<string, string>;
}

interface Kubeconfig {
  'current-context'?: string;
  contexts?: { name: string; context: { cluster: string; user: string } }[];
  clusters?: { name: string; cluster: Record<string, unknown> }[];
  users?: { name: string; user: Record<string, unknown> }[];
}

async function accessOf(file: string): Promise<Access> {
  const config = parse(await readFile(file, 'utf8')) as Kubeconfig;
  const context = config.contexts?.find(({ name }) => name === config['current-context'])?.context;
  const cluster = config.clusters?.find(({ name }) => name === context?.cluster)?.cluster;
  const user = config.users?.find(({ name }) => name === context?.user)?.user ?? {};
  if (typeof cluster?.server !== 'string') {
    throw new Error(`${file} names no server: set its current-context (kubectl config use-context NAME)`);
  }
  if ('exec' in user || 'auth-provider' in user) {
    throw new Error(
      `${file} logs in by a plugin, which the suite does not run: run kubectl proxy, and give a kubeconfig whose server is http://127.0.0.1:8001`,
    );
  }
  const folder = dirname(resolve(file));
  const pem = (fields: Record<string, unknown>, name: string) => pemOf(fields, name, folder);
  const [ca, cert, key] = await Promise.all([
    pem(cluster, 'certificate-authority'),
    pem(user, 'client-certificate'),
    pem(user, 'client-key'),
  ]);
  const token =
    typeof user.tokenFile === 'string'
      ? (await readFile(resolve(folder, user.tokenFile), 'utf8')).trim()
      : user.token;
  const serverName = cluster['tls-server-name'];
  return {
    url: cluster.server.replace(/\/$/, ''),
    tls: {
      ...(ca !== undefined && { ca }),
      ...(cert !== undefined && { cert }),
      ...(key !== undefined && { key }),
      ...(cluster['insecure-skip-tls-verify'] === true && { rejectUnauthorized: false }),
      ...(typeof serverName === 'string' && { servername: serverName }),
    },
    headers: typeof token === 'string' ? { authorization: `Bearer ${token}` } : {},
  };
}

async function pemOf(
  fields: Record<string, unknown>,
  name: string,
  folder: string,
): Promise<string | undefined> {
  const data = fields[`${name}-data`];
  if (typeof data === 'string') return Buffer.from(data, 'base64').toString();
  const path = fields[name];
  return typeof path === 'string' ? readFile(resolve(folder, path), 'utf8') : undefined;
}
