import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { AskedServer, type StepTimes, shownTimes } from './support/asked-server.ts';
import { type Construct, constructs, textOf } from './support/constructs.ts';
import { growth, mostGrowth } from './support/growth.ts';

const server = `${import.meta.dirname}/../../dist/server.js`;
const check = `${import.meta.dirname}/../../dist/check.js`;

/** In characters. Ten times the small text is measured beside it. */
const small = 15_000;
/** Milliseconds: what counts is CPU time, and a busy machine may give little of it. */
const patience = 600_000;

let asked: AskedServer | undefined;
let opened = 0;

afterAll(async () => {
  if (asked?.isRunning) await asked.server.stop();
});

describe('ten times a text takes no more than twenty times as long: ', () => {
  test.each(constructs)(
    '$name',
    async (construct) => {
      const seen = new Map<number, StepTimes>();
      const measure = async (characters: number) => {
        const times = await timesOf(construct, characters);
        seen.set(characters, times);
        return [...times.values()].reduce((sum, time) => sum + time, 0);
      };
      const grown = await growth({ most: small, measure });
      const told = [...seen]
        .map(([characters, times]) => `${characters} characters: ${shownTimes(times)}`)
        .join('\n');
      expect(grown.factor, told).toBeLessThanOrEqual(mostGrowth);
    },
    patience,
  );

  test('and nothing of that was logged as an error', () => {
    expect(asked?.errors).toEqual([]);
  });
});

test('the command line judges all of them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-growth-'));
  try {
    for (const [index, construct] of constructs.entries()) {
      const file = join(folder, String(index), construct.file ?? 'app.yaml');
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, textOf(construct, small * 2));
    }
    const run = spawnSync(process.execPath, [check, 'check', '--output', 'json', folder], {
      encoding: 'utf8',
      timeout: 100_000,
      maxBuffer: 1024 * 1024 * 1024,
    });
    expect(run.status).toBe(1);
    expect(run.stderr).not.toMatch(/RangeError|Maximum call stack/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

async function timesOf(construct: Construct, characters: number): Promise<StepTimes> {
  if (!asked?.isRunning) asked = await AskedServer.start(server);
  return await asked.ask({
    uri: `file:///growth/${++opened}/${construct.file ?? 'app.yaml'}`,
    language: construct.language ?? 'yaml',
    text: textOf(construct, characters),
  });
}
