import type { KubeconfigFiles } from './files.ts';

/**
 * Calls `listener` some 200 ms after any of the files was changed, replaced, made or removed, whether it exists now or
 * not. Never keeps the process alive.
 */
export function watchKubeconfigs(_files: KubeconfigFiles, _listener: () => void): { dispose(): void } {
  return { dispose() {} };
}
