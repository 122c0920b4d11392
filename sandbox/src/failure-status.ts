import { StatusError } from './status-error.ts';

/** A `Status` object of kind Failure. */
export interface FailureStatus {
  kind: 'Status';
  apiVersion: 'v1';
  metadata: { continue?: string };
  status: 'Failure';
  message: string;
  reason?: string;
  details?: StatusError['details'];
  code: number;
}

/** The `Status` of an error; of anything but a `StatusError`, an internal error. */
export function statusOf(error: unknown): FailureStatus {
  const known =
    error instanceof StatusError
      ? error
      : new StatusError(500, 'InternalError', `Internal error occurred: ${describe(error)}`, {
          details: { causes: [{ reason: '', message: describe(error) }] },
        });
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: known.continueToken === undefined ? {} : { continue: known.continueToken },
    status: 'Failure',
    message: cut(known.message, longestMessage),
    ...(known.reason && { reason: known.reason }),
    ...(known.details && { details: boundedDetails(known.details) }),
    code: known.code,
  };
}

/**
 * Errors repeat what they are about, once for each cause: a real server answers megabytes with tens of them. What is beyond
 * this is cut, and the cut is said.
 */
const longestMessage = 64 * 1024;
const longestCause = 8 * 1024;
/** The first causes may show whole objects, as long as all of it is no more than this. */
const mostInFull = 512 * 1024;
const mostCauses = 256;

function boundedDetails(details: NonNullable<StatusError['details']>): NonNullable<StatusError['details']> {
  const { name, causes } = details;
  let left = mostInFull;
  const bounded = (message: string) => {
    const isShort = message.length <= Math.min(left, longestMessage);
    if (isShort) left -= message.length;
    return isShort ? message : cut(message, longestCause);
  };
  return {
    ...details,
    ...(name !== undefined && { name: cut(name, longestCause) }),
    ...(causes && {
      causes: causes.slice(0, mostCauses).map((cause) => ({
        ...cause,
        message: bounded(cause.message),
        ...(cause.field !== undefined && { field: cut(cause.field, longestCause) }),
      })),
    }),
  };
}

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest)}... (cut: ${text.length} characters in all)`;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
