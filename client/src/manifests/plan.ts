import type { Cluster, Discovery, KubeObject, ObjectReference, Resource } from '../cluster/cluster.ts';
import { concurrently } from '../journal/concurrently.ts';
import { groupOf } from '../journal/order.ts';
import {
  conflictsOf,
  type FieldConflict,
  missingObject,
  type Refusal,
  reasonOf,
  refusalOf,
} from '../journal/refusal.ts';
import type { JudgeOffline, OfflineFault } from '../language/offline-judge.ts';
import { sameObject } from './noise.ts';
import { judgeLater } from './offline.ts';
import type { ManifestObject } from './read-manifests.ts';

/** Who owns the fields that an apply writes. */
export const fieldManager = 'kubewright';

/** Requests under way at a time. */
export const parallelRequests = 12;

/** Where a set of objects goes. */
export interface Target {
  readonly cluster: Cluster;
  /** For namespaced objects that name none themselves. */
  readonly namespace: string;
}

/** What an apply would do to an object, by the server's own dry run. */
export type Outcome =
  | { readonly action: 'create'; readonly after: KubeObject }
  | { readonly action: 'change'; readonly before: KubeObject; readonly after: KubeObject }
  | { readonly action: 'none' }
  /** The server can judge it only when another object of the set, which this names, is there. */
  | {
      readonly action: 'create-later';
      readonly needs: string;
      /** What the catalog and the rules say against it meanwhile; undefined where nothing could judge it. */
      readonly faults?: readonly OfflineFault[];
    }
  /** Other managers own fields with other values: nothing is written unless they are taken over. */
  | { readonly action: 'conflict'; readonly message: string; readonly conflicts: readonly FieldConflict[] }
  | ({ readonly action: 'refused' } & Refusal);

export interface PlannedObject {
  readonly manifest: ManifestObject;
  /** Undefined while the cluster does not serve its kind. */
  readonly resource: Resource | undefined;
  /** Undefined for cluster-scoped objects and for those whose kind is not served yet. */
  readonly namespace: string | undefined;
  /** Whether fields of other managers are taken over. */
  readonly ownership: 'respect' | 'take-over';
  readonly outcome: Outcome;
}

export interface ApplyPlan {
  readonly target: Target;
  readonly objects: readonly PlannedObject[];
}

export interface PlanOptions {
  readonly signal?: AbortSignal;
  /** Called after each object. */
  readonly onProgress?: (done: number, all: number) => void;
  /** Judges what the server cannot judge yet; without it nothing does until its turn. */
  readonly judgeOffline?: JudgeOffline;
}

/**
 * Asks the server by dry run what an apply of the set would do, object by object; sends nothing that changes anything.
 * An object that the server refuses is an outcome; rejects only when the cluster cannot be talked to at all, or on
 * cancellation.
 */
export async function planApply(
  target: Target,
  manifests: readonly ManifestObject[],
  options: PlanOptions = {},
): Promise<ApplyPlan> {
  const discovery = await target.cluster.discover({ refresh: true, ...withSignal(options.signal) });
  const set = new ManifestSet(manifests, target, discovery);
  let done = 0;
  const objects = await concurrently(parallelRequests, manifests, async (manifest) => {
    const planned = await planOne(manifest, target, discovery, set, 'respect', options.signal);
    options.onProgress?.(++done, manifests.length);
    return planned;
  });
  if (!options.judgeOffline) return { target, objects };
  const { serverVersion } = discovery;
  return { target, objects: await judgeLater(objects, options.judgeOffline, serverVersion) };
}

/** The same plan with the conflicts of one object taken over, and judged by the server again. */
export async function takeOver(
  plan: ApplyPlan,
  planned: PlannedObject,
  signal?: AbortSignal,
): Promise<ApplyPlan> {
  const { target } = plan;
  const discovery = await target.cluster.discover(withSignal(signal));
  const manifests = plan.objects.map(({ manifest }) => manifest);
  const set = new ManifestSet(manifests, target, discovery);
  const forced = await planOne(planned.manifest, target, discovery, set, 'take-over', signal);
  return { target, objects: plan.objects.map((object) => (object === planned ? forced : object)) };
}

