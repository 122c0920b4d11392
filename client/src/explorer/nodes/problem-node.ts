import { ThemeColor, ThemeIcon, type TreeItem } from 'vscode';
import { type Explanation, sentenceOf, sentenceWithoutRequest } from '../../cluster/explanation.ts';
import { itemContext } from '../../contributions/item-context.ts';
import { treeLine } from '../../prompts/tree-line.ts';
import type { TreeNode } from './node.ts';

/**
 * One line that tells why objects are not there, or are not what the server has now. Opened, it is read whole as a document;
 * what has failed is asked again by the line above that asked.
 */
export class ProblemNode implements TreeNode {
  readonly id: string;
  readonly parent: TreeNode | undefined;
  readonly why: Explanation;

  constructor(parent: TreeNode | undefined, name: string, why: Explanation) {
    this.parent = parent;
    this.id = `${parent?.id ?? ''}/message:${name}`;
    this.why = why;
  }

  item(): TreeItem {
    return treeLine({
      id: this.id,
      label: sentenceWithoutRequest(this.why),
      tooltip: [sentenceOf(this.why)],
      context: this.why.logIn === undefined ? itemContext('problem') : itemContext('problem', 'login'),
      icon: new ThemeIcon('warning', new ThemeColor('problemsWarningIcon.foreground')),
      runs: { command: 'kubewright.showProblem', title: 'Show Message', on: this },
    });
  }

  children(): TreeNode[] {
    return [];
  }
}
