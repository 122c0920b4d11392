/** What stands in the first line of a request. */
export interface RequestUrl {
  /** Decoded; bytes that are no UTF-8 are replaced. */
  readonly pathname: string;
  readonly searchParams: URLSearchParams;
}

/**
 * Reads the target of a request in each of the forms that HTTP has: a path, a whole URL (RFC 9112, 3.2.2), `*`. Undefined
 * where a percent sign begins no encoding.
 */
export function requestUrl(target: string): RequestUrl | undefined {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  const question = path.indexOf('?');
  const pathname = decoded(question < 0 ? path : path.slice(0, question));
  if (pathname === undefined) return undefined;
  const searchParams = new URLSearchParams(question < 0 ? '' : path.slice(question + 1));
  return { pathname: pathname.startsWith('/') ? pathname : '/', searchParams };
}

function decoded(path: string): string | undefined {
  if (!path.includes('%')) return path;
  if (/%(?![0-9a-f]{2})/i.test(path)) return undefined;
  const bytes = Buffer.from(path, 'utf8').toString('latin1');
  const raw = bytes.replace(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return Buffer.from(raw, 'latin1').toString('utf8');
}