/** `Deployment shop/web`, as previews and results name an object. */
export function nameOf({ object }: ManifestObject, namespace?: string): string {
  const { name, generateName } = object.metadata;
  const shown = name ?? `${generateName}…`;
  return `${object.kind} ${namespace ? `${namespace}/` : ''}${shown}`;
}

/** The object as it is sent: with its namespace, without what only a server writes. */
export function bodyOf({ object }: ManifestObject, namespace: string | undefined): KubeObject {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata: namespace === undefined ? metadata : { ...metadata, namespace } };
}

/** Judges one object, with what the set's other objects make possible. */
export async function planOne(
  manifest: ManifestObject,
  target: Target,
  discovery: Discovery,
  set: ManifestSet,
  ownership: PlannedObject['ownership'],
  signal?: AbortSignal,
): Promise<PlannedObject> {
  const { object } = manifest;
  const resource = discovery.find(object.apiVersion, object.kind);
  const namespace = namespaceIn(object, resource, target);
  const planned = (outcome: Outcome): PlannedObject => ({
    manifest,
    resource,
    namespace,
    ownership,
    outcome,
  });

  const twin = set.twinOf(manifest);
  if (twin) {
    const message = `This object stands twice in what is applied, also in ${twin.source}: keep one.`;
    return planned({ action: 'refused', message, fields: [] });
  }
  if (!resource) {
    const definition = set.definitionOf(object);
    if (definition) return planned({ action: 'create-later', needs: nameOf(definition) });
    const message = `${target.cluster.context.name} does not serve ${object.kind} of ${object.apiVersion}: apply its CustomResourceDefinition first, or correct apiVersion and kind.`;
    return planned({ action: 'refused', message, fields: [{ path: 'kind', message }] });
  }
  try {
    return planned(await judge(target.cluster, manifest, resource, namespace, ownership, signal));
  } catch (error) {
    signal?.throwIfAborted();
    const conflicts = conflictsOf(error);
    if (conflicts.length > 0) {
      return planned({ action: 'conflict', message: refusalOf(error).message, conflicts });
    }
    const missing = missingObject(error);
    const needed = missing && set.find(missing.kind, missing.name);
    if (needed) return planned({ action: 'create-later', needs: nameOf(needed) });
    if (!isRefusal(error)) throw error;
    return planned({ action: 'refused', ...refusalOf(error) });
  }
}

async function judge(
  cluster: Cluster,
  manifest: ManifestObject,
  resource: Resource,
  namespace: string | undefined,
  ownership: PlannedObject['ownership'],
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const body = bodyOf(manifest, namespace);
  const { name } = body.metadata;
  if (name === undefined) {
    const after = await cluster.create(resource, namespace, body, { dryRun: true, ...withSignal(signal) });
    return { action: 'create', after };
  }
  const reference: ObjectReference = { resource, namespace, name };
  const [before, after] = await Promise.all([
    getIfThere(cluster, reference, signal),
    cluster.apply(reference, body, {
      fieldManager,
      force: ownership === 'take-over',
      dryRun: true,
      ...withSignal(signal),
    }),
  ]);
  if (!before) return { action: 'create', after };
  return sameObject(before, after) ? { action: 'none' } : { action: 'change', before, after };
}

async function getIfThere(
  cluster: Cluster,
  reference: ObjectReference,
  signal: AbortSignal | undefined,
): Promise<KubeObject | undefined> {
  try {
    return await cluster.get(reference, signal);
  } catch (error) {
    if (reasonOf(error) === 'NotFound') return undefined;
    throw error;
  }
}

function namespaceIn(object: KubeObject, resource: Resource | undefined, target: Target): string | undefined {
  if (resource?.scope !== 'Namespaced') return undefined;
  return object.metadata.namespace || target.namespace;
}

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
  twinOf(manifest: ManifestObject): ManifestObject | undefined {
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

/** The server answered about this object; anything else is about the connection and stops the whole plan. */
function isRefusal(error: unknown): boolean {
  const status = (error as { status?: { code?: unknown } }).status;
  return typeof status?.code === 'number' && status.code !== 401;
}

function withSignal(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}
