import { content, language } from './block-scalars.ts';
import { commentEnd, wholeAction } from './go-template.ts';
import { type Captures, captured, own, type Pattern } from './grammar.ts';
import { statementAt } from './line-rules.ts';

/**
 * A container's command and arguments, from the key on, in lines that are read one by one: what follows `sh -c` in a block
 * scalar is a script. It goes from `command` to an `args` right below.
 */
export function commandRules(): Record<string, Pattern> {
  return {
    command: {
      patterns: [
        commandAfter(String.raw`\G( *+)`, String.raw`\1`),
        commandAfter(String.raw`\G( *+)(-)( +)`, String.raw`\1 \3`),
      ],
    },
    'command-of-mapping': commandAfter(String.raw`\G`, ''),
    'command-lines': {
      patterns: [
        ...interpreters.map(([program, name]) => ({
          // A list in brackets, whole: the program, and that what follows is its text.
          begin: String.raw`(?=\[[ \t]*+(?:["']?(?>[^\s"',\[\]]*/)?env["']?[ \t]*+,[ \t]*+)?["']?(?>[^\s"',\[\]]*/)?${program}["']?[ \t]*+,[^\[\]#]*?(?<=[\s"',])-[A-Za-z]*c["']?[ \t]*+,?[ \t]*+\][ \t]*+(?:$|#))`,
          while: '\\G',
          patterns: own(`script-${name}`, `line-${name}`, 'lines-alone'),
        })),
        ...interpreters.map(([program, name]) => ({
          begin: String.raw`(?<=-[ \t])(?=[ \t]*+(["']?)(?>[^\s"']*/)?${program}\1[ \t]*+$)`,
          while: '\\G',
          patterns: [afterOption(`script-${name}`, `line-${name}`), ...own('lines-alone')],
        })),
        // Of a program that is not said: `-c` has a file behind it elsewhere.
        afterOption('script-shell'),
        ...own('lines-alone'),
      ],
    },
    ...Object.fromEntries(
      interpreters.flatMap(([, name]) => [
        [`script-${name}`, script(name)],
        [`line-${name}`, { patterns: scriptOfLine(name) }],
      ]),
    ),
  };
}

/** What follows `sh -c` in one line of a list in brackets, quoted or not: a text whose end is seen at once. */
export function argumentRules(): readonly Pattern[] {
  return interpreters.flatMap(([, name, program]) => {
    const place = String.raw`(?<=c["']?[ \t]{0,2},[ \t]{0,2})(?<=[\s"'/\[,]${program}["']?[ \t]{0,2},[ \t]{0,2}["']?-[A-Za-z]{0,5}c["']?[ \t]{0,2},[ \t]{0,2})`;
    // With the comma: the rule of the one before goes on until something follows that is none of the list's own.
    const end = String.raw`[ \t]*+(?>(,)|(?=\]))`;
    const text = textInLine(name, String.raw`(?<=c["']?[ \t]{0,2},[ \t]{0,2}["']?)`);
    return [
      quoted('double', `(?=")${place}${doubleQuoted}${end}`, text),
      quoted('single', `(?=')${place}${singleQuoted}${end}`, text),
      {
        match: String.raw`(?=[^\s"'\[\]{},#&*!|>%@\x60])${place}((?>[^\[\]{},#\r\n]++|${wholeAction})++)${end}`,
        captures: { 1: text, 2: separator },
      },
    ];
  });
}

/** Scalars in quotes that end in their line: the quote, the text, the quote. */
const doubleQuoted = String.raw`(")((?>[^"\\{\r\n]++|${wholeAction}|\{|\\.)*+)(")`;
const singleQuoted = String.raw`(')((?>[^'{\r\n]++|${wholeAction}|\{|'')*+)(')`;

const separator = { name: 'punctuation.separator.sequence.yaml' };

function quoted(
  quotes: string,
  match: string,
  text: { name: string; patterns: readonly Pattern[] },
): Pattern {
  return { match, captures: { ...capturedQuoted(1, quotes, text), 4: separator } };
}

