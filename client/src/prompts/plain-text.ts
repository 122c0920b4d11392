import { cut, visibleText } from '../../../server/src/yaml/visible-text.ts';

/**
 * Text of a cluster, a file or an error in one line, such that VS Code shows it and does nothing else with it: in messages,
 * the titles of progress and the prompts of inputs `[text](command:…)` is a link that runs a command, in picks and names of
 * terminals `$(name)` is an icon. A blank between the two characters that make one is seen by a person and ends it; a
 * backslash before `$(` would not do: it is honoured where a label is drawn, and not where what is typed is looked for in it.
 * Nothing in it is hidden, and it is no longer than can be read.
 */
export function plainText(text: string, longest = longestText): string {
  const line = cut(text, longest).replace(/\s*[\t\n\v\f\r\u0085\u2028\u2029]+\s*/g, ' ');
  return withoutIcons(visibleText(line).replaceAll('](', '] ('));
}

/** Text in which no `$(name)` is an icon. */
export function withoutIcons(text: string): string {
  return text.replace(/\$\((?=[\w-]+(?:~\w+)?\))/g, '$ (');
}

/** VS Code cuts messages at a thousand characters. The log has all of what is cut. */
const longestText = 900;
