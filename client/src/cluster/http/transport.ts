import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { trimEnd } from '../../../../server/src/yaml/trim-end.ts';
import type { CallOptions } from '../call-options.ts';
import { type CallRecord, recordCall } from '../changes/record-call.ts';
import type { ChangeRecorder } from '../changes/recorded-change.ts';
import type { KubeContext } from '../cluster.ts';
import { ClusterError } from '../errors.ts';
import type { Intent } from '../intent.ts';
import { type Connection, hasCredentialFiles } from '../kubeconfig/connection.ts';
import {
  type Credentials,
  type CredentialsSource,
  nodeCredentialsIo,
  openCredentials,
} from '../kubeconfig/credentials.ts';
import { LoginNeeded, type RunProgram } from '../kubeconfig/exec-plugin.ts';
import type { Log } from '../log.ts';
import type { Protection } from '../protection/protection.ts';
import { effectOf } from '../protection/request-effect.ts';
import type { Clock } from '../watch/clock.ts';
import type { AnswerReader } from '../wrong-answer.ts';
import { answerTimeout, createAgents, type Reach, UnusableCertificates } from './agents.ts';
import { authoritiesOf } from './authorities.ts';
import { connect } from './connect.ts';
import { decodedBody, EncodingError, readingError } from './content-encoding.ts';
import { DeadlineError, deadlineOf, withinDeadline } from './deadline.ts';
import { discard } from './discard.ts';
import { expiredAt } from './expired-certificate.ts';
import {
  type Asker,
  connectionError,
  credentialsError,
  isWebPage,
  protectedError,
  protocolError,
  refusalError,
  statusError,
  webPageError,
  whoIsRefused,
  wrongAnswerError,
} from './failures.ts';
import { JsonLimitError, parseJson } from './parse-json.ts';
import { PoolClosed } from './pool.ts';
import { chooseProxy } from './proxy.ts';
import { readBody, TooLongError } from './read-body.ts';
import { isFailure, readStatus } from './read-status.ts';
import { isOfApiServer, readinessOf, readinessPath } from './readiness.ts';
import { readRefusalBody } from './refusal-body.ts';
import { type Repeats, repeatsOf } from './repeats.ts';
import { type ClusterRequest, pathRequest } from './request.ts';
import { intentOfPath } from './request-intents.ts';
import type { ClusterResponse } from './response.ts';
import { retryAfterOf } from './retry-after.ts';
import { untilAborted } from './until-aborted.ts';
import { waited } from './waited.ts';
import { warningsOf } from './warnings.ts';

/** What a WebSocket needs to speak to the same server as the same user. */
export interface SocketAccess {
  /** `ws:` or `wss:`, with the path and query of the request. */
  readonly url: string;
  /** One socket, connected and secured. */
  connect(signal: AbortSignal): Promise<Socket>;
  /** Name and value by turns. */
  readonly headers: readonly (readonly [string, string])[];
  /** Tells that the server refused these credentials, or is not trusted; true when access is worth asking for again. */
  refused(who: 'us' | 'server'): Promise<boolean>;
  /** Tells the head of an answer that does not open the way. */
  answered(code: number): void;
  /** Tells that the way was not opened, and why. */
  failed(error: unknown): void;
  /** Tells what the server warns of in the head of an answer that opens the way. */
  opened(headers: { readonly warning?: string | string[] | undefined }): void;
}

export interface TransportOptions {
  readonly context: KubeContext;
  /** How to reach it now; undefined when the context is gone. Called at first use and after a 401. */
  readonly loadConnection: () => Promise<Connection | undefined>;
  readonly allowExec: (file: string) => boolean;
  /** How far the server at this URL is protected now. Asked before each request; without it no server is protected. */
  readonly protectionOf?: ((server: string) => Protection) | undefined;
  readonly userAgent: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly clock: Pick<Clock, 'now' | 'after' | 'random'>;
  /** Called when the server is trusted by other authorities than before: it may be another one. */
  readonly onDidChangeAuthorities?: () => void;
  /** Called at every answer, whatever it is. */
  readonly onDidHear?: () => void;
  /** Who keeps what is sent that changes something. */
  readonly changes?: ChangeRecorder | undefined;
  /** Called at every 403: what the user may do is not what was believed. */
  readonly onDidForbid?: () => void;
}

