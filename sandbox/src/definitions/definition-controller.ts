import { kindsOfDefinition } from '../../../server/src/catalog/definitions.ts';
import { makeSchema } from '../../../server/src/catalog/make-schema.ts';
import type { ResolveDefinition } from '../../../server/src/catalog/schema.ts';
import type { ApiContext } from '../api-context.ts';
import { timestamp } from '../clock.ts';
import {
  backgroundDeletion,
  definitionCleanup as cleanup,
  deleteObject,
} from '../lifecycle/delete-object.ts';
import type { KubeObject, ObjectStore } from '../object-store.ts';
import type { Resource } from '../resources/resource.ts';
import { jsonEqual } from '../store/json.ts';

const definitions = { group: 'apiextensions.k8s.io', plural: 'customresourcedefinitions' };
const manager = 'kube-apiserver';

interface DefinitionSpec {
  group: string;
  scope: string;
  names: { plural: string; singular: string; kind: string; listKind: string; shortNames?: string[] };
  versions: DefinitionVersion[];
}

interface DefinitionVersion {
  name: string;
  served: boolean;
  storage: boolean;
  deprecated?: boolean;
  deprecationWarning?: string;
  selectableFields?: { jsonPath: string }[];
  subresources?: {
    scale?: { specReplicasPath: string; statusReplicasPath: string; labelSelectorPath?: string };
  };
}

/**
 * Serves what CustomResourceDefinitions define, from the moment they are stored: accepts their names unless
 * another definition has them, and takes their objects away with them.
 */
export class DefinitionController {
  readonly #api: ApiContext;
  readonly #store: ObjectStore;
  readonly #subscription: { dispose(): void };
  readonly #resolve: ResolveDefinition;
  readonly #instances = new Map<string, { dispose(): void }>();

  constructor(api: ApiContext, store: ObjectStore) {
    this.#api = api;
    this.#store = store;
    this.#resolve = (name) => api.catalog.definition(name);
    this.#subscription = store.subscribe(definitions, ({ type, object }) => {
      if (type === 'DELETED') this.#remove(object);
      else this.#serve(object.metadata.name!);
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const subscription of this.#instances.values()) subscription.dispose();
  }

