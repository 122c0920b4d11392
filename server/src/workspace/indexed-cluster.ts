import type { Kind, Subresource } from '../catalog/catalog.ts';
import { type FetchedKind, listKindOf } from '../catalog/definitions.ts';
import type { ServingCluster } from '../checks/kind/serving-cluster.ts';
import type { ConnectedCluster, ServedKind } from '../protocol.ts';
import type { GroupVersionSchemas } from './group-version-schemas.ts';

/** Makes the schemas of a group-version, which nobody has asked for yet. */
export type SchemasFactory = (apiVersion: string) => GroupVersionSchemas;

/** A connected cluster as the client has told of it, with the schemas that have been asked of it. */
export class IndexedCluster implements ServingCluster {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** Two clusters of one id that are told the same give the same text. */
  readonly told: string;
  readonly #kinds: readonly Kind[];
  readonly #served = new Map<string, Kind>();
  readonly #schemas = new Map<string, GroupVersionSchemas>();
  #revision: number;

  /** @param before the same cluster as it was told before: its documents stay */
  constructor(told: ConnectedCluster, makeSchemas: SchemasFactory, before: IndexedCluster | undefined) {
    this.id = told.id;
    this.name = told.name;
    this.version = told.serverVersion;
    this.told = textOf(told);
    this.#revision = told.revision;
    this.#kinds = told.kinds.slice(0, mostKinds).flatMap((kind) => kindsOf(kind, told));
    const known = before ? before.#schemas : undefined;
    for (const kind of this.#kinds) {
      this.#served.set(keyOf(kind.apiVersion, kind.kind), kind);
      if (this.#schemas.has(kind.apiVersion)) continue;
      const schemas = known?.get(kind.apiVersion) ?? makeSchemas(kind.apiVersion);
      this.#schemas.set(kind.apiVersion, schemas);
    }
    if (before && before.#revision !== told.revision) this.#refreshSchemas();
  }

  /** Whether what is told now is what is known, but for the documents. */
  isAs(told: ConnectedCluster): boolean {
    return this.told === textOf(told);
  }

  /** Takes a further look of the client at the same kinds: documents may have changed. */
  refresh({ revision }: ConnectedCluster): void {
    if (this.#revision === revision) return;
    this.#revision = revision;
    this.#refreshSchemas();
  }

  /** Whether any document could not be read. */
  get hasProblems(): boolean {
    return Array.from(this.#schemas.values()).some(({ problem }) => problem !== undefined);
  }

  /** Its kinds, but for those of which it is known that there is no schema. */
  *kinds(): Generator<FetchedKind> {
    for (const fetched of this.allKinds()) {
      if (this.#problemOf(fetched.kind) === undefined) yield fetched;
    }
  }

  /** All kinds that it serves. */
  *allKinds(): Generator<FetchedKind> {
    for (const kind of this.#kinds) yield { kind, source: this.#schemas.get(kind.apiVersion)! };
  }

  serves(apiVersion: string, kind: string): boolean {
    return this.#served.has(keyOf(apiVersion, kind));
  }

  apiVersionsOf(kind: string): readonly string[] {
    return this.#kinds.flatMap((one) => (one.kind === kind ? one.apiVersion : []));
  }

  problemOf(apiVersion: string, kind: string): string | undefined {
    const served = this.#served.get(keyOf(apiVersion, kind));
    return served && this.#problemOf(served);
  }

  /** Lists need no schema of their own. */
  #problemOf(kind: Kind): string | undefined {
    const { problem, schemas } = this.#schemas.get(kind.apiVersion)!;
    if (problem !== undefined) return problem;
    return schemas && !kind.listOf && !schemas.of(kind) ? 'it publishes none' : undefined;
  }

  #refreshSchemas(): void {
    for (const schemas of this.#schemas.values()) schemas.refresh();
  }
}

/** No server has more; what is beyond is not known, which is told. */
export const mostKinds = 10_000;

/** What a cluster serves under one name, and the list of it. What it says may be anything. */
function kindsOf(told: ServedKind, { id, name }: ConnectedCluster): Kind[] {
  if ([told.group, told.version, told.kind].some((part) => typeof part !== 'string') || !told.kind) return [];
  const kind: Kind = {
    group: told.group,
    version: told.version,
    kind: told.kind,
    apiVersion: told.group === '' ? told.version : `${told.group}/${told.version}`,
    plural: text(told.plural),
    singular: text(told.singular),
    scope: told.scope === 'Cluster' ? 'Cluster' : 'Namespaced',
    verbs: texts(told.verbs),
    shortNames: texts(told.shortNames),
    categories: texts(told.categories),
    subresources: subresourcesOf(told),
    columns: [],
    origin: { from: 'cluster', id, name },
  };
  return kind.verbs.includes('list') ? [kind, listKindOf(kind)] : [kind];
}

/** Discovery names them, and little more. */
function subresourcesOf({ group, version, subresources }: ServedKind): Subresource[] {
  if (!Array.isArray(subresources)) return [];
  return subresources.map((told) => ({ name: text(told?.name), kind: '', group, version, verbs: [] }));
}

function textOf({ name, serverVersion, kinds }: ConnectedCluster): string {
  return JSON.stringify([name, serverVersion, kinds]);
}

function keyOf(apiVersion: string, kind: string): string {
  return `${apiVersion} ${kind}`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
