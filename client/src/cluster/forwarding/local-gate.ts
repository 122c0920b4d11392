import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { cookieOf } from './passed-headers.ts';

/** What becomes of a request to a local server that speaks with a person's credentials. */
export type Passage =
  /** `path` is what it is for, without the secret; `by` says how it was known. */
  | { readonly kind: 'passed'; readonly path: string; readonly by: 'path' | 'cookie' }
  | { readonly kind: 'refused'; readonly why: string };

/** Who is let in: whoever knows the secret, by the first segment of the path or a cookie, and comes from no other page. */
export interface Gate {
  readonly secret: string;
  readonly cookie: string;
  readonly port: number;
  readonly addresses: readonly string[];
}

/**
 * Judges a request. Any page that a person looks at can send requests to this machine: by a name that leads here (so `Host` is to be
 * an address or `localhost`), or with the cookies that are here (so `Origin` is to be this server).
 */
export function passageOf(
  gate: Gate,
  { url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
): Passage {
  const { secret, cookie } = gate;
  const host = headers.host?.toLowerCase();
  if (host === undefined || !hostsOf(gate).includes(host)) {
    return { kind: 'refused', why: 'This server is asked for by its address alone.' };
  }
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && origin !== `http://${host}`) {
    return { kind: 'refused', why: 'Another page has sent this request.' };
  }
  if (!url.startsWith('/')) return { kind: 'refused', why: 'This server is no proxy for other servers.' };
  const [, first = '', rest = ''] = /^\/([^/?]*)(.*)$/s.exec(url) ?? [];
  if (isSame(first, secret)) {
    return { kind: 'passed', path: rest.startsWith('/') ? rest : `/${rest}`, by: 'path' };
  }
  if (!isSame(cookieOf(headers.cookie, cookie) ?? '', secret)) {
    return {
      kind: 'refused',
      why: 'Open the URL that was given for this forwarded port: it holds a secret.',
    };
  }
  // A cookie knows no ports: pages of other local servers have it, too.
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return { kind: 'refused', why: 'Another page has sent this request.' };
  }
  return { kind: 'passed', path: url, by: 'cookie' };
}

function hostsOf({ port, addresses }: Gate): string[] {
  const hosts = [
    'localhost',
    ...addresses.map((address) => (address.includes(':') ? `[${address}]` : address)),
  ];
  return hosts.flatMap((host) => (port === 80 ? [host, `${host}:80`] : [`${host}:${port}`]));
}

/** In a time that says nothing of how much of it is right. */
function isSame(text: string, secret: string): boolean {
  const [one, other] = [text, secret].map((each) => createHash('sha256').update(each).digest());
  return timingSafeEqual(one!, other!);
}