  #serve(name: string): void {
    const definition = this.#store.get(definitions, undefined, name);
    if (!definition) return;
    if (definition.metadata.deletionTimestamp) {
      this.#terminate(definition);
      return;
    }
    const taken = this.#nameConflict(definition);
    if (!taken) this.#api.registry.setCustom(name, this.#resources(definition, undefined));
    this.#accept(name, taken);
  }

  /** Writes conditions, accepted names and stored versions, as often as needed and no more. */
  #accept(name: string, taken: string | undefined): void {
    const now = timestamp(this.#api.clock.now());
    this.#store.update(
      definitions,
      undefined,
      name,
      manager,
      (definition) => {
        const spec = definition.spec as unknown as DefinitionSpec;
        const status = (definition.status ?? {}) as DefinitionStatus;
        const storage = spec.versions.find((version) => version.storage)?.name;
        const stored = status.storedVersions ?? [];
        definition.status = {
          conditions: [
            condition(status, now, 'NamesAccepted', taken === undefined, taken ?? 'no conflicts found', {
              yes: 'NoConflicts',
              no: 'KindConflict',
            }),
            condition(
              status,
              now,
              'Established',
              taken === undefined,
              taken === undefined ? 'the initial names have been accepted' : 'not all names are accepted',
              { yes: 'InitialNamesAccepted', no: 'NotAccepted' },
            ),
          ],
          acceptedNames: taken === undefined ? spec.names : { plural: '', kind: '' },
          storedVersions: storage && !stored.includes(storage) ? [...stored, storage] : stored,
        };
      },
      'status',
    );
  }

  /** Another definition or a built-in resource of the same group that has the plural or the kind. */
  #nameConflict(definition: KubeObject): string | undefined {
    const spec = definition.spec as unknown as DefinitionSpec;
    const own = new Set(
      this.#api.registry.all().filter((resource) => resource.definition === definition.metadata.name),
    );
    const others = this.#api.registry
      .all()
      .filter((resource) => !own.has(resource) && resource.kind.group === spec.group);
    const clash = others.find(
      ({ kind }) => kind.plural === spec.names.plural || kind.kind === spec.names.kind,
    );
    return clash && `${JSON.stringify(spec.names.kind)} is already in use`;
  }

  #resources(definition: KubeObject, state: 'terminating' | undefined): Resource[] {
    const spec = definition.spec as unknown as DefinitionSpec;
    return kindsOfDefinition(definition, { from: 'cluster', id: 'sandbox', name: 'sandbox' })
      .filter(({ kind }) => kind.listOf === undefined)
      .map(({ kind, raw }): Resource => {
        const version = spec.versions.find((candidate) => candidate.name === kind.version);
        const scale = version?.subresources?.scale;
        return {
          kind,
          storage: { group: kind.group, plural: kind.plural },
          storedAs: `${spec.group}/${spec.versions.find((version) => version.storage)?.name}`,
          schema: makeSchema(raw, this.#resolve),
          origin: 'custom',
          definition: definition.metadata.name!,
          listKind: spec.names.listKind || `${kind.kind}List`,
          generation: 'counted',
          scale: scale && {
            specReplicas: withoutDot(scale.specReplicasPath),
            statusReplicas: withoutDot(scale.statusReplicasPath),
            labelSelector: scale.labelSelectorPath && withoutDot(scale.labelSelectorPath),
          },
          selectableFields: (version?.selectableFields ?? []).map(({ jsonPath }) => withoutDot(jsonPath)),
          warning: version?.deprecated
            ? version.deprecationWarning || `${kind.apiVersion} ${kind.kind} is deprecated`
            : undefined,
          state,
        };
      });
  }

  /** Deletes all objects, and lets the definition go when the last one has gone. */
  #terminate(definition: KubeObject): void {
    const name = definition.metadata.name!;
    if (!definition.metadata.finalizers?.includes(cleanup)) return;
    const resources = this.#resources(definition, 'terminating');
    const [resource] = resources;
    this.#api.registry.setCustom(name, resources);
    if (resource) {
      for (const object of this.#store.list(resource.storage)) {
        if (!object.metadata.deletionTimestamp) deleteObject(this.#api, resource, object, backgroundDeletion);
      }
      if (this.#store.list(resource.storage).length > 0) {
        this.#waitForObjects(name, resource);
        return;
      }
    }
    this.#store.update(definitions, undefined, name, manager, ({ metadata }) => {
      const left = metadata.finalizers?.filter((finalizer) => finalizer !== cleanup) ?? [];
      if (left.length > 0) metadata.finalizers = left;
      else delete metadata.finalizers;
    });
  }

  #waitForObjects(name: string, resource: Resource): void {
    if (this.#instances.has(name)) return;
    const subscription = this.#store.subscribe(resource.storage, () => {
      if (this.#store.list(resource.storage).length > 0) return;
      this.#instances.get(name)?.dispose();
      this.#instances.delete(name);
      this.#serve(name);
    });
    this.#instances.set(name, subscription);
  }

  #remove(definition: KubeObject): void {
    const name = definition.metadata.name!;
    this.#instances.get(name)?.dispose();
    this.#instances.delete(name);
    // A new definition of that name may be there by now.
    if (this.#store.get(definitions, undefined, name)) return;
    this.#api.registry.setCustom(name, []);
    const spec = definition.spec as unknown as DefinitionSpec;
    this.#api.storage.drop({ group: spec.group, plural: spec.names.plural });
  }
}

interface DefinitionStatus {
  conditions?: Condition[];
  storedVersions?: string[];
}

interface Condition {
  type: string;
  status: string;
  lastTransitionTime: string;
  reason: string;
  message: string;
}

function condition(
  status: DefinitionStatus,
  now: string,
  type: string,
  holds: boolean,
  message: string,
  reasons: { yes: string; no: string },
): Condition {
  const made = {
    type,
    status: holds ? 'True' : 'False',
    lastTransitionTime: now,
    reason: holds ? reasons.yes : reasons.no,
    message,
  };
  const before = status.conditions?.find((candidate) => candidate.type === type);
  if (before?.status !== made.status) return made;
  const same = { ...made, lastTransitionTime: before.lastTransitionTime };
  return jsonEqual(same, before) ? before : same;
}

function withoutDot(path: string): string {
  return path.replace(/^\./, '');
}
