import { ThemeColor, ThemeIcon, type TreeItem } from 'vscode';
import { itemContext } from '../../contributions/item-context.ts';
import { treeLine } from '../../prompts/tree-line.ts';
import type { SandboxEnd } from '../../sandbox/sandbox.ts';
import type { TreeNode } from './node.ts';

/** The sandbox that has ended by itself, until it is started again or the person has done with it. */
export class SandboxNode implements TreeNode {
  readonly id = 'sandbox';
  readonly parent = undefined;
  readonly #end: SandboxEnd;

  constructor(end: SandboxEnd) {
    this.#end = end;
  }

  item(): TreeItem {
    const { how, printed } = this.#end;
    return treeLine({
      id: this.id,
      label: 'Sandbox',
      description: `stopped: ${how}`,
      tooltip: [
        `The sandbox has ended by itself (${how}), and its objects are gone. Start it again, or look into the log.`,
        ...(printed === '' ? [] : [`It printed last: ${printed}`]),
      ],
      context: itemContext('stoppedSandbox'),
      icon: new ThemeIcon('beaker-stop', new ThemeColor('problemsWarningIcon.foreground')),
    });
  }

  children(): TreeNode[] {
    return [];
  }
}
