import type { IncomingHttpHeaders } from 'node:http';

/** Headers by their names, as Node writes them. */
export type PassedHeaders = Record<string, string | string[]>;

/** What is meant for the next one on the way alone (RFC 9110, 7.6.1). */
const hopByHop = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** By these an API server may take who asks for somebody else, or where they ask. */
const ofClusters = /^(?:host|authorization|impersonate-.*|x-remote-.*)$/;

/** What of a browser's headers goes to the API server: nothing by which that knows who asks, nor the cookie of this name. */
export function requestHeaders(headers: IncomingHttpHeaders, ownCookie: string): Record<string, string> {
  const passed = passable(headers).flatMap(([name, value]): [string, string][] => {
    if (ofClusters.test(name)) return [];
    const text = [value].flat().join(', ');
    const kept = name === 'cookie' ? withoutCookie(text, ownCookie) : text;
    return kept === '' ? [] : [[name, kept]];
  });
  return Object.fromEntries(passed);
}

/** What of an answer goes to the browser: no cookie may take the place of the one of this name. */
export function answerHeaders(headers: IncomingHttpHeaders, ownCookie: string): PassedHeaders {
  const passed = passable(headers).flatMap(([name, value]): [string, string | string[]][] => {
    if (name === 'location') return [];
    if (name !== 'set-cookie') return [[name, value]];
    return [[name, [value].flat().filter((cookie) => !cookie.trimStart().startsWith(`${ownCookie}=`))]];
  });
  return Object.fromEntries(passed);
}

/** The value of a cookie; undefined where there is none of this name. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  return cookiesOf(header ?? '')
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

function passable(headers: IncomingHttpHeaders): [string, string | string[]][] {
  const named = (headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  return Object.entries(headers).flatMap(([name, value]): [string, string | string[]][] =>
    value === undefined || hopByHop.has(name) || named.includes(name) ? [] : [[name, value]],
  );
}

function withoutCookie(header: string, name: string): string {
  return cookiesOf(header)
    .filter((cookie) => !cookie.startsWith(`${name}=`))
    .join('; ');
}

function cookiesOf(header: string): string[] {
  return header.split(';').map((cookie) => cookie.trim());
}
