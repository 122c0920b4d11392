import { createHash } from 'node:crypto';
import type { Subresource } from '../../../server/src/catalog/catalog.ts';
import type { Registry } from '../resources/registry.ts';
import type { Resource } from '../resources/resource.ts';
import { type Group, type GroupVersion, groupsOf, groupVersionName } from './group-versions.ts';

/** An answer of discovery with what its `ETag` header says, if it has one. */
export interface DiscoveryResponse {
  readonly object: Record<string, unknown>;
  readonly etag?: string;
  /** The exact media type of an aggregated answer. */
  readonly contentType?: string;
}

/** Answers `/api`, `/apis` and what is below them that lists resources; remakes its answers when resources change. */
export class Discovery {
  readonly #registry: Registry;
  readonly #serverAddress: () => string;
  #generation = -1;
  #groups: Group[] = [];
  readonly #aggregated = new Map<string, DiscoveryResponse>();

  constructor(registry: Registry, serverAddress: () => string) {
    this.#registry = registry;
    this.#serverAddress = serverAddress;
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

  /** The versions of `/api`. */
  core(): DiscoveryResponse {
    return {
      object: {
        kind: 'APIVersions',
        versions: ['v1'],
        serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: this.#serverAddress() }],
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
    const found = this.#current()
      .find((candidate) => candidate.group === group)
      ?.versions.find((candidate) => candidate.version === version);
    if (!found) return undefined;
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
  aggregated(root: 'api' | 'apis', version: 'v2' | 'v2beta1'): DiscoveryResponse {
    const groups = root === 'api' ? this.#current().filter(({ group }) => group === '') : this.#named();
    const key = `${root} ${version}`;
    const known = this.#aggregated.get(key);
    if (known) return known;
    const object = {
      kind: 'APIGroupDiscoveryList',
      apiVersion: `apidiscovery.k8s.io/${version}`,
      metadata: {},
      items: groups.map(({ group, versions }) => ({
        metadata: group === '' ? {} : { name: group },
        versions: versions.map(aggregatedVersion),
      })),
    };
    const answer = {
      object,
      etag: `"${createHash('sha512').update(JSON.stringify(object)).digest('hex').toUpperCase()}"`,
      contentType: `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`,
    };
    this.#aggregated.set(key, answer);
    return answer;
  }

  /** Everything that is served, as `/` shows it. */
  paths(): string[] {
    const paths = ['/api', '/api/v1', '/apis', '/apis/'];
    for (const { group, versions } of this.#named()) {
      paths.push(`/apis/${group}`, ...versions.map(({ version }) => `/apis/${group}/${version}`));
    }
    return [
      ...paths,
      '/healthz',
      '/livez',
      '/openapi/v2',
      '/openapi/v3',
      '/openapi/v3/',
      '/readyz',
      '/version',
    ];
  }

  #named(): Group[] {
    return this.#current().filter(({ group }) => group !== '');
  }

  #current(): Group[] {
    if (this.#generation !== this.#registry.generation) {
      this.#generation = this.#registry.generation;
      this.#groups = groupsOf(this.#registry.all());
      this.#aggregated.clear();
    }
    return this.#groups;
  }
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

function aggregatedVersion({ version, resources }: GroupVersion) {
  return { version, resources: resources.map(aggregatedResource), freshness: 'Current' };
}

function aggregatedResource(resource: Resource) {
  const { kind } = resource;
  return {
    resource: kind.plural,
    responseKind: { group: kind.group, version: kind.version, kind: kind.kind },
    scope: kind.scope,
    singularResource: kind.singular,
    verbs: verbsOf(resource),
    ...(kind.shortNames.length > 0 && { shortNames: kind.shortNames }),
    ...(kind.categories.length > 0 && { categories: kind.categories }),
    ...(kind.subresources.length > 0 && {
      subresources: kind.subresources.map((subresource) => ({
        subresource: subresource.name,
        responseKind: {
          group: subresource.version === '' ? kind.group : subresource.group,
          version: subresource.version || kind.version,
          kind: subresource.kind,
        },
        verbs: subresource.verbs,
      })),
    }),
  };
}

/** Nothing new is made of a resource whose definition goes. */
function verbsOf({ kind, state }: Resource): readonly string[] {
  if (state !== 'terminating') return kind.verbs;
  return kind.verbs.filter((verb) => verb !== 'create' && verb !== 'update' && verb !== 'patch');
}
