import type { Catalog, Lifecycle } from '../../catalog/catalog.ts';
import type { NamedCluster } from '../about.ts';
import type { Finding } from '../finding.ts';
import type { ServingCluster } from './serving-cluster.ts';
import {
  apiVersionOf,
  deprecatedVersion,
  fixOf,
  isAnotherKind,
  isReached,
  type TypeMeta,
} from './type-meta.ts';

/**
 * What is to say where connected clusters are too new or too old for a kind of the chosen version: all of them in one
 * finding. What a cluster serves it serves, whatever its version; one that does not tell its version is left out.
 */
export function notServed(
  typeMeta: TypeMeta,
  lifecycle: Lifecycle,
  clusters: readonly ServingCluster[],
  catalog: Catalog,
): Finding | undefined {
  const lacking = clusters.filter(
    (cluster) => hasVersion(cluster) && !cluster.serves(typeMeta.apiVersion.text, typeMeta.kind.text),
  );
  const tooNew = lacking.filter(({ version }) => isReached(lifecycle.removed, version));
  const tooOld = lacking.filter(
    ({ version }) => lifecycle.introduced !== undefined && !isReached(lifecycle.introduced, version),
  );
  if (tooNew.length === 0 && tooOld.length === 0) return undefined;
  return {
    code: 'not-served-by-cluster',
    severity: 'warning',
    about: {
      is: 'not-served',
      ...deprecatedVersion(typeMeta, lifecycle),
      tooNew: tooNew.map(named),
      tooOld: tooOld.map(named),
      ...(lifecycle.introduced !== undefined && { introduced: lifecycle.introduced }),
      served: tooOld.length === 0 ? [] : servedInstead(typeMeta, tooOld, catalog),
    },
    span: typeMeta.apiVersion.span,
    ...(tooOld.length === 0 && fixFor(typeMeta, lifecycle, tooNew)),
  };
}

/** What is to say where connected clusters serve a kind that is deprecated in their versions: these warn at every use. */
export function deprecatedInClusters(
  typeMeta: TypeMeta,
  lifecycle: Lifecycle,
  clusters: readonly ServingCluster[],
): Finding | undefined {
  const { deprecated } = lifecycle;
  const warning = clusters.filter(
    (cluster) =>
      hasVersion(cluster) &&
      isReached(deprecated, cluster.version) &&
      cluster.serves(typeMeta.apiVersion.text, typeMeta.kind.text),
  );
  if (warning.length === 0) return undefined;
  return {
    code: 'deprecated-in-cluster',
    severity: 'information',
    about: {
      is: 'deprecated-in-cluster',
      ...deprecatedVersion(typeMeta, lifecycle),
      clusters: warning.map(named),
    },
    span: isAnotherKind(lifecycle) ? typeMeta.kind.span : typeMeta.apiVersion.span,
    deprecated: true,
    ...fixFor(typeMeta, lifecycle, warning),
  };
}

/** Some servers keep their version to themselves. */
function hasVersion({ version }: ServingCluster): boolean {
  return /^v?\d+\.\d+/.test(version);
}

/** The replacement, where all of these clusters have it. */
function fixFor(typeMeta: TypeMeta, lifecycle: Lifecycle, clusters: readonly ServingCluster[]) {
  const { replacement } = lifecycle;
  const isServed =
    replacement && clusters.every((cluster) => cluster.serves(apiVersionOf(replacement), replacement.kind));
  return isServed ? fixOf(typeMeta, lifecycle) : {};
}

/** Earlier versions of the kind that all of these clusters have. */
function servedInstead({ kind }: TypeMeta, clusters: readonly ServingCluster[], catalog: Catalog): string[] {
  return clusters[0]!
    .apiVersionsOf(kind.text)
    .filter((apiVersion) => catalog.lifecycle(apiVersion, kind.text) !== undefined)
    .filter((apiVersion) => clusters.every((cluster) => cluster.serves(apiVersion, kind.text)));
}

function named({ name, version }: ServingCluster): NamedCluster {
  return { name, version };
}
