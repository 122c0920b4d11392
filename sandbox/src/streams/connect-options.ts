/** `PodExecOptions` and `PodAttachOptions` as asked for in a query. */
export interface ConnectOptions {
  readonly container: string | undefined;
  /** Of exec alone. */
  readonly command: readonly string[];
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
}

/** Reads the query of exec or attach. */
export function readConnectOptions(query: URLSearchParams): ConnectOptions {
  const tty = booleanParameter(query, 'tty');
  return {
    container: query.get('container') || undefined,
    command: query.getAll('command'),
    stdin: booleanParameter(query, 'stdin'),
    stdout: booleanParameter(query, 'stdout'),
    // In a terminal there is one output.
    stderr: booleanParameter(query, 'stderr') && !tty,
    tty,
  };
}

/** Anything but these words counts as true, as the server's query conversion has it. */
export function booleanParameter(query: URLSearchParams, name: string): boolean {
  const text = query.get(name);
  return text !== null && !['false', '0'].includes(text.toLowerCase());
}
