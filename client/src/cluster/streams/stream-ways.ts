import { ClusterError } from '../errors.ts';

/** How streams to a pod reach the API server, which may have some of these, and let a user have some. */
export type StreamWay = 'tunnel' | 'post' | 'channels';

/** In which order the ways are tried: that which worked last first. */
export interface StreamWays {
  /**
   * What the first way gives that leads there. A failure that `leadsElsewhere` lets the next one be tried; when none leads there,
   * rejects with the failure that says most: that of a user who may not, else the first.
   */
  first<Result>(
    tryWay: (way: StreamWay) => Promise<Result>,
    leadsElsewhere: (error: unknown, way: StreamWay) => boolean,
  ): Promise<Result>;
  worked(way: StreamWay): void;
  /** From now on the others are tried before it. */
  avoid(way: StreamWay): void;
}

/** What is known of a cluster's ways while it is connected; at first they are tried in this order. */
export function createStreamWays(initial: readonly StreamWay[] = ['tunnel', 'post', 'channels']): StreamWays {
  let order = initial;
  const without = (way: StreamWay) => initial.filter((other) => other !== way);
  return {
    async first(tryWay, isNoEnd) {
      const failures: { way: StreamWay; error: unknown }[] = [];
      for (const way of order) {
        try {
          return await tryWay(way);
        } catch (error) {
          if (!isNoEnd(error, way)) throw error;
          failures.push({ way, error });
        }
      }
      throw telling(failures);
    },
    worked(way) {
      order = [way, ...without(way)];
    },
    avoid(way) {
      order = [...without(way), way];
    },
  };
}

/** Whether a failure is of one way alone, so that another may lead there: a right that it takes, or no change of the protocol. */
export function leadsElsewhere(error: unknown): boolean {
  if (!(error instanceof ClusterError)) return false;
  const { failure, code = 0, reason } = error;
  if (failure === 'protocol') return true;
  // What stands between may break off what it does not know.
  if (failure === 'unreachable') return codeOf(error) === 'ECONNRESET';
  return failure === 'status' && code !== 401 && code !== 429 && reason !== 'NotFound';
}

function codeOf({ cause }: ClusterError): string | undefined {
  return (cause as NodeJS.ErrnoException | undefined)?.code;
}

function telling(failures: readonly { way: StreamWay; error: unknown }[]): unknown {
  const isForbidden = ({ error }: { error: unknown }) => error instanceof ClusterError && error.code === 403;
  // To be allowed to create is enough for it, and it says so.
  const byPost = failures.find((failure) => failure.way === 'post' && isForbidden(failure));
  return (byPost ?? failures[0])?.error;
}
