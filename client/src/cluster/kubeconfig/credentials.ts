import { delimiter } from 'node:path';
import { systemClock } from '../watch/clock.ts';
import type { Connection, ExecPlugin } from './connection.ts';
import {
  type Asks,
  type ExecCredential,
  LoginNeeded,
  type RunProgram,
  runExecPlugin,
  runProgram,
} from './exec-plugin.ts';
import { loginPath } from './login-path.ts';
import { type OidcLogin, type OidcTokens, openOidc } from './oidc.ts';
import type { PemSource } from './pem-source.ts';
import { readRegularFile } from './read-regular-file.ts';
import { type WebRequest, webRequests } from './web-request.ts';

/** What a request is sent with. A new object each time that anything in it has changed. */
export interface Credentials {
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  /** PEM. */
  readonly clientCertificate: { readonly certificate: string; readonly key: string } | undefined;
}

/** What having credentials needs from outside. */
export interface CredentialsIo {
  readFile(path: string): Promise<string>;
  runProgram: RunProgram;
  /** Milliseconds since the epoch. */
  now(): number;
  environment: NodeJS.ProcessEnv;
  loginPath(): Promise<string | undefined>;
  request: WebRequest;
}

/** Bundles of authorities have some hundred kilobytes. */
const largestCredential = 4 * 1024 * 1024;

/** The real files, programs and clock. */
export const nodeCredentialsIo: CredentialsIo = {
  readFile: async (path) => Buffer.from(await readRegularFile(path, largestCredential)).toString('utf8'),
  runProgram,
  now: Date.now,
  environment: process.env,
  loginPath,
  request: webRequests(systemClock),
};

/** The credentials of one connection, had at first use. */
export interface CredentialsSource {
  /**
   * Credentials that have not expired. Concurrent calls share one answer, also one run of a plugin.
   * @throws Error in one line with the way out.
   */
  current(): Promise<Credentials>;
  /** Those that were had last, whether they still hold or not; undefined before. */
  readonly known: Credentials | undefined;
  /** Tells that the server refused these; true when asking `current` again may give others. */
  refused(credentials: Credentials): boolean;
  /**
   * Runs the plugin by `run`, where a person answers it; what it gives is used from then on. Calls together share one run.
   * @throws Error in one line with the way out.
   */
  logIn(run: RunProgram): Promise<void>;
  /** Ends a plugin that still runs. */
  dispose(): void;
}

/** A plugin's credential is renewed this long before it expires, so that no request carries one that expires under way. */
const expiryMargin = 10_000;

