import { commands } from 'vscode';

/** Looks again and again until there is something; gives it. Throws after so many looks, ten a second at most. */
export async function eventually<Result>(
  look: () => Promise<Result | undefined>,
  mostLooks = 120,
): Promise<Result> {
  for (let looks = 0; looks < mostLooks; looks++) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(100);
  }
  throw new Error('it did not come');
}

/**
 * Takes the second choice of every quick pick until the command is done, for the first is to leave it; where there is but
 * one choice, that one.
 */
export function confirming(command: Thenable<unknown>): Promise<void> {
  // A quick pick is there before its choices are: accepted too early, it chooses nothing.
  return answering(
    command,
    ['workbench.action.quickOpenSelectNext', 'workbench.action.acceptSelectedQuickOpenItem'],
    800,
  );
}

/** Leaves every quick pick without a choice until the command is done. */
export function dismissing(command: Thenable<unknown>): Promise<void> {
  return answering(command, ['workbench.action.closeQuickOpen'], 200);
}

async function answering(
  command: Thenable<unknown>,
  answers: readonly string[],
  interval: number,
): Promise<void> {
  let done = false;
  const ended = Promise.resolve(command).finally(() => {
    done = true;
  });
  ended.catch(() => undefined);
  while (!done) {
    await pause(interval);
    // At once, so that all are about the same pick.
    if (!done) await Promise.all(answers.map((answer) => commands.executeCommand(answer)));
  }
  await ended;
}

/** Waits. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
