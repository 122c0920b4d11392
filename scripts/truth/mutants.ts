import type { Schema } from '../../server/src/catalog/schema.ts';
import { parseDocuments } from '../../server/src/yaml/documents.ts';
import type { YamlNode } from '../../server/src/yaml/nodes.ts';
import type { Edit, Mutate, Random, Site } from './sites.ts';
import { structureMutations } from './structure-mutations.ts';
import { textMutations } from './text-mutations.ts';
import { valueMutations } from './value-mutations.ts';

/** A document with one fault (or, of class `benign`, none). */
export interface Mutant {
  /** Its fault class. */
  readonly op: string;
  /** Which fault of the class. */
  readonly sub: string;
  readonly path: string;
  /** 1-based, in the mutant's text. */
  readonly line: number;
  /** Where a report counts as in the right place. */
  readonly lines: readonly number[];
  readonly text: string;
}

const mutations: Readonly<Record<string, Mutate>> = {
  ...valueMutations,
  ...structureMutations,
  ...textMutations,
};

/** Some mutants of a document, each of another fault class. `schema` says what its fields are. */
export function mutantsOf(text: string, schema: Schema | undefined, random: Random, most: number): Mutant[] {
  const [document] = parseDocuments(text);
  if (document?.root?.type !== 'map' || document.root.flow || document.problems.length > 0) return [];
  const sites = [...sitesOf(document.root, schema, [])];
  const mutants: Mutant[] = [];
  for (const [op, mutate] of shuffled(Object.entries(mutations), random)) {
    if (mutants.length >= most) break;
    const mutant = mutantOf(op, mutate, shuffled(sites, random), text, random);
    if (mutant && mutant.text !== text) mutants.push(mutant);
  }
  return mutants;
}

function mutantOf(
  op: string,
  mutate: Mutate,
  sites: readonly Site[],
  text: string,
  random: Random,
): Mutant | undefined {
  for (const site of sites) {
    const edit = mutate(site, text, random);
    if (!edit) continue;
    return {
      op,
      sub: edit.sub,
      path: site.path.join('.'),
      line: lineAt(text, edit.start),
      lines: linesOf(edit, site, text),
      text: `${text.slice(0, edit.start)}${edit.text}${text.slice(edit.end)}`,
    };
  }
  return undefined;
}

/** The lines that the edit wrote, those around it that it says, and the one of the field's parent. */
function linesOf(edit: Edit, site: Site, text: string): number[] {
  const first = lineAt(text, edit.start);
  const last = first + edit.text.replace(/\n$/, '').split('\n').length - 1;
  const others = (edit.also ?? []).map((offset) => lineAt(text, offset));
  return [...new Set([first, last, ...others, lineAt(text, site.parent.span.start)])];
}

/** The fields and items of a document that are written in block style. */
function* sitesOf(
  node: YamlNode | undefined,
  schema: Schema | undefined,
  path: Site['path'],
): Generator<Site> {
  if (node?.type === 'list' && !node.flow) {
    for (const [index, item] of node.items.entries()) {
      if (item.alias || !item.value) continue;
      const inside = [...path, index];
      yield {
        path: inside,
        name: String(index),
        key: undefined,
        value: item.value,
        parent: node,
        parentSchema: schema,
        schema: schema?.items,
      };
      yield* sitesOf(item.value, schema?.items, inside);
    }
  }
  if (node?.type !== 'map' || node.flow) return;
  for (const entry of node.entries) {
    if (!entry.value || entry.alias || entry.merged) continue;
    const name = entry.key.text;
    const values = schema?.values === 'any' ? undefined : schema?.values;
    const inner = schema?.property(name) ?? values;
    const inside = [...path, name];
    yield {
      path: inside,
      name,
      key: entry.key,
      value: entry.value,
      parent: node,
      parentSchema: schema,
      schema: inner,
    };
    yield* sitesOf(entry.value, inner, inside);
  }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const order = items.map((item) => [random(), item] as const);
  return order.sort(([left], [right]) => left - right).map(([, item]) => item);
}
