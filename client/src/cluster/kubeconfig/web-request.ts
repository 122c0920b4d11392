import { request as requestHttps } from 'node:https';
import { request as requestHttp } from '../http/node-http.ts';
import type { Clock } from '../watch/clock.ts';

/** A request to a server that is no cluster's, such as an issuer of tokens. */
export interface WebRequestOptions {
  /** Whom the server is trusted by, as PEM; this machine's authorities where it is undefined. */
  readonly authority?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent by POST; without one it is a GET. */
  readonly body?: string;
}

/** Sends, and answers with what came, whatever its code. Follows no redirection. */
export type WebRequest = (
  url: string,
  options: WebRequestOptions,
) => Promise<{ readonly code: number; readonly body: string }>;

const timeLimit = 30_000;
/** In characters. */
const longestAnswer = 1024 * 1024;

/** Real ones, bounded in length, and in time by this clock. They reject with Node's error, or one in words. */
export function webRequests(clock: Clock): WebRequest {
  return (address, options) => send(address, options, clock);
}

function send(
  address: string,
  { authority, headers = {}, body }: WebRequestOptions,
  clock: Clock,
): ReturnType<WebRequest> {
  return new Promise((resolve, reject) => {
    const url = new URL(address);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error(`${address} is no http URL`);
    const ask = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = ask(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
      ...(authority === undefined ? {} : { ca: authority }),
    });
    const cancelTimer = clock.after(timeLimit, () => request.destroy(new Error('no answer in time')));
    request.on('close', cancelTimer);
    request.on('error', reject);
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > longestAnswer) request.destroy(new Error('its answer is too long'));
      });
      response.on('error', reject);
      response.on('end', () => resolve({ code: response.statusCode ?? 0, body: text }));
    });
    request.end(body);
  });
}
