import type { Log } from '../cluster/log.ts';
import type { DraggedObjects } from '../connections/dragged-objects.ts';
import type { PickableClusters } from '../connections/pick-object.ts';
import type { MenuLines } from '../prompts/menu-lines.ts';

/** What the commands on objects work with. */
export interface ObjectDependencies extends PickableClusters {
  readonly log: Log;
  readonly menuLines: MenuLines;
  /** What a person drags out of the Clusters view. */
  readonly dragged: DraggedObjects;
  /** The lines of the Clusters view that a key means; undefined where the keyboard is elsewhere. */
  readonly linesAtKeyboard: () => Promise<readonly object[] | undefined>;
}
