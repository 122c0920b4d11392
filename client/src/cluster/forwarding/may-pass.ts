import { SpdyError } from '../../../../spdy/src/spdy-error.ts';
import { ClusterError } from '../errors.ts';

/**
 * Whether what has failed is likely to go in a moment, because a Pod or the API server is about to come: it is asked again then. A
 * refusal and what is no Kubernetes are for good.
 */
export function mayPass(error: unknown): boolean {
  if (error instanceof SpdyError) return error.fault === 'stream reset' || isCut(error);
  if (!(error instanceof ClusterError)) return false;
  const { failure, code = 0, status, cause } = error;
  if (failure === 'unreachable') return networkCodes.test(codeOf(cause));
  if (failure !== 'status') return false;
  // A Pod that is not on a node yet is told of in this way.
  if (code === 400) return /does not have a host assigned/.test(status?.message ?? '');
  return code === 404 || code === 429 || code >= 500;
}

/** No server, no way to it, or no answer: a restart, or a machine that has slept. */
const networkCodes = /^(?:ECONN|ENET|EHOST|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)/;

function codeOf(cause: unknown): string {
  return (cause as NodeJS.ErrnoException | undefined)?.code ?? '';
}

/** The connection has ended, in place of saying what it does not. */
function isCut({ fault, cause }: SpdyError): boolean {
  return fault === 'connection closed' && !/^WebSocket/.test((cause as Error | undefined)?.name ?? '');
}
