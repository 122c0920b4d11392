import type { Cluster, Discovery } from '../cluster.ts';
import type { Row } from '../kube-object.ts';
import { type Clock, systemClock } from '../watch/clock.ts';

/**
 * A definition is in discovery soon after it is established, and the kinds of a removed one go as late: after a change
 * the kinds are looked at twice.
 */
const looks = [400, 3000];

/**
 * Calls back when kinds may have come or gone, because a CustomResourceDefinition has changed. Does nothing where these
 * are not served; where they may not be watched it stays silent.
 */
export function watchDefinitions(
  discovery: Discovery,
  cluster: Pick<Cluster, 'watch'>,
  changed: () => void,
  clock: Pick<Clock, 'after'> = systemClock,
): { dispose(): void } {
  const resource = discovery.find('apiextensions.k8s.io/v1', 'CustomResourceDefinition');
  if (!resource?.verbs.includes('watch')) return { dispose() {} };
  const store = cluster.watch(resource, undefined);
  let cancel: (() => void)[] = [];
  let known: string | undefined;
  const listener = store.onDidChange(() => {
    if (store.freshness.state !== 'live') return;
    const before = known;
    known = versionsOf(store.sorted);
    // The first set may be newer than the discovery.
    const isNews = before === undefined ? !isServed(store.sorted, discovery) : before !== known;
    if (!isNews) return;
    for (const cancelOne of cancel) cancelOne();
    cancel = looks.map((delay) => clock.after(delay, changed));
  });
  return {
    dispose() {
      for (const cancelOne of cancel) cancelOne();
      listener.dispose();
      store.dispose();
    },
  };
}

/** A definition has the name of its resource and group. */
function isServed(definitions: readonly Row[], { resources }: Discovery): boolean {
  const served = new Set(resources.map(({ plural, group }) => `${plural}.${group}`));
  return definitions.every(({ name }) => served.has(name));
}

function versionsOf(definitions: readonly Row[]): string {
  return definitions.map(({ uid, metadata }) => `${uid}@${metadata.resourceVersion}`).join();
}
