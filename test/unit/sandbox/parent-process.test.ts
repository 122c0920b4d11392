import { expect, test } from 'vitest';
import { onParentEnd } from '../../../sandbox/src/parent-process.ts';

/** A process whose parent and neighbours the test decides about. */
function world(named?: number, first = 10) {
  const state = { parent: first, alive: new Set([10, 20]), ends: 0, polling: false };
  let check = () => {};
  onParentEnd(
    { parent: () => state.parent, isAlive: (pid) => state.alive.has(pid) },
    named,
    (callback) => {
      check = callback;
      state.polling = true;
      return { dispose: () => (state.polling = false) };
    },
    () => state.ends++,
  );
  return { state, check: () => check() };
}

test('ends when the parent is another one or gone, once', () => {
  for (const change of [
    (state: { parent: number }) => (state.parent = 1),
    (state: { alive: Set<number> }) => state.alive.clear(),
  ]) {
    const { state, check } = world();
    check();
    expect(state.ends).toBe(0);
    change(state as never);
    check();
    expect([state.ends, state.polling]).toEqual([1, false]);
  }
});

test('a named process counts instead of the parent', () => {
  const { state, check } = world(20);
  state.parent = 1;
  check();
  expect(state.ends).toBe(0);
  state.alive.delete(20);
  check();
  expect(state.ends).toBe(1);
});

test('a process without a parent goes on', () => {
  expect(world(undefined, 1).state.polling).toBe(false);
});
