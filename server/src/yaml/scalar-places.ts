import type { ScalarNode, YamlDocument, YamlNode } from './nodes.ts';
import { countAhead } from './sorted.ts';

/** The values of a document that are scalars, by where they are written. Takes time in the size of the document once. */
export class ScalarPlaces {
  readonly #scalars: readonly ScalarNode[];

  /** Of all values those that are meant. */
  constructor({ root }: YamlDocument, isMeant: (scalar: ScalarNode) => boolean) {
    const scalars: ScalarNode[] = [];
    const pending: (YamlNode | undefined)[] = [root];
    for (let node = pending.pop(); node || pending.length > 0; node = pending.pop()) {
      if (node?.type === 'scalar') {
        if (isMeant(node)) scalars.push(node);
      } else for (const value of node ? ownValues(node) : []) pending.push(value);
    }
    this.#scalars = scalars.sort((left, right) => left.span.start - right.span.start);
  }

  /** The last one that begins before an offset. */
  before(offset: number): ScalarNode | undefined {
    return this.#scalars[countAhead(this.#scalars, ({ span }) => span.start < offset) - 1];
  }

  /** The one that an offset is in, behind where it begins. */
  around(offset: number): ScalarNode | undefined {
    const scalar = this.before(offset);
    return scalar && offset < scalar.span.end ? scalar : undefined;
  }
}

/** Whether a scalar is the text behind `|` or `>`. */
export function isBlockScalar({ style }: ScalarNode): boolean {
  return style === 'literal' || style === 'folded';
}

/** What is written in a map or list itself. */
function ownValues(node: Exclude<YamlNode, { type: 'scalar' }>): (YamlNode | undefined)[] {
  if (node.type === 'list') return node.items.map(({ alias, value }) => (alias ? undefined : value));
  return node.entries.map(({ alias, merged, value }) => (alias || merged ? undefined : value));
}
