import { ClusterError } from '../errors.ts';
import { whoIsRefused } from '../http/failures.ts';
import type { ClusterRequest } from '../http/request.ts';
import type { SocketAccess, Transport } from '../http/transport.ts';
import { untilAborted } from '../http/until-aborted.ts';

/**
 * Does `open` with what it takes to connect as the cluster's user. After a 401, or a certificate that is not trusted, it is done
 * once more with credentials or authorities had anew. Rejects as `open` does.
 */
export async function withSocketAccess<Opened>(
  transport: Transport,
  request: ClusterRequest,
  signal: AbortSignal,
  open: (access: SocketAccess) => Promise<Opened>,
): Promise<Opened> {
  for (let attempts = 0; ; attempts++) {
    const access = await untilAborted(transport.socketAccess(request), signal);
    try {
      return await open(access);
    } catch (error) {
      access.failed(error);
      const who = attempts === 0 ? refusedOf(error) : undefined;
      if (who === undefined || !(await access.refused(who))) throw error;
    }
  }
}

/** Whose credentials or authorities may make it go when they are others; undefined where none will. */
function refusedOf(error: unknown): 'us' | 'server' | undefined {
  if (!(error instanceof ClusterError)) return undefined;
  if (error.failure === 'certificate') return whoIsRefused(error.cause);
  return error.status?.code === 401 ? 'us' : undefined;
}