/** Captures of a quoted scalar, from the group of its first quote on. */
function capturedQuoted(first: number, quotes: string, text: Pattern): Captures {
  const quote = (side: string) => ({
    name: `string.quoted.${quotes}.yaml punctuation.definition.string.${side}.yaml`,
  });
  return { [first]: quote('begin'), [first + 1]: text, [first + 2]: quote('end') };
}

/**
 * A text in one line. Its first command stands behind a quote, a comma or a dash, as `begin` says: the shell's grammar sees
 * none there.
 */
function textInLine(name: string, begin: string): { name: string; patterns: readonly Pattern[] } {
  const { grammars } = language(name);
  const first = name === 'shell' ? [statementAt(begin)] : [];
  return {
    name: `meta.embedded.block.${name}`,
    patterns: [...first, ...grammars.map((include) => ({ include }))],
  };
}

/** A program, the language of its texts, and the program as what an expression looks back for. */
const interpreters = [
  ['(?:ba|da|z|k|a)?sh', 'shell', '(?:ba|da|z|k|a)?sh'],
  [String.raw`python[\d.]*+`, 'python', String.raw`python[\d.]{0,5}`],
] as const;

function commandAfter(start: string, margin: string): Pattern {
  return {
    begin: String.raw`${start}(?=(?:command|args)["']?:[ \t]*+(?:$|\[|#))`,
    beginCaptures: captured(
      'punctuation.whitespace.indentation.yaml',
      'punctuation.definition.block.sequence.item.yaml',
    ),
    while: String.raw`\G(?=${margin}(?:args["']?:|[ \t]|-[ \t]|#)|[ \t]*+(?:$|\{\{|${commentEnd}))`,
    patterns: own('command-lines'),
  };
}

/** An item that is `-c`, alone or with other letters: what the list has next is a text, as these rules say. */
function afterOption(...rules: string[]): Pattern {
  return {
    begin: String.raw`(?<=-[ \t])(?=[ \t]*+(["']?)-[A-Za-z]*c\1[ \t]*+$)`,
    while: '\\G',
    patterns: own(...rules, 'lines-alone'),
  };
}

/** An item that is a text of one line, quoted or not. The items behind it are the script's own arguments. */
function scriptOfLine(name: string): readonly Pattern[] {
  const text = textInLine(name, String.raw`(?<=-[ \t]{1,4}["']?)`);
  const plain = String.raw`(?![\s"'\[\]{},#&*!|>%@\x60]|[-?:]\s)((?>[^:#{\r\n]++|${wholeAction}|\{|:(?![ \t]|$)|(?<![ \t])#)++)`;
  const item = (scalar: string, captures: Captures): Pattern => ({
    begin: String.raw`\G( *+)(-)[ \t]++${scalar}[ \t]*+(?=$|(?<=[ \t])#)`,
    while: '\\G',
    beginCaptures: {
      ...captured(
        'punctuation.whitespace.indentation.yaml',
        'punctuation.definition.block.sequence.item.yaml',
      ),
      ...captures,
    },
    patterns: own('lines-alone'),
  });
  return [
    item(plain, { 3: text }),
    item(doubleQuoted, capturedQuoted(3, 'double', text)),
    item(singleQuoted, capturedQuoted(3, 'single', text)),
  ];
}

/** An item that is a block scalar, and its text. */
function script(name: string): Pattern {
  return {
    begin: String.raw`\G( *+)(-)[ \t]++([!&][^\s]++[ \t]++)?+(?>(\|)|(>))([-+]?)([1-9]?)([-+]?)(?=[ \t]*+(?:$|#))`,
    while: String.raw`\G(?=\1 |[ \t]*+(?:$|\{\{|${commentEnd}))`,
    beginCaptures: {
      ...captured(
        'punctuation.whitespace.indentation.yaml',
        'punctuation.definition.block.sequence.item.yaml',
        undefined,
        'keyword.control.flow.block-scalar.literal.yaml',
        'keyword.control.flow.block-scalar.folded.yaml',
        'storage.modifier.chomping-indicator.yaml',
        'constant.numeric.indentation-indicator.yaml',
        'storage.modifier.chomping-indicator.yaml',
      ),
      3: { patterns: own('properties') },
    },
    name: 'meta.scalar.gotmpl.yaml',
    patterns: [content('(?<=[|>][-+]?)', language(name))],
  };
}
