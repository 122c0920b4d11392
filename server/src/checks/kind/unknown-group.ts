import type { Catalog } from '../../catalog/catalog.ts';
import type { KindName } from '../../protocol.ts';
import type { About } from '../about.ts';
import { closest } from '../closest.ts';
import type { Finding, Fix } from '../finding.ts';
import { replaceScalar } from '../replace-scalar.ts';
import type { ServingCluster } from './serving-cluster.ts';
import { groupOf, kindName, type TypeMeta } from './type-meta.ts';

/** A kind of a group that is not Kubernetes' own, and that no definition and no cluster here knows: it may be right. */
export function unknownGroup(
  typeMeta: TypeMeta,
  catalog: Catalog,
  clusters: readonly ServingCluster[],
): Finding {
  const unknown = kindName(typeMeta);
  const serving = clusters.find((cluster) => cluster.serves(unknown.apiVersion, unknown.kind));
  const { meant, fix } = serving ? {} : suggestion(typeMeta, catalog);
  return {
    code: 'unknown-group',
    severity: 'hint',
    about: serving
      ? unreadSchema(serving, unknown)
      : {
          is: 'unknown-group',
          ...unknown,
          clusters: clusters.length === 0 ? 'none' : 'without it',
          ...(meant !== undefined && { meant }),
        },
    span: typeMeta.kind.span,
    unknown,
    ...(fix && { fix }),
  };
}

function unreadSchema(cluster: ServingCluster, type: KindName): About {
  const problem = cluster.problemOf(type.apiVersion, type.kind) ?? '';
  return { is: 'unread-schema', ...type, cluster: cluster.name, problem };
}

/** A kind of that name in another version, one of a similar name in this version, or a similar group that has it. */
function suggestion({ apiVersion, kind }: TypeMeta, catalog: Catalog): { meant?: string; fix?: Fix } {
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
