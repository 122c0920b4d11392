import { type AnswerFields, ClusterError, type FailureKind } from '../errors.ts';
import type { Explanation } from '../explanation.ts';
import { describeIntent, type Intent, rightsResource } from '../intent.ts';
import { readUrl } from '../read-url.ts';
import type { Status } from '../status.ts';
import { WrongAnswer } from '../wrong-answer.ts';
import { UnaskedUpgrade } from './exchange.ts';
import { ProxyRefusal } from './proxy-refusal.ts';
import { readStatus, reasonOfCode } from './read-status.ts';

/** Whose request failed: said in every message. */
export interface Asker {
  /** The context's name. */
  readonly context: string;
  /** The server's URL, without a name and a password. */
  readonly server: string;
}

/** A response that is no success. */
export interface Refusal {
  readonly code: number;
  readonly contentType: string;
  readonly body: string;
  /** By the header `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** The header `Location`, as it came. */
  readonly location?: string | undefined;
  /** By the headers `Warning`. */
  readonly warnings?: readonly string[];
  /** When the client certificate expired that the request came with; undefined where it has not, or there is none. */
  readonly certificateExpired?: Date | undefined;
}

/** The error of a refused request, from the server's own `Status` where it sent one. */
export function refusalError(intent: Intent, asker: Asker, refusal: Refusal): ClusterError {
  const { code, retryAfterSeconds, warnings = [] } = refusal;
  const beside = { code, retryAfter: retryAfterSeconds, warnings };
  const status = readStatus(readJson(refusal.body), refusal);
  if (code === 401 && refusal.certificateExpired) {
    const why = {
      fault: `the client certificate expired at ${refusal.certificateExpired.toISOString()}, and the server does not accept it`,
      wayOut: 'Have it renewed, or log in again',
    };
    return failedRequest('status', intent, asker, why, { ...beside, status: status ?? madeStatus(refusal) });
  }
  if (status) return statusError(intent, asker, status, beside);
  if (code < 400) return redirectionError(intent, asker, refusal, beside);
  if (isWebPage(refusal.contentType) || /^\s*</.test(refusal.body)) {
    return webPageError(intent, asker, code, beside);
  }
  return statusError(intent, asker, madeStatus(refusal), beside);
}

/** What the server has not sent. */
function madeStatus({ code, body, retryAfterSeconds }: Refusal): Status {
  return {
    code,
    reason: reasonOfCode(code),
    message: oneLine(body) || `code ${code}`,
    ...(retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } }),
  };
}

/** Whether a body of this content type is for a browser. */
export function isWebPage(contentType: string): boolean {
  return /html/i.test(contentType);
}

/** The error of an answer that is for a browser: that of a proxy, a load balancer, a login page. It is never shown. */
export function webPageError(
  intent: Intent,
  asker: Asker,
  code: number,
  beside: AnswerFields = { code },
): ClusterError {
  const why = {
    fault: `something between here and ${asker.server} answered ${code} with a web page`,
    wayOut: "Check the proxy, the VPN and the server's URL",
  };
  return failedRequest('protocol', intent, asker, why, beside);
}

/** A redirection is not followed: the credentials are for this server alone. */
function redirectionError(
  intent: Intent,
  asker: Asker,
  { code, location = '' }: Refusal,
  beside: AnswerFields,
): ClusterError {
  const target = readUrl(location, asker.server);
  const where = target ? ` to ${target.origin}${target.pathname}` : '';
  const why = {
    fault: `${asker.server} answered ${code} and leads elsewhere${where}, which is not followed`,
    wayOut: "Check the server's URL: a login page or a proxy may stand between",
  };
  return failedRequest('protocol', intent, asker, why, beside);
}

/** The error of an answer that is not what was asked for; of any other error, itself. */
export function wrongAnswerError(intent: Intent, asker: Asker, error: unknown): unknown {
  if (!(error instanceof WrongAnswer)) return error;
  return protocolError(
    intent,
    asker,
    {
      fault: oneLine(error.message),
      wayOut: `Something else may answer in the place of ${asker.server}, such as a login page or a proxy: log in again, and check its URL`,
    },
    error,
  );
}

