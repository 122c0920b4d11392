/**
 * The lines that a key means, by what was selected in turn while the line in focus was added to the selection or taken out of it,
 * and then the other way round, so that nothing has changed in the end: all that are selected, where the line in focus is one of
 * these; else that line alone. Undefined where the states do not tell.
 */
export function linesOfKey<Line>(selections: readonly (readonly Line[])[]): readonly Line[] | undefined {
  const [toggled, after] = selections.slice(-2);
  // What was selected may have gone without a word, so that the first of the two changes nothing for who listens.
  if (!toggled || !after || selections.length > 3) return undefined;
  const [line, ...others] = [...without(after, toggled), ...without(toggled, after)];
  if (line === undefined || others.length > 0) return undefined;
  return after.includes(line) ? after : [line];
}

function without<Line>(lines: readonly Line[], others: readonly Line[]): Line[] {
  return lines.filter((line) => !others.includes(line));
}
