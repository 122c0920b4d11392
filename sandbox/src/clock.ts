/** Time as the sandbox's runtime sees it; tests give one that they move by hand. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after so many milliseconds, unless disposed before. Never keeps the process alive. */
  after(milliseconds: number, callback: () => void): { dispose(): void };
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    timer.unref();
    return { dispose: () => clearTimeout(timer) };
  },
};

/** A time as Kubernetes writes `metav1.Time`: RFC 3339 in UTC, whole seconds. */
export function timestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
