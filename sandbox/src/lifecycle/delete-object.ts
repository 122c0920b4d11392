import type { ApiContext } from '../api-context.ts';
import { timestamp } from '../clock.ts';
import type { KubeObject } from '../object-store.ts';
import type { Resource } from '../resources/resource.ts';
import { jsonCopy } from '../store/json.ts';

/** How an object is to be deleted. */
export interface Deletion {
  readonly effect: 'store' | 'dry-run';
  /** Undefined: as long as the object itself says. */
  readonly gracePeriodSeconds: number | undefined;
  /** Undefined: as its finalizers say, or as its kind is deleted by default. */
  readonly propagation: 'Background' | 'Foreground' | 'Orphan' | undefined;
  /** A CustomResourceDefinition is deleted in another way alone than among others. */
  readonly extent: 'object' | 'collection';
}

/** What became of it. */
export interface Deleted {
  readonly object: KubeObject;
  /** `marked`: finalizers or a grace period hold it. */
  readonly state: 'gone' | 'marked';
}

/** The deletion that the server itself does, of dependents and of what a namespace holds. */
export const backgroundDeletion: Deletion = {
  effect: 'store',
  gracePeriodSeconds: undefined,
  propagation: 'Background',
  extent: 'object',
};

/** Holds a CustomResourceDefinition until its objects are gone. */
export const definitionCleanup = 'customresourcecleanup.apiextensions.k8s.io';
const definitions = 'apiextensions.k8s.io/customresourcedefinitions';

/** Deletes an object, or marks it for deletion while something holds it. */
export function deleteObject(
  api: ApiContext,
  resource: Resource,
  before: KubeObject,
  deletion: Deletion,
): Deleted {
  const isNamespace = storageKey(resource) === '/namespaces';
  const emptiers = isNamespace
    ? ((before.spec as { finalizers?: string[] } | undefined)?.finalizers ?? [])
    : [];
  if (before.metadata.deletionTimestamp && emptiers.length > 0) return { object: before, state: 'marked' };
  const object = jsonCopy(before);
  const { metadata } = object;
  const begins = isBegun(resource, before, deletion);
  if (storageKey(resource) !== definitions || !begins)
    setFinalizers(resource, metadata, deletion.propagation);
  if (storageKey(resource) === definitions) addCleanup(metadata);
  const grace = gracePeriod(resource, before, deletion);
  const holders = [...(metadata.finalizers ?? []), ...emptiers];
  if (holders.length === 0 && grace === 0) {
    if (hasGracePeriod(resource)) mark(api, resource, { object, before, grace, begins });
    if (deletion.effect === 'dry-run') return { object, state: 'gone' };
    const removed = api.storage.remove(resource.storage, metadata.namespace, metadata.name!) ?? before;
    metadata.resourceVersion = removed.metadata.resourceVersion!;
    return { object, state: 'gone' };
  }
  mark(api, resource, { object, before, grace, begins });
  if (isNamespace) object.status = { ...(object.status as object), phase: 'Terminating' };
  if (deletion.effect === 'dry-run') return { object, state: 'marked' };
  return { object: api.storage.put(resource.storage, object), state: 'marked' };
}

/**
 * Whether it is the first deletion of what the server ends by a way of its own: such a one sets nothing but the time and
 * what holds the object.
 */
function isBegun(resource: Resource, { metadata }: KubeObject, { extent }: Deletion): boolean {
  const hasOwnWay = storageKey(resource) === '/namespaces' || storageKey(resource) === definitions;
  return hasOwnWay && extent === 'object' && !metadata.deletionTimestamp;
}

interface Mark {
  readonly object: KubeObject;
  readonly before: KubeObject;
  readonly grace: number;
  readonly begins: boolean;
}

/** A second deletion may shorten the time that is left, never lengthen it. */
function mark(api: ApiContext, resource: Resource, { object, before, grace, begins }: Mark): void {
  const { metadata } = object;
  const left = before.metadata.deletionGracePeriodSeconds;
  const isMarked = before.metadata.deletionTimestamp !== undefined;
  if (isMarked && left !== undefined && left <= grace) return;
  if (!isMarked || left !== undefined) metadata.deletionTimestamp = timestamp(api.clock.now() + grace * 1000);
  if (begins) return;
  metadata.deletionGracePeriodSeconds = grace;
  if (resource.generation === 'counted' && !before.metadata.deletionTimestamp) {
    metadata.generation = (before.metadata.generation ?? 0) + 1;
  }
}

/** Only pods that run on a node are given time to end. */
function gracePeriod(resource: Resource, object: KubeObject, { gracePeriodSeconds }: Deletion): number {
  if (!hasGracePeriod(resource)) return 0;
  const spec = object.spec as { nodeName?: string; terminationGracePeriodSeconds?: number } | undefined;
  const phase = (object.status as { phase?: string } | undefined)?.phase;
  if (!spec?.nodeName || phase === 'Succeeded' || phase === 'Failed') return 0;
  const wanted = gracePeriodSeconds ?? spec.terminationGracePeriodSeconds ?? 30;
  return wanted < 0 ? 1 : wanted;
}

/** Of what may have time to end it is answered that it has none, too. */
function hasGracePeriod(resource: Resource): boolean {
  return storageKey(resource) === '/pods';
}

function setFinalizers(
  resource: Resource,
  metadata: KubeObject['metadata'],
  asked: Deletion['propagation'],
): void {
  const propagation = collects(resource) ? (asked ?? usualPropagation(resource, metadata)) : 'Background';
  const kept = (metadata.finalizers ?? []).filter((one) => one !== 'orphan' && one !== 'foregroundDeletion');
  if (propagation === 'Orphan') kept.push('orphan');
  if (propagation === 'Foreground') kept.push('foregroundDeletion');
  if (kept.length > 0) metadata.finalizers = kept;
  else delete metadata.finalizers;
}

/** Events own nothing that anyone would look for. */
function collects(resource: Resource): boolean {
  return storageKey(resource) !== '/events';
}

function usualPropagation(resource: Resource, { finalizers = [] }: KubeObject['metadata']) {
  const first = finalizers.find((one) => one === 'orphan' || one === 'foregroundDeletion');
  if (first !== undefined) return first === 'orphan' ? 'Orphan' : 'Foreground';
  return orphansByDefault(resource) ? 'Orphan' : 'Background';
}

/** What is older than the collection of garbage leaves its Pods behind, unless it is told otherwise. */
export function orphansByDefault(resource: Resource): boolean {
  return storageKey(resource) === 'batch/jobs' || storageKey(resource) === '/replicationcontrollers';
}

function addCleanup(metadata: KubeObject['metadata']): void {
  if (metadata.deletionTimestamp || metadata.finalizers?.includes(definitionCleanup)) return;
  metadata.finalizers = [...(metadata.finalizers ?? []), definitionCleanup];
}

function storageKey({ storage }: Resource): string {
  return `${storage.group}/${storage.plural}`;
}
