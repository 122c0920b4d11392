import type { Catalog, Kind, KubernetesVersion, Lifecycle } from '../../catalog/catalog.ts';
import type { CheckContext } from '../check-context.ts';
import { closest } from '../closest.ts';
import type { Finding, Report } from '../finding.ts';
import { replaceScalar } from '../replace-scalar.ts';
import { deprecatedInClusters, notServed } from './check-clusters.ts';
import {
  apiVersionOf,
  deprecatedVersion,
  fixOf,
  groupOf,
  isAnotherKind,
  isReached,
  kindName,
  type TypeMeta,
} from './type-meta.ts';
import { unknownGroup } from './unknown-group.ts';

/**
 * Finds the kind of an object and reports what is to say about it: that it is deprecated, removed, not there yet,
 * misspelt, or of a group that the catalog does not know. Gives the kind where there is one.
 */
export function checkKind(typeMeta: TypeMeta, context: CheckContext, report: Report): Kind | undefined {
  const { catalog, version, clusters = [] } = context;
  const kind = catalog.find(typeMeta.apiVersion.text, typeMeta.kind.text);
  const lifecycle = withServedReplacement(
    catalog.lifecycle(typeMeta.apiVersion.text, typeMeta.kind.text),
    catalog,
    version,
  );
  if (kind) {
    const finding = lifecycle && kind.origin.from === 'bundled' && aging(typeMeta, lifecycle, context);
    if (finding) report(finding);
    return kind;
  }
  if (isReached(lifecycle?.removed, version)) report(removed(typeMeta, lifecycle!));
  else if (lifecycle?.introduced && !isReached(lifecycle.introduced, version)) {
    report(notYet(typeMeta, lifecycle.introduced, version));
  } else if (isElsewhere(typeMeta, catalog)) report(unknownGroup(typeMeta, catalog, clusters));
  else report(unknown(typeMeta, catalog));
  return undefined;
}

/** What is to say about a kind that the chosen version has: the worst alone, and the cluster's only where it is news. */
function aging(
  typeMeta: TypeMeta,
  lifecycle: Lifecycle,
  { catalog, version, clusters = [] }: CheckContext,
): Finding | undefined {
  return (
    notServed(typeMeta, lifecycle, clusters, catalog) ??
    (isReached(lifecycle.deprecated, version)
      ? deprecated(typeMeta, lifecycle)
      : deprecatedInClusters(typeMeta, lifecycle, clusters))
  );
}

/** What replaced a version may itself be gone: then what replaced that. */
function withServedReplacement(
  lifecycle: Lifecycle | undefined,
  catalog: Catalog,
  version: KubernetesVersion,
): Lifecycle | undefined {
  let replacement = lifecycle?.replacement;
  for (let next = replacement; next; ) {
    const own: Lifecycle | undefined = catalog.lifecycle(apiVersionOf(next), next.kind);
    if (!isReached(own?.removed, version) || !own?.replacement) break;
    replacement = next = own.replacement;
  }
  return replacement && replacement !== lifecycle?.replacement ? { ...lifecycle!, replacement } : lifecycle;
}

/**
 * Whether a kind may be one of a group that is not known here. A group without a dot is not a CustomResourceDefinition's:
 * `core/v1 Pod` and `rbac/v1 Role` are slips.
 */
function isElsewhere({ apiVersion, kind }: TypeMeta, catalog: Catalog): boolean {
  const group = groupOf(apiVersion.text);
  if (catalog.ownsGroup(group)) return false;
  return group.includes('.') || catalog.findByKind(kind.text).length === 0;
}

function deprecated(typeMeta: TypeMeta, lifecycle: Lifecycle): Finding {
  return {
    code: 'deprecated-api-version',
    severity: 'warning',
    about: { is: 'deprecated-version', ...deprecatedVersion(typeMeta, lifecycle) },
    span: isAnotherKind(lifecycle) ? typeMeta.kind.span : typeMeta.apiVersion.span,
    deprecated: true,
    ...fixOf(typeMeta, lifecycle),
  };
}

function removed(typeMeta: TypeMeta, lifecycle: Lifecycle): Finding {
  return {
    code: 'removed-api-version',
    severity: 'error',
    about: { is: 'removed-version', ...deprecatedVersion(typeMeta, lifecycle) },
    span: typeMeta.apiVersion.span,
    ...fixOf(typeMeta, lifecycle),
  };
}

function notYet(typeMeta: TypeMeta, introduced: string, version: KubernetesVersion): Finding {
  return {
    code: 'future-api-version',
    severity: 'error',
    about: { is: 'future-version', ...kindName(typeMeta), introduced, chosen: version },
    span: typeMeta.apiVersion.span,
  };
}

/** A kind that a group of the catalog's own does not have: the wrong version of a kind, or a misspelt kind. */
function unknown(typeMeta: TypeMeta, catalog: Catalog): Finding {
  const apiVersion = typeMeta.apiVersion.text;
  const elsewhere = catalog.findByKind(typeMeta.kind.text)[0];
  if (elsewhere) {
    return {
      code: 'unknown-api-version',
      severity: 'error',
      about: { is: 'kind-of-other-version', ...kindName(typeMeta), meant: elsewhere.apiVersion },
      span: typeMeta.apiVersion.span,
      fix: replaceScalar(typeMeta.apiVersion, elsewhere.apiVersion),
    };
  }
  const siblings = catalog.kinds().filter((kind) => kind.apiVersion === apiVersion);
  if (siblings.length === 0) return unknownVersion(typeMeta, catalog);
  return unknownKind(typeMeta, siblings, catalog);
}

function unknownVersion(typeMeta: TypeMeta, catalog: Catalog): Finding {
  const apiVersion = typeMeta.apiVersion.text;
  const meant = closest(apiVersion, new Set(catalog.kinds().map((kind) => kind.apiVersion)));
  return {
    code: 'unknown-api-version',
    severity: 'error',
    about: { is: 'unknown-version', apiVersion, ...(meant && { meant }) },
    span: typeMeta.apiVersion.span,
    ...(meant && { fix: replaceScalar(typeMeta.apiVersion, meant) }),
  };
}

function unknownKind(typeMeta: TypeMeta, siblings: readonly Kind[], catalog: Catalog): Finding {
  const names = (kinds: readonly Kind[]) => new Set(kinds.map((kind) => kind.kind));
  const meant =
    closest(typeMeta.kind.text, names(siblings)) ?? closest(typeMeta.kind.text, names(catalog.kinds()));
  return {
    code: 'unknown-kind',
    severity: 'error',
    about: { is: 'unknown-kind', ...kindName(typeMeta), ...(meant && { meant }) },
    span: typeMeta.kind.span,
    ...(meant && { fix: replaceScalar(typeMeta.kind, meant) }),
  };
}