/** The error of a `Status`, wherever it came from: a response, an event of a watch, a stream's error channel. */
export function statusError(
  intent: Intent,
  asker: Asker,
  status: Status,
  beside: AnswerFields = {},
): ClusterError {
  return failedRequest('status', intent, asker, explainStatus(intent, status), { ...beside, status });
}

/** The error of a request that got no whole response. */
export function connectionError(intent: Intent, asker: Asker, error: unknown): ClusterError {
  if (error instanceof ClusterError) return error;
  const { code = '', message } = rootOf(error);
  const certificate = explainCertificate(code, asker);
  if (certificate) return failedRequest('certificate', intent, asker, certificate, { cause: error });
  const isHttp = !code.startsWith('HPE_') || code === 'HPE_HEADER_OVERFLOW';
  const why = isHttp ? explainConnection(code, message, asker, error) : notHttp(asker);
  return failedRequest('unreachable', intent, asker, why, { cause: error });
}

/** The error of a WebSocket that the server does not open, by what the handshake says of it. */
export function webSocketError(intent: Intent, asker: Asker, error: Error & { code?: string }): ClusterError {
  return upgradeError(intent, asker, 'WebSocket', error);
}

/** The error of a protocol that the server does not go over to, by what the handshake says of it. */
export function upgradeError(
  intent: Intent,
  asker: Asker,
  protocol: string,
  error: Error & { code?: string },
): ClusterError {
  // What has no code is the handshake's own, but for a proxy's answer.
  if (error.code !== undefined || error instanceof ProxyRefusal) return connectionError(intent, asker, error);
  if (/timed out/.test(error.message)) {
    return connectionError(intent, asker, Object.assign(error, { code: 'ETIMEDOUT' }));
  }
  const fault = `${asker.server} answered with no ${protocol} (${oneLine(error.message)})`;
  return protocolError(intent, asker, { fault, wayOut: noHttp }, error);
}

/**
 * The error of credentials that could not be had. `fault` is a sentence with its own way out; `logIn` the context whose
 * user may log in.
 */
export function credentialsError(
  intent: Intent,
  asker: Asker,
  why: Pick<Explanation, 'fault' | 'logIn'>,
  cause?: unknown,
): ClusterError {
  return failedRequest('credentials', intent, asker, why, { cause });
}

/** The error of a verb that the server does not serve of a resource; `verbs` are those that it does. */
export function unservedVerbError(intent: Intent, asker: Asker, verbs: readonly string[]): ClusterError {
  const resource = rightsResource(intent);
  const fault =
    verbs.length === 0
      ? `the server has no ${resource}`
      : `${resource} cannot be asked to ${intent.verb}: they take ${verbs.join(', ')}`;
  return failedRequest('unserved', intent, asker, { fault }, {});
}

/** The error of a request that a read-only cluster is protected from. */
export function protectedError(intent: Intent, asker: Asker): ClusterError {
  const why: Why = {
    fault: 'the cluster is read-only here, and nothing was sent',
    wayOut: 'Change `kubewright.protectedClusters` in your user settings to allow it',
  };
  return failedRequest('protected', intent, asker, why, {});
}

/** The error of an answer that cannot be understood. */
export function protocolError(intent: Intent, asker: Asker, why: Why, cause?: unknown): ClusterError {
  return failedRequest('protocol', intent, asker, why, { cause });
}

/** The error of a pod that answers, but not as it should. */
export function podError(intent: Intent, asker: Asker, why: Why): ClusterError {
  return failedRequest('unreachable', intent, asker, why, {});
}

/** The error of a request that this machine stands in the way of. */
export function localError(intent: Intent, asker: Asker, why: Why, cause: unknown): ClusterError {
  return failedRequest('local', intent, asker, why, { cause });
}

