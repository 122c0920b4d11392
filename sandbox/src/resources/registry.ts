import { compareApiVersionPriority } from '../../../server/src/catalog/version.ts';
import type { ResourceName } from '../object-store.ts';
import type { Resource } from './resource.ts';

/** All resources that are served now: built-in ones for good, custom ones as their definitions come and go. */
export class Registry {
  readonly #builtIn: readonly Resource[];
  readonly #custom = new Map<string, readonly Resource[]>();
  readonly #byPath = new Map<string, Resource>();
  readonly #byKind = new Map<string, Resource>();
  readonly #preferred = new Map<string, Resource>();
  readonly #listeners = new Set<() => void>();
  readonly #versions = new Set<string>();
  #generation = 0;

  constructor(builtIn: readonly Resource[]) {
    this.#builtIn = builtIn;
    this.#index();
  }

  /** Grows with every change of what is served: a key for caches of discovery and OpenAPI. */
  get generation(): number {
    return this.#generation;
  }

  /** Built-in resources first, in the order of the catalog, then custom ones by the names of their definitions. */
  all(): Resource[] {
    const definitions = [...this.#custom.keys()].sort();
    return [...this.#builtIn, ...definitions.flatMap((definition) => this.#custom.get(definition)!)];
  }

  /** By the parts of its URL. */
  find(group: string, version: string, plural: string): Resource | undefined {
    return this.#byPath.get(`${group}/${version}/${plural}`);
  }

  findKind(apiVersion: string, kind: string): Resource | undefined {
    return this.#byKind.get(`${apiVersion} ${kind}`);
  }

  /** Whether the server's types have a kind in a version: those that it serves, their lists, options and the like. */
  isRegistered(apiVersion: string, kind: string): boolean {
    if (this.#byKind.has(`${apiVersion} ${kind}`)) return true;
    if (kind.endsWith('List') && this.#byKind.has(`${apiVersion} ${kind.slice(0, -'List'.length)}`))
      return true;
    if (apiVersion === 'v1' && onlyInCore.has(kind)) return true;
    if (apiVersion === 'autoscaling/v1' && kind === 'Scale') return true;
    return inEveryVersion.has(kind) && this.#versions.has(apiVersion);
  }

  /** The preferred version of a resource of the storage. */
  preferred(name: ResourceName): Resource | undefined {
    return this.#preferred.get(`${name.group}/${name.plural}`);
  }

  /** Sets the resources that a CustomResourceDefinition serves; none takes them away. */
  setCustom(definition: string, resources: readonly Resource[]): void {
    if (resources.length > 0) this.#custom.set(definition, resources);
    else this.#custom.delete(definition);
    this.#index();
    for (const listener of [...this.#listeners]) listener();
  }

  /** Calls back after each change of what is served. */
  subscribe(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  #index(): void {
    this.#generation++;
    this.#byPath.clear();
    this.#byKind.clear();
    this.#preferred.clear();
    this.#versions.clear();
    for (const resource of this.all()) {
      const { group, version, plural, apiVersion, kind } = resource.kind;
      this.#byPath.set(`${group}/${version}/${plural}`, resource);
      this.#byKind.set(`${apiVersion} ${kind}`, resource);
      this.#versions.add(apiVersion);
      const name = `${resource.storage.group}/${resource.storage.plural}`;
      const best = this.#preferred.get(name);
      const isHome = resource.storage.group === group;
      if (isHome && (!best || compareApiVersionPriority(version, best.kind.version) < 0)) {
        this.#preferred.set(name, resource);
      }
    }
  }
}

/** What every group and version has beside its objects. */
const inEveryVersion = new Set([
  'WatchEvent',
  'ListOptions',
  'GetOptions',
  'DeleteOptions',
  'CreateOptions',
  'UpdateOptions',
  'PatchOptions',
]);

const onlyInCore = new Set([
  'List',
  'Status',
  'APIVersions',
  'APIGroup',
  'APIGroupList',
  'APIResourceList',
  'Binding',
  'RangeAllocation',
  'SerializedReference',
  'PodStatusResult',
]);
