import { captured, type Grammar, own, type Pattern } from './grammar.ts';

const scope = 'source.cel';

/** The Common Expression Language, with the macros and functions that Kubernetes adds. */
export function celGrammar(): Grammar {
  return {
    name: 'Common Expression Language',
    scopeName: scope,
    patterns: own('expression'),
    repository: {
      expression: { patterns: own('comment', 'string', ...rest) },
      // Inside YAML's quotes a quote of CEL's is written with an escape, or twice.
      'in-double-quotes': {
        patterns: [
          text('string.quoted.double.cel', String.raw`\\"`, String.raw`\\"|(?=")`),
          { name: 'constant.character.escape.yaml', match: String.raw`\\[^"]` },
          text('string.quoted.single.cel', "'", `'|(?=")`),
          ...own(...rest),
        ],
      },
      'in-single-quotes': {
        patterns: [
          text('string.quoted.single.cel', "''", "''|(?='(?!'))"),
          text('string.quoted.double.cel', '"', `"|(?='(?!'))`),
          ...own(...rest),
        ],
      },
      comment: {
        name: 'comment.line.double-slash.cel',
        begin: '//',
        end: '$',
        beginCaptures: { 0: { name: 'punctuation.definition.comment.cel' } },
      },
      string: {
        patterns: [
          ...['"""', "'''"].flatMap((quote) => [
            text(`string.quoted.triple.raw.cel`, `([bB]?[rR][bB]?)${quote}`, quote, []),
            text(`string.quoted.triple.cel`, `([bB]?)${quote}`, quote),
          ]),
          text('string.quoted.double.raw.cel', '([bB]?[rR][bB]?)"', '"|$', []),
          text('string.quoted.single.raw.cel', "([bB]?[rR][bB]?)'", "'|$", []),
          text('string.quoted.double.cel', '([bB]?)"', '"|$'),
          text('string.quoted.single.cel', "([bB]?)'", "'|$"),
        ],
      },
      escape: {
        patterns: [
          {
            name: 'constant.character.escape.cel',
            match: String.raw`\\(?>[abfnrtv"'\\?\x60]|[xX]\h{2}|u\h{4}|U\h{8}|[0-3][0-7]{2})`,
          },
          { name: 'invalid.illegal.escape.cel', match: String.raw`\\.` },
        ],
      },
      constant: { name: 'constant.language.cel', match: String.raw`(?<![\w.])(?:true|false|null)(?!\w)` },
      keyword: { name: 'keyword.operator.expression.in.cel', match: String.raw`(?<![\w.])in(?!\w)` },
      number: {
        name: 'constant.numeric.cel',
        match: String.raw`(?<![\w.])(?>0[xX]\h++[uU]?+|\d++(?>\.\d++)?+(?>[eE][-+]?+\d++)?+[uU]?+|\.\d++(?>[eE][-+]?+\d++)?+)(?!\w)`,
      },
      call: {
        patterns: [
          {
            name: 'keyword.other.macro.cel',
            match: String.raw`(?<![\w])(?:has|all|exists|exists_one|existsOne|map|filter|transformList|transformMap|transformMapEntry|bind|optMap|optFlatMap)(?=\s*+\()`,
          },
          {
            name: 'support.type.cel',
            match: String.raw`(?<![\w.])(?:int|uint|double|bool|string|bytes|list|map|type|dyn|timestamp|duration|quantity|url|ip|cidr|semver|optional)(?=\s*+[(.])`,
          },
          { name: 'entity.name.function.cel', match: String.raw`[A-Za-z_]\w*+(?=\s*+\()` },
        ],
      },
      variable: {
        patterns: [
          {
            name: 'variable.language.cel',
            match: String.raw`(?<![\w.])(?:self|oldSelf|object|oldObject|request|params|namespaceObject|authorizer|variables|device|claims|user)(?!\w)`,
          },
          {
            match: String.raw`(\.)\s*+(\?)?\s*+([A-Za-z_]\w*+(?!\s*+\()|\x60[\w./ -]++\x60)`,
            captures: captured(
              'punctuation.accessor.cel',
              'keyword.operator.optional.cel',
              'variable.other.property.cel',
            ),
          },
          { name: 'variable.other.readwrite.cel', match: String.raw`[A-Za-z_]\w*+` },
        ],
      },
      operator: {
        patterns: [
          { name: 'keyword.operator.logical.cel', match: String.raw`&&|\|\||!(?!=)` },
          { name: 'keyword.operator.comparison.cel', match: '==|!=|<=|>=|<|>' },
          { name: 'keyword.operator.ternary.cel', match: '[?:]' },
          { name: 'keyword.operator.arithmetic.cel', match: '[-+*/%]' },
          { name: 'punctuation.separator.cel', match: ',' },
          { name: 'punctuation.accessor.cel', match: String.raw`\.` },
          { name: 'punctuation.bracket.cel', match: String.raw`[()\[\]{}]` },
        ],
      },
    },
  };
}

