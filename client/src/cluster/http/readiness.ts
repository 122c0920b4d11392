import { readStatus } from './read-status.ts';

/** What is asked of a server that is only to show that it is there: it is served to everybody, and small. */
export const readinessPath = '/readyz';

/**
 * What an answer by such a code says: that the API server serves, also by refusing who asks; that it is not ready; or nothing
 * before its body is read, which tells its own from that of a gateway that does not reach it either.
 */
export function readinessOf(code: number): 'ready' | 'unready' | 'as its body says' {
  if (code < 500) return 'ready';
  return gatewayCodes.has(code) ? 'as its body says' : 'unready';
}

/** Whether a body is one of the API server's own refusals. */
export function isOfApiServer(body: string): boolean {
  try {
    return readStatus(JSON.parse(body), { code: 500 }) !== undefined;
  } catch {
    return false;
  }
}

/** A server that is about to start or to stop says it by 500; by these, one that stands between. */
const gatewayCodes: ReadonlySet<number> = new Set([502, 503, 504]);
