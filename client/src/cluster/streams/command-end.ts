import type { CommandEnd } from '../cluster.ts';
import { type Asker, podError, statusError } from '../http/failures.ts';
import { isFailure, readStatus } from '../http/read-status.ts';
import type { Intent } from '../intent.ts';
import { asFields, field, listOf, textOf } from '../wrong-answer.ts';

/**
 * Reads what the error channel said: a Status. Gives the error where the command did not run, or where the connection broke
 * before it had ended.
 */
export function readCommandEnd(text: string, intent: Intent, asker: Asker): CommandEnd | Error {
  if (text === '') {
    return podError(intent, asker, {
      fault: 'the connection ended before the command did',
      wayOut: 'It may still run: look at the pod, and try again',
    });
  }
  const status = parsed(text);
  if (textOf(status, 'status') === 'Success') return { exitCode: 0 };
  const exitCode = exitCodeOf(status);
  if (exitCode !== undefined) return { exitCode };
  const failure = isFailure({ ...status, kind: 'Status' })
    ? readStatus({ ...status, kind: 'Status' }, { code: 500 })
    : undefined;
  if (failure) return statusError(intent, asker, failure);
  return podError(intent, asker, { fault: text.replace(/\s+/g, ' ').trim().slice(0, 500) });
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
