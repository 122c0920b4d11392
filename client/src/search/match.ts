import type { SearchedObject } from './searched-object.ts';

/** A word of what is typed: `web`, or `shop/web`, of which the parts before the last say of which kind or namespace it is. */
interface QueryWord {
  readonly within: readonly string[];
  readonly name: string;
}

/** What is looked for: all of its words. */
export type Query = readonly QueryWord[];

/** How well a name fits a word: the smaller the better. */
const ranks = { exact: 0, prefix: 1, wordStart: 2, inside: 3, elsewhere: 4 } as const;

/** Reads what a person has typed: words between blanks, each a part of a name, `kind/name` or `namespace/name`. */
export function queryOf(typed: string): Query {
  return typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => {
      const parts = word.split('/');
      return { name: parts.at(-1)!, within: parts.slice(0, -1).filter((part) => part !== '') };
    });
}

/** How well an object fits, the smaller the better; undefined where it does not. */
export function fitOf(query: Query, object: SearchedObject): number | undefined {
  const name = object.name.toLowerCase();
  let fit = 0;
  for (const word of query) {
    const one = fitOfWord(word, name, object);
    if (one === undefined) return undefined;
    fit += one;
  }
  return fit;
}

function fitOfWord({ within, name: wanted }: QueryWord, name: string, object: SearchedObject) {
  for (const part of within) if (!isWithin(part, object)) return undefined;
  const rank = rankIn(name, wanted);
  if (rank !== undefined || within.length > 0) return rank;
  return isWithin(wanted, object) ? ranks.elsewhere : undefined;
}

function rankIn(name: string, wanted: string): number | undefined {
  let at = name.indexOf(wanted);
  if (at < 0) return undefined;
  if (at === 0) return name.length === wanted.length ? ranks.exact : ranks.prefix;
  for (; at > 0; at = name.indexOf(wanted, at + 1)) if (isSeparator(name, at - 1)) return ranks.wordStart;
  return ranks.inside;
}

/** Whether it is of a kind that is called so, or of a namespace that begins so. */
function isWithin(part: string, { kind, namespace }: SearchedObject): boolean {
  return kind.names.includes(part) || (namespace?.startsWith(part) ?? false);
}

/** Names are letters and digits, and what stands between words of them. */
function isSeparator(name: string, at: number): boolean {
  return !/[\p{L}\p{N}]/u.test(name.charAt(at));
}
