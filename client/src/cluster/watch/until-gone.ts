import type { Cluster } from '../cluster.ts';
import type { ObjectReference } from '../kube-object.ts';
import { watchOne } from './watch-one.ts';

/** An object that is being deleted, as its server has it now. */
export interface Going {
  /** What keeps it: its finalizers. None where it is waited for until it has ended by itself. */
  readonly heldBy: readonly string[];
}

/** How waiting for the end of an object ends. */
export type Gone =
  | 'gone'
  /** It may not be watched, so that nobody can tell. */
  | 'unknown';

/**
 * Waits until this very object is gone, by the object itself: another one of its name is not waited for. `onDidChange` is told
 * what keeps it, whenever that is something else. Rejects with the signal's reason.
 */
export function untilGone(
  cluster: Pick<Cluster, 'watchObjects'>,
  reference: ObjectReference,
  uid: string | undefined,
  { signal, onDidChange }: { readonly signal?: AbortSignal; readonly onDidChange?: (going: Going) => void },
): Promise<Gone> {
  const store = watchOne(cluster, reference);
  let told: string | undefined;
  return new Promise<Gone>((resolve, reject) => {
    const abort = () => reject(signal?.reason);
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort, { once: true });
    const look = () => {
      const { state } = store.freshness;
      if (state === 'forbidden') return resolve('unknown');
      if (state === 'gone') return resolve('gone');
      const row = [...store.rows.values()].find((each) => uid === undefined || each.uid === uid);
      if (!row) return state === 'live' ? resolve('gone') : undefined;
      const heldBy = row.metadata.finalizers ?? [];
      if (told === heldBy.join()) return;
      told = heldBy.join();
      onDidChange?.({ heldBy });
    };
    store.onDidChange(look);
    look();
  }).finally(() => store.dispose());
}
