import { celBlockHeader } from './cel.ts';
import { type EmbeddedLanguage, embeddedLanguages } from './embedded-languages.ts';
import { commentEnd } from './go-template.ts';
import type { Pattern } from './grammar.ts';
import { lineRules } from './line-rules.ts';

/**
 * What stands in a block scalar, by the line that it begins in and by its own first line. Each begins at the end of that
 * line, or at the first line of the text, and ends with the scalar: before a line that is not deeper, whatever the text
 * has left open.
 */
export function embeddedContents(): readonly Pattern[] {
  return [
    content(celBlockHeader, language('cel')),
    ...embeddedLanguages.map((language) => content(headerOf(language), language)),
    ...interpreters.map(([line, name]) => ({
      begin: String.raw`\G( *)(?= #![^\r\n]*?\b${line}\b)`,
      while: atMargin,
      ...textOf(language(name)),
    })),
  ];
}

/** A block scalar's text in one language, after a header that ends as \`header\` says. */
export function content(header: string, language: EmbeddedLanguage): Pattern {
  return {
    // What stands behind is asked first: looking back is dear.
    begin: String.raw`(?=[ \t]*+(?:$|(?<=[ \t])#))${header}`,
    while: String.raw`\G(?=[ \t]|$|\{\{|${commentEnd})`,
    patterns: [
      {
        begin: margin,
        while: atMargin,
        ...textOf(language),
      },
      { name: 'comment.line.number-sign.yaml', match: String.raw`(?<=[ \t])#.*$` },
    ],
  };
}

/** One language by its name in the table. */
export function language(name: string): EmbeddedLanguage {
  const found = embeddedLanguages.find((row) => row.name === name);
  if (!found) throw new Error(`no embedded language is called ${name}: add a row to embedded-languages.ts`);
  return found;
}

/**
 * The text's own margin but for its last blank, which grammars like that of shells want before a comment. An action may
 * stand before the margin.
 */
const margin = String.raw`\G( *)(?= [^ ])`;
const atMargin = String.raw`\G(?>\1(?= )|(?=[ \t]*+$)|[ \t]*+(?=\{\{|${commentEnd}))`;

/** What a scalar's first line calls: a word of a shebang, and the language. */
const interpreters: readonly (readonly [string, string])[] = [
  ['(?:ba|da|z|k|a)?sh', 'shell'],
  [String.raw`python[\d.]*`, 'python'],
  ['node', 'javascript'],
  ['(?:ts-node|deno|bun)', 'javascript'],
  ['perl', 'perl'],
  ['ruby', 'ruby'],
  ['pwsh', 'powershell'],
  ['lua', 'lua'],
  ['php', 'php'],
  ['groovy', 'groovy'],
];

function headerOf({ extensions, keys = [] }: EmbeddedLanguage): string {
  const names = [String.raw`[^\s:"'{]*\.(?i:${extensions.join('|')})`, ...keys];
  return String.raw`(?<=(?:^|[\s"'{])(?:${names.join('|')})["']?[ \t]*:[ \t]+(?:[!&][^\s]+[ \t]+)?[|>][-+]?)`;
}

/** A rule whose patterns are all of grammars that are not there is no rule: this one is always there, and matches nothing. */
const nothing: Pattern = { match: '(?!)' };

/** A language that VS Code does not bring may have no grammar: then its text is the string that it was. */
function textOf({ name, id, grammars }: EmbeddedLanguage): Pattern {
  const contentName = id ? `meta.embedded.block.${name}` : 'string.unquoted.block.yaml';
  const included = grammars.map((include) => ({ include }));
  return { contentName, patterns: [...(lineRules[name] ?? []), ...included, nothing] };
}
