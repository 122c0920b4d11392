import type { Resource } from '../kube-object.ts';
import { type AnswerReader, field, listOf, textOf, textsOf, WrongAnswer } from '../wrong-answer.ts';

/** A group with one of its versions. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/**
 * The resources of an `APIGroupDiscoveryList`, of version v2 and v2beta1 alike: versions of a group in the server's order,
 * its preferred one first. A group whose extension server does not answer has no resources in it, and an entry that is
 * none is left out: they hide no other. Undefined where the answer is of another kind.
 * @throws WrongAnswer when it is of that kind and has no groups.
 */
export function parseAggregated(answer: unknown): Resource[] | undefined {
  if (textOf(answer, 'kind') !== 'APIGroupDiscoveryList') return undefined;
  const groups = listOf(answer, 'items');
  if (!groups) throw new WrongAnswer('the answer is a list of groups without groups');
  return groups.flatMap((item) => {
    const group = textOf(field(item, 'metadata'), 'name') ?? '';
    return (listOf(item, 'versions') ?? []).flatMap((entry) => {
      const version = textOf(entry, 'version');
      if (version === undefined) return [];
      return (listOf(entry, 'resources') ?? []).flatMap(
        (resource) => aggregatedResource({ group, version }, resource) ?? [],
      );
    });
  });
}

/** The answer of `/api` by a server without aggregated discovery. @throws WrongAnswer when it is none. */
export function checkCoreVersions(answer: unknown): undefined {
  if (textOf(answer, 'kind') === 'APIVersions' && listOf(answer, 'versions')) return undefined;
  throw WrongAnswer.of('the versions of the API', answer);
}

/** The group-versions of an `APIGroupList`, the preferred one of a group first. @throws WrongAnswer when it is none. */
export function parseGroups(answer: unknown): GroupVersion[] {
  const groups = listOf(answer, 'groups');
  if (textOf(answer, 'kind') !== 'APIGroupList' || !groups) {
    throw WrongAnswer.of('the list of API groups', answer);
  }
  return groups.flatMap((entry) => {
    const group = textOf(entry, 'name');
    return group === undefined ? [] : versionsOf(entry).map((version) => ({ group, version }));
  });
}

/** Reads the own list of one group-version. */
export function resourceListReader(group: string, version: string): AnswerReader<Resource[]> {
  return (answer) => {
    const all = listOf(answer, 'resources');
    if (!all) throw WrongAnswer.of(`the list of the resources of ${apiVersionOf(group, version)}`, answer);
    return listedResources({ group, version }, all);
  };
}

/** The group's versions, its preferred one first. */
function versionsOf(group: unknown): string[] {
  const versions = (listOf(group, 'versions') ?? []).flatMap((entry) => textOf(entry, 'version') ?? []);
  const preferred = textOf(field(group, 'preferredVersion'), 'version');
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

function aggregatedResource({ group, version }: GroupVersion, entry: unknown): Resource | undefined {
  const plural = textOf(entry, 'resource');
  const kind = textOf(field(entry, 'responseKind'), 'kind');
  if (plural === undefined || kind === undefined) return undefined;
  return {
    ...namesOf({ group, version }, kind),
    plural,
    singular: textOf(entry, 'singularResource') ?? kind.toLowerCase(),
    scope: field(entry, 'scope') === 'Namespaced' ? 'Namespaced' : 'Cluster',
    ...abilitiesOf(entry),
    subresources: (listOf(entry, 'subresources') ?? []).flatMap((subresource) => {
      const name = textOf(subresource, 'subresource');
      if (name === undefined) return [];
      const responseKind = textOf(field(subresource, 'responseKind'), 'kind') ?? '';
      return [{ name, kind: responseKind, verbs: textsOf(subresource, 'verbs') }];
    }),
  };
}

function listedResources(groupVersion: GroupVersion, all: readonly unknown[]): Resource[] {
  const subresources = new Map<string, Resource['subresources'][number][]>();
  const resources: Resource[] = [];
  for (const entry of all) {
    const [plural = '', subresource] = splitName(textOf(entry, 'name') ?? '');
    const kind = textOf(entry, 'kind');
    if (plural === '' || kind === undefined) continue;
    const parts = subresources.get(plural) ?? [];
    subresources.set(plural, parts);
    if (subresource !== undefined) parts.push({ name: subresource, kind, verbs: textsOf(entry, 'verbs') });
    else {
      resources.push({
        ...namesOf(groupVersion, kind),
        plural,
        singular: textOf(entry, 'singularName') ?? kind.toLowerCase(),
        scope: field(entry, 'namespaced') === true ? 'Namespaced' : 'Cluster',
        ...abilitiesOf(entry),
        subresources: parts,
      });
    }
  }
  return resources;
}

/** `pods/log` as the resource and its part. */
function splitName(name: string): [string, string?] {
  const slash = name.indexOf('/');
  return slash < 0 ? [name] : [name.slice(0, slash), name.slice(slash + 1)];
}

function namesOf({ group, version }: GroupVersion, kind: string) {
  return { group, version, kind, apiVersion: apiVersionOf(group, version) };
}

function abilitiesOf(entry: unknown) {
  return {
    verbs: textsOf(entry, 'verbs'),
    shortNames: textsOf(entry, 'shortNames'),
    categories: textsOf(entry, 'categories'),
  };
}

function apiVersionOf(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}
