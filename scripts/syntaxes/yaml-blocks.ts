import { own, type Pattern } from './grammar.ts';

/** The scope of maps and lists whose lines are asked as below. */
export const blocksScope = 'meta.blocks.gotmpl';

/**
 * The maps and lists of VS Code's YAML, with all that it has in them, but for this: at the begin of a line they take nothing
 * but its margin. What VS Code's take there besides, for an alias or for a mistake, is lost to an action over several lines,
 * which may end with it. A list ends before an action at its margin. What no map and no list may have is marked where
 * nothing else is open.
 */
export function blockRules(): Record<string, Pattern> {
  return {
    blocks: { name: blocksScope, begin: '\\G', while: '\\G', patterns: own('block-node') },
    'block-node': {
      patterns: [...own('block-mapping', 'block-sequence'), { include: 'source.yaml.1.2#block-node' }],
    },
    'block-mapping': {
      name: 'meta.mapping.yaml',
      begin: String.raw`${notBehindKey}\G${behindIndicator}( *)([ \t]*)(${properties})(?=${key}[ \t]*:${gap}|\?${gap})`,
      while: String.raw`\G(?:(\1\2)|( *)(${outside})?)`,
      beginCaptures: {
        2: { name: margin },
        3: { name: 'punctuation.whitespace.separator.yaml' },
        4: { patterns: propertyPatterns },
      },
      whileCaptures: { 1: { name: margin }, 2: { name: margin }, 3: { name: mistake } },
      patterns: own('block-mapping-entry'),
    },
    'block-mapping-entry': {
      patterns: [
        { include: 'source.yaml.1.2#block-map-key-double' },
        { include: 'source.yaml#block-map-key-single' },
        { include: 'source.yaml.1.2#block-map-key-plain' },
        { include: 'source.yaml.1.2#block-map-key-explicit' },
        {
          begin: String.raw`\G(?=[!&*])(${properties})(?=\S)`,
          while: '\\G',
          beginCaptures: { 1: { patterns: propertyPatterns } },
          patterns: own('block-mapping-entry'),
        },
        { name: mistake, match: String.raw`\G(?:\t[ \t]*)?[,%@\x60|>]` },
        ...own('block-map-value'),
        { include: 'source.yaml.1.2#flow-mapping' },
        { include: 'source.yaml.1.2#flow-sequence' },
        { include: 'source.yaml.1.2#presentation-detail' },
      ],
    },
    'block-map-value': {
      name: 'meta.map.value.yaml',
      begin: String.raw`:${gap}|(?<=}})(?=[ \t]+#|[ \t]*$)`,
      while: String.raw`\G(?!${properties}(?:-(?=\S)|[^\s\-#,|>@%\x60}\]&*]))`,
      beginCaptures: { 0: { name: 'punctuation.separator.map.value.yaml' } },
      patterns: own('block-node'),
    },
    'block-sequence': {
      name: 'meta.block.sequence.yaml',
      begin: String.raw`${notBehindKey}\G${behindIndicator}( *)(-)${gap}`,
      while: String.raw`\G(?:(\1\2)(?!-${gap}|\{\{)|(?!\1\2)(?! *\{\{)( *)(${outside})?)`,
      beginCaptures: {
        2: { name: margin },
        3: { name: 'punctuation.definition.block.sequence.item.yaml' },
      },
      whileCaptures: { 1: { name: margin }, 2: { name: margin }, 3: { name: mistake } },
      patterns: [{ name: mistake, match: String.raw`(?<!-)\G(?:\t[ \t]*)?[^\s#\]}]` }, ...own('block-node')],
    },
  };
}

const margin = 'punctuation.whitespace.indentation.yaml';
const mistake = 'invalid.illegal.expected-indentation.yaml';

/** A line's end counts as white space, as it does behind the colon of a key. */
const gap = String.raw`(?=\s|$)`;

/** A value that begins on its key's line is no map and no list of lines. */
const notBehindKey = String.raw`(?<![^ \t][ \t]*:|---)`;

/** The space behind a dash, which is a part of the margin of what begins there. */
const behindIndicator = '(?=((?<=[-?:]) )?)';

/** Tags, anchors and aliases before a key; a comment's end is none. */
const properties = String.raw`(?:(?!\*/)[!&*]\S*[ \t]+)*+`;
const propertyPatterns: readonly Pattern[] = [
  'tag-property',
  'anchor-property',
  'alias',
  'presentation-detail',
].map((rule) => ({ include: `source.yaml.1.2#${rule}` }));

const quotedKey = String.raw`"(?:[^"\\]|\\.)*+"|'(?:[^']|'')*+'`;
const bracketedKey = String.raw`\{.*?\}(?=[ \t]*:${gap})|\[.*?\](?=[ \t]*:${gap})`;
/** Ends before a colon with white space behind it, and before a comment. */
const plainKey = String.raw`(?:[^\s\-?:,\[\]{}#&*!|>'"%@\x60]|[-?:](?=\S))(?:[^\s:#]|:(?=\S)|(?<=\S)#|[ \t](?!#))*`;
const key = `(?:${quotedKey}|${bracketedKey}|${plainKey})?`;

/** The first character of an item or a key that is less deep than what it is in. */
const outside = String.raw`(?=[ \t]*(?:[-?]${gap}|[^\s:#&*|>][^\r\n:]*:${gap}))[ \t]*[^\r\n#]`;
