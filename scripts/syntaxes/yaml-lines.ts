import { embeddedContents } from './block-scalars.ts';
import { celLines, celValues } from './cel.ts';
import { action, actionScope, commentEnd, wholeAction } from './go-template.ts';
import { captured, type Grammar, own, type Pattern } from './grammar.ts';
import { commandRules } from './scripts.ts';
import { blockRules } from './yaml-blocks.ts';

const scope = 'source.gotmpl.yaml';

/** The scope of lines that are read one by one, from the first action of a document on. */
export const linesScope = 'meta.lines.gotmpl';

/**
 * YAML with Go template actions in it. Lines are read one by one, because actions stand at whatever margin and what is
 * between two of them need not be one tree: a key is a key wherever a line has one. Scopes are those of VS Code's YAML.
 */
export function yamlTemplateGrammar(): Grammar {
  return {
    name: 'Go Template in YAML',
    scopeName: scope,
    injections: { [`L:${scope} - comment - ${actionScope}`]: { patterns: [action] } },
    // The rule that asks at each line's begin is what makes `\\G` hold there.
    patterns: [{ begin: '^', while: '^', patterns: own('lines') }],
    repository: {
      lines: { patterns: own('command', 'lines-alone') },
      // Without the rule for several lines that ends only where a command does.
      'lines-alone': {
        patterns: [
          // Before the action that its key may begin with.
          ...own('block-scalar'),
          action,
          ...own(
            'comment',
            'document',
            'item',
            'key',
            'colon',
            'cel',
            'properties',
            'double-quoted',
            'single-quoted',
            'flow',
            'plain',
          ),
        ],
      },
      'lines-of-mapping': {
        name: linesScope,
        // With the margin: what is deeper is told by it. With the dashes, too, where a text follows that is deeper than they are.
        begin: String.raw`\G(?=[ \t]*+(?:\{\{|(?:-[ \t]++)++\{\{${blockScalarAhead}))|(?=\{\{)`,
        while: '\\G',
        patterns: own('lines'),
      },
      'command-in-mapping': { name: linesScope, ...commandRules()['command-of-mapping'] },
      ...commandRules(),
      ...blockRules(),
      ...scalarRules(),
      ...blockScalarRules(),
    },
  };
}

const notInPlain = String.raw`[\s\-?:,\[\]{}#&*!|>'"%@\x60]`;
const colon = String.raw`[ \t]*+:(?=[ \t\r\n]|$)`;
/** A key that YAML need not quote, with its colon: actions in it may hold colons of their own. */
const plainKeyAhead = String.raw`(?>(?!${notInPlain})[^\s]|[?:-](?!\s)|${wholeAction})(?>[^:#{\r\n]++|${wholeAction}|\{(?!\{)|:(?![ \t\r\n]|$)|(?<![ \t])#)*+:(?:[ \t\r\n]|$)`;
/**
 * Where a key may begin: at a line's begin or behind a dash. An expression looks back over few characters only, because it
 * is asked at every place of a line.
 */
const keyPlaces = [String.raw`(?:\G|^)[ \t]*+`, String.raw`(?<=[-?][ \t]{1,8})`];
const doubleKeyAhead = String.raw`"(?>[^"\\{\r\n]++|\\.|${wholeAction}|\{(?!\{))*+"${colon}`;
const singleKeyAhead = String.raw`'(?>[^'{\r\n]++|''|${wholeAction}|\{(?!\{))*+'${colon}`;

/** The rest of a line that ends in a block scalar's header. */
const blockScalarAhead = String.raw`.*?(?<=[:\-])[ \t]++(?:[!&][^\s]++[ \t]++)?[|>][-+1-9]{0,2}[ \t]*+(?:$|(?<=[ \t])#)`;

/** Where a quoted scalar that was never closed ends: before a line that is an item or a key. */
const unclosed = String.raw`^(?=[ \t]*+(?:-[ \t]|[\w./-]++:(?:[ \t]|$)))`;

