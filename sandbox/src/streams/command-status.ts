/** How a command that was run in a container has ended. */
export type CommandEnd =
  | { readonly kind: 'exited'; readonly code: number }
  /** The runtime could not run it. */
  | { readonly kind: 'failed'; readonly message: string }
  /** The kubelet did not take the request: told on a stream where the API server had opened one already. */
  | { readonly kind: 'refused'; readonly message: string };

type CommandFailure = Exclude<CommandEnd, { kind: 'exited' }>;

/**
 * Who writes the Status on the error channel: the API server, which translates for clients of
 * `v5.channel.k8s.io`, or the kubelet for all older ones.
 */
export type StatusWriter = 'API server' | 'kubelet';

/** The Status of an end, as JSON. */
export function statusText(end: CommandEnd, writer: StatusWriter): string {
  const metadata = writer === 'API server' ? { metadata: {} } : {};
  if (end.kind !== 'exited') return JSON.stringify({ ...metadata, ...failure(end, writer) });
  if (end.code === 0) return JSON.stringify({ ...metadata, status: 'Success' });
  return JSON.stringify({
    ...metadata,
    status: 'Failure',
    message: exitMessage(end.code),
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(end.code) }] },
  });
}

/** The same as text, for protocols before v4; undefined where all went well. */
export function endText(end: CommandEnd): string | undefined {
  if (end.kind !== 'exited') return internalError(end.message);
  return end.code === 0 ? undefined : exitMessage(end.code);
}

/** The server hands on what the kubelet says as an error of its own, and so says the cause. */
function failure({ kind, message: said }: CommandFailure, writer: StatusWriter): object {
  const isTranslated = writer === 'API server';
  const message = kind === 'failed' && isTranslated ? internalError(said) : said;
  return {
    status: 'Failure',
    message: internalError(message),
    reason: 'InternalError',
    ...(isTranslated && { details: { causes: [{ message }] } }),
    code: 500,
  };
}

function internalError(message: string): string {
  return `Internal error occurred: ${message}`;
}

function exitMessage(code: number): string {
  return `command terminated with non-zero exit code: command terminated with exit code ${code}`;
}
