import type { Schema } from '../../server/src/catalog/schema.ts';
import type { ListNode, MapNode, ScalarNode, YamlNode } from '../../server/src/yaml/nodes.ts';

/** A field of a document, or an item of a list in it, written in block style. */
export interface Site {
  readonly path: readonly (string | number)[];
  readonly name: string;
  /** Undefined of an item. */
  readonly key: ScalarNode | undefined;
  readonly value: YamlNode;
  readonly parent: MapNode | ListNode;
  readonly parentSchema: Schema | undefined;
  readonly schema: Schema | undefined;
}

/** A change of the text between two offsets. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly sub: string;
  /** Other offsets of the old text where a report is right too. */
  readonly also?: readonly number[];
}

/** Numbers from 0 to 1. */
export type Random = () => number;

/** One fault at a site; undefined where the site is not for it. */
export type Mutate = (site: Site, text: string, random: Random) => Edit | undefined;

/** One of the choices. */
export function pick<Choice>(choices: readonly Choice[], random: Random): Choice {
  return choices[Math.floor(random() * choices.length)]!;
}

/** Writes one of the choices in the place of a value. */
export function instead(choices: readonly string[], fits: (site: Site) => boolean): Mutate {
  return (site, _text, random) => {
    if (!fits(site)) return undefined;
    const written = pick(choices, random);
    return { ...site.value.span, text: written, sub: written.slice(0, 12) || 'empty' };
  };
}

/** Whether a site holds a scalar on one line. */
export function isScalar({ value }: Site): boolean {
  return value.type === 'scalar' && (value.style === 'plain' || value.style.endsWith('quoted'));
}

/** Whether a site is a scalar of just this type. */
export function isOf(type: string): (site: Site) => boolean {
  return (site) => isScalar(site) && site.schema?.types.length === 1 && site.schema.types[0] === type;
}

/** Whether a site is a string of the kind's own, not its head. */
export function isString(site: Site): boolean {
  return isOf('string')(site) && site.path.length > 1;
}

/** Whether a site is a label: of the object, its template or a selector. */
export function isLabel({ path }: Site): boolean {
  return ['labels', 'matchLabels'].includes(String(path.at(-2)));
}

/** The whole lines of a field or item; undefined of a field that shares its first line with a dash. */
export function wholeLines(
  { key, value }: Site,
  text: string,
): { start: number; end: number; indent: string } | undefined {
  if (!key) return undefined;
  const start = text.lastIndexOf('\n', key.span.start - 1) + 1;
  const indent = text.slice(start, key.span.start);
  if (!/^ *$/.test(indent)) return undefined;
  return { start, end: endOfLine(text, value.span.end), indent };
}

/** The offset after the line's end, of an offset in it. */
export function endOfLine(text: string, offset: number): number {
  if (text[offset - 1] === '\n') return offset;
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

/** Takes a field away. */
export function withoutLines(site: Site, text: string): Edit | undefined {
  const lines = wholeLines(site, text);
  return (
    lines && { start: lines.start, end: lines.end, text: '', sub: site.name, also: [site.parent.span.start] }
  );
}

/** Common slips of the fingers in a word. */
export function misspelt(word: string, random: Random): string {
  const at = Math.floor(random() * (word.length - 1));
  return pick(
    [
      `${word}s`,
      word.slice(0, -1),
      `${word.slice(0, at)}${word.slice(at + 1)}`,
      `${word.slice(0, at)}${word[at]}${word.slice(at)}`,
      `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`,
      word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      word.toLowerCase(),
      `${word[0]?.toUpperCase()}${word.slice(1)}`,
    ],
    random,
  );
}
