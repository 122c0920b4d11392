import type { Cluster, Discovery, ResourceStore } from '../cluster.ts';
import type { Resource, Row } from '../kube-object.ts';
import { type Clock, systemClock } from '../watch/clock.ts';

/**
 * A definition is in discovery soon after it is established, and the kinds of a removed one go as late: after a change
 * the kinds are looked at twice.
 */
const looks = [400, 3000];

/** Who looks out for definitions, and whether anybody would see what they are told: see `ResourceStore`. */
export interface DefinitionsWatch {
  seen(): void;
  hidden(): void;
  dispose(): void;
}

/** A kind whose objects make other kinds be served. */
interface Definitions {
  readonly apiVersion: string;
  readonly kind: string;
  /** The name of the one by which a kind is served. */
  nameOf(resource: Pick<Resource, 'plural' | 'group' | 'version'>): string;
  /** Whether what it makes be served should be in discovery. */
  isEffective(definition: Row, store: Pick<ResourceStore, 'columns'>): boolean;
}

const kindsOfDefinitions: readonly Definitions[] = [
  {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    nameOf: ({ plural, group }) => `${plural}.${group}`,
    isEffective: () => true,
  },
  {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    nameOf: ({ version, group }) => `${version}.${group}`,
    // One that does not answer is in no discovery.
    isEffective: isAvailable,
  },
];

/**
 * Calls back when kinds may have come or gone, because a CustomResourceDefinition or an APIService has changed. Does
 * nothing where these are not served; where they may not be watched it stays silent.
 */
export function watchDefinitions(
  discovery: Discovery,
  cluster: Pick<Cluster, 'watch'>,
  changed: () => void,
  clock: Pick<Clock, 'after'> = systemClock,
): DefinitionsWatch {
  let cancel: (() => void)[] = [];
  const news = () => {
    for (const cancelOne of cancel) cancelOne();
    cancel = looks.map((delay) => clock.after(delay, changed));
  };
  const followed = kindsOfDefinitions.flatMap((definitions) => follow(definitions, discovery, cluster, news));
  return {
    seen() {
      for (const one of followed) one.seen();
    },
    hidden() {
      for (const one of followed) one.hidden();
    },
    dispose() {
      for (const cancelOne of cancel) cancelOne();
      for (const one of followed) one.dispose();
    },
  };
}

/** Calls back after each change of one kind of definitions; nothing where it cannot be watched. */
function follow(
  { apiVersion, kind, nameOf, isEffective }: Definitions,
  discovery: Discovery,
  cluster: Pick<Cluster, 'watch'>,
  news: () => void,
): DefinitionsWatch[] {
  const resource = discovery.find(apiVersion, kind);
  if (!resource?.verbs.includes('watch')) return [];
  const store = cluster.watch(resource, undefined);
  let known: string | undefined;
  const isBehind = (): boolean => {
    const served = new Set(discovery.resources.map(nameOf));
    return store.sorted.some((row) => !served.has(row.name) && isEffective(row, store));
  };
  const listener = store.onDidChange(() => {
    const { state } = store.freshness;
    if (state !== 'live' && state !== 'polled') return;
    const before = known;
    known = versionsOf(store.sorted);
    // The first set may be newer than the discovery.
    const isNews = before === undefined ? isBehind() : before !== known;
    if (isNews) news();
  });
  return [
    {
      seen: () => store.seen(),
      hidden: () => store.hidden(),
      dispose() {
        listener.dispose();
        store.dispose();
      },
    },
  ];
}

/** By what the server prints of it. */
function isAvailable({ cells }: Row, { columns }: Pick<ResourceStore, 'columns'>): boolean {
  return cells[columns.findIndex(({ name }) => name === 'Available')] === 'True';
}

function versionsOf(definitions: readonly Row[]): string {
  return definitions.map(({ uid, metadata }) => `${uid}@${metadata.resourceVersion}`).join();
}
