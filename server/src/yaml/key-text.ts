/**
 * A key's text as the string that other keys of this text have, too. Keys are names of fields, the same in every document:
 * looking one up and making an object with it goes by the string's identity then, where a string of its own is compared.
 */
export function keyText(text: string): string {
  if (text.length > longestShared) return text;
  const known = shared.get(text);
  if (known !== undefined) return known;
  if (shared.size >= mostShared) return text;
  // A property's name, unlike a piece of a text, is one string for all that have it, and keeps no other text alive.
  const [name = text] = Object.keys({ [text]: true });
  shared.set(name, name);
  return name;
}

const shared = new Map<string, string>();
/** Names of fields are short; what is longer is the key of some data. */
const longestShared = 40;
/** Names of fields come soon, and keys of data by the hundred thousand: to share each of those takes longer than it saves. */
const mostShared = 2_000;
