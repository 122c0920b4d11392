import type { Catalog } from '../../catalog/catalog.ts';
import { isChoice } from '../../catalog/choices.ts';
import type { Schema } from '../../catalog/schema.ts';
import type { MapEntry, MapNode, ScalarNode, Span, YamlNode } from '../../yaml/nodes.ts';
import { isPrinted } from '../../yaml/printed.ts';
import { fieldName } from '../../yaml/tree.ts';
import { celTokens } from './cel-tokens.ts';
import { fieldMeaning } from './field-meaning.ts';
import type { Token, TokenModifier } from './token.ts';

/** What tokens of an object are made with. */
export interface TokenSource {
  /** The text that spans are of. */
  readonly text: string;
  readonly catalog: Catalog;
  /** What is outside of it is left out, and not looked at. */
  readonly range: Span;
  /** Whether a kind is known to be going away. */
  isDeprecated(apiVersion: string, kind: string): boolean;
}

/**
 * What the fields of an object mean, in the order of the text: fields that its schema declares, values of its
 * enumerations, kinds, names of other objects and expressions. What an object says that its schema does not know has
 * none.
 */
export function objectTokens(map: MapNode, schema: Schema, source: TokenSource): Token[] {
  const walk = new Walk(source);
  walk.map(map, schema, undefined, 0);
  return walk.tokens;
}

const deepest = 200;
const declaration = ['declaration'] as const;
const deprecated = ['deprecated'] as const;

class Walk {
  readonly tokens: Token[] = [];
  readonly #source: TokenSource;

  constructor(source: TokenSource) {
    this.#source = source;
  }

  map(map: MapNode, schema: Schema, around: string | undefined, depth: number): void {
    if (depth > deepest) return;
    for (const entry of map.entries) {
      if (entry.merged || !this.#isInRange(entry.span)) continue;
      const name = fieldName(entry.key);
      const declared = schema.property(name);
      if (declared) this.#word(entry.key, 'property', declaration);
      const value = declared ?? (schema.values === 'any' ? undefined : schema.values);
      if (!value || !entry.value || entry.alias) continue;
      if (entry.value.type === 'scalar') {
        this.#scalar(entry.value, value, declared ? { parent: schema, name, around, map } : undefined);
      } else this.#value(entry.value, value, name, depth + 1);
    }
  }

  #value(node: YamlNode, schema: Schema, name: string, depth: number): void {
    if (depth > deepest || !this.#isInRange(node.span)) return;
    if (node.type === 'map') this.map(node, schema, name, depth);
    else if (node.type === 'scalar') this.#scalar(node, schema, undefined);
    else if (schema.items) {
      for (const { value, alias } of node.items) {
        if (value && !alias) this.#value(value, schema.items, name, depth + 1);
      }
    }
  }

  #scalar(
    node: ScalarNode,
    schema: Schema,
    field: { parent: Schema; name: string; around: string | undefined; map: MapNode } | undefined,
  ): void {
    if (typeof node.value !== 'string' || node.text === '' || isPrinted(node.text)) return;
    const meaning = field && fieldMeaning(field.parent, field.name, field.around, node.text);
    if (meaning === 'expression') {
      for (const token of celTokens(node, this.#source.text)) this.#add(token);
    } else if (schema.enum && isChoice(schema.enum, node.value)) this.#word(node, 'enumMember');
    else if (meaning === 'kind') this.#kind(node, field!.map);
    else if (meaning === 'reference') this.#word(node, 'variable');
  }

  #kind(node: ScalarNode, map: MapNode): void {
    const { catalog, isDeprecated } = this.#source;
    if (catalog.findByKind(node.text).length === 0) return;
    const apiVersion = map.entries.find((entry: MapEntry) => fieldName(entry.key) === 'apiVersion')?.value;
    const isGoing = apiVersion?.type === 'scalar' && isDeprecated(apiVersion.text, node.text);
    this.#word(node, 'type', isGoing ? deprecated : undefined);
  }

  /** A scalar on one line, without its quotes. */
  #word(node: ScalarNode, type: Token['type'], modifiers?: readonly TokenModifier[]): void {
    if (node.style === 'literal' || node.style === 'folded' || isPrinted(node.text)) return;
    const quote = node.style === 'plain' ? 0 : 1;
    const offset = node.span.start + quote;
    const length = node.span.end - quote - offset;
    if (length <= 0 || hasLineEnd(this.#source.text, offset, offset + length)) return;
    this.#add(modifiers ? { offset, length, type, modifiers } : { offset, length, type });
  }

  /** Of what only touches the range a part is outside of it: a key above what is asked for, an expression of many lines. */
  #add(token: Token): void {
    if (this.#isInRange({ start: token.offset, end: token.offset + token.length })) this.tokens.push(token);
  }

  #isInRange({ start, end }: Span): boolean {
    const { range } = this.#source;
    return start < range.end && end > range.start;
  }
}

function hasLineEnd(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return true;
  }
  return false;
}
