/** One line of a `.gitignore`. */
export interface IgnoreRule {
  /** The parts of its path; `**` is any number of folders. */
  readonly parts: readonly string[];
  readonly says: 'ignore' | 'keep';
  /** Whether it counts for folders alone. */
  readonly matches: 'folders' | 'everything';
  /** The name that it is about, in whatever folder: so most are. Undefined for a rule about a path. */
  readonly name: NamePattern | undefined;
}

/** A pattern of a name. */
interface NamePattern {
  readonly text: string;
  /** The character at the end of all that it matches; undefined where there are several. */
  readonly last: string | undefined;
}

/** The rules of a `.gitignore`, in their order. What git does not understand either is none. */
export function parseIgnoreRules(text: string): IgnoreRule[] {
  return text.split(/\r?\n/).flatMap((line) => ruleOf(line) ?? []);
}

/**
 * What the rules of one folder say of a file or folder below it, given by the folders between and its name: the last one that
 * matches counts; undefined where none does. Takes time in the lengths of path and rules alone, whatever the patterns are.
 */
export function verdictOf(
  rules: readonly IgnoreRule[],
  folders: readonly string[],
  name: string,
  is: 'file' | 'folder',
): IgnoreRule['says'] | undefined {
  const last = name.at(-1);
  for (let index = rules.length - 1; index >= 0; index--) {
    const rule = rules[index]!;
    if (rule.matches === 'folders' && is === 'file') continue;
    if (rule.name ? matchesPattern(rule.name, name, last) : matchesPath(rule.parts, [...folders, name]))
      return rule.says;
  }
  return undefined;
}

/** The names of manifests end in few ways, and most patterns in another one. */
function matchesPattern(pattern: NamePattern, name: string, last: string | undefined): boolean {
  return (pattern.last === undefined || pattern.last === last) && matchesName(pattern.text, name);
}

function ruleOf(line: string): IgnoreRule | undefined {
  if (line.startsWith('#')) return undefined;
  // Spaces at the end count where a backslash is before them.
  let pattern = line.replace(/(?<![\\ ]) +$|(?<=\\ ) +$/, '');
  const says = pattern.startsWith('!') ? 'keep' : 'ignore';
  if (says === 'keep') pattern = pattern.slice(1);
  const matches = pattern.endsWith('/') ? 'folders' : 'everything';
  if (matches === 'folders') pattern = pattern.slice(0, -1);
  if (pattern === '' || pattern === '/') return undefined;
  // A slash before the end binds a pattern to the folder of its file.
  const isBound = pattern.includes('/');
  const parts = pattern.replace(/^\//, '').split('/');
  return {
    parts: isBound ? parts : ['**', ...parts],
    says,
    matches,
    name: isBound || pattern === '**' ? undefined : { text: pattern, last: lastOf(pattern) },
  };
}

function lastOf(pattern: string): string | undefined {
  return /[*?\]]$/.test(pattern) ? undefined : pattern.at(-1);
}

/** Of the rests of a pattern that may match the rest of the path, all are followed at once. */
function matchesPath(pattern: readonly string[], path: readonly string[]): boolean {
  let places = reachedFrom(pattern, new Set([0]));
  for (const name of path) {
    const next = new Set<number>();
    for (const place of places) {
      const part = pattern[place];
      if (part === undefined) continue;
      if (part === '**') next.add(place);
      else if (matchesPattern({ text: part, last: lastOf(part) }, name, name.at(-1))) next.add(place + 1);
    }
    places = reachedFrom(pattern, next);
  }
  return places.has(pattern.length) && (pattern.at(-1) !== '**' || path.length > pattern.length - 1);
}

/** With the places behind `**`, which may stand for no folder at all. */
function reachedFrom(pattern: readonly string[], places: Set<number>): Set<number> {
  for (const place of places) if (pattern[place] === '**') places.add(place + 1);
  return places;
}

/** One name against one part of a pattern: `*`, `?`, `[a-z]` and `\` before a sign that stands for itself. */
function matchesName(part: string, name: string): boolean {
  let at = 0;
  let from = 0;
  /** Behind the last star, and where the name went on then: it takes one sign more each time that the rest fails. */
  let retry: { at: number; from: number } | undefined;
  while (from < name.length) {
    if (part[at] === '*') {
      retry = { at: ++at, from };
      continue;
    }
    const end = signEnd(part, at, name[from]!);
    if (end !== undefined) {
      at = end;
      from++;
      continue;
    }
    if (!retry) return false;
    at = retry.at;
    from = ++retry.from;
  }
  while (part[at] === '*') at++;
  return at === part.length;
}

/** Where the pattern goes on when its sign at `at` takes this one; undefined where it does not. */
function signEnd(part: string, at: number, sign: string): number | undefined {
  const wanted = part[at];
  if (wanted === '?') return at + 1;
  if (wanted === '\\') return part[at + 1] === sign ? at + 2 : undefined;
  if (wanted === '[') {
    const end = part.indexOf(']', at + 2 + Number(/[!^]/.test(part[at + 1] ?? '')));
    if (end > 0) return isInClass(part.slice(at + 1, end), sign) ? end + 1 : undefined;
  }
  return wanted === sign ? at + 1 : undefined;
}

function isInClass(signs: string, sign: string): boolean {
  const isNegated = /^[!^]/.test(signs);
  for (let index = Number(isNegated); index < signs.length; index++) {
    const isRange = signs[index + 1] === '-' && index + 2 < signs.length;
    const last = isRange ? signs[index + 2]! : signs[index]!;
    if (signs[index]! <= sign && sign <= last) return !isNegated;
    if (isRange) index += 2;
  }
  return isNegated;
}
