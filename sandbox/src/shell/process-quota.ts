/** What a command that would start more processes than it may is ended by. */
export class ProcessLimit extends Error {
  constructor() {
    super("can't fork: Resource temporarily unavailable");
    this.name = 'ProcessLimit';
  }
}

/** More at the same time are a mistake, or meant as harm. */
const mostRunning = 256;
/** A script has no loops: more in all come of scripts that run each other. */
const mostStarted = 50_000;
/** After so many others have their turn. */
const turn = 100;

/** Counts the processes that one command starts, directly or through others. */
export class ProcessQuota {
  #running = 0;
  #started = 0;

  /** Counts a process while it runs. Throws a `ProcessLimit` where it is one too many. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#started++;
    if (this.#running >= mostRunning || this.#started > mostStarted) throw new ProcessLimit();
    this.#running++;
    try {
      if (this.#started % turn === 0) await new Promise((resolve) => setImmediate(resolve));
      return await work();
    } finally {
      this.#running--;
    }
  }
}
