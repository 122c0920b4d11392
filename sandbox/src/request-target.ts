import { trimEnd } from '../../server/src/yaml/trim-end.ts';

/** What a URL of the resource API names. */
export interface RequestTarget {
  readonly group: string;
  readonly version: string;
  readonly namespace: string | undefined;
  readonly plural: string;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

/**
 * Reads `/api/v1/...` and `/apis/GROUP/VERSION/...` below the group version; undefined for anything else,
 * and for the group version itself. The path is decoded.
 */
export function requestTarget(path: string): RequestTarget | undefined {
  const parts = trimEnd(path.replace(/^\//, ''), '/').split('/');
  const [root] = parts;
  if (root === 'api') return belowVersion('', parts[1], parts.slice(2));
  if (root === 'apis' && parts[1]) return belowVersion(parts[1], parts[2], parts.slice(3));
  return undefined;
}

function belowVersion(group: string, version: string | undefined, rest: string[]): RequestTarget | undefined {
  if (!version || rest.length === 0) return undefined;
  const isInNamespace = rest[0] === 'namespaces' && rest.length > 2 && !namespaceSubresources.has(rest[2]!);
  const namespace = isInNamespace ? rest[1] : undefined;
  const [plural, name, ...subresource] = isInNamespace ? rest.slice(2) : rest;
  const ownParts = subresource[0] === 'proxy' ? rest.slice(0, rest.length - subresource.length) : rest;
  if (ownParts.includes('')) return undefined;
  return {
    group,
    version,
    namespace,
    plural: plural!,
    name,
    subresource: subresourceOf(subresource),
  };
}

/** What follows `proxy` is a path of whatever is behind it. */
function subresourceOf(parts: readonly string[]): string | undefined {
  if (parts[0] === 'proxy') return 'proxy';
  return parts.length > 0 ? parts.join('/') : undefined;
}

const namespaceSubresources = new Set(['status', 'finalize']);
