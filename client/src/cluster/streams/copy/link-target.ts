/** Whether a link inside of what is copied leads nowhere else: then it means the same wherever the copy is. */
export type LinkVerdict = 'stays' | 'leads out';

/**
 * Judges the target of a symbolic link by the folder that it is in, counted from the root of what is copied (0 is the root
 * itself). It may go up first, and then down alone: behind a name `..` means the parent of wherever that leads, which may be
 * a link itself. So whatever other links there are, and whether or not upper and lower case are one, no link that stays is a
 * way out.
 */
export function judgeLink(target: string, depth: number, platform: NodeJS.Platform): LinkVerdict {
  if (target === '' || target.includes('\0') || target.startsWith('/')) return 'leads out';
  if (platform === 'win32' && /[\\:]/.test(target)) return 'leads out';
  let up = 0;
  let isDown = false;
  for (const name of target.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') isDown = true;
    else if (isDown || ++up > depth) return 'leads out';
  }
  return 'stays';
}
