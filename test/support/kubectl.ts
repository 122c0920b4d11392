import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestContext } from 'vitest';

/** The path of the kubectl on the PATH, or undefined where there is none. */
export function findKubectl(): string | undefined {
  const name = process.platform === 'win32' ? 'kubectl.exe' : 'kubectl';
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/**
 * The path of kubectl for a test that needs it. Without one the test is skipped with the reason; with CI=true it
 * fails, because there nobody would notice.
 */
export function requireKubectl(context: TestContext): string {
  const path = findKubectl();
  if (path) return path;
  if (process.env.CI === 'true') throw new Error('there is no kubectl on the PATH');
  return context.skip('there is no kubectl on the PATH');
}
