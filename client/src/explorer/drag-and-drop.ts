import { commands, type DataTransfer, type TreeDragAndDropController, Uri } from 'vscode';
import { type DraggedObjects, draggedObjectsType } from '../connections/dragged-objects.ts';
import { asObjectTarget } from '../connections/object-target.ts';
import { targetOfLine } from '../connections/target-of-line.ts';
import type { CommandId } from '../contributions/commands.ts';
import { showError } from '../prompts/messages.ts';
import type { TreeNode } from './nodes/node.ts';

const files = 'text/uri-list';

/** Objects are dragged out of the Clusters view, and files onto a cluster or a namespace of it: these are applied there, once that is confirmed. */
export class DragAndDrop implements TreeDragAndDropController<TreeNode> {
  readonly dragMimeTypes = [draggedObjectsType];
  readonly dropMimeTypes = [files];
  readonly #dragged: DraggedObjects;

  constructor(dragged: DraggedObjects) {
    this.#dragged = dragged;
  }

  handleDrag(lines: readonly TreeNode[], carried: DataTransfer): void {
    const objects = lines.flatMap((line) => asObjectTarget(line) ?? []);
    if (objects.length > 0) this.#dragged.put(objects, carried);
  }

  async handleDrop(line: TreeNode | undefined, carried: DataTransfer): Promise<void> {
    const uris = urisOf((await carried.get(files)?.asString()) ?? '');
    if (uris.length === 0) return;
    if (!targetOfLine(line)) {
      showError(
        'Files are applied where they are dropped: drop them on the line of a cluster or of a namespace.',
      );
      return;
    }
    await commands.executeCommand('kubewright.apply' satisfies CommandId, uris[0], uris, line);
  }
}

/** The URIs of a list of them, as drags carry it: one a line, comments left out. */
function urisOf(list: string): Uri[] {
  return list
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      try {
        return Uri.parse(line, true);
      } catch {
        return [];
      }
    });
}
