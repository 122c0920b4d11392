import type { ClusterRequest } from '../http/request.ts';

/** What a request does to a cluster, as far as its protection asks. */
export type RequestEffect =
  /** It changes nothing: what is read, the reviews that tell what somebody may, and what would come of a write. */
  | 'reads'
  /** It carries connections to what runs in the cluster, and by them whatever a person sends. */
  | 'forwards'
  /** It writes, runs or joins a command, or gives a token: all others. */
  | 'changes';

/**
 * What a request does, by its method and path alone: whoever has made it. A path that leads to no resource in the form of the
 * API changes something unless it is read. Copies are commands that are run.
 */
export function effectOf({
  method,
  path,
  body,
}: Pick<ClusterRequest, 'method' | 'path' | 'body'>): RequestEffect {
  const url = new URL(path.replace(/^\/*/, '/'), 'http://server');
  const place = placeOf(url.pathname);
  const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  switch (place?.subresource) {
    case 'exec':
    case 'attach':
      return 'changes';
    case 'portforward':
      return 'forwards';
    case 'proxy':
      return isRead ? 'forwards' : 'changes';
    case 'token':
    case 'ephemeralcontainers':
      return isRead ? 'reads' : 'changes';
  }
  if (isRead) return 'reads';
  if (method === 'POST' && place?.group === 'authorization.k8s.io') return 'reads';
  return isDryRun(method, url.searchParams, body) ? 'reads' : 'changes';
}

interface Place {
  readonly group: string;
  readonly subresource: string | undefined;
}

/** Of whose objects it is, and which part of one: `/api/VERSION/...` or `/apis/GROUP/VERSION/...`, as servers read it. */
function placeOf(path: string): Place | undefined {
  const [root, ...rest] = path
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
  if (root !== 'api' && root !== 'apis') return undefined;
  const group = root === 'apis' ? (rest.shift() ?? '') : '';
  const [, ...parts] = rest;
  if (parts[0] === 'watch') parts.shift();
  const isInside = parts[0] === 'namespaces' && parts.length > 2 && !ofNamespaces.has(parts[2]!);
  const [, , subresource] = isInside ? parts.slice(2) : parts;
  return { group, subresource };
}

/** What follows a namespace's name and is a part of the namespace itself. */
const ofNamespaces: ReadonlySet<string> = new Set(['status', 'finalize']);

/** Servers read an escaped letter as the letter. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Servers know one word for it, and refuse others. Of a deletion its body may say it, where the query says nothing. */
function isDryRun(method: string, query: URLSearchParams, body: string | undefined): boolean {
  const asked = query.getAll('dryRun');
  if (asked.length > 0) return asked.every((word) => word === 'All');
  return method === 'DELETE' && body !== undefined && dryRunIn(body);
}

function dryRunIn(body: string): boolean {
  try {
    const { dryRun } = JSON.parse(body) as { dryRun?: unknown };
    return Array.isArray(dryRun) && dryRun.length > 0 && dryRun.every((word) => word === 'All');
  } catch {
    return false;
  }
}