/** What went wrong, and the way out. */
export type Why = Pick<Explanation, 'fault' | 'wayOut' | 'missingRight'>;

function failedRequest(
  failure: FailureKind,
  intent: Intent,
  { context }: Asker,
  why: Why,
  options: AnswerFields & { status?: Status; cause?: unknown },
): ClusterError {
  return new ClusterError(failure, { ...why, request: { intent, context } }, options);
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function explainStatus(intent: Intent, status: Status): Why {
  const message = oneLine(status.message);
  switch (status.code) {
    case 401:
      return {
        fault: 'the server does not accept these credentials',
        wayOut: 'Log in again, or correct the user of this context',
      };
    case 403: {
      // The server begins with who was forbidden what, which the request says already.
      const why = message.replace(/^.*? is forbidden: ?/, '') || 'no reason given';
      // Of what is written admission forbids some (a quota, a policy), which no right would allow; it says why.
      const lacksRight =
        /^(?:get|list|watch)$/.test(intent.verb) || /^User "|^(?:no reason given|code 403)$/.test(why);
      const fault = `forbidden: ${why}`;
      if (!lacksRight) return { fault };
      return { fault, missingRight: describeIntent(intent), wayOut: askForRight(intent) };
    }
    case 404:
      return { fault: `not found: ${message}`, wayOut: lookAgain(intent, status) };
    case 409:
      return explainConflict(message, status);
    case 410:
      return { fault: `what was read is too old: ${message}`, wayOut: 'Read it again' };
    case 422:
      return { fault: `invalid: ${message}`, wayOut: 'Correct the named fields' };
    case 429: {
      const seconds = status.details?.retryAfterSeconds;
      const later = seconds === undefined ? 'later' : `in ${seconds} s`;
      return { fault: `too many requests: ${message}`, wayOut: `Try again ${later}` };
    }
  }
  if (status.code >= 500) {
    return { fault: `the server failed (${status.code}): ${message}`, wayOut: 'Try again later' };
  }
  return { fault: message || `the server answered ${status.code}` };
}

function lookAgain({ name }: Intent, { details }: Status): string {
  if (name === undefined) return 'Refresh the kinds of this cluster';
  if (details?.name !== undefined) return 'It may have been deleted';
  return 'The server may not serve this kind: refresh the kinds of this cluster';
}

function explainConflict(message: string, { reason, details }: Status): Why {
  if (reason === 'AlreadyExists') return { fault: message, wayOut: 'Apply it instead of creating it' };
  const ofFieldManagers = details?.causes?.some((cause) => cause.reason === 'FieldManagerConflict');
  return {
    fault: `conflict: ${message}`,
    wayOut: ofFieldManagers
      ? 'Take the fields over, or leave them out'
      : 'Read it again and repeat the change',
  };
}

function askForRight(intent: Intent): string {
  const { verb, namespace, scope, rights } = intent;
  const resource = rightsResource(intent);
  if (scope === 'None') return `Ask for \`${verb}\` on the path \`${resource}\` (nonResourceURLs)`;
  if (rights) return `Ask for ${rights.map((one) => `\`${one}\``).join(' and ')} on \`${resource}\``;
  if (scope === 'Namespaced' && namespace === undefined) {
    return `Ask for \`${verb}\` on \`${resource}\`, or select one namespace`;
  }
  const where = scope === 'Namespaced' ? ` in \`${namespace}\`` : '';
  const other = verb === 'list' && scope === 'Namespaced' ? ', or select another namespace' : '';
  return `Ask for \`${verb}\` on \`${resource}\`${where}${other}`;
}

