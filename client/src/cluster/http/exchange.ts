import type { Agent, IncomingMessage } from 'node:http';
import type { Clock } from '../watch/clock.ts';
import { headerLines } from './header-lines.ts';
import { lateAnswer } from './late-answer.ts';
import { requestOnOwnConnection } from './node-http.ts';
import type { ClusterResponse } from './response.ts';

/** A request as it stands on the wire, and how long its answer may take. */
export interface PlainRequest {
  readonly method: string;
  /** With its query, from the server's root. */
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: string;
  /** The head of the answer is to be there so many milliseconds after there is a connection. */
  readonly headTimeout: number;
  /** The body may be silent for so many milliseconds while somebody reads it; 0 for as long as it likes. */
  readonly longestSilence: number;
  /** Ends it with the signal's reason, until the body has been read. */
  readonly signal: AbortSignal;
}

/** A server that goes over to another protocol, which it was not asked for. */
export class UnaskedUpgrade extends Error {}

/** Where a request goes. */
export interface Way {
  /** Gives a connection, and has it back. */
  readonly agent: Agent;
  /** As the server is called, with its port where that is not the usual one. */
  readonly host: string;
  readonly clock: Pick<Clock, 'after'>;
  /** Called once the connection is free or closed. */
  readonly onDidEnd: () => void;
}

/**
 * Sends a request over a connection of an agent. Resolves once the head of the answer has come. Rejects, and ends the body, with
 * Node's error (its `code` says why), `UnaskedUpgrade`, or the signal's reason. Throws Node's error where it cannot be sent at all,
 * as with a header of several lines.
 */
export function exchange(
  request: PlainRequest,
  { agent, host, clock, onDidEnd }: Way,
): Promise<ClusterResponse> {
  const { method, path, headers, body, headTimeout, longestSilence, signal } = request;
  const sent = requestOnOwnConnection({
    agent,
    method,
    path,
    headers: {
      ...headerLines(headers),
      host,
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    },
    timeout: 0,
  });
  return new Promise((resolve, reject) => {
    let response: IncomingMessage | undefined;
    let cancelTimer = () => {};
    const end = (reason: Error) => {
      reject(reason);
      response?.destroy(reason);
      sent.destroy(reason);
    };
    const abort = () => end(signal.reason);
    signal.addEventListener('abort', abort);
    sent.on('socket', () => {
      cancelTimer = clock.after(headTimeout, () => end(lateAnswer()));
    });
    sent.on('response', (answer) => {
      cancelTimer();
      // Without a protocol's name it is an answer like any other for Node.
      if (answer.statusCode === 101) return end(new UnaskedUpgrade());
      response = answer;
      sent.setTimeout(longestSilence);
      resolve({ code: answer.statusCode!, headers: headersOf(answer), body: answer });
    });
    sent.on('timeout', () => {
      // Where what has come is not read, the server waits for us.
      if (response?.readableLength === 0) end(lateAnswer());
      else sent.setTimeout(longestSilence);
    });
    sent.on('upgrade', (_answer, socket) => {
      socket.destroy();
      end(new UnaskedUpgrade());
    });
    sent.on('error', (error) => {
      if (!response) end(error);
      // Who is about to read what has come is not to find it destroyed.
      else if (!response.complete) setImmediate(end, error);
    });
    sent.on('close', () => {
      cancelTimer();
      signal.removeEventListener('abort', abort);
      onDidEnd();
    });
    sent.end(body);
  });
}

/** As they came: what stands there several times as an array. */
function headersOf({ headersDistinct }: IncomingMessage): ClusterResponse['headers'] {
  const all = Object.entries(headersDistinct).map(([name, values = []]) => [
    name,
    values.length === 1 ? values[0] : values,
  ]);
  return Object.fromEntries(all);
}
