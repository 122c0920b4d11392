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
  const lines = new ReadyLines(() => [pod], clock);
  await time(lines.readyBelow(undefined));
  expect(await time(lines.ready(pod))).toBe(0);
  expect(await time(lines.ready(pod))).toBe(500);
});

test('a line that nobody has waited for is waited for when it is asked for', async () => {
  const pod = line(500);
  expect(await time(new ReadyLines(() => [pod], clock).ready(pod))).toBe(500);
});
