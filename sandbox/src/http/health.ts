import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HealthEndpoint, ServerFacts } from '../server-facts.ts';
import type { RequestUrl } from './request-url.ts';
import { sendText } from './respond.ts';

/**
 * Answers `/healthz`, `/livez`, `/readyz`, and each of their checks by itself; false for every other path. The sandbox is well
 * as long as it answers, so every check of a server of its version is passed.
 */
export function answerHealth(
  { method }: IncomingMessage,
  response: ServerResponse,
  { pathname, searchParams }: RequestUrl,
  { checks }: ServerFacts,
): boolean {
  const [, endpoint, check] = /^\/(healthz|livez|readyz)(?:\/(.+))?$/.exec(pathname) ?? [];
  if (endpoint === undefined) return false;
  const known = checks[endpoint as HealthEndpoint];
  if (check !== undefined) {
    if (!known.includes(check)) return false;
    sendCheck(response);
    return true;
  }
  if (method === 'HEAD' || !searchParams.has('verbose')) sendText(response, 200, 'ok');
  else sendText(response, 200, verbose(endpoint, known, new Set(searchParams.getAll('exclude'))));
  return true;
}

function verbose(endpoint: string, known: readonly string[], excluded: ReadonlySet<string>): string {
  const unknown = [...excluded].filter((name) => !known.includes(name));
  const lines = known.map((name) => `[+]${name} ${excluded.has(name) ? 'excluded: ok' : 'ok'}\n`);
  const warning =
    unknown.length > 0
      ? `warn: some health checks cannot be excluded: no matches for ${unknown
          .sort()
          .map((name) => JSON.stringify(name))
          .join()}\n`
      : '';
  return `${lines.join('')}${warning}${endpoint} check passed\n`;
}

/** One check by itself is answered without the headers that errors have. */
function sendCheck(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': 2,
    'cache-control': 'no-cache, private',
  });
  response.end('ok');
}