const rest = ['constant', 'keyword', 'number', 'call', 'variable', 'operator'];

function text(
  name: string,
  begin: string,
  end: string,
  patterns: readonly Pattern[] = own('escape'),
): Pattern {
  return {
    name,
    begin,
    end,
    beginCaptures: {
      0: { name: 'punctuation.definition.string.begin.cel' },
      1: { name: 'storage.type.string.cel' },
    },
    endCaptures: { 0: { name: 'punctuation.definition.string.end.cel' } },
    patterns,
  };
}

/**
 * What CEL is written after. `rule` is one of a definition's validations where it speaks of `self`: alert rules and others
 * have that key too.
 */
const celKeys = 'expression|celExpression|messageExpression|valueExpression';

/** Block scalars that are expressions, by the line that they begin in. */
export const celBlockHeader = String.raw`(?<=(?:^|[\s"'])(?:${celKeys})["']?:[ \t]+[|>][-+]?)`;

const embedded = 'meta.embedded.inline.cel';
/** What a scalar without quotes begins with. */
const plain = String.raw`[^\s|>&*!#%@\x60{\["']`;
/** Where quotes that were never closed end: before a line that is an item or a key. */
const unclosed = String.raw`^(?=[ \t]*+(?:-[ \t]|[\w./-]++:(?:[ \t]|$)))`;

/** Where a value begins that is an expression, plain or in quotes, after its colon. */
const values: readonly string[] = [
  String.raw`(?<=(?:^|[\s"'])(?:${celKeys})["']?:)([ \t]++)(?=["']|${plain}[^\r\n]*?[.(=<>!&|])`,
  String.raw`(?<=(?:^|[\s"'])rule["']?:)([ \t]++)(?=["']|${plain})(?=[^\r\n]*?(?<![\w.])(?:self|oldSelf)(?!\w))`,
];

/** Values that are expressions, where what is around them ends them: over as many lines as they have. */
export function celValues(): readonly Pattern[] {
  return values.map((begin) => ({
    begin,
    while: '\\G',
    beginCaptures: captured('punctuation.whitespace.separator.yaml'),
    patterns: [...expression(), { include: 'source.yaml.1.2#comment' }],
  }));
}

/** Values that are expressions, where lines are read one by one: a line that goes on begins with an operator. */
export function celLines(): readonly Pattern[] {
  return [
    ...values.map((begin) => ({
      begin,
      end: '$|(?=[ \\t]#)',
      beginCaptures: captured('punctuation.whitespace.separator.yaml'),
      patterns: expression(),
    })),
    {
      name: embedded,
      begin: String.raw`\G[ \t]++(?=&&[ \t]|\|\|[ \t])`,
      end: String.raw`$|(?=[ \t]++#)`,
      patterns: [{ include: scope }],
    },
  ];
}

function expression(): readonly Pattern[] {
  return [
    {
      contentName: embedded,
      begin: String.raw`\G"`,
      end: `"|${unclosed}`,
      beginCaptures: { 0: { name: 'string.quoted.double.yaml punctuation.definition.string.begin.yaml' } },
      endCaptures: { 0: { name: 'string.quoted.double.yaml punctuation.definition.string.end.yaml' } },
      patterns: [{ include: `${scope}#in-double-quotes` }],
    },
    {
      contentName: embedded,
      begin: String.raw`\G'`,
      end: `'(?!')|${unclosed}`,
      beginCaptures: { 0: { name: 'string.quoted.single.yaml punctuation.definition.string.begin.yaml' } },
      endCaptures: { 0: { name: 'string.quoted.single.yaml punctuation.definition.string.end.yaml' } },
      patterns: [{ include: `${scope}#in-single-quotes` }],
    },
    {
      name: embedded,
      begin: String.raw`(?=[^\s#])`,
      end: String.raw`$|(?=[ \t]++#)`,
      patterns: [{ include: scope }],
    },
  ];
}
