// Whether sources have changed since they were built, told by their folders: what git does to a file (a pull, a checkout)
// changes its folder, too. A look at the folders takes a millisecond, at every file seven. What an editor writes into a file
// in place is not seen here: that is what `npm run build` is for.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Changed by what changes packages: their own folders are many. */
const packages = 'package-lock.json';

/**
 * Writes down how the folders of what went into a part stand now.
 * @param {string} root of the project
 * @param {string} part of the build
 * @param {readonly string[]} inputs its files, relative to the root
 */
export function stampFolders(root, part, inputs) {
  const own = inputs.filter((input) => !input.startsWith('node_modules/'));
  const places = [...new Set([packages, ...own.map((input) => dirname(input))])].sort();
  writeFileSync(stampFile(root, part), JSON.stringify(placesNow(root, places)));
}

/**
 * Whether any of these parts was built of sources that stood otherwise. Where there are no sources nothing can be newer.
 * @param {string} root
 * @param {readonly string[]} parts
 */
export function isOutdated(root, parts) {
  if (!existsSync(join(root, 'scripts', 'build.mjs')) || !existsSync(join(root, 'check', 'src')))
    return false;
  return parts.some((part) => {
    const then = stamp(root, part);
    return then === undefined || JSON.stringify(placesNow(root, Object.keys(then))) !== JSON.stringify(then);
  });
}

/**
 * @param {string} root
 * @param {string} part
 * @returns {Record<string, number> | undefined}
 */
function stamp(root, part) {
  try {
    return JSON.parse(readFileSync(stampFile(root, part), 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {string} root
 * @param {string} part
 */
function stampFile(root, part) {
  return join(root, 'out', 'meta', `${part}.folders.json`);
}

/**
 * When each was changed last; 0 for what has gone.
 * @param {string} root
 * @param {readonly string[]} places
 */
function placesNow(root, places) {
  return Object.fromEntries(
    places.map((place) => [place, statSync(join(root, place), { throwIfNoEntry: false })?.mtimeMs ?? 0]),
  );
}
