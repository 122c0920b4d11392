import { trimEnd } from '../../../../server/src/yaml/trim-end.ts';
import type { KubeContext } from '../cluster.ts';
import { matchesWildcards } from './wildcards.ts';

/** How far a cluster is protected from the person's own hand. */
export type Protection =
  | 'none'
  /** Who would change something types the cluster's name first. */
  | 'confirm'
  /** Nothing that may change something is sent, whoever asks for it. */
  | 'read-only';

/** Levels by patterns, which match the name of a context or a cluster, or the URL of a server; `*` stands for any text. */
export type ProtectionRules = Readonly<Record<string, Exclude<Protection, 'none'>>>;

/** What of a context tells which cluster it leads to. */
export type ProtectedContext = Pick<KubeContext, 'name' | 'cluster' | 'server'>;

/**
 * How far the cluster of a context is protected: the strictest of the rules that match it, or another one of `contexts` that
 * leads to the same server. Letters are the same in both cases.
 */
export function protectionOf(
  context: ProtectedContext,
  contexts: readonly ProtectedContext[],
  rules: ProtectionRules,
): Protection {
  const server = sameServer(context.server);
  const others = contexts.filter((other) => server !== undefined && sameServer(other.server) === server);
  const levels = [context, ...others].flatMap((each): Protection[] => saidOf(each, rules));
  return strictest(levels);
}

/** The form of a server's URL that all of its spellings share; undefined where there is none. */
export function sameServer(server: string | undefined): string | undefined {
  if (server === undefined) return undefined;
  try {
    const url = new URL(server);
    return `${url.protocol}//${url.host}${trimEnd(url.pathname, '/')}`;
  } catch {
    return server;
  }
}

/** What is said by patterns that match the context or its cluster by name, or its server's URL in any spelling. */
export function saidOf<Said>(
  { name, cluster, server = '' }: ProtectedContext,
  byPattern: Readonly<Record<string, Said>>,
): Said[] {
  const texts = [name, cluster, server, sameServer(server) ?? ''];
  return Object.entries(byPattern)
    .filter(([pattern]) => texts.some((text) => matchesWildcards(pattern, text)))
    .map(([, said]) => said);
}

function strictest(levels: readonly Protection[]): Protection {
  // A level that nobody knows is one that is not understood: what is meant is to be kept from harm.
  if (levels.some((level) => level !== 'confirm' && level !== 'none')) return 'read-only';
  return levels.includes('confirm') ? 'confirm' : 'none';
}
