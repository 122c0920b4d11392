import type { Catalog, Kind, KubernetesVersion, Lifecycle } from '../../catalog/catalog.ts';
import type { Judgement } from '../check-context.ts';
import { closest } from '../closest.ts';
import type { Finding, Report } from '../finding.ts';
import { replaceScalar } from '../replace-scalar.ts';
import { deprecatedInClusters, notServed } from './check-clusters.ts';
import {
  agedVersion,
  apiVersionOf,
  fixOf,
  groupOf,
  type Head,
  isAnotherKind,
  isReached,
  namedType,
} from './head.ts';
import { unknownGroup } from './unknown-group.ts';

/**
 * Finds the kind of an object and reports what is to say about it: that it is deprecated, removed, not there yet,
 * misspelt, or of a group that the catalog does not know. Gives the kind where there is one.
 */
export function checkKind(head: Head, judgement: Judgement, report: Report): Kind | undefined {
  const { catalog, version, clusters = [] } = judgement;
  const kind = catalog.find(head.apiVersion.text, head.kind.text);
  const lifecycle = withServedReplacement(
    catalog.lifecycle(head.apiVersion.text, head.kind.text),
    catalog,
    version,
  );
  if (kind) {
    const finding = lifecycle && kind.origin.from === 'bundled' && aging(head, lifecycle, judgement);
    if (finding) report(finding);
    return kind;
  }
  if (isReached(lifecycle?.removed, version)) report(removed(head, lifecycle!));
  else if (lifecycle?.introduced && !isReached(lifecycle.introduced, version)) {
    report(notYet(head, lifecycle.introduced, version));
  } else if (isElsewhere(head, catalog)) report(unknownGroup(head, catalog, clusters));
  else report(unknown(head, catalog));
  return undefined;
}

/** What is to say about a kind that the chosen version has: the worst alone, and the cluster's only where it is news. */
function aging(
  head: Head,
  lifecycle: Lifecycle,
  { catalog, version, clusters = [] }: Judgement,
): Finding | undefined {
  return (
    notServed(head, lifecycle, clusters, catalog) ??
    (isReached(lifecycle.deprecated, version)
      ? deprecated(head, lifecycle)
      : deprecatedInClusters(head, lifecycle, clusters))
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
  return lifecycle && { ...lifecycle, ...(replacement && { replacement }) };
}

/**
 * Whether a kind may be one of a group that is not known here. A group without a dot is not a CustomResourceDefinition's:
 * `core/v1 Pod` and `rbac/v1 Role` are slips.
 */
function isElsewhere({ apiVersion, kind }: Head, catalog: Catalog): boolean {
  const group = groupOf(apiVersion.text);
  if (catalog.ownsGroup(group)) return false;
  return group.includes('.') || catalog.findByKind(kind.text).length === 0;
}

function deprecated(head: Head, lifecycle: Lifecycle): Finding {
  return {
    code: 'deprecated-api-version',
    severity: 'warning',
    about: { is: 'deprecated-version', ...agedVersion(head, lifecycle) },
    span: isAnotherKind(lifecycle) ? head.kind.span : head.apiVersion.span,
    deprecated: true,
    ...fixOf(head, lifecycle),
  };
}

function removed(head: Head, lifecycle: Lifecycle): Finding {
  return {
    code: 'removed-api-version',
    severity: 'error',
    about: { is: 'removed-version', ...agedVersion(head, lifecycle) },
    span: head.apiVersion.span,
    ...fixOf(head, lifecycle),
  };
}

function notYet(head: Head, introduced: string, version: KubernetesVersion): Finding {
  return {
    code: 'future-api-version',
    severity: 'error',
    about: { is: 'future-version', ...namedType(head), introduced, chosen: version },
    span: head.apiVersion.span,
  };
}

/** A kind that a group of the catalog's own does not have: the wrong version of a kind, or a misspelt kind. */
function unknown(head: Head, catalog: Catalog): Finding {
  const apiVersion = head.apiVersion.text;
  const elsewhere = catalog.findByKind(head.kind.text)[0];
  if (elsewhere) {
    return {
      code: 'unknown-api-version',
      severity: 'error',
      about: { is: 'kind-of-other-version', ...namedType(head), meant: elsewhere.apiVersion },
      span: head.apiVersion.span,
      fix: replaceScalar(head.apiVersion, elsewhere.apiVersion),
    };
  }
  const siblings = catalog.kinds().filter((kind) => kind.apiVersion === apiVersion);
  if (siblings.length === 0) return unknownVersion(head, catalog);
  return unknownKind(head, siblings, catalog);
}

function unknownVersion(head: Head, catalog: Catalog): Finding {
  const apiVersion = head.apiVersion.text;
  const meant = closest(apiVersion, new Set(catalog.kinds().map((kind) => kind.apiVersion)));
  return {
    code: 'unknown-api-version',
    severity: 'error',
    about: { is: 'unknown-version', apiVersion, ...(meant && { meant }) },
    span: head.apiVersion.span,
    ...(meant && { fix: replaceScalar(head.apiVersion, meant) }),
  };
}

function unknownKind(head: Head, siblings: readonly Kind[], catalog: Catalog): Finding {
  const names = (kinds: readonly Kind[]) => new Set(kinds.map((kind) => kind.kind));
  const meant = closest(head.kind.text, names(siblings)) ?? closest(head.kind.text, names(catalog.kinds()));
  return {
    code: 'unknown-kind',
    severity: 'error',
    about: { is: 'unknown-kind', ...namedType(head), ...(meant && { meant }) },
    span: head.kind.span,
    ...(meant && { fix: replaceScalar(head.kind, meant) }),
  };
}
