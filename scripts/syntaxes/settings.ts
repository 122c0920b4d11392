import { action } from './go-template.ts';
import { captured, type Grammar, own } from './grammar.ts';

/** The scope of files of settings, of whatever program. */
export const settingsScope = 'source.settings';

/**
 * Files of settings of whatever program: sections in brackets or tags, `key = value`, directives and blocks in braces,
 * comments. What VS Code has for them asks for the begin of a line, which a block scalar's text never has.
 */
export function settingsGrammar(): Grammar {
  return {
    name: 'Settings',
    scopeName: settingsScope,
    patterns: own(
      'comment',
      'section',
      'tag',
      'assignment',
      'directive',
      'string',
      'variable',
      'constant',
      'punctuation',
    ),
    repository: {
      comment: {
        name: 'comment.line.settings',
        match: String.raw`(?:(?:\G|^)[ \t]*+(?:[#;!]|//)|(?<=\s)#).*$`,
      },
      section: {
        match: String.raw`(?:\G|^)[ \t]*+(\[{1,2})([^\]\r\n]*+)(\]{1,2})`,
        captures: {
          1: { name: 'punctuation.definition.section.settings' },
          2: { name: 'entity.name.section.settings', patterns: [action] },
          3: { name: 'punctuation.definition.section.settings' },
        },
      },
      tag: {
        match: String.raw`(?:\G|^)[ \t]*+(</?)([A-Za-z_][\w.-]*+)([^>\r\n]*+)(>)`,
        captures: {
          1: { name: 'punctuation.definition.tag.settings' },
          2: { name: 'entity.name.tag.settings' },
          3: { name: 'string.unquoted.settings', patterns: [action] },
          4: { name: 'punctuation.definition.tag.settings' },
        },
      },
      assignment: {
        match: String.raw`(?:\G|^)[ \t]*+(?:(export)[ \t]++)?([\w.$@*/%"'-][\w.$@*/%"'\[\] -]*?)[ \t]*+(\+=|:=|\?=|=|:(?=[ \t]|$))`,
        captures: captured(
          'storage.modifier.export.settings',
          'support.type.property-name.settings',
          'keyword.operator.assignment.settings',
        ),
      },
      directive: {
        match: String.raw`(?:\G|^|(?<=[{;]))[ \t]*+([A-Za-z_@][\w.@-]*+)(?=[ \t;{]|$)`,
        captures: captured('keyword.other.directive.settings'),
      },
      string: {
        patterns: [
          {
            name: 'string.quoted.triple.settings',
            begin: '"""',
            end: '"""',
            patterns: own('escape', 'variable'),
          },
          {
            name: 'string.quoted.double.settings',
            begin: '"',
            end: '"|$',
            patterns: own('escape', 'variable'),
          },
          { name: 'string.quoted.single.settings', begin: "(?<![\\w])'", end: "'|$" },
        ],
      },
      escape: { name: 'constant.character.escape.settings', match: String.raw`\\.` },
      variable: {
        patterns: [
          { name: 'variable.other.settings', match: String.raw`\$(?>\{[^}\r\n]*+\}|[A-Za-z_]\w*+)` },
          { name: 'variable.other.settings', match: String.raw`%(?:\([^)\r\n]*+\)s|[A-Za-z_]++%)` },
        ],
      },
      constant: {
        patterns: [
          {
            name: 'constant.language.settings',
            match: String.raw`(?<![\w.-])(?i:true|false|on|off|yes|no|null|none)(?![\w.-])`,
          },
          {
            name: 'constant.numeric.settings',
            match: String.raw`(?<![\w./-])[-+]?\d[\d_]*+(?>\.\d++)?+(?:[kKmMgGtT](?:i?[bB])?|ms|us|ns|[smhdw]|%)?(?![\w./])`,
          },
        ],
      },
      punctuation: { name: 'punctuation.separator.settings', match: '[{}();,]' },
    },
  };
}
