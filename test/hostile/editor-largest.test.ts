import { afterAll, describe, expect, test } from 'vitest';
import { AskedServer, type StepTimes, shownTimes } from './support/asked-server.ts';
import { type Construct, constructs, textOf } from './support/constructs.ts';
import { leastTime } from './support/least-time.ts';
import { rounds } from './support/rounds.ts';

const server = `${import.meta.dirname}/../../dist/server.js`;

/** In characters: what an API server takes. */
const largest = 3_000_000;
/** CPU time of one request, in milliseconds. */
const mostForOne = 2_000;
/** Milliseconds: what counts is CPU time, and a busy machine may give little of it. */
const patience = 600_000;

/**
 * Each of them takes several seconds, and all of them half an hour: a run has one share of so many, and the next day's has
 * another. `KUBEWRIGHT_HOSTILE_SHARE` names one, to have a failed one again; a longer run has all.
 */
const shares = 24;
const today = Math.floor(Date.now() / (24 * 60 * 60 * 1000)) % shares;
const turn = Number(process.env.KUBEWRIGHT_HOSTILE_SHARE ?? today);
const share = rounds > 1 ? constructs : constructs.filter((_, index) => index % shares === turn);
const shareName = rounds > 1 ? 'all' : `share ${turn} of ${shares}`;

let asked: AskedServer | undefined;
let opened = 0;

afterAll(async () => {
  if (asked?.isRunning) await asked.server.stop();
});

describe(`3 MB take no more than two seconds for any request (${shareName}): `, () => {
  test.each(share)(
    '$name',
    async (construct) => {
      let shown = '';
      const time = await leastTime(mostForOne, async () => {
        const times = await timesOf(construct);
        shown = shownTimes(times);
        return slowest(times);
      });
      expect(time, shown).toBeLessThan(mostForOne);
      expect(asked?.errors).toEqual([]);
    },
    patience,
  );
});

async function timesOf(construct: Construct): Promise<StepTimes> {
  if (!asked?.isRunning) asked = await AskedServer.start(server);
  return await asked.ask({
    uri: `file:///large/${++opened}/${construct.file ?? 'app.yaml'}`,
    language: construct.language ?? 'yaml',
    text: textOf(construct, largest),
  });
}

function slowest(times: StepTimes): number {
  return Math.max(...times.values());
}
