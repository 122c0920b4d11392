import type { Why } from './left-out.ts';

/** As long as a path may be on most systems, in bytes. */
const longestPath = 4_096;
const longestName = 255;

/**
 * The names of folders and file that an archive's name is made of, from the root of what is copied on: none for the root
 * itself. Gives why where it is none that may be written below the root.
 */
export function memberPath(name: string): readonly string[] | Why {
  if (name === '' || name.includes('\0')) return { reason: 'name not readable' };
  if (name.startsWith('/')) return { reason: 'name leads out' };
  if (Buffer.byteLength(name) > longestPath) return { reason: 'name too long' };
  const names = name.split('/').filter((each) => each !== '' && each !== '.');
  if (names.includes('..')) return { reason: 'name leads out' };
  if (names.some((each) => Buffer.byteLength(each) > longestName)) return { reason: 'name too long' };
  return names;
}
