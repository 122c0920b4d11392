/** Consonants and digits only, so that no hash spells a word. */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

/** A short hash of a JSON value that does not depend on the order of fields; fit for names and labels. */
export function stableHash(value: unknown, length = 9): string {
  const text = canonical(value);
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  let hash = '';
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + index + 1) >>> 0;
    hash += alphabet[state % alphabet.length];
  }
  return hash;
}

/** A hexadecimal digest of any length, for container and image ids. */
export function stableDigest(text: string, length = 64): string {
  let digest = '';
  for (let part = 0; digest.length < length; part++) {
    let state = 0x811c9dc5 ^ part;
    for (let index = 0; index < text.length; index++) {
      state = Math.imul(state ^ text.charCodeAt(index), 0x01000193) >>> 0;
    }
    digest += (Math.imul(state ^ (state >>> 13), 0x5bd1e995) >>> 0).toString(16).padStart(8, '0');
  }
  return digest.slice(0, length);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const record = value as Record<string, unknown>;
  const fields = Object.keys(record).sort();
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(record[name])}`).join(',')}}`;
}
