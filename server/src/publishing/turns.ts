/** Milliseconds of work before other messages get their turn. */
const longestTurn = 30;

/** What long work waits for between its steps: nothing, until it has had its turn; then `pause`. */
export function turns(pause: () => Promise<void>): () => Promise<void> {
  let resumed = performance.now();
  return async () => {
    if (performance.now() - resumed <= longestTurn) return;
    await pause();
    resumed = performance.now();
  };
}
