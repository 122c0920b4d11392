import { createHash } from 'node:crypto';
import type { Subresource } from '../../../server/src/catalog/catalog.ts';
import type { KubeObject } from '../object-store.ts';
import type { Registry } from '../resources/registry.ts';
import type { Resource } from '../resources/resource.ts';
import type { ServerFacts } from '../server-facts.ts';
import {
  type Group,
  type GroupVersion,
  groupsOf,
  groupVersionName,
  registeredVersion,
} from './group-versions.ts';

/** An answer of discovery, and what the `ETag` header of an aggregated one says. */
export interface DiscoveryResponse {
  readonly object: Record<string, unknown>;
  readonly etag?: string;
}

/** What discovery tells of. */
export interface DiscoveryOptions {
  readonly registry: Registry;
  /** All APIServices; the same list as long as none changes. */
  readonly apiServices: () => readonly KubeObject[];
  readonly facts: Pick<ServerFacts, 'paths' | 'checks'>;
  readonly serverAddress: () => string;
}

/** Answers `/api`, `/apis` and what is below them that lists resources; remakes its answers when resources change. */
export class Discovery {
  readonly #options: DiscoveryOptions;
  #generation = -1;
  #registered: readonly KubeObject[] = [];
  #groups: Group[] = [];
  readonly #aggregated = new Map<string, DiscoveryResponse>();

  constructor(options: DiscoveryOptions) {
    this.#options = options;
  }

  /** Whether there is a group of that name. */
  hasGroup(group: string): boolean {
    return this.#current().some((candidate) => candidate.group === group);
  }

  /** Whether the API server itself has a group of that name, and so answers for versions that it has not. */
  hasBuiltIn(group: string | undefined): boolean {
    return this.#current().some(
      (candidate) =>
        candidate.group === group &&
        candidate.versions.some(({ resources }) => resources.some(({ origin }) => origin === 'built-in')),
    );
  }

  /** Whether an APIService says that another server answers for a group version. */
  isElsewhere(group: string, version: string): boolean {
    return this.#find(group, version)?.servedBy === 'another server';
  }

  /** The versions of `/api`. */
  core(): DiscoveryResponse {
    return {
      object: {
        kind: 'APIVersions',
        versions: ['v1'],
        serverAddressByClientCIDRs: [
          { clientCIDR: '0.0.0.0/0', serverAddress: this.#options.serverAddress() },
        ],
      },
    };
  }

  /** The groups of `/apis`. */
  groups(): DiscoveryResponse {
    const groups = this.#named().map(describeGroup);
    return { object: { kind: 'APIGroupList', apiVersion: 'v1', groups } };
  }

  /** One group, or undefined. */
  group(name: string): DiscoveryResponse | undefined {
    const group = this.#named().find((candidate) => candidate.group === name);
    return group && { object: { kind: 'APIGroup', apiVersion: 'v1', ...describeGroup(group) } };
  }

  /** The resources of one group version, or undefined. */
  resources(group: string, version: string): DiscoveryResponse | undefined {
    const found = this.#find(group, version);
    if (!found || found.resources.length === 0) return undefined;
    return {
      object: {
        kind: 'APIResourceList',
        ...(group !== '' && { apiVersion: 'v1' }),
        groupVersion: groupVersionName(group, version),
        resources: found.resources.flatMap(describeResource),
      },
    };
  }

  /** Everything below `/api` or `/apis` at once. */
  aggregated(root: 'api' | 'apis'): DiscoveryResponse {
    const groups = root === 'api' ? this.#current().filter(({ group }) => group === '') : this.#named();
    const known = this.#aggregated.get(root);
    if (known) return known;
    const object = {
      kind: 'APIGroupDiscoveryList',
      apiVersion: 'apidiscovery.k8s.io/v2',
      metadata: {},
      items: groups.flatMap(aggregatedGroup),
    };
    const answer = {
      object,
      etag: `"${createHash('sha512').update(JSON.stringify(object)).digest('hex').toUpperCase()}"`,
    };
    this.#aggregated.set(root, answer);
    return answer;
  }

  /** Everything that is served, as `/` shows it. */
  paths(): string[] {
    const { paths, checks } = this.#options.facts;
    const groups = this.#named().flatMap(({ group, versions }) => [
      `/apis/${group}`,
      ...versions.map(({ version }) => `/apis/${group}/${version}`),
    ]);
    const health = Object.entries(checks).flatMap(([endpoint, names]) => [
      `/${endpoint}`,
      ...names.map((name) => `/${endpoint}/${name}`),
    ]);
    return ['/api', '/api/v1', '/apis', '/apis/', ...groups, ...paths, ...health].sort(byCodeUnits);
  }

  #named(): Group[] {
    return this.#current().filter(({ group }) => group !== '');
  }

  #find(group: string, version: string): GroupVersion | undefined {
    return this.#current()
      .find((candidate) => candidate.group === group)
      ?.versions.find((candidate) => candidate.version === version);
  }

  #current(): Group[] {
    const { registry, apiServices } = this.#options;
    const registered = apiServices();
    if (this.#generation !== registry.generation || this.#registered !== registered) {
      this.#generation = registry.generation;
      this.#registered = registered;
      this.#groups = groupsOf(registry.all(), registered.map(registeredVersion));
      this.#aggregated.clear();
    }
    return this.#groups;
  }
}

