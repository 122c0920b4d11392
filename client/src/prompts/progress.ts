import { ProgressLocation, window } from 'vscode';
import { plainText } from './plain-text.ts';

/** Runs `work` under a notification that says what is going on. Rejects as `work` does. */
export async function withProgress<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
  const options = { location: ProgressLocation.Notification, title: plainText(title) };
  return await window.withProgress(options, work);
}

/**
 * Runs `work` under a notification that shows how far it is, or what it waits for, and can cancel it.
 *
 * @throws what `work` throws; an `AbortError` when the person cancels and `work` gives up for it
 */
export async function withCancellableProgress<Result>(
  title: string,
  work: (
    signal: AbortSignal,
    onProgress: (done: number, all: number) => void,
    say: (text: string) => void,
  ) => Promise<Result>,
): Promise<Result> {
  const options = { location: ProgressLocation.Notification, title: plainText(title), cancellable: true };
  return await window.withProgress(options, async (progress, token) => {
    const controller = new AbortController();
    const listener = token.onCancellationRequested(() => controller.abort());
    try {
      return await work(
        controller.signal,
        (done, all) => progress.report({ message: `${done} of ${all}`, increment: 100 / all }),
        (text) => progress.report({ message: plainText(text) }),
      );
    } finally {
      listener.dispose();
    }
  });
}
