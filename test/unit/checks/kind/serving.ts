import type { Catalog } from '../../../../server/src/catalog/catalog.ts';
import { compareKubernetesVersions } from '../../../../server/src/catalog/version.ts';
import type { ServingCluster } from '../../../../server/src/checks/kind/serving-cluster.ts';

/** A cluster that serves what a release of its version does, by the catalog's lifecycles, and `more` (`apps/v1 Deployment`). */
export function clusterOfVersion(
  version: string,
  catalog: Pick<Catalog, 'lifecycle'>,
  { name = 'prod', more = [] }: { name?: string; more?: readonly string[] } = {},
): ServingCluster {
  const serves = (apiVersion: string, kind: string) => {
    const { introduced, removed } = catalog.lifecycle(apiVersion, kind) ?? {};
    const isThere = introduced !== undefined && compareKubernetesVersions(introduced, version) <= 0;
    const isGone = removed !== undefined && compareKubernetesVersions(removed, version) <= 0;
    return (isThere && !isGone) || more.includes(`${apiVersion} ${kind}`);
  };
  const versions = ['v1', 'v1beta1', 'v1beta2', 'v1beta3', 'v1alpha1', 'v2', 'v2beta1', 'v2beta2'];
  const groups = ['', 'apps/', 'batch/', 'autoscaling/', 'networking.k8s.io/', 'resource.k8s.io/'];
  const all = groups.flatMap((group) => versions.map((one) => `${group}${one}`));
  return {
    id: name,
    name,
    version,
    serves,
    apiVersionsOf: (kind) => all.filter((apiVersion) => serves(apiVersion, kind)),
    problemOf: () => undefined,
  };
}
