import { ThemeIcon, type TreeItem } from 'vscode';
import type { Container } from '../../cluster/objects/containers.ts';
import type { Protection } from '../../cluster/protection/protection.ts';
import type { ObjectTarget } from '../../connections/object-target.ts';
import type { Ability } from '../../contributions/abilities.ts';
import { containerContext } from '../../contributions/item-context.ts';
import { treeLine } from '../../prompts/tree-line.ts';
import { containerWords } from '../container-words.ts';
import { healthIcon } from './health-icon.ts';
import { LineLook } from './line-look.ts';
import type { TreeNode } from './node.ts';

/** The object whose container it is. */
export interface ContainerParent extends TreeNode, ObjectTarget {
  readonly protection: Protection;
  readonly missing: readonly Ability[];
}

/** A container of an object. */
export class ContainerNode implements TreeNode {
  readonly id: string;
  readonly parent: ContainerParent;
  #container: Container;
  readonly #look = new LineLook(() => this.#lookNow());

  /** @param place among the object's: of two with the same name neither hides the other */
  constructor(parent: ContainerParent, container: Container, place: number) {
    this.parent = parent;
    this.#container = container;
    this.id = `${parent.id}/container:${place}`;
  }

  get container(): Container {
    return this.#container;
  }

  /** Takes in what is known of it now. Tells whether the line looks another way by that. */
  update(container: Container): 'same' | 'other' {
    this.#container = container;
    return this.isAged() ? 'other' : 'same';
  }

  /** Whether the line would look another way than when it was last shown. */
  isAged(): boolean {
    return this.#look.isOther;
  }

  item(): TreeItem {
    const { name, image, health } = this.#container;
    this.#look.show();
    return treeLine({
      id: this.id,
      label: name,
      description: containerWords(this.#container, Date.now()),
      tooltip: [`${name}: ${image}`],
      context: containerContext(this.parent.protection, this.parent.missing),
      icon: health === 'unknown' ? new ThemeIcon('symbol-object') : healthIcon(health, 'symbol-object'),
    });
  }

  children(): TreeNode[] {
    return [];
  }

  #lookNow(): string {
    const { name, image, health } = this.#container;
    return JSON.stringify([name, image, health, containerWords(this.#container, Date.now())]);
  }
}
