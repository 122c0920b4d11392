import { setFlagsFromString } from 'node:v8';

/**
 * How long the files are on the average of whose reading a loop is worth being compiled while it runs. Of shorter ones the
 * next is read before that has ended; a JSON text of 7 million characters takes a fifth more without.
 */
const worthReplacing = 200_000;

/**
 * A run is short, of much code that is run seldom. V8's last compiler works beside it for longer than its code then saves: a
 * tenth of the time of 8,000 files, and another 20 ms for the loops that find and read them. The V8 of Node 20 has no other
 * one, and is to use it for what is busiest.
 */
export function favourShortRuns(): void {
  const [major] = process.versions.v8.split('.');
  setFlagsFromString(
    Number(major) >= 12 ? '--invocation-count-for-turbofan=100000' : '--interrupt-budget=1000000',
  );
  setFlagsFromString('--no-use-osr');
}

/** How long the files are on the average that leave much behind: definitions, of which what is read is kept. */
const leavingMuch = 20_000;

/**
 * To be called before files are judged, which have so many characters on the average. V8 lets its youngest generation grow to
 * 32 MB where much of it stays, and all of that memory is new to the process: the system's work for it was a tenth of the
 * processor time of large definitions. It stays as it is from then on.
 */
export function favourJudging(averageLength: number): void {
  if (averageLength >= leavingMuch) setFlagsFromString('--semi-space-growth-factor=1');
  if (averageLength >= worthReplacing) setFlagsFromString('--use-osr');
}
