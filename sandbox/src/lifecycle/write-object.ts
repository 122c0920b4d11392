import { convertObject } from '../../../server/src/conversion/convert-object.ts';
import { applyDefaults } from '../../../server/src/defaults/apply-defaults.ts';
import { admitCreation, admitUpdate, judgeAdmission } from '../admission/admit.ts';
import type { ApiContext } from '../api-context.ts';
import { keepUnchangedTimes } from '../apply/keep-unchanged-times.ts';
import { recordUpdate } from '../apply/record-update.ts';
import { resetFields } from '../apply/reset-fields.ts';
import { timestamp } from '../clock.ts';
import {
  alreadyExists,
  badRequest,
  cause,
  forbidden,
  invalid,
  methodNotAllowed,
  notFound,
  staleVersion,
} from '../errors.ts';
import type { KubeObject } from '../object-store.ts';
import type { Resource } from '../resources/resource.ts';
import type { User } from '../rights/user.ts';
import { type StatusCause, StatusError } from '../status-error.ts';
import { jsonEqual, objectCopy } from '../store/json.ts';
import { isNewGeneration } from '../store/new-generation.ts';
import { createdProblems, partProblems } from '../validation/part-problems.ts';
import { validateByRules } from '../validation/validate-by-rules.ts';
import { validateBySchema } from '../validation/validate-by-schema.ts';
import { admitted } from './mutating-admission.ts';
import { checkFinalizers, prepareForCreate, prepareForUpdate } from './prepare.ts';
import { readObject } from './read-object.ts';
import { repeatedCauses, repeatedImmutables } from './repeated-causes.ts';
import { allocateAddresses } from './service-addresses.ts';
import { needsResourceVersion } from './update-strategy.ts';

/** Who writes what where. */
export interface Write {
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly effect: 'store' | 'dry-run';
  readonly manager: string;
  readonly subresource: string | undefined;
  /** An object of the resource as Go writes it; left out for objects that no client has sent. */
  readonly asWritten?: (object: KubeObject) => KubeObject;
  /** The same with what Go writes as null. */
  readonly withNulls?: (object: KubeObject) => KubeObject;
  /** An object of the resource as it comes out of the store. */
  readonly asStored?: (object: KubeObject) => KubeObject;
  /** Takes what the server warns of while it accepts the object. */
  readonly warn?: (texts: readonly string[]) => void;
  /** Judges whether the client may write this, beyond what it may ask for. Throws the `StatusError` that it answers. */
  readonly admit?: (object: KubeObject, before: KubeObject | undefined) => void;
  /** The same of what is known to be valid. */
  readonly admitValid?: (object: KubeObject, before: KubeObject | undefined) => void;
  /** Who asks; left out for what no client has sent. */
  readonly user?: User;
}

const namespaces = { group: '', plural: 'namespaces' };

/**
 * Makes a new object out of what a client sent: its namespace, system fields, defaults, validation, managedFields.
 * Throws the `StatusError` that the API server answers. `record` is left out when managedFields are in place.
 */
export function createObject(
  api: ApiContext,
  write: Write,
  sent: KubeObject,
  ownership: 'record' | 'recorded' = 'record',
): KubeObject {
  const { resource, namespace } = write;
  if (resource.state === 'terminating') throw methodNotAllowed();
  const object = { ...sent, metadata: { ...sent.metadata } };
  // Nobody says of a new object when it is to go, and so nobody owns that.
  delete object.metadata.deletionTimestamp;
  delete object.metadata.deletionGracePeriodSeconds;
  placeInNamespace(resource, namespace, object);
  const read = asWritten(write, withDefaults(api, resource, readObject(api, resource, object)));
  // Who has written what is told by `read`, unless that is known.
  const changed = ownership === 'recorded' ? read : objectCopy(read);
  if (write.admit) admitCreation(api.storage, resource, changed);
  const prepared = asWritten(write, prepareForCreate(api, resource, changed, write.user));
  checkNamespace(api, resource, namespace, prepared.metadata.name ?? '');
  const ready = admitted(api, resource.storage, prepared);
  write.admit?.(ready, undefined);
  validate(api, write, ready, undefined);
  write.admitValid?.(ready, undefined);
  if (write.admit) judgeAdmission(api.storage, resource, ready, undefined);
  allocate(api, resource, ready);
  if (sent.metadata.resourceVersion && write.effect === 'store') {
    throw new StatusError(500, '', 'resourceVersion should not be set on objects to be created');
  }
  const name = prepared.metadata.name!;
  const held = api.storage.get(resource.storage, namespace, name);
  if (held) {
    if (!sent.metadata.name) {
      throw new StatusError(
        409,
        'AlreadyExists',
        `${resource.kind.plural} ${JSON.stringify(name)} already exists, the server was not able to generate a unique name for the object`,
        { details: { name, group: resource.kind.group, kind: resource.kind.plural, retryAfterSeconds: 1 } },
      );
    }
    throw alreadyExists(resource.kind, name, held);
  }
  const after = ownership === 'recorded' ? ready : ownedAs(ready, recorded(api, write, undefined, read));
  if (write.effect === 'dry-run') return asStored(write, after);
  return api.storage.put(resource.storage, asStored(write, after));
}

