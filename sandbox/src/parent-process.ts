/** How a process is watched. */
export interface ProcessView {
  /** The parent that this process has now; another one than at the start means that the first is gone. */
  parent(): number;
  /** Whether a process of that id runs. */
  isAlive(pid: number): boolean;
}

/**
 * Calls back once when the parent, or the process named, has ended, also when it was killed. Standard input says
 * nothing: started from a shell it may be closed from the beginning.
 */
export function onParentEnd(
  view: ProcessView,
  named: number | undefined,
  every: (check: () => void) => { dispose(): void },
  ended: () => void,
): { dispose(): void } {
  const first = view.parent();
  const watched = named ?? first;
  const isGone = () => (named === undefined && view.parent() !== first) || !view.isAlive(watched);
  // Without a parent of its own (the first process of a container) there is nothing to wait for.
  if (named === undefined && first <= 1) return { dispose() {} };
  const polling = every(() => {
    if (!isGone()) return;
    polling.dispose();
    ended();
  });
  return polling;
}

export const thisProcess: ProcessView = {
  parent: () => process.ppid,
  isAlive(pid) {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM';
    }
  },
};
