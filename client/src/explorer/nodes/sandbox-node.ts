import { ThemeIcon, type TreeItem } from 'vscode';
import { itemContext } from '../../contributions/item-context.ts';
import { treeLine } from '../../prompts/tree-line.ts';
import type { TreeNode } from './node.ts';

/** The sandbox while it does not run. */
export class SandboxNode implements TreeNode {
  readonly id = 'sandbox';
  readonly parent = undefined;

  item(): TreeItem {
    return treeLine({
      id: this.id,
      label: 'Sandbox',
      description: 'stopped',
      tooltip: ['A small Kubernetes API on this machine, with sample objects, to try things out.'],
      context: itemContext('stoppedSandbox'),
      icon: new ThemeIcon('beaker-stop'),
    });
  }

  children(): TreeNode[] {
    return [];
  }
}