/**
 * Changes an object into what a client sent. Gives the object as it is now: unchanged, without a new
 * resourceVersion, when nothing differs. Throws the `StatusError` that the API server answers.
 */
export function updateObject(
  api: ApiContext,
  write: Write,
  before: KubeObject,
  sent: KubeObject,
  ownership: 'record' | 'recorded' = 'record',
): KubeObject {
  const { resource, namespace, subresource } = write;
  const name = before.metadata.name!;
  const { resourceVersion } = sent.metadata;
  if (resourceVersion && resourceVersion !== '0') {
    if (!/^\d+$/.test(resourceVersion)) {
      throw new StatusError(
        500,
        '',
        `strconv.ParseUint: parsing ${JSON.stringify(resourceVersion)}: invalid syntax`,
      );
    }
    if (resourceVersion !== before.metadata.resourceVersion) throw staleVersion(resource.kind, name);
  } else if (needsResourceVersion(resource)) {
    throw invalid({ group: resource.kind.group, kind: resource.kind.plural }, name, [
      cause.invalid('metadata.resourceVersion', 0, 'must be specified for an update'),
    ]);
  }
  const fixed = changedIdentity(resource, before, sent);
  const object = { ...sent, metadata: { ...sent.metadata } };
  placeInNamespace(resource, namespace, object);
  const read = asWritten(write, withDefaults(api, resource, readObject(api, resource, object)));
  // Who has written what is told by `read`, unless that is known.
  const changed = ownership === 'recorded' ? read : objectCopy(read);
  if (write.admit && !subresource) admitUpdate(resource, changed);
  const prepared = asWritten(
    write,
    withDefaults(api, resource, prepareForUpdate(api, resource, before, changed, subresource)),
  );
  write.admit?.(prepared, before);
  checkFinalizers(resource, before, prepared);
  validate(api, write, prepared, before, fixed);
  write.admitValid?.(prepared, before);
  if (write.admit && !subresource) judgeAdmission(api.storage, resource, prepared, before);
  if (!subresource) allocate(api, resource, prepared);
  if (isNewGeneration(resource, before, prepared, subresource)) {
    prepared.metadata.generation = (before.metadata.generation ?? 0) + 1;
  }
  const after = keepUnchangedTimes(
    before,
    ownership === 'recorded'
      ? prepared
      : ownedAs(prepared, recorded(api, write, before, resource.origin === 'custom' ? prepared : read)),
  );
  if (jsonEqual(after, before)) return before;
  if (write.effect === 'dry-run') return asStored(write, after);
  if (isReleased(after)) return removed(api, write, after);
  return api.storage.put(resource.storage, asStored(write, after));
}

/** What a client says of metadata that nobody changes once it is there; told before all that validation finds. */
function changedIdentity(resource: Resource, before: KubeObject, sent: KubeObject): StatusCause[] {
  const causes = immutableMetadata.flatMap((field) => {
    const value = sent.metadata[field];
    const known = before.metadata[field];
    const isSame = value === undefined || value === '' || value === known;
    // What is being deleted stays so, whatever is written.
    if (isSame || (field === 'deletionTimestamp' && known !== undefined)) return [];
    return [cause.invalid(`metadata.${field}`, value, 'field is immutable')];
  });
  return repeatedImmutables(resource, causes);
}

const immutableMetadata = ['uid', 'deletionTimestamp', 'deletionGracePeriodSeconds'] as const;

/** Who writes which version of an object, and when: what managedFields record of a write. */
export function fieldOwnership(api: ApiContext, { resource, manager, subresource }: Write) {
  return {
    schema: resource.schema,
    apiVersion: resource.kind.apiVersion,
    manager,
    now: timestamp(api.clock.now()),
    subresource,
    resetFields: resetFields(resource.kind, subresource),
    inVersion: (object: Record<string, unknown>, apiVersion: string) => {
      const other = api.registry.findKind(apiVersion, resource.kind.kind);
      if (other?.kind.group !== resource.kind.group) return undefined;
      return { object: convertObject(object, apiVersion) as Record<string, unknown>, schema: other.schema };
    },
  };
}

