import type { Catalog } from '../../catalog/catalog.ts';
import { closest } from '../closest.ts';
import type { Finding, Fix } from '../finding.ts';
import { replaceScalar } from '../replace-scalar.ts';
import { groupOf, type Head, titleOf } from './head.ts';
import type { ServingCluster } from './serving-cluster.ts';

/** A kind of a group that is not Kubernetes' own, and that no definition and no cluster here knows: it may be right. */
export function unknownGroup(head: Head, catalog: Catalog, clusters: readonly ServingCluster[]): Finding {
  const unknown = { apiVersion: head.apiVersion.text, kind: head.kind.text };
  const serving = clusters.find((cluster) => cluster.serves(unknown.apiVersion, unknown.kind));
  const { meant, fix } = serving ? {} : suggestion(head, catalog);
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  const reason = serving ? whyWithoutSchema(serving, head) : nowhere(clusters);
  return {
    code: 'unknown-group',
    severity: 'hint',
    message: `Nothing is known of ${titleOf(head)}: ${reason}.${hint}`,
    span: head.kind.span,
    unknown,
    ...(fix && { fix }),
  };
}

function nowhere(clusters: readonly ServingCluster[]): string {
  const workspace = 'no CustomResourceDefinition for it in this workspace';
  return clusters.length === 0 ? workspace : `${workspace}, and no connected cluster serves it`;
}

function whyWithoutSchema(cluster: ServingCluster, { apiVersion, kind }: Head): string {
  const problem = cluster.problemOf(apiVersion.text, kind.text)?.replace(/\.$/, '');
  return `cluster "${cluster.name}" serves it, but its schema is not there: ${problem}`;
}

/** A kind of that name in another version, one of a similar name in this version, or a similar group that has it. */
function suggestion({ apiVersion, kind }: Head, catalog: Catalog): { meant?: string; fix?: Fix } {
  const group = groupOf(apiVersion.text);
  const ofName = catalog.findByKind(kind.text);
  const inGroup = ofName.find((one) => one.group === group)?.apiVersion;
  if (inGroup !== undefined) return { meant: inGroup, fix: replaceScalar(apiVersion, inGroup) };
  const siblings = catalog.kinds().filter((one) => one.apiVersion === apiVersion.text);
  const similar = closest(kind.text, new Set(siblings.map((one) => one.kind)));
  if (similar !== undefined) return { meant: similar, fix: replaceScalar(kind, similar) };
  const meant = closest(group, new Set(ofName.map((one) => one.group)));
  return meant === undefined ? {} : { meant };
}
