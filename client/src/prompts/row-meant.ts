/** A line of a pick, by the texts that what is typed is looked for in. */
export interface TypedAt {
  readonly label: string;
  readonly description?: string | undefined;
  readonly detail?: string | undefined;
}

/**
 * Whether VS Code may show a line while this is typed: its letters are in one of the texts, in this order, in capitals or not. VS
 * Code asks for more than that of letters that do not follow one another.
 */
export function mayBeShownFor({ label, description, detail }: TypedAt, typed: string): boolean {
  const letters = typed.trim().toLowerCase();
  return [label, description, detail].some((text) => text !== undefined && hasInOrder(text, letters));
}

/**
 * The line that Enter means: the one that is active as long as what is typed shows it. VS Code tells of the active line and of
 * what is typed one after the other, by places among the lines that it has; where lines were offered anew meanwhile, the
 * one that is told of may be none, or another. Then it is the one that is typed whole, or the only one that has what is typed in
 * it, which VS Code shows surely. Where they are several, or nothing is typed, none is meant but the active one.
 */
export function rowMeant<Row extends TypedAt>(
  rows: readonly Row[],
  active: Row | undefined,
  typed: string,
): Row | undefined {
  const text = typed.trim();
  if (text === '' || (active && mayBeShownFor(active, typed))) return active;
  const whole = rows.find(({ label }) => label === text);
  if (whole) return whole;
  const [only, ...others] = rows.filter((row) => contains(row, text.toLowerCase()));
  return others.length === 0 ? only : undefined;
}

function contains({ label, description, detail }: TypedAt, text: string): boolean {
  return [label, description, detail].some((one) => one?.toLowerCase().includes(text));
}

function hasInOrder(text: string, letters: string): boolean {
  let from = 0;
  const among = text.toLowerCase();
  for (const letter of letters) {
    const place = among.indexOf(letter, from);
    if (place === -1) return false;
    from = place + letter.length;
  }
  return true;
}
