import { ProgressLocation, window } from 'vscode';

/**
 * Runs `work` under a notification that shows how far it is and can cancel it.
 *
 * @throws what `work` throws; an `AbortError` when the person cancels and `work` gives up for it
 */
export async function withCancellableProgress<Result>(
  title: string,
  work: (signal: AbortSignal, onProgress: (done: number, all: number) => void) => Promise<Result>,
): Promise<Result> {
  const options = { location: ProgressLocation.Notification, title, cancellable: true };
  return window.withProgress(options, async (progress, token) => {
    const controller = new AbortController();
    const listener = token.onCancellationRequested(() => controller.abort());
    try {
      return await work(controller.signal, (done, all) => {
        progress.report({ message: `${done} of ${all}`, increment: 100 / all });
      });
    } finally {
      listener.dispose();
    }
  });
}