/** Whether nothing holds an object any more that is marked for deletion. */
export function isReleased(object: KubeObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds, finalizers } = object.metadata;
  if (!deletionTimestamp || (finalizers?.length ?? 0) > 0 || (deletionGracePeriodSeconds ?? 0) > 0)
    return false;
  const specFinalizers =
    object.kind === 'Namespace' && object.apiVersion === 'v1'
      ? (object.spec as { finalizers?: string[] } | undefined)?.finalizers
      : undefined;
  return (specFinalizers?.length ?? 0) === 0;
}

/** The namespace of the URL in an object's metadata. Throws a 400 when it names another one. */
export function placeInNamespace(
  resource: Resource,
  namespace: string | undefined,
  object: KubeObject,
): void {
  if (resource.kind.scope === 'Cluster') {
    delete object.metadata.namespace;
    return;
  }
  if (object.metadata.namespace && object.metadata.namespace !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  if (namespace !== undefined) object.metadata.namespace = namespace;
}

/** Throws a 404 where nothing can be made because its namespace is not there, a 403 where that is going. */
export function checkNamespace(
  api: ApiContext,
  resource: Resource,
  namespace: string | undefined,
  name: string,
): void {
  if (resource.kind.scope === 'Cluster' || namespace === undefined) return;
  const found = api.storage.get(namespaces, undefined, namespace);
  if (!found) throw notFound(namespaces, namespace);
  if (!found.metadata.deletionTimestamp) return;
  throw forbidden(
    resource.kind,
    name,
    `unable to create new content in namespace ${namespace} because it is being terminated`,
    [
      {
        reason: 'NamespaceTerminating',
        message: `namespace ${namespace} is being terminated`,
        field: 'metadata.namespace',
      },
    ],
  );
}

function withDefaults(api: ApiContext, resource: Resource, object: KubeObject): KubeObject {
  const { object: defaulted } = applyDefaults(object, resource.kind, resource.schema, {
    version: api.kubernetesVersion,
    copy: objectCopy,
  });
  return defaulted as unknown as KubeObject;
}

/** What the system has put into an object or taken from it may be empty, too. */
function asWritten(write: Write, object: KubeObject): KubeObject {
  return write.asWritten?.(object) ?? object;
}

/** What the store gives back of an object that was written to it. */
function asStored(write: Write, object: KubeObject): KubeObject {
  return write.asStored?.(object) ?? object;
}

/** Throws a 422 for what the API server would refuse, and passes on what it warns of. What is written by a finalizer, it takes. */
function validate(
  api: ApiContext,
  { resource, subresource, warn }: Write,
  object: KubeObject,
  before: KubeObject | undefined,
  fixed: readonly StatusCause[] = [],
): void {
  const isJudged = subresource === undefined || subresource === 'scale';
  const verdict = isJudged ? validateByRules(api, resource, object, before) : undefined;
  const causes = verdict?.causes ?? partProblems(api, resource, subresource, object, before);
  if (!before) causes.push(...createdProblems(resource, object, causes));
  if (resource.origin === 'custom' && resource.schema) {
    for (const found of validateBySchema(object, resource.schema)) causes.push(found);
  }
  if (causes.length > 0 || fixed.length > 0) {
    const told = before ? [...fixed, ...repeatedCauses(resource, causes)] : causes;
    // Events of both groups are judged as those of the core group.
    const { group } = resource.storage;
    throw invalid({ group, kind: resource.kind.kind }, object.metadata.name ?? '', told);
  }
  if (verdict && subresource === undefined) warn?.([...new Set(verdict.warnings)]);
}

/** What nothing holds any more goes, and is answered as it was written last. */
function removed(api: ApiContext, { resource, namespace }: Write, last: KubeObject): KubeObject {
  const gone = api.storage.remove(resource.storage, namespace, last.metadata.name!);
  const { resourceVersion } = (gone ?? last).metadata;
  return { ...last, metadata: { ...last.metadata, ...(resourceVersion && { resourceVersion }) } };
}

/** What is given out of what the cluster has, to what is valid. Throws a 422. */
function allocate(api: ApiContext, { storage }: Resource, object: KubeObject): void {
  if (storage.group === '' && storage.plural === 'services') allocateAddresses(api, object);
}

/** Who owns what is known of an object as it is read; what the system changes later belongs to nobody. */
function ownedAs(object: KubeObject, { metadata: { managedFields } }: KubeObject): KubeObject {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata: { ...metadata, ...(managedFields && { managedFields }) } };
}

function recorded(
  api: ApiContext,
  write: Write,
  before: KubeObject | undefined,
  after: KubeObject,
): KubeObject {
  const { asWritten, withNulls } = write;
  return recordUpdate({ before, after, asWritten, withNulls, ...fieldOwnership(api, write) });
}