function explainCertificate(code: string, { server }: Asker): Why | undefined {
  switch (code) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'CERT_SIGNATURE_FAILURE':
    case 'CERT_UNTRUSTED':
    case 'INVALID_CA':
      return {
        fault: `the certificate of ${server} is not signed by a trusted authority (${code})`,
        wayOut: 'Set certificate-authority in the kubeconfig to its CA; the cluster may have been made anew',
      };
    case 'CERT_HAS_EXPIRED':
      return {
        fault: `the certificate of ${server} has expired`,
        wayOut: "Have the cluster's certificates renewed",
      };
    case 'CERT_NOT_YET_VALID':
      return {
        fault: `the certificate of ${server} is not valid yet`,
        wayOut: 'Check the clock of this machine and of the server',
      };
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return {
        fault: `the certificate of ${server} is for other names`,
        wayOut: 'Use one of them in the kubeconfig, or set tls-server-name',
      };
  }
  return explainTls(code, server);
}

/** Of a handshake that failed for a certificate: whether ours was refused, or the server's is not trusted. */
export function whoIsRefused(error: unknown): 'us' | 'server' {
  return refusesClient.test(rootOf(error).code ?? '') ? 'us' : 'server';
}

const refusesClient = /ALERT.*(CERTIFICATE|UNKNOWN_CA)/;

/** What has gone wrong before a certificate could be judged. */
function explainTls(code: string, server: string): Why | undefined {
  if (/WRONG_VERSION_NUMBER/.test(code)) {
    return {
      fault: `${server} does not speak TLS`,
      wayOut: 'Use http:// in the kubeconfig, or another port',
    };
  }
  if (refusesClient.test(code) || /KEY_VALUES_MISMATCH/.test(code)) {
    return {
      fault: `the client certificate is refused or does not fit its key (${code})`,
      wayOut: 'Log in again, or correct the user of this context',
    };
  }
  if (/^ERR_(OSSL|SSL|TLS)|^EPROTO$/.test(code)) {
    return {
      fault: `no TLS connection to ${server} (${code})`,
      wayOut: 'Check the certificates in the kubeconfig and what stands between',
    };
  }
  return undefined;
}

function explainConnection(code: string, message: string, { server }: Asker, error: unknown): Why {
  if (error instanceof ProxyRefusal) {
    return { fault: error.message, wayOut: 'Check proxy-url, HTTPS_PROXY and NO_PROXY' };
  }
  if (error instanceof UnaskedUpgrade) {
    return { fault: `${server} changed the protocol without being asked`, wayOut: noHttp };
  }
  const host = readUrl(server)?.hostname ?? server;
  switch (code) {
    case 'ECONNREFUSED':
      return {
        fault: `nothing listens at ${server}`,
        wayOut: 'Start the cluster, or correct its server in the kubeconfig',
      };
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
      return {
        fault: `the name ${host} is unknown`,
        wayOut: 'Check the network, the VPN and the server in the kubeconfig',
      };
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return { fault: `there is no way to ${host}`, wayOut: 'Check the network and the VPN' };
    case 'ETIMEDOUT':
      return { fault: `${server} does not answer in time`, wayOut: 'Check the network and the VPN' };
    case 'HPE_HEADER_OVERFLOW':
      return { fault: `the header of the answer of ${server} has no end`, wayOut: noHttp };
    case 'ECONNRESET':
    case 'EPIPE':
      return { fault: `${server} broke the connection`, wayOut: 'Try again' };
  }
  return { fault: `no answer from ${server}: ${oneLine(message)}`, wayOut: 'Check the network' };
}

function notHttp({ server }: Asker): Why {
  return { fault: `${server} does not speak HTTP as it should`, wayOut: noHttp };
}

const noHttp = "Check the server's URL and what stands between";

/** Errors wrap others: the reason is at the bottom, or in the first of several attempts. */
function rootOf(error: unknown): { code?: string; message: string } {
  let current = error as Partial<Error> & { code?: string; errors?: unknown[] };
  for (let depth = 0; depth < 8; depth++) {
    const next = current.errors?.[0] ?? (current.code ? undefined : current.cause);
    if (typeof next !== 'object' || next === null) break;
    current = next;
  }
  return {
    ...(current.code === undefined ? {} : { code: current.code }),
    message: current.message ?? String(error),
  };
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 2_000 ? `${line.slice(0, 2_000)}...` : line;
}
