/** Time and chance, as arguments. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** From 0 to 1, without 1. */
  random(): number;
  /** Calls once, later, unless the answer is called before. */
  after(milliseconds: number, call: () => void): () => void;
}

/** The machine's own. A timer does not keep the process alive. */
export const systemClock: Clock = {
  now: Date.now,
  random: Math.random,
  after(milliseconds, call) {
    const timer = setTimeout(call, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
