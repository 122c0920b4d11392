import type { Row } from '../kube-object.ts';
import { type ReleaseRevision, revisionOf } from './release-revision.ts';

/** A release of Helm with what is kept of its history. */
export interface Release {
  readonly name: string;
  readonly namespace: string | undefined;
  readonly newest: ReleaseRevision;
  /** The Secrets of its revisions, the newest first. */
  readonly history: readonly Row[];
}

/** The releases that Secrets tell of, by name and then namespace. */
export function releasesOf(rows: Iterable<Row>): Release[] {
  const found = new Map<string, { readonly row: Row; readonly revision: ReleaseRevision }[]>();
  for (const row of rows) {
    const revision = row.problem === undefined ? revisionOf(row) : undefined;
    if (!revision) continue;
    const key = releaseKey(revision);
    const known = found.get(key);
    if (known) known.push({ row, revision });
    else found.set(key, [{ row, revision }]);
  }
  return [...found.values()].map(releaseOf).sort(byName);
}

/** Tells releases apart: their names are those of one namespace. */
export function releaseKey({ name, namespace }: Pick<Release, 'name' | 'namespace'>): string {
  return `${namespace ?? ''}/${name}`;
}

function releaseOf(found: { readonly row: Row; readonly revision: ReleaseRevision }[]): Release {
  const newestFirst = found.sort((one, other) => other.revision.revision - one.revision.revision);
  const newest = newestFirst[0]!.revision;
  const history = newestFirst.map(({ row }) => row);
  return { name: newest.name, namespace: newest.namespace, newest, history };
}

function byName(one: Release, other: Release): number {
  return (
    one.name.localeCompare(other.name, 'en') ||
    (one.namespace ?? '').localeCompare(other.namespace ?? '', 'en')
  );
}