/** Every request to one cluster goes through one of these: one agent, one authentication. */
export interface Transport {
  readonly asker: Asker;
  /** For what goes wrong in the use of an answer without anybody being told. */
  readonly log: Log;
  readonly clock: Pick<Clock, 'now' | 'after' | 'random'>;
  /**
   * Sends, and again where that is safe and promising (repeats.ts): after a 401 with credentials had anew, a GET on a
   * connection that broke, and what asking twice does not change once a server that was busy says it may be asked again.
   * Rejects with a `ClusterError`, when nothing has begun by the deadline too, or with the signal's reason.
   */
  send(request: ClusterRequest, signal?: AbortSignal, options?: CallOptions): Promise<ClusterResponse>;
  /**
   * Sends, reads the body as JSON and that by `read`. An answer that is too long, takes too long or is not what `read` is
   * for rejects with a `ClusterError` too.
   */
  json<Answer>(
    request: ClusterRequest,
    read: AnswerReader<Answer>,
    signal?: AbortSignal,
    options?: CallOptions,
  ): Promise<Answer>;
  /** Rejects as `send` does where the cluster is protected from the request: for what is sent only later. */
  permit(request: ClusterRequest): Promise<void>;
  /** Prepares a WebSocket. Rejects as `send` does. */
  socketAccess(request: ClusterRequest): Promise<SocketAccess>;
  /**
   * Asks the server whether it serves, with the credentials that there are: never authenticates. Any answer of its own will
   * do. Rejects where there is none, with whatever the connection failed with.
   */
  probe(signal: AbortSignal): Promise<'ready' | 'unready'>;
  /** Whether whole answers come compressed, as far as is known; streams never do. */
  readonly compresses: boolean;
  /** Whether the credentials are in files of their own, which another program renews: no person is needed for it. */
  readonly credentialsInFiles: boolean;
  /** What is asked from now on goes over new connections; what is under way ends on the old ones. */
  renewConnections(): void;
  /** Runs the plugin of the user by `run`, where a person answers it. Rejects with an Error in one line. */
  logIn(run: RunProgram): Promise<void>;
  /** Closes every connection; what is under way rejects. */
  dispose(): Promise<void>;
}

/** What one call may do again, and what is kept of it. */
interface Call {
  readonly repeats: Repeats;
  readonly record: CallRecord;
}

/** What is made of a connection, until it is read anew. */
interface Session extends Reach {
  readonly credentials: CredentialsSource;
}

const maximalRefusal = 1024 * 1024;
const mostToldWarnings = 200;