function scalarRules(): Record<string, Pattern> {
  return {
    comment: {
      name: 'comment.line.number-sign.yaml',
      begin: String.raw`(?<=[\x{FEFF}\s]|^)#`,
      end: '$',
      beginCaptures: { 0: { name: 'punctuation.definition.comment.yaml' } },
    },
    document: {
      patterns: [
        { name: 'entity.other.document.begin.yaml', match: String.raw`^---(?=\s|$)` },
        { name: 'entity.other.document.end.yaml', match: String.raw`^\.{3}(?=\s|$)` },
      ],
    },
    item: {
      name: 'punctuation.definition.block.sequence.item.yaml',
      match: String.raw`(?<=^|[ \t]|\}\})-(?=[ \t\r\n]|$)`,
    },
    key: {
      patterns: [
        {
          // An action right behind the colon begins the value by a line of its own.
          match: String.raw`\G[ \t]*+(?:(-)[ \t]++)?([\w./-]++)(:)(?=\{\{-?\s*(?:range|if|with|include|toYaml|tpl)\b)`,
          captures: captured(
            'punctuation.definition.block.sequence.item.yaml',
            'meta.map.key.yaml string.unquoted.plain.yaml entity.name.tag.yaml',
            'punctuation.separator.map.value.yaml',
          ),
        },
        ...keyPlaces.flatMap(keysAt),
        {
          name: 'meta.map.key.yaml string.unquoted.plain.yaml entity.name.tag.yaml',
          match: String.raw`(?<=\}\}[ \t]{0,4})[\w./-]{1,253}(?=:(?:[ \t\r\n]|$))`,
        },
        { name: 'punctuation.definition.map.key.yaml', match: String.raw`\?(?=[ \t\r\n]|$)` },
      ],
    },
    'key-constant': constants(`(?=${colon})`),
    colon: { name: 'punctuation.separator.map.value.yaml', match: String.raw`:(?=[ \t\r\n]|$)` },
    cel: { patterns: celLines() },
    'cel-in-mapping': { patterns: celValues() },
    properties: {
      patterns: [
        { include: 'source.yaml.1.2#anchor-property' },
        { include: 'source.yaml.1.2#tag-property' },
        {
          name: 'keyword.control.flow.alias.yaml',
          match: String.raw`(\*)([^\s,\[\]{}]++)`,
          captures: captured('punctuation.definition.alias.yaml', 'variable.other.alias.yaml'),
        },
      ],
    },
    'double-quoted': {
      name: 'string.quoted.double.yaml',
      begin: '"',
      end: `"|${unclosed}`,
      beginCaptures: { 0: { name: 'punctuation.definition.string.begin.yaml' } },
      endCaptures: { 0: { name: 'punctuation.definition.string.end.yaml' } },
      patterns: own('escape'),
    },
    'single-quoted': {
      name: 'string.quoted.single.yaml',
      begin: "'",
      end: `'(?!')|${unclosed}`,
      beginCaptures: { 0: { name: 'punctuation.definition.string.begin.yaml' } },
      endCaptures: { 0: { name: 'punctuation.definition.string.end.yaml' } },
      patterns: own('single-escape'),
    },
    escape: { patterns: [{ include: 'source.yaml.1.2#double-escape' }] },
    'single-escape': { name: 'constant.character.escape.single-quote.yaml', match: "''" },
    flow: {
      patterns: [{ include: 'source.yaml.1.2#flow-sequence' }, { include: 'source.yaml.1.2#flow-mapping' }],
    },
    plain: {
      name: 'string.unquoted.plain.out.yaml',
      begin: String.raw`(?=[^\s])`,
      end: String.raw`(?<![ \t])(?=[ \t]++#|[ \t]*+$)`,
      patterns: own('constant'),
    },
    constant: constants(String.raw`(?=[ \t]++#|[ \t]*+$)`),
  };
}

/** A key without quotes, in double and in single ones. */
function keysAt(place: string): readonly Pattern[] {
  return [
    {
      contentName: 'meta.map.key.yaml string.unquoted.plain.yaml entity.name.tag.yaml',
      begin: `${place}(?=${plainKeyAhead})`,
      end: `(?=${colon})`,
      patterns: own('key-constant'),
    },
    quotedKey('string.quoted.double.yaml', `${place}(?=${doubleKeyAhead})(")`, '"', 'escape'),
    quotedKey('string.quoted.single.yaml', `${place}(?=${singleKeyAhead})(')`, "'(?!')", 'single-escape'),
  ];
}

