/** What is said of anything that was thrown. Never throws itself, whatever that is. */
export function textOfThrown(error: unknown): string {
  try {
    return error instanceof Error ? error.message || error.name : String(error);
  } catch {
    return 'something failed that cannot be told';
  }
}
