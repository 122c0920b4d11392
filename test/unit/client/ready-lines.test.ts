import { expect, test } from 'vitest';
import { ReadyLines } from '../../../client/src/views/ready-lines.ts';
import { fakeClock } from '../cluster/fake-clock.ts';

const clock = fakeClock(0);

/** A line that is ready after so many milliseconds, whenever it is waited for. */
function line(takes: number) {
  return { ready: () => new Promise<void>((done) => void clock.after(takes, done)) };
}

/** Milliseconds until it resolves. */
async function time(of: Promise<void>): Promise<number> {
  const begun = clock.now();
  let at: number | undefined;
  void of.then(() => {
    at = clock.now();
  });
  await clock.pass(0);
  for (let left = 200; at === undefined && left > 0; left--) await clock.pass(10);
  return at! - begun;
}

test('what is expanded below is waited for with the line above it, all together, and then no more', async () => {
  const kind = line(0);
  const [pod, events, plain] = [line(500), line(300), {}];
  const lines = new ReadyLines<object & { ready?(): Promise<void> }>(
    (above) => (above === kind ? [pod, events, plain] : above === pod ? [events] : []),
    700,
    clock,
  );
  expect(await time(lines.readyBelow(kind))).toBe(500);
  for (const below of [pod, plain]) {
    expect(await time(lines.ready(below))).toBe(0);
  }
  expect(await time(lines.readyBelow(pod))).toBe(0);
  // Its question comes late, for another reason.
  await clock.pass(1_000);
  expect(await time(lines.ready(events))).toBe(300);
});

test('a line that VS Code asks for again is waited for again', async () => {
  const pod = line(500);
  const lines = new ReadyLines(() => [pod], 700, clock);
  await time(lines.readyBelow(undefined));
  expect(await time(lines.ready(pod))).toBe(0);
  expect(await time(lines.ready(pod))).toBe(500);
});

test('a line that nobody has waited for is waited for when it is asked for', async () => {
  const pod = line(500);
  expect(await time(new ReadyLines(() => [pod], 700, clock).ready(pod))).toBe(500);
});

test('VS Code is told of a line once what is expanded below it has come, or is not worth waiting for', async () => {
  const kind = { isComing: false };
  const [slow, quick] = [{ isComing: true }, { isComing: true }];
  const lines = new ReadyLines((above) => (above === kind ? [slow, quick] : []), 700, clock);
  expect([kind, slow, quick].map((line) => lines.areComing(line))).toEqual([true, true, true]);
  quick.isComing = false;
  expect([kind, quick].map((line) => lines.areComing(line))).toEqual([true, false]);
  await clock.pass(700);
  expect([kind, slow].map((line) => lines.areComing(line))).toEqual([false, false]);
  slow.isComing = false;
  expect(lines.areComing(slow)).toBe(false);
  slow.isComing = true;
  expect(lines.areComing(kind)).toBe(true);
});

test('what was waited for before VS Code was told is not waited for at its question', async () => {
  const pod = { ...line(500), isComing: true };
  const lines = new ReadyLines(() => [pod], 700, clock);
  expect(lines.areComing(undefined)).toBe(true);
  await clock.pass(700);
  expect(await time(lines.readyBelow(undefined))).toBe(0);
  pod.isComing = false;
  lines.areComing(undefined);
  pod.isComing = true;
  await clock.pass(1_000);
  expect(await time(lines.ready(pod))).toBe(500);
});

test('several lines that are coming are waited for together', async () => {
  const [kind, ...below] = [{ isComing: true }, { isComing: true }, { isComing: true }] as const;
  const lines = new ReadyLines<{ readonly isComing: boolean }>(() => below, 700, clock);
  expect(lines.areComing(kind)).toBe(true);
  await clock.pass(700);
  expect(lines.areComing(kind)).toBe(false);
});
