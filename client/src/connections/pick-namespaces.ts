import type { Cluster } from '../cluster/cluster.ts';
import type { Log } from '../cluster/log.ts';
import type { NamespaceScope } from '../cluster/namespace-scope.ts';
import type { PickTexts } from '../prompts/pick.ts';
import { type OpenSeveral, pickSeveral } from '../prompts/pick-several.ts';
import { listedNamespaces } from './listed-namespaces.ts';
import {
  everyNamespace,
  type NamespaceTick,
  namesOffered,
  namespaceChoices,
  takenNamespaces,
  ticksAfter,
} from './namespace-choices.ts';

/** How namespaces are asked for. */
export interface PickNamespacesOptions extends Pick<PickTexts, 'title' | 'placeholder'> {
  /** Those that are shown now: they are ticked. */
  readonly shown: NamespaceScope;
  /** Those that were shown before: they are offered where the cluster's own may not be listed. */
  readonly named: readonly string[];
  readonly log: Log;
}

/**
 * Lets a person pick one, several or all namespaces of a cluster, which is asked for them; those that may not be listed can be typed.
 * Undefined when they pick none.
 */
export async function pickNamespaces(
  cluster: Cluster,
  { shown, named: before, log, ...texts }: PickNamespacesOptions,
): Promise<NamespaceScope | undefined> {
  const reading = new AbortController();
  const ticked: readonly NamespaceTick[] = shown === 'all' ? [everyNamespace] : shown;
  const named = shown === 'all' ? before : [...shown, ...before];
  let listed: readonly string[] | undefined;
  const offer = (open: OpenSeveral<NamespaceTick>) =>
    open.offer(namespaceChoices({ listed, named, typed: open.typed }));
  const read = async (open: OpenSeveral<NamespaceTick>) => {
    try {
      const found = await listedNamespaces(cluster, reading.signal);
      // One that is shown can be unticked, also where it is gone.
      listed = [...new Set([...found, ...(shown === 'all' ? [] : shown)])].sort();
      offer(open);
    } catch (error) {
      // Who may not list namespaces may still use some.
      if (reading.signal.aborted) return;
      log.info('listing namespaces to pick from', error);
      open.setPlaceholder('Namespaces cannot be listed: type names, with commas between them');
    }
    open.setBusy(false);
  };
  const onOpen = (open: OpenSeveral<NamespaceTick>) => {
    open.setBusy(true);
    offer(open);
    void read(open);
  };
  try {
    const taken = await pickSeveral<NamespaceTick>(texts, { ticked, onOpen, onDidType: offer, ticksAfter });
    return taken && takenNamespaces(taken, ticked, namesOffered({ listed, named }));
  } finally {
    reading.abort();
  }
}
