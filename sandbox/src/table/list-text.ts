/** The first three of a list, and how many more there are; `<unset>` where there is none. */
export function listWithMore(entries: readonly string[]): string {
  const shown = entries.slice(0, 3).join(',');
  return entries.length > 3 ? `${shown} + ${entries.length - 3} more...` : shown || '<unset>';
}
