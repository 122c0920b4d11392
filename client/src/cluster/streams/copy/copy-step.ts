import type { LeftOut } from './left-out.ts';

/** What stands at a path. A link is not followed. */
export type Occupant = 'nothing' | 'file' | 'folder' | 'link' | 'other';

/** What is to become of what stands where the copy goes: nothing is written over without its being said. */
export type WhenThere = 'keep' | 'replace';

/** How far a copy is. */
export interface CopyProgress {
  readonly kind: 'progress';
  readonly doing: 'copying' | 'checking';
  /** Of the contents of files. */
  readonly bytes: number;
  readonly files: number;
  /** How many there will be; undefined where nobody knows, about so many where a container has counted its disk. */
  readonly ofBytes: number | undefined;
  readonly ofFiles: number | undefined;
}

/** How a copy has been checked: by a checksum that the container has a program for, else by its sizes alone. */
export type CheckedBy = 'sha256sum' | 'cksum' | 'size';

/** What a copy has done. */
export interface CopyResult {
  /** `kept` where something stood there that was to be kept: then nothing was copied. */
  readonly outcome: 'copied' | 'kept';
  /** Where it is: in the folder that was named, or by the name itself. */
  readonly path: string;
  /** What stood there before. */
  readonly was: Occupant;
  readonly files: number;
  readonly folders: number;
  readonly links: number;
  readonly bytes: number;
  readonly checkedBy: CheckedBy;
  /** What was not copied, and why: the first thousand. */
  readonly leftOut: readonly LeftOut[];
  /** How many were not copied in all. */
  readonly leftOutCount: number;
  /** What the container's programs complained of, line by line, the first ones. */
  readonly complaints: readonly string[];
}

/** What a copy tells: how far it is, again and again, and at the end what it has done. */
export type CopyStep = CopyProgress | { readonly kind: 'done'; readonly result: CopyResult };

/**
 * The steps of some work, the newest each time one is asked for: a reader that is slow holds nothing up. Who stops reading
 * ends the work, and waits until it has cleaned up. Rejects as the work does.
 */
export async function* copySteps(
  work: (tell: (progress: CopyProgress) => void, signal: AbortSignal) => Promise<CopyResult>,
  signal: AbortSignal | undefined,
): AsyncGenerator<CopyStep, void, undefined> {
  signal?.throwIfAborted();
  const left = new AbortController();
  let wake = () => {};
  let newest: CopyProgress | undefined;
  let hasEnded = false;
  const tell = (progress: CopyProgress) => {
    newest = progress;
    wake();
  };
  const running = work(tell, signal ? AbortSignal.any([signal, left.signal]) : left.signal).finally(() => {
    hasEnded = true;
    wake();
  });
  running.catch(() => undefined);
  try {
    for (;;) {
      if (newest) {
        const step = newest;
        newest = undefined;
        yield step;
      } else if (hasEnded) {
        yield { kind: 'done', result: await running };
        return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    left.abort(new Error('nobody waits for the copy any more'));
    await running.catch(() => undefined);
  }
}
