/** What the condition of a block asks of the cluster that a template is printed for. */
export type VersionCondition =
  /** Nothing: it may hold for any. */
  | { readonly is: 'open' }
  /** It is worked out elsewhere: a variable, another template. */
  | { readonly is: 'elsewhere' }
  /** It asks for versions in words that are not read here. */
  | { readonly is: 'unread' }
  /** Whether an apiVersion is served, or a kind of one: `policy/v1`, `policy/v1/Eviction`. */
  | { readonly is: 'serves'; readonly what: string }
  /** Whether the version of Kubernetes is one of these: `>=1.21-0`. */
  | { readonly is: 'compares'; readonly constraint: string }
  | { readonly is: 'not'; readonly condition: VersionCondition }
  | { readonly is: 'and' | 'or'; readonly conditions: readonly VersionCondition[] };

export const openCondition: VersionCondition = { is: 'open' };
export const unreadCondition: VersionCondition = { is: 'unread' };

/**
 * Reads a condition, as it stands behind `if`. `variables` are those that are assigned before, with the conditions that they
 * hold. Takes time in the length of the text.
 */
export function readCondition(
  text: string,
  variables: ReadonlyMap<string, VersionCondition>,
): VersionCondition {
  return read(text, variables, 0);
}

/** Whether a condition asks for what the cluster serves; `perhaps` where it is worked out elsewhere. */
export function asksForVersion(condition: VersionCondition): 'yes' | 'perhaps' | 'no' {
  switch (condition.is) {
    case 'open':
      return 'no';
    case 'elsewhere':
      return 'perhaps';
    case 'not':
      return asksForVersion(condition.condition);
    case 'and':
    case 'or': {
      const asked = new Set(condition.conditions.map(asksForVersion));
      return asked.has('yes') ? 'yes' : asked.has('perhaps') ? 'perhaps' : 'no';
    }
    default:
      return 'yes';
  }
}

/** Nobody nests more parentheses. */
const deepestCondition = 20;
/** Nobody writes longer conditions. */
const longestCondition = 2_000;

function read(
  text: string,
  variables: ReadonlyMap<string, VersionCondition>,
  depth: number,
): VersionCondition {
  if (!aboutVersions.test(text) && !text.includes('$')) return withoutQuestion(text);
  const words = text.length <= longestCondition && depth < deepestCondition ? wordsOf(text) : undefined;
  if (!words) return asAWhole(text, variables);
  const [first = '', ...others] = words;
  const inner = (word: string) => read(word, variables, depth + 1);
  if (others.length === 0) {
    if (first.startsWith('(') && first.endsWith(')')) return inner(first.slice(1, -1));
    return variables.get(first) ?? asAWhole(text, variables);
  }
  if (first === 'not' && others.length === 1) return { is: 'not', condition: inner(others[0]!) };
  if (first === 'and' || first === 'or') return { is: first, conditions: others.map(inner) };
  const [asked = '', of = ''] = others;
  if (isServed.test(first) && others.length === 1 && isText.test(asked)) {
    return { is: 'serves', what: asked.slice(1, -1) };
  }
  if (first === 'semverCompare' && others.length === 2 && isText.test(asked) && isKubeVersion.test(of)) {
    return { is: 'compares', constraint: asked.slice(1, -1) };
  }
  return asAWhole(text, variables);
}

/** What a condition asks in words that are not read: by what it names. */
function asAWhole(text: string, variables: ReadonlyMap<string, VersionCondition>): VersionCondition {
  if (aboutVersions.test(text)) return unreadCondition;
  const named = text.match(/\$\w+/g) ?? [];
  if (named.some((name) => asksForVersion(variables.get(name) ?? openCondition) === 'yes')) {
    return unreadCondition;
  }
  return named.length > 0 ? { is: 'elsewhere' } : withoutQuestion(text);
}

function withoutQuestion(text: string): VersionCondition {
  return workedOutElsewhere.test(text) ? { is: 'elsewhere' } : openCondition;
}

/** Conditions for what older or newer clusters have. */
const aboutVersions = /Capabilities|semver|api_?version|kube_?version|psp|podsecuritypolic/i;
const workedOutElsewhere = /\b(?:include|template|lookup|tpl)\b/;
const isServed = /^(?:\$\w*)?\.Capabilities\.APIVersions\.Has$/;
const isText = /^(?:"[^"\\]*"|`[^`]*`)$/;
const isKubeVersion = /^(?:\$\w*)?\.Capabilities\.KubeVersion(?:\.(?:Git)?Version)?$/;

/** The words of a command, those in parentheses as one; undefined where it is none, or is given to another by `|`. */
function wordsOf(text: string): string[] | undefined {
  const words: string[] = [];
  for (let at = 0; at < text.length; ) {
    if (/\s/.test(text[at]!)) {
      at++;
      continue;
    }
    const end = endOfWord(text, at);
    if (end === undefined || text[at] === '|') return undefined;
    words.push(text.slice(at, end));
    at = end;
  }
  return words;
}

/** Where a word ends; undefined where what it opens is not closed. */
function endOfWord(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"' || character === '`') {
      at = endOfText(text, at);
      if (at < 0) return undefined;
    } else if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (depth === 0 && /[\s|]/.test(character)) return Math.max(at, start + 1);
    if (depth < 0) return undefined;
  }
  return depth === 0 ? text.length : undefined;
}

function endOfText(text: string, start: number): number {
  const quote = text[start]!;
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === quote) return at;
    if (text[at] === '\\' && quote === '"') at++;
  }
  return -1;
}
