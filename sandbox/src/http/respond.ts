import type { ServerResponse } from 'node:http';
import { statusOf } from '../failure-status.ts';
import { goYaml } from '../go-yaml.ts';
import { StatusError } from '../status-error.ts';
import { isIndented } from './indentation.ts';

/** Writes an object as the whole answer. */
export function sendObject(
  response: ServerResponse,
  code: number,
  object: unknown,
  format: 'json' | 'yaml' = 'json',
  contentType = format === 'json' ? 'application/json' : 'application/yaml',
  cacheControl = 'no-cache, private',
): void {
  if (format === 'yaml' && unreadable.test(JSON.stringify(object))) {
    const error = new StatusError(500, '', 'yaml: control characters are not allowed');
    sendObject(response, 500, statusOf(error), format);
    return;
  }
  const body = Buffer.from(format === 'yaml' ? goYaml(object) : jsonText(object, response));
  response.writeHead(code, {
    'content-type': contentType,
    'content-length': body.length,
    'cache-control': cacheControl,
  });
  response.end(body);
}

function jsonText(object: unknown, { req }: ServerResponse): string {
  return isIndented(req) ? JSON.stringify(object, undefined, 2) : `${JSON.stringify(object)}\n`;
}

/** An API server makes YAML of its JSON by reading that as YAML, which cannot be done where these are in it. */
const unreadable = /[\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]/;

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
