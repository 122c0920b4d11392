import type { Lifecycle } from '../../server/src/catalog/catalog.ts';
import type { Facts } from '../../server/src/catalog/files.ts';
import { compareKubernetesVersions } from '../../server/src/catalog/version.ts';
import type { ApiServiceList } from './server-answers.ts';

/** What is known before a server is asked. */
export interface KnownFacts {
  /** Those that are there, of any versions. */
  readonly facts: readonly Pick<Facts, 'resources'>[];
  readonly lifecycle: readonly Lifecycle[];
}

/**
 * Why a server's facts are not those of its release, each reason with the way out; empty where they are. Facts are of
 * Kubernetes alone and of all its APIs, those that are off unless somebody turns them on too.
 */
export function unfitReasons(
  { version, resources }: Pick<Facts, 'version' | 'resources'>,
  apiServices: ApiServiceList,
  known: KnownFacts,
): string[] {
  const missing = missingKinds(version, resources, known).join(', ');
  const foreign = foreignGroupVersions(apiServices).join(', ');
  const reasons: string[] = [];
  if (missing) {
    reasons.push(
      `${version} has ${missing}, which the server does not serve: start its kube-apiserver with --runtime-config=api/all=true --feature-gates=AllBeta=true, or say in server/facts/lifecycle.json in which version they were removed`,
    );
  }
  if (foreign) {
    reasons.push(
      `${foreign} came to the server by a CustomResourceDefinition or an APIService: take a server that has Kubernetes' own APIs alone`,
    );
  }
  return reasons;
}

/** Whether a release (`1.36`, `v1.36.3`) has the kind of a row of the lifecycle; one without a row is in all of them. */
export function isServedIn(version: string, row: Lifecycle | undefined): boolean {
  const minor = version.split('.').slice(0, 2).join('.');
  const has = (since: string | undefined) =>
    since !== undefined && compareKubernetesVersions(minor, since) >= 0;
  return row === undefined || ((row.introduced === undefined || has(row.introduced)) && !has(row.removed));
}

/** Kinds of other versions' facts that this one has by the lifecycle, as `apiVersion Kind`. */
function missingKinds(
  version: string,
  resources: Facts['resources'],
  { facts, lifecycle }: KnownFacts,
): string[] {
  const served = new Set(resources.map(nameOf));
  const rows = new Map(lifecycle.map((row) => [nameOf(row), row]));
  const known = new Set(facts.flatMap((one) => one.resources.map(nameOf)));
  return [...known].filter((name) => !served.has(name) && isServedIn(version, rows.get(name)));
}

/** The kube-apiserver marks the registrations of its own APIs so, and no others. */
function foreignGroupVersions({ items }: ApiServiceList): string[] {
  const isOwn = (labels: Readonly<Record<string, string>> = {}) =>
    labels['kube-aggregator.kubernetes.io/automanaged'] === 'onstart';
  return items.filter(({ metadata }) => !isOwn(metadata.labels)).map(({ metadata }) => metadata.name);
}

function nameOf({ group, version, kind }: { group: string; version: string; kind: string }): string {
  return group === '' ? `${version} ${kind}` : `${group}/${version} ${kind}`;
}
