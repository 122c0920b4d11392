import { requestTarget } from '../request-target.ts';
import type { RequestUrl } from './request-url.ts';

/**
 * What a path below `/watch/` asks for: the way of clients before `?watch` was there, which API servers still answer. Any
 * other URL stays as it is.
 */
export function withoutWatchPath(url: RequestUrl): RequestUrl {
  const [, root, rest] = /^(\/api\/[^/]+|\/apis\/[^/]+\/[^/]+)\/watch(\/.+)$/.exec(url.pathname) ?? [];
  if (root === undefined || rest === undefined) return url;
  const pathname = `${root}${rest}`;
  const target = requestTarget(pathname);
  if (!target || target.subresource !== undefined) return url;
  const searchParams = new URLSearchParams(url.searchParams);
  searchParams.set('watch', 'true');
  if (target.name === undefined) return { pathname, searchParams };
  searchParams.set('fieldSelector', `metadata.name=${target.name}`);
  return { pathname: pathname.replace(/\/[^/]+\/*$/, ''), searchParams };
}