export function openTransport(options: TransportOptions): Transport {
  const { context, log, clock } = options;
  const asker: Asker = { context: context.name, server: context.server ?? '' };
  const place = { asker, context, changes: options.changes };
  const disposal = new AbortController();
  let session: Promise<Session> | undefined;
  let compresses = true;
  let credentialsInFiles = false;
  /** What reads were warned of: told once in the log. */
  const toldWarnings = new Set<string>();
  const agents = createAgents({ clock, signal: disposal.signal });

  const throwIfOver = (signal: AbortSignal | undefined) => {
    signal?.throwIfAborted();
    disposal.signal.throwIfAborted();
  };

  const openSession = async (): Promise<Session> => {
    if (context.problem !== undefined) throw new Error(context.problem);
    const connection = await options.loadConnection();
    if (!connection) throw new Error(`the context is no longer in ${context.file}: refresh the clusters`);
    compresses = !connection.disableCompression;
    credentialsInFiles = hasCredentialFiles(connection);
    const server = new URL(connection.server);
    if (server.protocol === 'http:') {
      log.info(
        `${asker.server} (context ${context.name}) is asked without TLS: no credentials are sent to it`,
      );
    }
    return {
      connection,
      credentials: openCredentials(connection, options.allowExec),
      server,
      authorities: await authoritiesOf(connection, nodeCredentialsIo),
      proxy: chooseProxy(server, connection.proxyUrl, options.environment),
    };
  };

  const currentSession = (): Promise<Session> => {
    if (session) return session;
    const opening = openSession();
    session = opening;
    opening.catch(() => {
      if (session === opening) session = undefined;
    });
    return opening;
  };

  /**
   * Does `work` with what it takes to reach the server. What a read-only cluster is protected from ends here, before anything
   * is sent and any plugin is run, whoever asks for it.
   */
  const withSession = async <Result>(
    clusterRequest: ClusterRequest,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result> => {
    const { intent } = clusterRequest;
    disposal.signal.throwIfAborted();
    try {
      const current = await currentSession();
      const protection = options.protectionOf?.(current.connection.server);
      if (protection === 'read-only' && effectOf(clusterRequest) !== 'reads') {
        throw protectedError(intent, asker);
      }
      return await work(current);
    } catch (error) {
      if (disposal.signal.aborted) throw disposal.signal.reason;
      if (error instanceof ClusterError) throw error;
      const login = error instanceof LoginNeeded ? { logIn: context.id } : {};
      throw credentialsError(intent, asker, { fault: (error as Error).message, ...login }, error);
    }
  };

  const authenticate = (clusterRequest: ClusterRequest) =>
    withSession(clusterRequest, async (current) => {
      const credentials = await current.credentials.current();
      disposal.signal.throwIfAborted();
      return { session: current, credentials, agent: agents.of(current, credentials) };
    });

  /**
   * True when it is worth asking again, because we were refused or the server was not trusted: a plugin is asked anew where
   * we were, files are read again, and somebody may have logged in since, so that the kubeconfig says otherwise.
   */
  const refused = async (
    who: 'us' | 'server',
    current: Session,
    credentials: Credentials,
  ): Promise<boolean> => {
    if (who === 'us' && current.credentials.refused(credentials)) return true;
    if (session === undefined || (await session.catch(() => undefined)) !== current) return true;
    try {
      const connection = await options.loadConnection();
      if (!connection) return false;
      const authorities = await authoritiesOf(connection, nodeCredentialsIo);
      const isSameServer = JSON.stringify(authorities) === JSON.stringify(current.authorities);
      if (isSameServer && JSON.stringify(connection) === JSON.stringify(current.connection)) {
        return (await current.credentials.current()) !== credentials;
      }
      session = undefined;
      if (!isSameServer) options.onDidChangeAuthorities?.();
    } catch (error) {
      log.info(`reading the credentials of ${context.name} again`, error);
      return false;
    }
    log.info(`the kubeconfig of ${context.name} or what it names has changed: authenticating anew`);
    return true;
  };

  /** Sends once; the body is still to be read. */
  const attempt = async (
    access: Awaited<ReturnType<typeof authenticate>>,
    clusterRequest: ClusterRequest,
    signal: AbortSignal,
    { deadline = 0 }: CallOptions,
    record?: CallRecord,
  ) => {
    const { connection, server } = access.session;
    record?.sent(connection.impersonation);
    const response = await access.agent.pool.send({
      method: clusterRequest.method,
      path: rootPath(server) + clusterRequest.path,
      headers: headersOf(clusterRequest, connection, access.credentials, options.userAgent),
      ...(clusterRequest.body === undefined ? {} : { body: clusterRequest.body }),
      longestSilence: clusterRequest.duration === 'stream' ? 0 : answerTimeout,
      headTimeout: Math.max(answerTimeout, deadline),
      signal,
    });
    options.onDidHear?.();
    record?.answered(response.code);
    return response;
  };

  const anonymous = (current: Session) => {
    const credentials = { authorization: undefined, clientCertificate: undefined };
    return { session: current, credentials, agent: agents.of(current, credentials) };
  };

  /** On the connections that there are. Credentials that cannot be used, and are perhaps being written, are left out. */
  const agentFor = (current: Session, credentials: Credentials) => {
    try {
      const agent = agents.current ?? agents.of(current, credentials);
      return { session: current, credentials, agent };
    } catch (error) {
      if (error instanceof UnusableCertificates) return anonymous(current);
      throw error;
    }
  };

  const probe = async (signal: AbortSignal): Promise<'ready' | 'unready'> => {
    const current = await untilAborted(currentSession(), signal);
    const { known } = current.credentials;
    const access = known ? agentFor(current, known) : anonymous(current);
    let response: Awaited<ReturnType<typeof attempt>>;
    try {
      response = await attempt(access, pathRequest(readinessPath, '*/*'), signal, {});
    } catch (error) {
      const { failure } = connectionError(intentOfPath('get', readinessPath), asker, error);
      // Somebody is there; what it takes to trust them is for a request to find out.
      if (failure === 'certificate') return 'ready';
      throw error;
    }
    const { code } = response;
    const encoding = first(response.headers['content-encoding']);
    const body = readRefusalBody(response.body, { encoding, longest: maximalRefusal, log, clock });
    const readiness = readinessOf(code);
    // That it has answered is all: what it says is read so that the connection can be used again.
    if (readiness !== 'as its body says') return readiness;
    if (!isOfApiServer(await body)) throw new Error(`what stands between answers ${code}`);
    return 'unready';
  };

  /** Tells the caller what the server warns of; without one that listens, the log. */
  const tellWarnings = (what: string, warnings: readonly string[], { onWarning }: CallOptions) => {
    for (const warning of warnings) {
      if (onWarning) onWarning(warning);
      else if (!toldWarnings.has(warning) && toldWarnings.size < mostToldWarnings) {
        toldWarnings.add(warning);
        log.info(`${what}: the server warns: ${warning}`);
        if (toldWarnings.size === mostToldWarnings)
          log.info('what this server warns of further is not written here');
      }
    }
  };

  const sendRepeatedly = async (
    clusterRequest: ClusterRequest,
    signal: AbortSignal,
    { repeats, record }: Call,
    callOptions: CallOptions,
  ): Promise<ClusterResponse> => {
    const { intent, duration } = clusterRequest;
    const what = `${clusterRequest.method} ${clusterRequest.path} (context ${context.name})`;
    for (;;) {
      throwIfOver(signal);
      const access = await untilAborted(authenticate(clusterRequest), signal);
      const isAnother = async (who: 'us' | 'server') =>
        repeats.afterRefusal() && (await refused(who, access.session, access.credentials));
      let response: Awaited<ReturnType<typeof attempt>>;
      try {
        response = await attempt(access, clusterRequest, signal, callOptions, record);
      } catch (error) {
        throwIfOver(signal);
        // It was retired between the two steps, and nothing was sent.
        if (error instanceof PoolClosed && agents.current !== access.agent) continue;
        if (brokeConnection(error) && repeats.afterBreak()) {
          log.debug(`${what}: the connection broke, asking again`, error);
          // Others that were kept as long may be dead too.
          agents.retire(access.agent);
          continue;
        }
        const failure = connectionError(intent, asker, error);
        // Nothing was sent to a server that was not trusted, or read by one that did not trust us.
        if (failure.failure === 'certificate' && (await isAnother(whoIsRefused(error)))) continue;
        throw failure;
      }
      const { code, headers, body } = response;
      log.trace(`${what}: ${code}`);
      const contentType = String(headers['content-type'] ?? '');
      const encoding = first(headers['content-encoding']);
      const warnings = warningsOf(headers.warning);
      if (code >= 200 && code < 300) {
        tellWarnings(what, warnings, callOptions);
        // Only what is read as bytes may be a page: a log.
        if (isWebPage(contentType) && clusterRequest.headers.accept !== '*/*') {
          discard(body);
          throw webPageError(intent, asker, code);
        }
        const isAsItCame = clusterRequest.foreign || duration === 'short';
        return { code, headers, body: isAsItCame ? body : plainStream(clusterRequest, body, encoding) };
      }
      const text = await readRefusalBody(body, { encoding, longest: maximalRefusal, log, clock });
      throwIfOver(signal);
      if (code === 403) options.onDidForbid?.();
      if (code === 401 && (await isAnother('us'))) continue;
      const certificate = access.credentials.clientCertificate;
      const refusal = {
        code,
        contentType,
        body: text,
        retryAfterSeconds: retryAfterOf(first(headers['retry-after']), clock.now()),
        location: first(headers.location),
        warnings,
        certificateExpired: certificate && expiredAt(certificate.certificate, clock.now()),
      };
      const error = refusalError(intent, asker, refusal);
      const wait = repeats.afterBusy(code, error.retryAfter);
      if (wait !== undefined) {
        log.debug(`${what}: ${code}, asking again in ${Math.round(wait)} ms`);
        await waited(wait, clock, AbortSignal.any([signal, disposal.signal]));
        continue;
      }
      tellWarnings(what, warnings, callOptions);
      throw error;
    }
  };

  /** A stream is read as it comes, which nobody can who did not ask for what it is compressed by. */
  const plainStream = (
    { intent }: ClusterRequest,
    body: Readable,
    encoding: string | undefined,
  ): Readable => {
    if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return body;
    discard(body);
    throw unreadable(intent, `the answer is compressed (${encoding.slice(0, 100)}), which was not asked for`);
  };

  const unreadable = (intent: Intent, fault: string, error?: unknown) =>
    protocolError(intent, asker, { fault, wayOut: "Check the server's URL and what stands between" }, error);

  /** The body of an answer as JSON. */
  const whole = async (
    clusterRequest: ClusterRequest,
    signal: AbortSignal,
    call: Call,
    callOptions: CallOptions,
  ): Promise<unknown> => {
    const { intent, longestAnswer } = clusterRequest;
    for (;;) {
      const { body, headers } = await sendRepeatedly(clusterRequest, signal, call, callOptions);
      try {
        const decoded = decodedBody(body, first(headers['content-encoding']), longestAnswer);
        return await parseJson(await readBody(decoded, longestAnswer), { signal });
      } catch (thrown) {
        throwIfOver(signal);
        const error = readingError(thrown);
        if (brokeConnection(error) && call.repeats.afterBreak()) continue;
        if (error instanceof TooLongError || error instanceof JsonLimitError) {
          throw unreadable(intent, `the answer cannot be taken: ${error.message}`, error);
        }
        if (error instanceof EncodingError) throw unreadable(intent, error.message, error);
        if (!(error instanceof SyntaxError)) throw connectionError(intent, asker, error);
        const contentType = first(headers['content-type']) ?? 'no content type';
        throw unreadable(intent, `the answer is not JSON (${contentType.slice(0, 100)})`, error);
      }
    }
  };

  /** Does it within its deadline, and has it recorded; what takes longer is ended, as at an abort. */
  const inTime = async <Result>(
    clusterRequest: ClusterRequest,
    signal: AbortSignal | undefined,
    callOptions: CallOptions,
    work: (signal: AbortSignal, call: Call) => Promise<Result>,
  ): Promise<Result> => {
    const deadline = deadlineOf(clusterRequest, callOptions);
    const repeats = repeatsOf(clusterRequest, clock.now() + deadline, clock);
    const record = recordCall(clusterRequest, place, callOptions);
    try {
      return await withinDeadline(deadline, clock, signal, (until) => work(until, { repeats, record }));
    } catch (thrown) {
      const error =
        thrown instanceof DeadlineError ? connectionError(clusterRequest.intent, asker, thrown) : thrown;
      record.failed(error);
      throw error;
    }
  };

  return {
    asker,
    log,
    probe,
    get compresses() {
      return compresses;
    },
    get credentialsInFiles() {
      return credentialsInFiles;
    },
    renewConnections: () => agents.retire(agents.current),
    clock,
    send: (clusterRequest, signal, callOptions = {}) =>
      inTime(clusterRequest, signal, callOptions, async (until, call) => {
        const response = await sendRepeatedly(clusterRequest, until, call, callOptions);
        call.record.done();
        return response;
      }),
    json<Answer>(
      clusterRequest: ClusterRequest,
      read: AnswerReader<Answer>,
      signal?: AbortSignal,
      callOptions: CallOptions = {},
    ): Promise<Answer> {
      const { intent } = clusterRequest;
      return inTime(clusterRequest, signal, callOptions, async (until, call) => {
        const answer = await whole(clusterRequest, until, call, callOptions);
        if (isFailure(answer)) throw statusError(intent, asker, readStatus(answer, { code: 500 })!);
        try {
          const wanted = read(answer);
          call.record.done(answer);
          return wanted;
        } catch (error) {
          throw wrongAnswerError(intent, asker, error);
        }
      });
    },
    permit: (clusterRequest) => withSession(clusterRequest, async () => {}),
    async socketAccess(clusterRequest) {
      const access = await authenticate(clusterRequest);
      const { server, connection } = access.session;
      const record = recordCall(clusterRequest, place);
      const url = new URL(server);
      url.protocol = server.protocol === 'https:' ? 'wss:' : 'ws:';
      return {
        url: `${url.origin === 'null' ? `${url.protocol}//${url.host}` : url.origin}${rootPath(server)}${clusterRequest.path}`,
        async connect(signal) {
          const socket = await connect(access.agent.target, AbortSignal.any([signal, disposal.signal]));
          record.sent(connection.impersonation);
          return socket;
        },
        headers: headersOf(clusterRequest, connection, access.credentials, options.userAgent),
        refused: (who) => refused(who, access.session, access.credentials),
        answered(code) {
          if (code === 403) options.onDidForbid?.();
          record.answered(code);
          record.done();
        },
        failed(error) {
          if (error instanceof ClusterError && error.code === 403) options.onDidForbid?.();
          record.failed(error);
        },
        opened: ({ warning }) => {
          record.answered(101);
          record.done();
          const what = `${clusterRequest.method} ${clusterRequest.path} (context ${context.name})`;
          tellWarnings(what, warningsOf(warning), {});
        },
      };
    },
    async logIn(run) {
      disposal.signal.throwIfAborted();
      await (await currentSession()).credentials.logIn(run);
    },
    async dispose() {
      disposal.abort(new Error('the cluster is closed'));
      // One that could not be opened has told who wanted it.
      (await session?.catch(() => undefined))?.credentials.dispose();
      await agents.destroy();
    },
  };
}

function headersOf(
  request: ClusterRequest,
  connection: Connection,
  credentials: Credentials,
  userAgent: string,
): [string, string][] {
  const all: [string, string][] = [['user-agent', userAgent], ...Object.entries(request.headers)];
  // Who has a request passed on may choose by itself.
  if (!all.some(([name]) => name.toLowerCase() === 'accept-encoding')) {
    all.push(['accept-encoding', acceptedEncoding(request, connection)]);
  }
  if (credentials.authorization !== undefined) all.push(['authorization', credentials.authorization]);
  for (const [name, value] of connection.impersonation) all.push([name, value]);
  return all;
}

/** An API server compresses what is read whole, where it is long; in a stream each line is to come at once. */
function acceptedEncoding(
  { method, duration }: ClusterRequest,
  { disableCompression }: Connection,
): 'gzip' | 'identity' {
  return method === 'GET' && duration === 'short' && !disableCompression ? 'gzip' : 'identity';
}

/** A server may stand under a path, as behind Rancher. */
function rootPath(server: URL): string {
  return trimEnd(server.pathname, '/');
}

function brokeConnection(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ECONNRESET' || code === 'EPIPE';
}

/** A header that is there once or several times. */
function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
