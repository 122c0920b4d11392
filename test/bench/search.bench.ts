// How long a name is looked for among 10,000 and 100,000 objects of a cluster, by each text that a person types on the way to it,
// and for how long nothing else has a turn meanwhile. Beside it stands the plain way: all that fit are found in one go, and sorted.
import { setImmediate } from 'node:timers/promises';
import { Finder } from '../../client/src/search/finder.ts';
import { lookInSlices } from '../../client/src/search/look-in-slices.ts';
import { fitOf, queryOf } from '../../client/src/search/match.ts';
import type { SearchedKind, SearchedObject } from '../../client/src/search/searched-object.ts';
import { median, printHead, printRow } from './table.ts';

const rounds = 9;
const shown = 200;
/** Every prefix of a name, a kind with a name, words in any order, and what is nowhere. */
const texts = ['', 'a', 'ap', 'api-', 'api-7', 'po/web', 'shop/web-1', '99 web', 'e', 'nothing-is-called-so'];

const kinds: readonly SearchedKind[] = ['Pod', 'Service', 'ConfigMap', 'Secret'].map((kind, place) => ({
  place,
  names: [kind.toLowerCase().slice(0, 2), kind.toLowerCase(), `${kind.toLowerCase()}s`],
  resource: {
    group: '',
    version: 'v1',
    apiVersion: 'v1',
    kind,
    plural: `${kind.toLowerCase()}s`,
    singular: kind.toLowerCase(),
    scope: 'Namespaced',
    verbs: ['list'],
    shortNames: [],
    categories: [],
    subresources: [],
  },
}));

printHead('sorting all');
for (const count of [10_000, 100_000]) {
  const objects = objectsOf(count);
  const ours: number[] = [];
  const blocks: number[] = [];
  const peers: number[] = [];
  for (const text of texts) {
    const times: number[] = [];
    const longest: number[] = [];
    const plain: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const { time, block } = await inSlices(objects, text);
      times.push(time);
      longest.push(block);
      plain.push(timeOf(() => sortingAll(objects, text)));
    }
    ours.push(median(times));
    blocks.push(median(longest));
    peers.push(median(plain));
  }
  const names = count.toLocaleString('en');
  const most = (values: readonly number[]) => Math.max(...values);
  const budget = count === 10_000 ? { budget: 50 } : {};
  printRow({
    what: `${names} names: the slowest text`,
    unit: 'ms',
    ...budget,
    ours: most(ours),
    peer: most(peers),
  });
  printRow({
    what: `${names} names: the longest block`,
    unit: 'ms',
    budget: 50,
    ours: most(blocks),
    peer: most(peers),
  });
}

/** As a search does it, but for what is offered in between. */
async function inSlices(objects: readonly SearchedObject[], text: string) {
  let [block, turn] = [0, performance.now()];
  const begun = turn;
  const finder = new Finder(objects, shown);
  finder.type(text);
  await lookInSlices(finder, {
    now: performance.now.bind(performance),
    nextTurn: async () => {
      block = Math.max(block, performance.now() - turn);
      await setImmediate();
      turn = performance.now();
    },
    isWanted: () => true,
  });
  const end = performance.now();
  return { time: end - begun, block: Math.max(block, end - turn) };
}

function sortingAll(objects: readonly SearchedObject[], text: string): SearchedObject[] {
  const query = queryOf(text);
  return objects
    .flatMap((object) => {
      const fit = fitOf(query, object);
      return fit === undefined ? [] : [{ object, fit }];
    })
    .sort((one, other) => one.fit - other.fit || one.object.name.localeCompare(other.object.name, 'en'))
    .slice(0, shown)
    .map(({ object }) => object);
}

function timeOf(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

function objectsOf(count: number): SearchedObject[] {
  const stems = ['web', 'api', 'cache-redis', 'prometheus-operator', 'the-api-of-web'];
  return Array.from({ length: count }, (_, place) => ({
    kind: kinds[place % kinds.length]!,
    name: `${stems[place % stems.length]}-${((place * 7_919) % count).toString(36)}-${place.toString(36)}`,
    namespace: ['shop', 'zoo', 'kube-system'][place % 3],
    uid: undefined,
  }));
}
