import { ClusterError } from '../errors.ts';
import type { Status } from '../status.ts';
import { ProxyRefusal } from './connect.ts';
import { describeIntent, type Intent } from './intent.ts';

/** Whose request failed: said in every message. */
export interface Asker {
  /** The context's name. */
  readonly context: string;
  /** The server's URL. */
  readonly server: string;
}

/** A response that is no success. */
export interface Refusal {
  readonly code: number;
  readonly contentType: string;
  readonly body: string;
  /** The header `Retry-After`, as it came. */
  readonly retryAfter: string | undefined;
}

/** The error of a refused request, from the server's own `Status` where it sent one. */
export function refusalError(intent: Intent, asker: Asker, refusal: Refusal): ClusterError {
  const status = readStatus(refusal);
  if (status) return statusError(intent, asker, status);
  const { code } = refusal;
  // The body of a proxy or a load balancer is for a browser: it is never shown.
  if (/html/i.test(refusal.contentType) || /^\s*</.test(refusal.body)) {
    const who = `something between here and ${asker.server} answered ${code} with a web page`;
    return new ClusterError(
      'protocol',
      describeFailure(intent, asker, `${who}. Check the proxy, the VPN and the server's URL`),
    );
  }
  const text = oneLine(refusal.body);
  return statusError(intent, asker, { code, reason: reasonOfCode(code), message: text || `code ${code}` });
}

/** The error of a `Status`, wherever it came from: a response, an event of a watch, a stream's error channel. */
export function statusError(intent: Intent, asker: Asker, status: Status): ClusterError {
  return new ClusterError('status', describeFailure(intent, asker, explainStatus(intent, status)), {
    status,
  });
}

/** The error of a request that got no whole response. */
export function connectionError(intent: Intent, asker: Asker, error: unknown): ClusterError {
  if (error instanceof ClusterError) return error;
  const { code = '', message } = rootOf(error);
  const certificate = explainCertificate(code, asker);
  if (certificate) {
    return new ClusterError('certificate', describeFailure(intent, asker, certificate), { cause: error });
  }
  const what = explainConnection(code, message, asker, error);
  return new ClusterError('unreachable', describeFailure(intent, asker, what), { cause: error });
}

/** The error of credentials that could not be had. `reason` is a sentence with its own way out. */
export function credentialsError(
  intent: Intent,
  asker: Asker,
  reason: string,
  cause?: unknown,
): ClusterError {
  return new ClusterError('credentials', describeFailure(intent, asker, reason), { cause });
}

/** The error of an answer that cannot be understood. */
export function protocolError(intent: Intent, asker: Asker, what: string, cause?: unknown): ClusterError {
  return new ClusterError('protocol', describeFailure(intent, asker, what), { cause });
}

/** One line: what was asked, where, and `what` went wrong with its way out. */
export function describeFailure(intent: Intent, { context }: Asker, what: string): string {
  return `${describeIntent(intent)} (context \`${context}\`): ${what}`;
}

/** The `Status` in a body, if it is one. */
export function readStatus({ body, code, retryAfter }: Omit<Refusal, 'contentType'>): Status | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('kind' in value) || value.kind !== 'Status')
    return undefined;
  const status = value as Partial<Status>;
  const seconds =
    status.details?.retryAfterSeconds ?? (retryAfter === undefined ? Number.NaN : Number(retryAfter));
  return {
    code: typeof status.code === 'number' ? status.code : code,
    reason: typeof status.reason === 'string' && status.reason !== '' ? status.reason : reasonOfCode(code),
    message: typeof status.message === 'string' ? status.message : '',
    ...(status.details || Number.isFinite(seconds)
      ? {
          details: { ...status.details, ...(Number.isFinite(seconds) ? { retryAfterSeconds: seconds } : {}) },
        }
      : {}),
  };
}

