import { ThemeIcon, TreeItem } from 'vscode';
import { itemContext } from '../../contributions/item-context.ts';
import type { TreeNode } from './node.ts';

/** The sandbox while it does not run. */
export class SandboxNode implements TreeNode {
  readonly id = 'sandbox';
  readonly parent = undefined;

  item(): TreeItem {
    const item = new TreeItem('Sandbox');
    item.id = this.id;
    item.description = 'stopped';
    item.iconPath = new ThemeIcon('beaker-stop');
    item.tooltip = 'A small Kubernetes API on this machine, with sample objects, to try things out.';
    item.contextValue = itemContext('stoppedSandbox');
    return item;
  }

  children(): TreeNode[] {
    return [];
  }
}
