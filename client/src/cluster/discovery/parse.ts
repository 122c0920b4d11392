import type { Resource } from '../cluster.ts';

/** `APIGroupDiscoveryList`, of version v2 and v2beta1 alike. */
export interface AggregatedDiscovery {
  readonly kind?: string;
  readonly items?: readonly {
    readonly metadata?: { readonly name?: string };
    readonly versions?: readonly {
      readonly version: string;
      readonly freshness?: string;
      readonly resources?: readonly {
        readonly resource: string;
        readonly responseKind?: GroupVersionKind;
        readonly scope: string;
        readonly singularResource?: string;
        readonly verbs?: readonly string[];
        readonly shortNames?: readonly string[];
        readonly categories?: readonly string[];
        readonly subresources?: readonly {
          readonly subresource: string;
          readonly responseKind?: GroupVersionKind;
          readonly verbs?: readonly string[];
        }[];
      }[];
    }[];
  }[];
}

interface GroupVersionKind {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
}

/** `APIGroupList` of servers without aggregated discovery. */
export interface GroupList {
  readonly groups?: readonly {
    readonly name: string;
    readonly versions?: readonly { readonly version: string }[];
    readonly preferredVersion?: { readonly version: string };
  }[];
}

/** `APIResourceList`: one group-version. */
export interface ResourceList {
  readonly resources?: readonly {
    readonly name: string;
    readonly singularName?: string;
    readonly namespaced: boolean;
    readonly kind: string;
    readonly verbs?: readonly string[];
    readonly shortNames?: readonly string[];
    readonly categories?: readonly string[];
  }[];
}

/**
 * The resources of an aggregated answer, versions of a group in the server's order, its preferred one first. A group
 * whose extension server does not answer has no resources in it and hides no other.
 */
export function parseAggregated(discovery: AggregatedDiscovery): Resource[] {
  return (discovery.items ?? []).flatMap((item) => {
    const group = item.metadata?.name ?? '';
    return (item.versions ?? []).flatMap(({ version, resources }) =>
      (resources ?? []).flatMap((entry): Resource[] => {
        const kind = entry.responseKind?.kind;
        if (!kind) return [];
        return [
          {
            group,
            version,
            kind,
            apiVersion: apiVersionOf(group, version),
            plural: entry.resource,
            singular: entry.singularResource || kind.toLowerCase(),
            scope: entry.scope === 'Namespaced' ? 'Namespaced' : 'Cluster',
            verbs: entry.verbs ?? [],
            shortNames: entry.shortNames ?? [],
            categories: entry.categories ?? [],
            subresources: (entry.subresources ?? []).map(({ subresource, responseKind, verbs }) => ({
              name: subresource,
              kind: responseKind?.kind ?? '',
              verbs: [...(verbs ?? [])],
            })),
          },
        ];
      }),
    );
  });
}

/** The resources of one group-version's own list. */
export function parseResourceList(group: string, version: string, list: ResourceList): Resource[] {
  const all = list.resources ?? [];
  return all
    .filter(({ name }) => !name.includes('/'))
    .map((entry) => ({
      group,
      version,
      kind: entry.kind,
      apiVersion: apiVersionOf(group, version),
      plural: entry.name,
      singular: entry.singularName || entry.kind.toLowerCase(),
      scope: entry.namespaced ? 'Namespaced' : 'Cluster',
      verbs: entry.verbs ?? [],
      shortNames: entry.shortNames ?? [],
      categories: entry.categories ?? [],
      subresources: all
        .filter(({ name }) => name.startsWith(`${entry.name}/`))
        .map(({ name, kind, verbs }) => ({
          name: name.slice(entry.name.length + 1),
          kind,
          verbs: [...(verbs ?? [])],
        })),
    }));
}

/** The group's versions, its preferred one first. */
export function versionsOf(group: NonNullable<GroupList['groups']>[number]): string[] {
  const versions = (group.versions ?? []).map(({ version }) => version);
  const preferred = group.preferredVersion?.version;
  return preferred === undefined ? versions : [...new Set([preferred, ...versions])];
}

/** Finds by `apiVersion` and `kind` in constant time. */
export function indexOfKinds(
  resources: readonly Resource[],
): (apiVersion: string, kind: string) => Resource | undefined {
  const index = new Map<string, Resource>();
  for (const resource of resources) {
    const key = `${resource.apiVersion} ${resource.kind}`;
    if (!index.has(key)) index.set(key, resource);
  }
  return (apiVersion, kind) => index.get(`${apiVersion} ${kind}`);
}

function apiVersionOf(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}