/** `allowExec` is asked each time before a plugin runs. */
export function openCredentials(
  connection: Connection,
  allowExec: (file: string) => boolean,
  io: CredentialsIo = nodeCredentialsIo,
): CredentialsSource {
  const disposal = new AbortController();
  const { token } = connection;
  let last: Credentials | undefined;
  let pending: Promise<Credentials> | undefined;
  let cached: ExecCredential | undefined;
  let login: Promise<void> | undefined;
  const oidc = token.from === 'oidc' ? tokensOf(token.login, io) : undefined;

  const plugin = async (exec: ExecPlugin): Promise<ExecCredential> => {
    if (cached && (cached.expires === undefined || cached.expires - expiryMargin > io.now())) return cached;
    cached = undefined;
    if (login) throw new Error('the login in a terminal has not ended: finish it there');
    if (exec.interactiveMode === 'Always') {
      throw new LoginNeeded(
        `log in in a terminal: the credential plugin ${exec.command} asks questions (interactiveMode: Always)`,
      );
    }
    cached = await run(exec, io, 'nobody');
    return cached;
  };

  const run = async (exec: ExecPlugin, by: CredentialsIo, asks: Asks): Promise<ExecCredential> => {
    if (!allowExec(exec.file)) {
      throw new Error(
        `the credential plugin ${exec.command} of ${exec.file} does not run while this workspace is not trusted: trust the workspace`,
      );
    }
    const ca = exec.provideClusterInfo ? await readPem(connection.certificateAuthority, io) : undefined;
    return await runOnEitherPath(exec, connection, ca, by, disposal.signal, asks);
  };

  const logIn = async (runInTerminal: RunProgram): Promise<void> => {
    if (token.from !== 'exec' || token.plugin.interactiveMode === 'Never') {
      throw new Error('its user has no credential plugin that asks a person: log in as its provider says');
    }
    // One that runs by itself is never beside it.
    await pending?.catch(() => undefined);
    cached = await run(token.plugin, { ...io, runProgram: runInTerminal }, 'a person');
  };

  const have = async (): Promise<Credentials> => {
    const own = connection.clientCertificate;
    let clientCertificate = own && {
      certificate: (await readPem(own.certificate, io)) ?? '',
      key: (await readPem(own.key, io)) ?? '',
    };
    let bearer: string | undefined;
    if (token.from === 'kubeconfig') bearer = token.token;
    if (token.from === 'file') bearer = await readToken(token.file, token.token, io);
    if (oidc) bearer = await oidc.current();
    if (token.from === 'exec') {
      const answer = await plugin(token.plugin);
      bearer = answer.token;
      clientCertificate = answer.clientCertificate ?? clientCertificate;
    }
    if (bearer !== undefined && !/^[\x21-\x7e]+$/.test(bearer)) {
      throw new Error(
        'the token holds characters that no token has: log in again, or correct the kubeconfig',
      );
    }
    const next = { authorization: bearer === undefined ? undefined : `Bearer ${bearer}`, clientCertificate };
    if (last && same(last, next)) return last;
    last = next;
    return next;
  };

  return {
    current() {
      pending ??= have().finally(() => {
        pending = undefined;
      });
      return pending;
    },
    get known() {
      return last;
    },
    refused(credentials) {
      // Refused by a request of long ago: the next one has other credentials already.
      if (last !== undefined && last !== credentials) return true;
      if (oidc) return oidc.refused();
      if (token.from !== 'exec') return false;
      cached = undefined;
      return true;
    },
    logIn(runInTerminal) {
      login ??= logIn(runInTerminal).finally(() => {
        login = undefined;
      });
      return login;
    },
    dispose: () => disposal.abort(new Error('the cluster is closed')),
  };
}

function tokensOf(login: OidcLogin, io: CredentialsIo): OidcTokens {
  return openOidc(login, {
    request: io.request,
    readAuthority: () => readPem(login.certificateAuthority, io),
    now: io.now,
  });
}

/** The PEM text; undefined where there is none. @throws Error in words when it cannot be read. */
export async function readPem(
  source: PemSource | undefined,
  io: Pick<CredentialsIo, 'readFile'>,
): Promise<string | undefined> {
  if (source === undefined) return undefined;
  if ('data' in source) return Buffer.from(source.data, 'base64').toString('utf8');
  try {
    return await io.readFile(source.file);
  } catch (error) {
    throw new Error(`${source.file} cannot be read (${(error as Error).message}): correct the kubeconfig`);
  }
}

async function readToken(file: string, fallback: string | undefined, io: CredentialsIo): Promise<string> {
  try {
    const token = (await io.readFile(file)).trim();
    if (token !== '') return token;
  } catch (error) {
    if (fallback === undefined) {
      throw new Error(
        `the token file ${file} cannot be read (${(error as Error).message}): correct the kubeconfig`,
      );
    }
  }
  if (fallback === undefined) throw new Error(`the token file ${file} is empty: log in again`);
  return fallback;
}

/** With the PATH there is; and, when that does not have the plugin, with the login shell's. */
async function runOnEitherPath(
  plugin: ExecPlugin,
  connection: Connection,
  ca: string | undefined,
  io: CredentialsIo,
  signal: AbortSignal,
  asks: Asks,
): Promise<ExecCredential> {
  try {
    return await runExecPlugin(plugin, connection, ca, io.runProgram, io.environment, signal, asks);
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    const path = code === 'ENOENT' ? await io.loginPath() : undefined;
    if (path === undefined) throw error;
    const environment = { ...io.environment, PATH: `${path}${delimiter}${io.environment.PATH ?? ''}` };
    return await runExecPlugin(plugin, connection, ca, io.runProgram, environment, signal, asks);
  }
}

function same(left: Credentials, right: Credentials): boolean {
  return (
    left.authorization === right.authorization &&
    left.clientCertificate?.certificate === right.clientCertificate?.certificate &&
    left.clientCertificate?.key === right.clientCertificate?.key
  );
}
