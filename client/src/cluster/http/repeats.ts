import { effectOf } from '../protection/request-effect.ts';
import type { Clock } from '../watch/clock.ts';
import type { ClusterRequest } from './request.ts';

/** What one call may still send again, and why. Each question that is answered yes uses up one time. */
export interface Repeats {
  /** After a refusal of the credentials, or a server that was not trusted: once. */
  afterRefusal(): boolean;
  /** After a connection that broke: once, where nothing can have been done by then. */
  afterBreak(): boolean;
  /**
   * After a server that wants to be left alone for so many seconds: milliseconds to wait, no less than it says and not all at
   * the same instant. Undefined where it is not to be asked again: it says no time or one that is too long to wait for, it
   * has said so too often, asking twice may do it twice, or it may have been done.
   */
  afterBusy(code: number, retryAfterSeconds: number | undefined): number | undefined;
}

/** A server that has said so often that it is busy is told of. */
const mostWaits = 3;
/** A person waits so long without being told. */
const longestWait = 30_000;
/** A server that says 0 is not asked again at once. */
const shortestWait = 500;

/** The repeats of one call, which is to end `until` then. */
export function repeatsOf(
  request: ClusterRequest,
  until: number,
  clock: Pick<Clock, 'now' | 'random'>,
): Repeats {
  let refusals = 0;
  let breaks = 0;
  let waits = 0;
  return {
    afterRefusal: () => refusals++ === 0,
    afterBreak: () => request.method === 'GET' && breaks++ === 0,
    afterBusy(code, seconds) {
      if (code !== 429 && code < 500) return undefined;
      if (seconds === undefined || request.duration === 'stream' || request.whenBusy === 'tell')
        return undefined;
      if (!isIdempotent(request)) return undefined;
      // A change may have been done by a server that fails: who made it reads the object before it is sent again.
      if (code !== 429 && effectOf(request) !== 'reads') return undefined;
      const least = Math.max(seconds * 1_000, shortestWait);
      const wait = least * (1 + clock.random() / 4);
      if (least > longestWait || clock.now() + wait >= until || waits++ >= mostWaits) return undefined;
      return wait;
    },
  };
}

/** Whether asking twice does what asking once does (RFC 9110, 9.2.2). An apply says what is to be; other patches may not. */
function isIdempotent({ method, headers }: ClusterRequest): boolean {
  if (method === 'POST') return false;
  return method !== 'PATCH' || /^application\/apply-patch\+/.test(headers['content-type'] ?? '');
}
