import { describe, expect, test } from 'vitest';
import { createRoute } from '../../../client/src/cluster/watch/route.ts';
import { fakeClock, settled } from './fake-clock.ts';

/** What a server does with each request: `hangs` until it is given up. */
type Answer = 'ready' | 'unready' | 'refused' | 'hangs';

/** A route that is watched, what is told of it in seconds since its beginning, and the requests it makes. */
function start(answer: Answer) {
  const clock = fakeClock();
  const seconds = (at: number) => (at - 1_000_000) / 1_000;
  const told: string[] = [];
  const asked: number[] = [];
  const world = { answer, kept: answer };
  /** Connections of before are used until they are renewed. */
  let renewed = false;
  const route = createRoute(
    {
      send(signal) {
        asked.push(seconds(clock.now()));
        const how = renewed ? world.answer : world.kept;
        if (how === 'refused') return Promise.reject(new Error('refused'));
        if (how !== 'hangs') return Promise.resolve(how);
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
        );
      },
      renewConnections() {
        renewed = true;
      },
      explain: (error) => ({ fault: (error as Error).message }),
    },
    {
      lost: (heard, { fault }) =>
        told.push(`${seconds(clock.now())}: lost since ${seconds(heard)}: ${fault}`),
      changed: (heard) => told.push(`${seconds(clock.now())}: changed since ${seconds(heard)}`),
      found: (spread) => told.push(`${seconds(clock.now())}: found within ${spread / 1_000}`),
    },
    clock,
  );
  route.watched('watched');
  return {
    clock,
    route,
    told,
    asked,
    /** What new connections are answered from now on, and those that are there. */
    becomes(next: Answer, kept: Answer = next) {
      renewed = false;
      world.answer = next;
      world.kept = kept;
    },
  };
}

describe('a quiet cluster', () => {
  test('is asked after 15 s, and each time again', async () => {
    const { clock, asked, told } = start('ready');
    await clock.pass(50_000);
    expect([asked, told]).toEqual([[15, 30, 45], []]);
  });

  test('is not asked while it is heard', async () => {
    const { clock, route, asked } = start('ready');
    for (let passed = 0; passed < 60; passed++) {
      route.heard();
      await clock.pass(1_000);
    }
    expect(asked).toEqual([]);
    await clock.pass(15_000);
    expect(asked).toEqual([74]);
  });

  test('that says it is not ready is there', async () => {
    const { clock, told } = start('unready');
    await clock.pass(100_000);
    expect(told).toEqual([]);
  });

  test('is not asked while nothing is watched', async () => {
    const { clock, route, asked } = start('ready');
    route.watched('unwatched');
    await clock.pass(100_000);
    expect(asked).toEqual([]);
    route.watched('watched');
    await clock.pass(15_000);
    expect(asked).toEqual([115]);
    route.dispose();
    await clock.pass(100_000);
    expect([asked.length, clock.waiting]).toEqual([1, []]);
  });
});

describe('a line that has fallen silent', () => {
  test('is told within 30 s, then the cluster is asked every one to four seconds until it answers', async () => {
    const { clock, told, asked, becomes } = start('hangs');
    await clock.pass(60_000);
    const [first, second, ...later] = asked;
    expect([first, second, told]).toEqual([15, 20, ['25: lost since 0: no answer within 5 s']]);
    const gaps = later.map((at, place) => at - (later[place - 1] ?? 25));
    expect([Math.min(...gaps) >= 1, Math.max(...gaps) <= 4, later.length > 9]).toEqual([true, true, true]);
    becomes('ready');
    await clock.pass(3_000);
    expect(told.slice(1)).toEqual([expect.stringMatching(/: found within 2$/)]);
    await clock.pass(20_000);
    expect(told).toHaveLength(2);
  });

  test('where only connections of before are silent, is told to who uses them', async () => {
    const { clock, told, becomes } = start('ready');
    becomes('ready', 'hangs');
    await clock.pass(25_000);
    expect(told).toEqual(['20: changed since 0']);
  });

  test('a kept connection that was closed meanwhile says nothing of others', async () => {
    const { clock, told, becomes } = start('ready');
    becomes('ready', 'refused');
    await clock.pass(25_000);
    expect(told).toEqual([]);
  });
});

describe('a watcher that has got no answer', () => {
  test('may ask again where the cluster is there', async () => {
    const { route, told, asked } = start('ready');
    route.check();
    route.check();
    await settled();
    expect([asked, told]).toEqual([[0], ['0: found within 0']]);
  });

  test('waits with all others where it is not', async () => {
    const { clock, route, told, becomes } = start('refused');
    await clock.pass(3_000);
    route.check();
    await settled();
    expect(told).toEqual(['3: lost since 0: refused']);
    becomes('ready');
    await clock.pass(3_000);
    expect(told.slice(1)).toEqual([expect.stringMatching(/^4\.25: found within 2$/)]);
  });

  test('waits while the server is not ready, but not for ever', async () => {
    const { clock, route, told, becomes } = start('unready');
    route.check();
    await clock.pass(5_000);
    expect(told).toEqual([]);
    becomes('ready');
    await clock.pass(2_000);
    expect(told).toEqual([expect.stringMatching(/^6\.25: found within 0$/)]);
    becomes('unready');
    route.check();
    await clock.pass(29_000);
    expect(told).toHaveLength(1);
    await clock.pass(5_000);
    expect(told).toHaveLength(2);
  });

  test('a server that starts is lost until it is ready', async () => {
    const { clock, route, told, becomes } = start('refused');
    route.check();
    await clock.pass(10_000);
    becomes('unready');
    await clock.pass(5_000);
    expect(told).toHaveLength(1);
    becomes('ready');
    await clock.pass(2_000);
    expect(told.slice(1)).toEqual([expect.stringMatching(/: found within 2$/)]);
  });
});
