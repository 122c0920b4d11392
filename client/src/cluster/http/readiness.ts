import type { Status } from '../status.ts';
import { readStatus } from './read-status.ts';

/** What is asked of a server that is only to show that it is there: it is served to everybody, and small. */
export const readinessPath = '/readyz';

/** An answer to it. */
export interface ReadinessAnswer {
  readonly code: number;
  readonly body: string;
}

/**
 * What an answer by a code from 500 on says: that the API server is not ready; undefined where the answer is not its own but
 * that of a gateway that does not reach it either. Any other, also a refusal, says that it serves.
 */
export function readinessOf({ code, body }: ReadinessAnswer): 'unready' | undefined {
  return gatewayCodes.has(code) && statusOf(body) === undefined ? undefined : 'unready';
}

/** A server that is about to start or to stop says it by 500; by these, one that stands between. */
const gatewayCodes: ReadonlySet<number> = new Set([502, 503, 504]);

function statusOf(body: string): Status | undefined {
  try {
    return readStatus(JSON.parse(body), { code: 500 });
  } catch {
    return undefined;
  }
}
