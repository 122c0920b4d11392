import { type DataTransfer, DataTransferItem } from 'vscode';
import type { ObjectTarget } from './object-target.ts';

/** What a drag from the Clusters view carries. */
export const draggedObjectsType = 'application/vnd.kubewright.objects';

/**
 * The objects that a person drags. A drag carries a number alone, by which they are known here: whatever else says that it
 * carries objects leads to none.
 */
export class DraggedObjects {
  #drag = 0;
  #objects: readonly ObjectTarget[] = [];

  /** Puts the objects into what a drag carries; those of the drag before are forgotten. */
  put(objects: readonly ObjectTarget[], carried: DataTransfer): void {
    this.#objects = objects;
    carried.set(draggedObjectsType, new DataTransferItem(String(++this.#drag)));
  }

  /** The objects that a drag carries; none where it carries something else. */
  async of(carried: DataTransfer): Promise<readonly ObjectTarget[]> {
    const drag = await carried.get(draggedObjectsType)?.asString();
    return drag === String(this.#drag) ? this.#objects : [];
  }
}
