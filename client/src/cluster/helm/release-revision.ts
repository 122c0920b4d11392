import type { Row, Selection } from '../kube-object.ts';
import type { Health } from '../objects/health.ts';

/** A revision of a release, by the labels of the Secret that Helm keeps it in: nothing secret is read for it. */
export interface ReleaseRevision {
  /** The Secret's. */
  readonly uid: string;
  readonly secret: string;
  readonly namespace: string | undefined;
  /** The release's. */
  readonly name: string;
  readonly revision: number;
  /** `deployed`, `failed`, `superseded`, `pending-upgrade`, ... */
  readonly status: string;
  /** When it was made; undefined where the server does not tell. */
  readonly createdAt: string | undefined;
}

/** The Secrets that Helm keeps its releases in. */
export const ofHelm: Selection = { labelSelector: 'owner=helm' };

/** The revision that a Secret has; undefined of one that is none, whoever gave it Helm's label. */
export function revisionOf({ uid, name, namespace, metadata }: Row): ReleaseRevision | undefined {
  const labels = metadata.labels ?? {};
  const { name: release, version } = labels;
  if (!name.startsWith('sh.helm.release.v1.') || !release || !version || !/^\d{1,9}$/.test(version)) {
    return undefined;
  }
  return {
    uid,
    secret: name,
    namespace,
    name: release,
    revision: Number(version),
    status: labels.status || 'unknown',
    createdAt: metadata.creationTimestamp,
  };
}

/** How a release fares by its status. */
export function statusHealth(status: string): Health {
  if (status === 'deployed') return 'good';
  if (status === 'failed') return 'failed';
  if (status === 'superseded' || status === 'uninstalled') return 'finished';
  return status.startsWith('pending-') || status === 'uninstalling' ? 'waiting' : 'unknown';
}
