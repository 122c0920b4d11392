import type { ServerResponse } from 'node:http';
import { stringifyWithin } from '../../../server/src/yaml/stringify.ts';
import { statusOf } from '../failure-status.ts';

/** Writes an object as the whole answer. */
export function sendObject(
  response: ServerResponse,
  code: number,
  object: unknown,
  format: 'json' | 'yaml' = 'json',
  contentType = format === 'json' ? 'application/json' : 'application/yaml',
  cacheControl = 'no-cache, private',
): void {
  const text =
    format === 'json'
      ? `${JSON.stringify(object)}\n`
      : stringifyWithin(withSortedFields(object), foldedBehind);
  const body = Buffer.from(text);
  response.writeHead(code, {
    'content-type': contentType,
    'content-length': body.length,
    'cache-control': cacheControl,
  });
  response.end(body);
}

/** Where the server breaks the lines of YAML. */
const foldedBehind = 80;

/** The server writes the fields of YAML in the order of their names. */
function withSortedFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedFields);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, withSortedFields(field)]));
}

/** Writes plain text as the whole answer. */
export function sendText(response: ServerResponse, code: number, text: string): void {
  response.writeHead(code, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-cache, private',
    'x-content-type-options': 'nosniff',
  });
  response.end(text);
}

/** Writes an error as a `Status`; does nothing but end the answer when it has already begun. */
export function sendError(response: ServerResponse, error: unknown, format: 'json' | 'yaml' = 'json'): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const status = statusOf(error);
  // The rest of a body that is too long is not read: nothing else can come over this connection.
  if (status.code === 413) response.setHeader('connection', 'close');
  const retryAfter = status.details?.retryAfterSeconds;
  if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter));
  sendObject(response, status.code, status, format);
}
