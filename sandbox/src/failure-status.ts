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
    message: known.message,
    ...(known.reason && { reason: known.reason }),
    ...(known.details && { details: known.details }),
    code: known.code,
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
