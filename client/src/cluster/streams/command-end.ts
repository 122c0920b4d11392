import type { CommandEnd } from '../cluster.ts';
import type { ClusterError } from '../errors.ts';
import { type Asker, podError, statusError } from '../http/failures.ts';
import { isFailure, readStatus } from '../http/read-status.ts';
import type { Intent } from '../intent.ts';
import { asFields, field, listOf, textOf } from '../wrong-answer.ts';
import { refusedEnd } from './command-refusal.ts';

/** A shell's way of telling that a signal has killed what it ran. */
const signalsFrom = 128;
const lastSignal = 64;

/**
 * Reads what the error channel said: a Status. Gives the error where that is none, or where it tells of something between, not
 * of the command.
 */
export function readCommandEnd(text: string, intent: Intent, asker: Asker): CommandEnd | ClusterError {
  const status = parsed(text);
  if (textOf(status, 'status') === 'Success') return exited(0);
  const exitCode = exitCodeOf(status);
  if (exitCode !== undefined) return exited(exitCode);
  const failure = isFailure({ ...status, kind: 'Status' })
    ? readStatus({ ...status, kind: 'Status' }, { code: 500 })
    : undefined;
  if (!failure) return podError(intent, asker, { fault: text.replace(/\s+/g, ' ').trim().slice(0, 500) });
  const error = statusError(intent, asker, failure);
  return refusedEnd(error) ?? error;
}

/** The error of a connection that is gone before it was told how the command ended. */
export function lostCommandError(intent: Intent, asker: Asker, cause: Error | undefined): ClusterError {
  const why = cause ? ` (${cause.message.replace(/\s+/g, ' ').slice(0, 500)})` : '';
  return podError(intent, asker, {
    fault: `the connection ended before the command did${why}`,
    wayOut: 'It may still run: look at the pod, and try again',
  });
}

function exited(exitCode: number): CommandEnd {
  const signal = exitCode - signalsFrom;
  return { kind: 'exited', exitCode, signal: signal > 0 && signal <= lastSignal ? signal : undefined };
}

function exitCodeOf(status: unknown): number | undefined {
  if (textOf(status, 'reason') !== 'NonZeroExitCode') return undefined;
  for (const cause of listOf(field(status, 'details'), 'causes') ?? []) {
    const message = textOf(cause, 'message') ?? '';
    if (textOf(cause, 'reason') === 'ExitCode' && /^-?\d{1,10}$/.test(message)) return Number(message);
  }
  return undefined;
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return asFields(JSON.parse(text)) as Record<string, unknown> | undefined;
  } catch {
    return undefined;
  }
}
