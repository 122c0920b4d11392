import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caseName } from './case.ts';
import { allCases } from './cases/all-cases.ts';
import { chosenServer } from './chosen-server.ts';
import { notExercised, notServed } from './coverage.ts';
import { differenceOf } from './differences.ts';
import { harmOf } from './harm.ts';
import { type OpenRun, openRun } from './open-run.ts';
import { runCase } from './run-case.ts';
import { type StartedServer, startChosen } from './started-server.ts';

// One suite, whatever the server: the sandbox, a real control plane, or any cluster. test/contract/api/chosen-server.ts
// says which.

const chosen = await chosenServer(process.env);
const cases = allCases(chosen.version);
const id = `run${randomBytes(3).toString('hex')}`;

describe(`the API of ${chosen.name}`, () => {
  let server: StartedServer;
  let run: OpenRun;

  beforeAll(async () => {
    server = await startChosen(chosen);
    run = await openRun(id, server.send, () => new Promise((done) => setTimeout(done, 250)));
  }, 120_000);
  afterAll(async () => {
    await run?.close();
    await server?.stop();
  }, 120_000);

  test('every operation of the specification is exercised', () => {
    const missing = notExercised(cases);
    if (missing.length > 0) console.log(`not exercised:\n${missing.join('\n')}`);
    expect(missing).toEqual(notServed(chosen.version));
  });

  describe.concurrent('cases', () => {
    test.for(cases.map((tried, index) => ({ name: caseName(tried), tried, number: index + 1 })))(
      '$name',
      { timeout: 120_000 },
      async ({ tried, number, name }, { skip }) => {
        const obstacle = chosen.kind === 'any cluster' ? (harmOf(tried) ?? run.unserved(tried)) : undefined;
        if (obstacle) skip(obstacle);
        const difference = chosen.kind === 'sandbox' ? differenceOf(tried, chosen.version) : undefined;
        const problems = await runCase(tried, { ...run.of(number), ...(difference && { attempts: 2 }) });
        if (difference === undefined) {
          if (problems.length > 0) throw new Error(problems.join('; '));
          return;
        }
        if (problems.length === 0)
          throw new Error(`${name}: holds on the sandbox now; differences.ts says: ${difference}`);
        skip(difference);
      },
    );
  });
});
