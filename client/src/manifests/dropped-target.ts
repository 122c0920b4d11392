import type { Uri } from 'vscode';
import type { AskedTarget } from '../connections/ask-for-target.ts';
import { refuseReadOnly } from '../connections/confirm-change.ts';
import type { PickableTargets } from '../connections/pick-target.ts';
import { fitsPin } from '../connections/target.ts';
import type { LineTarget } from '../connections/target-of-line.ts';

/** The namespace of objects that name none, where nothing else says one. */
const defaultNamespace = 'default';

/**
 * Where files go that are dropped on a cluster or a namespace: there, this once. On the line of a cluster, what names no namespace
 * goes to that of the folder's target where this is the same cluster, else to the context's own.
 *
 * @throws Error with the way out where the setting pins another place, or the cluster is read-only
 */
export function droppedTarget(
  { targets, connections }: Pick<PickableTargets, 'targets' | 'connections'>,
  files: readonly Uri[],
  { context, namespace }: LineTarget,
): AskedTarget {
  refuseReadOnly(connections, context);
  const pins = files.map((file) => targets.pinned(targets.folderOf(file)));
  const isPinnedElsewhere = pins.some(
    (pin) =>
      !fitsPin(pin, context) ||
      (namespace !== undefined && pin.namespace !== undefined && pin.namespace !== namespace),
  );
  if (isPinnedElsewhere) {
    throw new Error(
      'kubewright.target pins these files to another place: drop them there, or change that setting.',
    );
  }
  const folder = targets.folderOf(files[0]);
  const known = targets.known(folder);
  const own =
    known.is === 'one' && known.target.context.id === context.id ? known.target.namespace : undefined;
  const pinned = pins.find((pin) => pin.namespace !== undefined)?.namespace;
  return {
    target: { context, namespace: namespace ?? pinned ?? own ?? context.namespace ?? defaultNamespace },
    folder,
  };
}
