import type { Catalog, Lifecycle } from '../../catalog/catalog.ts';
import type { Finding } from '../finding.ts';
import { apiVersionOf, fixOf, type Head, isAnotherKind, isReached, titleOf, useInstead } from './head.ts';
import type { ServingCluster } from './serving-cluster.ts';

/**
 * What is to say where connected clusters are too new or too old for a kind of the chosen version: all of them in one
 * finding. What a cluster serves it serves, whatever its version; one that does not tell its version is left out.
 */
export function notServed(
  head: Head,
  lifecycle: Lifecycle,
  clusters: readonly ServingCluster[],
  catalog: Catalog,
): Finding | undefined {
  const lacking = clusters.filter(
    (cluster) => hasVersion(cluster) && !cluster.serves(head.apiVersion.text, head.kind.text),
  );
  const tooNew = lacking.filter(({ version }) => isReached(lifecycle.removed, version));
  const tooOld = lacking.filter(
    ({ version }) => lifecycle.introduced !== undefined && !isReached(lifecycle.introduced, version),
  );
  if (tooNew.length === 0 && tooOld.length === 0) return undefined;
  const parts = [
    tooNew.length > 0 &&
      `${subjectOf(tooNew, 'does not serve', 'do not serve')} ${titleOf(head)}: it was removed in Kubernetes ${lifecycle.removed}.${useInstead(lifecycle)}`,
    tooOld.length > 0 &&
      `${subjectOf(tooOld, 'does not serve', 'do not serve')} ${titleOf(head)}: it comes with Kubernetes ${lifecycle.introduced}.${servedInstead(head, tooOld, catalog)}`,
  ];
  return {
    code: 'not-served-by-cluster',
    severity: 'warning',
    message: parts.filter(Boolean).join(' '),
    span: head.apiVersion.span,
    ...(tooOld.length === 0 && fixFor(head, lifecycle, tooNew)),
  };
}

/** What is to say where connected clusters serve a kind that is deprecated in their versions: these warn at every use. */
export function deprecatedInClusters(
  head: Head,
  lifecycle: Lifecycle,
  clusters: readonly ServingCluster[],
): Finding | undefined {
  const { deprecated, removed } = lifecycle;
  const warning = clusters.filter(
    (cluster) =>
      hasVersion(cluster) &&
      isReached(deprecated, cluster.version) &&
      cluster.serves(head.apiVersion.text, head.kind.text),
  );
  if (warning.length === 0) return undefined;
  const end = removed ? ` and will be removed in ${removed}` : '';
  return {
    code: 'deprecated-in-cluster',
    severity: 'information',
    message: `${subjectOf(warning, 'warns of', 'warn of')} ${titleOf(head)}: it is deprecated since Kubernetes ${deprecated}${end}.${useInstead(lifecycle)}`,
    span: isAnotherKind(lifecycle) ? head.kind.span : head.apiVersion.span,
    deprecated: true,
    ...fixFor(head, lifecycle, warning),
  };
}

/** Some servers keep their version to themselves. */
function hasVersion({ version }: ServingCluster): boolean {
  return /^v?\d+\.\d+/.test(version);
}

/** The replacement, where all of these clusters have it. */
function fixFor(head: Head, lifecycle: Lifecycle, clusters: readonly ServingCluster[]) {
  const { replacement } = lifecycle;
  const isServed =
    replacement && clusters.every((cluster) => cluster.serves(apiVersionOf(replacement), replacement.kind));
  return isServed ? fixOf(head, lifecycle) : {};
}

/** Earlier versions of the kind that all of these clusters have, as a sentence. */
function servedInstead({ kind }: Head, clusters: readonly ServingCluster[], catalog: Catalog): string {
  const common = clusters[0]!
    .apiVersionsOf(kind.text)
    .filter((apiVersion) => catalog.lifecycle(apiVersion, kind.text) !== undefined)
    .filter((apiVersion) => clusters.every((cluster) => cluster.serves(apiVersion, kind.text)));
  if (common.length === 0) return '';
  return ` ${clusters.length === 1 ? 'It serves' : 'They serve'} ${common.join(', ')}.`;
}

function subjectOf(clusters: readonly ServingCluster[], one: string, several: string): string {
  const names = clusters.slice(0, mostNamed).map(({ name, version }) => `"${name}" (${version})`);
  if (clusters.length > mostNamed) names.push(`${clusters.length - mostNamed} more`);
  if (names.length === 1) return `Cluster ${names[0]} ${one}`;
  return `Clusters ${names.slice(0, -1).join(', ')} and ${names.at(-1)} ${several}`;
}

/** Further ones are counted. */
const mostNamed = 5;