function quotedKey(string: string, begin: string, end: string, escapes: string): Pattern {
  const scopes = `meta.map.key.yaml ${string} entity.name.tag.yaml`;
  return {
    contentName: scopes,
    begin,
    end,
    beginCaptures: captured(`${scopes} punctuation.definition.string.begin.yaml`),
    endCaptures: { 0: { name: `${scopes} punctuation.definition.string.end.yaml` } },
    patterns: own(escapes),
  };
}

/** The values of YAML's core schema that are no strings, where nothing else stands beside them. */
function constants(end: string): Pattern {
  const rows: readonly (readonly [string, string])[] = [
    ['constant.language.null.yaml', 'null|Null|NULL|~'],
    ['constant.language.boolean.yaml', 'true|True|TRUE|false|False|FALSE'],
    ['constant.numeric.integer.decimal.yaml', '[-+]?+[0-9]++'],
    ['constant.numeric.integer.octal.yaml', '0o[0-7]++'],
    ['constant.numeric.integer.hexadecimal.yaml', '0x[0-9a-fA-F]++'],
    [
      'constant.numeric.float.yaml',
      String.raw`[-+]?+(?>\.[0-9]++|[0-9]++(?>\.[0-9]*+)?+)(?>[eE][-+]?+[0-9]++)?+`,
    ],
    ['constant.numeric.float.inf.yaml', String.raw`[-+]?+\.(?>inf|Inf|INF)`],
    ['constant.numeric.float.nan.yaml', String.raw`\.(?>nan|NaN|NAN)`],
  ];
  return {
    patterns: rows.map(([name, value]) => ({ name, match: String.raw`\G(?<!\}\})(?>${value})${end}` })),
  };
}

function blockScalarRules(): Record<string, Pattern> {
  return {
    'block-scalar': {
      patterns: [
        // A text is deeper than the key that it belongs to, which stands behind the dashes of its line; or than its dash.
        blockScalarAfter(String.raw`\G( *+)(?=(?!-[ \t])|-[ \t]++[|>])`, String.raw`\1`),
        blockScalarAfter(String.raw`\G( *+)(?=-( ++)(?:(?!-[ \t])|-[ \t]++[|>]))`, String.raw`\1 \2`),
        blockScalarAfter(String.raw`\G( *+)(?=-( ++)-( ++)(?!-[ \t]))`, String.raw`\1 \2 \3`),
      ],
    },
    'block-scalar-contents': { patterns: embeddedContents() },
    'block-scalar-line': {
      patterns: [
        ...own('block-scalar-contents'),
        {
          begin: String.raw`(?=[ \t]*+(?:$|(?<=[ \t])#))(?<=[:\-][ \t]+(?:[!&][^\s]+[ \t]+)?[|>][-+1-9]*)`,
          while: '\\G',
          patterns: [
            { name: 'comment.line.number-sign.yaml', match: String.raw`(?<=[ \t])#.*$` },
            { begin: '\\G', while: '\\G', contentName: 'string.unquoted.block.yaml' },
          ],
        },
        {
          match: String.raw`(?<=[ \t])(?>(\|)|(>))([-+]?)([1-9]?)([-+]?)(?=[ \t]*+(?:$|[ \t]#))`,
          captures: captured(
            'keyword.control.flow.block-scalar.literal.yaml',
            'keyword.control.flow.block-scalar.folded.yaml',
            'storage.modifier.chomping-indicator.yaml',
            'constant.numeric.indentation-indicator.yaml',
            'storage.modifier.chomping-indicator.yaml',
          ),
        },
        ...own('item', 'key', 'colon', 'properties'),
      ],
    },
  };
}

/** A line that ends in a block scalar's header, and the text below it. An action that is alone on its line may stand anywhere in it. */
function blockScalarAfter(start: string, margin: string): Pattern {
  return {
    name: 'meta.scalar.gotmpl.yaml',
    begin: String.raw`${start}(?=[^#\r\n]${blockScalarAhead})`,
    while: String.raw`\G(?=${margin} |[ \t]*+(?:$|${commentEnd}|(?!${plainKeyAhead})\{\{.*\}\}[ \t]*+$))`,
    patterns: own('block-scalar-line'),
  };
}
