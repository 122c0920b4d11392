/**
 * Text of a cluster, a file or an error, such that VS Code shows it and does nothing else with it: in messages, the
 * titles of progress and the prompts of inputs `[text](command:…)` is a link that runs a command, in picks `$(name)` is
 * an icon, and marks that turn the direction of writing can make one name look like another. A backslash before `$(`
 * would not do: it is honoured where a label is drawn, and not where what is typed is looked for in it.
 */
export function plainText(text: string): string {
  return text
    .replace(/\s*[\p{Cc}\u2028\u2029]+\s*/gu, ' ')
    .replace(directionMarks, '\ufffd')
    .replaceAll('](', '] (')
    .replace(/\$\((?=[\w-]+(?:~\w+)?\))/g, '$\u200b(');
}

/** Embeddings, overrides and isolates of bidirectional text. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;
