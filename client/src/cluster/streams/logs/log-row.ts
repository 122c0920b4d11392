import type { Explanation } from '../../explanation.ts';
import type { LogSource } from './log-source.ts';
import type { LogGap } from './seen-lines.ts';
import type { StampedLine } from './stamped-line.ts';

/** A Pod whose logs are followed. */
export interface PodOrigin {
  /** The id of the context. */
  readonly cluster: string;
  readonly namespace: string;
  readonly pod: string;
}

/** The container that a line is of. */
export interface LogOrigin extends PodOrigin {
  readonly container: string;
}

/** Lines of one container that come one after the other, in the order in which they were written. */
export interface LogLines {
  readonly is: 'lines';
  readonly origin: LogOrigin;
  readonly lines: readonly StampedLine[];
  /** `late` where lines with later times, of others, have been given before. */
  readonly place: 'in order' | 'late';
}

/** What is to be known beside the lines, at its place between them. All of it is data. */
export type LogNote =
  /** From here on the lines of this container come, too. */
  | { readonly is: 'begun'; readonly origin: LogOrigin }
  /** Lines of it may be missing here. */
  | { readonly is: 'gap'; readonly origin: LogOrigin; readonly gap: LogGap }
  /** Its log broke off, or cannot be had for now, and is asked for again. */
  | { readonly is: 'broken'; readonly origin: LogOrigin; readonly why: Explanation }
  /** Its log cannot be read, or not any more. */
  | { readonly is: 'refused'; readonly origin: LogOrigin; readonly why: Explanation }
  /** It writes no more. */
  | { readonly is: 'ended'; readonly origin: LogOrigin }
  /** The Pod is gone, or is none of those that are meant any more. */
  | { readonly is: 'gone'; readonly origin: PodOrigin }
  /** Which Pods a source has is not known, or not any more. */
  | { readonly is: 'unsure'; readonly source: LogSource; readonly why: Explanation }
  /** A source has nothing to read yet; `waiting` of its containers have not begun. */
  | { readonly is: 'empty'; readonly source: LogSource; readonly waiting: number }
  /** So many containers of a cluster are not followed, because as many streams as may be are open; some of them by name. */
  | {
      readonly is: 'left out';
      readonly cluster: string;
      readonly count: number;
      readonly most: number;
      readonly some: readonly LogOrigin[];
    };

/** What following logs gives. */
export type LogRow = LogLines | LogNote;
