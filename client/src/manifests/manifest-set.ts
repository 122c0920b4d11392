import type { Discovery } from '../cluster/cluster.ts';
import type { KubeObject } from '../cluster/kube-object.ts';
import { groupOf } from '../journal/order.ts';
import type { Target } from '../journal/target.ts';
import type { ManifestObject } from './read-manifests.ts';

/** What is applied together, by the names under which its objects need each other. */
export class ManifestSet {
  readonly #byName = new Map<string, ManifestObject[]>();
  readonly #byIdentity = new Map<string, ManifestObject>();
  readonly #definitions = new Map<string, ManifestObject>();
  readonly #identity: (manifest: ManifestObject) => string | undefined;

  constructor(manifests: readonly ManifestObject[], target: Target, discovery: Discovery) {
    this.#identity = ({ object }) => {
      const { name } = object.metadata;
      if (name === undefined) return undefined;
      const resource = discovery.find(object.apiVersion, object.kind);
      const namespace = resource?.scope === 'Cluster' ? '' : object.metadata.namespace || target.namespace;
      return JSON.stringify([groupOf(object.apiVersion), object.kind, namespace, name]);
    };
    for (const manifest of manifests) {
      const { name } = manifest.object.metadata;
      if (name !== undefined) {
        const named = this.#byName.get(name);
        if (named) named.push(manifest);
        else this.#byName.set(name, [manifest]);
      }
      const identity = this.#identity(manifest);
      if (identity !== undefined && !this.#byIdentity.has(identity)) this.#byIdentity.set(identity, manifest);
      for (const kind of definedKinds(manifest.object)) this.#definitions.set(kind, manifest);
    }
  }

  /** The first object of the set that is the same object of the cluster, where this one is a later one. */
  duplicateOf(manifest: ManifestObject): ManifestObject | undefined {
    const identity = this.#identity(manifest);
    const first = identity === undefined ? undefined : this.#byIdentity.get(identity);
    return first === manifest ? undefined : first;
  }

  /** The CustomResourceDefinition of the set that defines an object's kind. */
  definitionOf({ apiVersion, kind }: KubeObject): ManifestObject | undefined {
    return this.#definitions.get(`${apiVersion}/${kind}`);
  }

  /** An object of the set by the server's word for its kind (`namespaces`, `serviceaccount`) and its name. */
  find(kindWord: string, name: string): ManifestObject | undefined {
    const word = kindWord.toLowerCase();
    // The plural of a kind differs from it in its end alone.
    return this.#byName
      .get(name)
      ?.find(({ object }) => word.startsWith(object.kind.toLowerCase().slice(0, -1)));
  }
}

/** `example.com/v1/Backup` of every version that a CustomResourceDefinition serves. */
function definedKinds(object: KubeObject): string[] {
  if (object.kind !== 'CustomResourceDefinition') return [];
  const spec = object.spec as
    | { group?: unknown; names?: { kind?: unknown }; versions?: { name?: unknown }[] }
    | undefined;
  const versions = Array.isArray(spec?.versions) ? spec.versions : [];
  return versions.map((version) => `${spec?.group}/${version?.name}/${spec?.names?.kind}`);
}
