import { maskSecrets } from './mask-secrets.ts';

/** How much a line matters: what is traced is for who looks for a fault, an error is a fault. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error';

/**
 * What happened, for who wants to know why: also the errors that nobody else is told of. `what` says what was being
 * done; `error` is what was thrown, of any type. Secrets in either are masked.
 */
export type Log = {
  readonly [Level in LogLevel]: (what: string, error?: unknown) => void;
};

/** A log whose lines, secrets masked, go to `write`. */
export function createLog(write: (level: LogLevel, line: string) => void): Log {
  const at = (level: LogLevel) => (what: string, error?: unknown) => {
    const line = error === undefined ? what : `${what}: ${describe(error)}`;
    write(level, maskSecrets(line));
  };
  return { trace: at('trace'), debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

const unheard = () => undefined;

/** Where nobody reads it. */
export const silentLog: Log = {
  trace: unheard,
  debug: unheard,
  info: unheard,
  warn: unheard,
  error: unheard,
};

/** How many causes of an error are told: each is another layer's words for the same. */
const longestChain = 5;

function describe(error: unknown): string {
  const told: string[] = [];
  let current = error;
  while (current !== undefined && told.length < longestChain) {
    told.push(current instanceof Error ? current.message || current.name : String(current));
    current = current instanceof Error ? current.cause : undefined;
  }
  return told.join(', caused by: ');
}
