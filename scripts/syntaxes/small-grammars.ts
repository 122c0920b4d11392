import { action, wholeAction } from './go-template.ts';
import { captured, type Grammar, own, type Pattern } from './grammar.ts';

/** The scopes of what stands in for grammars that load a megabyte and more. */
export const codeScope = 'source.settings.code';
export const markdownScope = 'text.settings.markdown';

/**
 * Code of whatever language: comments, strings, numbers and the words that most languages share. For languages whose
 * grammars VS Code would have to load, with all that these embed, before it colours the first line of any YAML.
 */
export function codeGrammar(): Grammar {
  return {
    name: 'Code',
    scopeName: codeScope,
    patterns: own('comment', 'string', 'keyword', 'constant', 'number', 'variable', 'call'),
    repository: {
      comment: {
        patterns: [
          { name: 'comment.block.code', begin: String.raw`/\*`, end: String.raw`\*/` },
          { name: 'comment.line.code', match: String.raw`(?:(?<=^|\s)#(?![{!])|(?<![:\\])//).*$` },
        ],
      },
      string: {
        patterns: [
          { name: 'string.quoted.double.code', begin: '"', end: '"|$', patterns: own('escape') },
          { name: 'string.quoted.single.code', begin: "'", end: "'|$", patterns: own('escape') },
          { name: 'string.quoted.other.code', begin: '`', end: '`|$', patterns: own('escape') },
        ],
      },
      escape: { name: 'constant.character.escape.code', match: String.raw`\\.` },
      keyword: {
        name: 'keyword.control.code',
        match: String.raw`(?<![\w.$@-])(?:${keywords.join('|')})(?![\w-])`,
      },
      constant: {
        name: 'constant.language.code',
        match: String.raw`(?<![\w.$-])(?:true|false|null|nil|none|undef|TRUE|FALSE|NULL|self|this)(?![\w-])`,
      },
      number: {
        name: 'constant.numeric.code',
        match: String.raw`(?<![\w.])(?:0x\h++|\d[\d_]*+(?:\.\d++)?+)(?!\w)`,
      },
      variable: { name: 'variable.other.code', match: String.raw`[$@%]{1,2}[A-Za-z_]\w*+` },
      call: { name: 'entity.name.function.code', match: String.raw`[A-Za-z_]\w*+(?=\()` },
    },
  };
}

/** Headings, lists, quotes, code, emphasis and links. */
export function markdownGrammar(): Grammar {
  return {
    name: 'Markdown in YAML',
    scopeName: markdownScope,
    patterns: [
      {
        match: String.raw`(?:\G|^)[ ]{0,4}(#{1,6})(?:[ \t]++(.*))?$`,
        captures: {
          1: { name: 'punctuation.definition.heading.markdown' },
          2: { name: 'markup.heading entity.name.section.markdown', patterns: [action] },
        },
      },
      {
        name: 'markup.fenced_code.block.markdown',
        begin: String.raw`(?:\G|^)[ ]{0,4}(\x60{3,}|~{3,}).*$`,
        end: String.raw`(?:\G|^)[ ]*+\1[ \t]*+$`,
      },
      {
        match: String.raw`(?:\G|^)[ \t]*+([-*+]|\d{1,9}[.)])(?=[ \t])`,
        captures: captured('punctuation.definition.list.begin.markdown'),
      },
      markup('quote', String.raw`(?:\G|^)[ ]{0,4}>.*$`),
      markup('inline.raw.string', String.raw`\x60[^\x60\r\n]++\x60`),
      markup('bold', String.raw`\*\*[^*\s][^*\r\n]*+\*\*|__[^_\s][^_\r\n]*+__`),
      markup('italic', String.raw`(?<![\w*])\*[^*\s][^*\r\n]*+\*|(?<!\w)_[^_\s][^_\r\n]*+_(?!\w)`),
      {
        match: String.raw`(!?\[)([^\]\r\n]*+)(\]\()((?>[^){\s]++|${wholeAction}|\{)*+)(\))`,
        captures: {
          2: { name: 'string.other.link.title.markdown', patterns: [action] },
          4: { name: 'markup.underline.link.markdown', patterns: [action] },
        },
      },
    ] satisfies readonly Pattern[],
  };
}

/** A part of a line, and the actions in it. */
function markup(name: string, match: string): Pattern {
  return { name: `markup.${name}.markdown`, match, captures: { 0: { patterns: [action] } } };
}

const keywords = [
  ...[
    'abstract',
    'and',
    'as',
    'begin',
    'break',
    'case',
    'catch',
    'class',
    'const',
    'continue',
    'def',
    'default',
  ],
  ...[
    'do',
    'echo',
    'elif',
    'else',
    'elsif',
    'elseif',
    'end',
    'ensure',
    'enum',
    'extends',
    'final',
    'finally',
    'fn',
  ],
  ...[
    'for',
    'foreach',
    'func',
    'function',
    'if',
    'implements',
    'import',
    'in',
    'include',
    'interface',
    'is',
    'let',
  ],
  ...[
    'loop',
    'module',
    'my',
    'namespace',
    'new',
    'not',
    'or',
    'our',
    'package',
    'private',
    'protected',
    'public',
  ],
  ...[
    'raise',
    'repeat',
    'require',
    'rescue',
    'return',
    'static',
    'struct',
    'sub',
    'super',
    'switch',
    'then',
    'throw',
  ],
  ...['try', 'type', 'unless', 'until', 'use', 'using', 'var', 'void', 'when', 'while', 'with', 'yield'],
];