function byCodeUnits(left: string, right: string): number {
  return left < right ? -1 : 1;
}

function describeGroup({ group, versions }: Group) {
  const described = versions.map(({ version }) => ({
    groupVersion: groupVersionName(group, version),
    version,
  }));
  return { name: group, versions: described, preferredVersion: described[0] };
}

function describeResource(resource: Resource): Record<string, unknown>[] {
  const { kind } = resource;
  const namespaced = kind.scope === 'Namespaced';
  const own = {
    name: kind.plural,
    singularName: kind.singular,
    namespaced,
    kind: kind.kind,
    verbs: verbsOf(resource),
    ...(kind.shortNames.length > 0 && { shortNames: kind.shortNames }),
    ...(kind.categories.length > 0 && { categories: kind.categories }),
    ...storageVersionHash(resource),
  };
  return [
    own,
    ...kind.subresources.map((subresource) => ({
      name: `${kind.plural}/${subresource.name}`,
      singularName: '',
      namespaced,
      ...foreignGroup(resource, subresource),
      kind: subresource.kind,
      verbs: subresource.verbs,
    })),
  ];
}

/** The group and version of a subresource whose kind is of another group version than its resource. */
function foreignGroup({ kind }: Resource, { group, version }: Subresource) {
  const isOwn = version === '' || (group === kind.group && version === kind.version);
  return isOwn ? {} : { group, version };
}

/** What kube-apiserver makes of the version that it stores objects in. */
function storageVersionHash({ kind, storedAs }: Resource) {
  if (storedAs === undefined) return {};
  const stored = `${storedAs.includes('/') ? '' : '/'}${storedAs}/${kind.kind}`;
  const hash = createHash('sha256').update(stored).digest().subarray(0, 8).toString('base64');
  return { storageVersionHash: hash };
}

/** An APIService alone makes no version, unless it says that another server has it. */
function aggregatedGroup({ group, versions }: Group) {
  const known = versions.filter(
    ({ resources, servedBy }) => resources.length > 0 || servedBy === 'another server',
  );
  if (known.length === 0) return [];
  return [{ metadata: group === '' ? {} : { name: group }, versions: known.map(aggregatedVersion) }];
}

function aggregatedVersion({ version, resources, servedBy }: GroupVersion) {
  if (servedBy === 'another server') return { version, freshness: 'Stale' };
  return { version, resources: resources.map(aggregatedResource), freshness: 'Current' };
}

function aggregatedResource(resource: Resource) {
  const { kind } = resource;
  return {
    resource: kind.plural,
    responseKind: responseKind(resource, kind),
    scope: kind.scope,
    singularResource: kind.singular,
    verbs: verbsOf(resource),
    ...(kind.shortNames.length > 0 && { shortNames: kind.shortNames }),
    ...(kind.categories.length > 0 && { categories: kind.categories }),
    ...(kind.subresources.length > 0 && {
      subresources: kind.subresources.map((subresource) => ({
        subresource: subresource.name,
        responseKind: responseKind(resource, subresource),
        verbs: subresource.verbs,
      })),
    }),
  };
}

/** A group version that is that of the resource itself is left empty for what is built in, and spelled out for what is not. */
function responseKind(
  { kind: own, origin }: Resource,
  { group, version, kind }: Omit<Subresource, 'name' | 'verbs'>,
) {
  const isOwn = version === '' || (group === own.group && version === own.version);
  if (!isOwn) return { group, version, kind };
  if (origin === 'built-in') return { group: '', version: '', kind };
  return { group: own.group, version: own.version, kind };
}

/** Nothing new is made of a resource whose definition goes. */
function verbsOf({ kind, state }: Resource): readonly string[] {
  if (state !== 'terminating') return kind.verbs;
  return kind.verbs.filter((verb) => verb !== 'create' && verb !== 'update' && verb !== 'patch');
}
