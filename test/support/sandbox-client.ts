import type { IncomingMessage } from 'node:http';
import { get, request as send } from 'node:https';
import { createInterface } from 'node:readline';
import type { Sandbox } from './sandbox.ts';

/** What the sandbox answered. */
export interface Answer {
  code: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** The body as JSON; undefined where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
}

/**
 * A request by hand, over plain HTTPS: an object as body is sent as JSON, a text and bytes as they are. Where the server changes
 * the protocol, that is the answer.
 */
export function ask(
  sandbox: Pick<Sandbox, 'url' | 'ca' | 'token'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const isRaw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
  const text = isRaw ? body : JSON.stringify(body);
  return new Promise((done, failed) => {
    const request = send(
      `${sandbox.url}${path}`,
      {
        method,
        ca: sandbox.ca,
        agent: false,
        headers: {
          authorization: `Bearer ${sandbox.token}`,
          ...(text !== undefined && {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(text)),
          }),
          ...headers,
        },
      },
      (response) => {
        let answer = '';
        response.on('data', (chunk: Buffer) => {
          answer += chunk.toString();
        });
        response.on('error', failed);
        response.on('end', () =>
          done({
            code: response.statusCode ?? 0,
            headers: response.headers,
            text: answer,
            body: parsed(answer),
          }),
        );
      },
    );
    request.on('upgrade', ({ statusCode, headers: told }, socket) => {
      socket.destroy();
      done({ code: statusCode ?? 0, headers: told, text: '', body: undefined });
    });
    request.on('error', failed);
    request.end(text);
  });
}

/** The code and the text of an answer, where nothing else of it counts. */
export interface TextAnswer {
  status: number;
  text: string;
}

/** The same request by hand as one of JSON, whether it has a body or not. */
export async function askText(
  sandbox: Sandbox,
  path: string,
  method = 'GET',
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<TextAnswer> {
  const asked = { 'content-type': 'application/json', ...headers };
  const { code: status, text } = await ask(sandbox, method, path, body, asked);
  return { status, text };
}

/** One line of a watch. */
export interface WatchEvent {
  type: string;
  object: Answer['body'];
}

/** The events of a watch as they come: the watch is open once the first is here, and closed when nobody reads on. */
export async function* eventsOf(sandbox: Sandbox, path: string): AsyncGenerator<WatchEvent> {
  const headers = { authorization: `Bearer ${sandbox.token}` };
  const response = await new Promise<IncomingMessage>((done, failed) => {
    get(`${sandbox.url}${path}`, { ca: sandbox.ca, agent: false, headers }, done).once('error', failed);
  });
  try {
    for await (const line of createInterface({ input: response })) yield JSON.parse(line);
  } finally {
    response.destroy();
  }
}

/** All events of a watch that ends by itself: give its path a `timeoutSeconds`. */
export async function watchEvents(
  sandbox: Sandbox,
  path: string,
  headers: Record<string, string> = {},
): Promise<WatchEvent[]> {
  const { text } = await ask(sandbox, 'GET', path, undefined, headers);
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