function explainStatus(intent: Intent, status: Status): string {
  const message = oneLine(status.message);
  switch (status.code) {
    case 401:
      return 'the server does not accept these credentials. Log in again, or correct the user of this context';
    case 403: {
      const why = message.replace(/^.*? is forbidden: ?/, '') || 'no reason given';
      return `forbidden: ${sentence(why)} ${askForRight(intent)}`;
    }
    case 404:
      if (status.details?.name !== undefined || intent.name === undefined) {
        return `not found: ${sentence(message)} ${intent.name === undefined ? 'Refresh the kinds of this cluster' : 'It may have been deleted'}`;
      }
      return `not found: ${sentence(message)} The server may not serve this kind: refresh the kinds of this cluster`;
    case 409:
      if (status.reason === 'AlreadyExists') return `${sentence(message)} Apply it instead of creating it`;
      if (status.details?.causes?.some(({ reason }) => reason === 'FieldManagerConflict')) {
        return `conflict: ${sentence(message)} Take the fields over, or leave them out`;
      }
      return `conflict: ${sentence(message)} Read it again and repeat the change`;
    case 410:
      return `what was read is too old: ${sentence(message)} Read it again`;
    case 422:
      return `invalid: ${sentence(message)} Correct the named fields`;
    case 429: {
      const seconds = status.details?.retryAfterSeconds;
      return `too many requests: ${sentence(message)} Try again ${seconds === undefined ? 'later' : `in ${seconds} s`}`;
    }
  }
  if (status.code >= 500) return `the server failed (${status.code}): ${sentence(message)} Try again later`;
  return message || `the server answered ${status.code}`;
}

function askForRight({ verb, resource, namespace, scope, right }: Intent): string {
  if (scope === 'None') return 'Ask for the right to it';
  if (right)
    return `Ask for ${right.verbs.map((one) => `\`${one}\``).join(' and ')} on \`${right.resource}\``;
  if (scope === 'Namespaced' && namespace === undefined) {
    return `Ask for \`${verb}\` on \`${resource}\`, or select one namespace`;
  }
  const where = scope === 'Namespaced' ? ` in \`${namespace}\`` : '';
  const other = verb === 'list' && scope === 'Namespaced' ? ', or select another namespace' : '';
  return `Ask for \`${verb}\` on \`${resource}\`${where}${other}`;
}

function explainCertificate(code: string, { server }: Asker): string | undefined {
  switch (code) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'CERT_SIGNATURE_FAILURE':
    case 'CERT_UNTRUSTED':
    case 'INVALID_CA':
      return `the certificate of ${server} is not signed by a trusted authority (${code}). Set certificate-authority in the kubeconfig to its CA; the cluster may have been made anew`;
    case 'CERT_HAS_EXPIRED':
      return `the certificate of ${server} has expired. Have the cluster's certificates renewed`;
    case 'CERT_NOT_YET_VALID':
      return `the certificate of ${server} is not valid yet. Check the clock of this machine and of the server`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `the certificate of ${server} is for other names. Use one of them in the kubeconfig, or set tls-server-name`;
  }
  if (/WRONG_VERSION_NUMBER/.test(code)) {
    return `${server} does not speak TLS. Use http:// in the kubeconfig, or another port`;
  }
  if (/ALERT.*(CERTIFICATE|UNKNOWN_CA)|KEY_VALUES_MISMATCH/.test(code)) {
    return `the client certificate is refused or does not fit its key (${code}). Log in again, or correct the user of this context`;
  }
  if (/^ERR_(OSSL|SSL|TLS)|^EPROTO$/.test(code)) {
    return `no TLS connection to ${server} (${code}). Check the certificates in the kubeconfig and what stands between`;
  }
  return undefined;
}

function explainConnection(code: string, message: string, { server }: Asker, error: unknown): string {
  if (error instanceof ProxyRefusal)
    return `${sentence(error.message)} Check proxy-url, HTTPS_PROXY and NO_PROXY`;
  const host = URL.canParse(server) ? new URL(server).hostname : server;
  switch (code) {
    case 'ECONNREFUSED':
      return `nothing listens at ${server}. Start the cluster, or correct its server in the kubeconfig`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
      return `the name ${host} is unknown. Check the network, the VPN and the server in the kubeconfig`;
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `there is no way to ${host}. Check the network and the VPN`;
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return `${server} does not answer in time. Check the network and the VPN`;
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return `${server} broke the connection. Try again`;
  }
  return `no answer from ${server}: ${oneLine(message)}. Check the network`;
}

/** Node and undici wrap: the reason is at the bottom, or in the first of several attempts. */
function rootOf(error: unknown): { code?: string; message: string } {
  let current = error as { code?: string; message?: string; cause?: unknown; errors?: unknown[] };
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

function reasonOfCode(code: number): string {
  const reasons: { [code: number]: string } = {
    400: 'BadRequest',
    401: 'Unauthorized',
    403: 'Forbidden',
    404: 'NotFound',
    405: 'MethodNotAllowed',
    406: 'NotAcceptable',
    409: 'Conflict',
    410: 'Expired',
    415: 'UnsupportedMediaType',
    422: 'Invalid',
    429: 'TooManyRequests',
    500: 'InternalError',
    503: 'ServiceUnavailable',
    504: 'Timeout',
  };
  return reasons[code] ?? 'Unknown';
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 2_000 ? `${line.slice(0, 2_000)}...` : line;
}
