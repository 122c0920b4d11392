import { counted } from '../../prompts/counted.ts';
import type { TreeNode } from './node.ts';
import { type Turn, type TurnedList, TurnNode } from './turn-node.ts';

/** Objects under a line at a time: VS Code holds all lines that it is given, and takes them anew with each refresh. */
export const pageSize = 500;

/** The page of a long list that is shown under a line, with lines that turn to the one before it and the one after it. */
export class Pages implements TurnedList {
  readonly #parent: TreeNode;
  readonly #name: string;
  readonly #size: number;
  #from = 0;
  #firstLine: TreeNode | undefined;

  /** @param name tells the lists under one line apart */
  constructor(parent: TreeNode, name: string, size = pageSize) {
    this.#parent = parent;
    this.#name = name;
    this.#size = size;
  }

  get firstLine(): TreeNode | undefined {
    return this.#firstLine;
  }

  /** Which of the list is the first on the page, counted from 0. */
  get from(): number {
    return this.#from;
  }

  /** How many of the first of the list are needed to show the page. */
  get end(): number {
    return this.#from + this.#size;
  }

  turn(way: Turn): void {
    this.#from = Math.max(0, this.#from + (way === 'next' ? this.#size : -this.#size));
  }

  /** Shows the first page again. */
  restart(): void {
    this.#from = 0;
    this.#firstLine = undefined;
  }

  /** What of the list is on the page: on the last one that there is, where the list has become shorter. */
  of<Item>(items: readonly Item[]): readonly Item[] {
    if (this.#from >= items.length)
      this.#from = Math.floor(Math.max(0, items.length - 1) / this.#size) * this.#size;
    return items.slice(this.#from, this.end);
  }

  /** The lines of the page between those that turn it; behind the first `most` of the list none follows. */
  around(lines: readonly TreeNode[], all: number, most = Number.POSITIVE_INFINITY): TreeNode[] {
    this.#firstLine = lines[0];
    const hasPrevious = this.#from > 0;
    const hasNext = this.end < Math.min(all, most);
    return [
      ...(hasPrevious ? [this.#line('previous', `Previous ${counted(this.#size)}`)] : []),
      ...lines,
      ...(hasNext ? [this.#line('next', this.#nextWords(all - this.end))] : []),
    ];
  }

  #nextWords(after: number): string {
    return after > this.#size
      ? `Next ${counted(this.#size)} of ${counted(after)} more`
      : `Next ${counted(after)}`;
  }

  #line(way: Turn, label: string): TurnNode {
    return new TurnNode(this.#parent, this.#name, this, way, label);
  }
}
