/** Whether streaming lists are worth trying on one cluster. */
export interface StreamingLists {
  readonly worthTrying: boolean;
  /** One was refused, which is for good; or nothing came of it, which something between may have done. */
  failed(because: 'refused' | 'silent'): void;
}

/** Something between that holds a stream back is asked to let it through again after so long. */
const silenceRemembered = 10 * 60_000;

/** `now` in milliseconds since the epoch. */
export function rememberStreamingLists(now: () => number): StreamingLists {
  let notBefore = 0;
  return {
    get worthTrying() {
      return now() >= notBefore;
    },
    failed(because) {
      notBefore = because === 'refused' ? Number.POSITIVE_INFINITY : now() + silenceRemembered;
    },
  };
}
