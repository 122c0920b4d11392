import { conflict } from '../errors.ts';
import { createsOnUpdate } from '../lifecycle/update-strategy.ts';
import { createObject, updateObject } from '../lifecycle/write-object.ts';
import type { KubeObject } from '../object-store.ts';
import { inRequestedVersion } from '../resources/requested-version.ts';
import { storagePath } from '../resources/storage-path.ts';
import { bodyObject, checkName } from './create-object.ts';
import { existing, stored } from './get-object.ts';
import type { ApiResponse, ResourceRequest } from './request.ts';
import { writeOf, writeOptions } from './write-options.ts';

/** Answers a PUT of an object, or of its status. */
export function replaceObject(request: ResourceRequest): ApiResponse {
  const { api, resource, query, name } = request;
  const options = writeOptions(query, 'UpdateOptions');
  const object = bodyObject(request, options);
  checkName(object, name!);
  if (createsOnUpdate(resource) && !stored(request)) {
    return { code: 201, object: createObject(api, writeOf(request, options), object) };
  }
  const before = inRequestedVersion(existing(request), resource);
  checkUid(request, before, object);
  const updated = updateObject(api, writeOf(request, options), before, object);
  return { code: 200, object: updated };
}

/** Whoever replaces an object may say which one. Throws a 409. */
function checkUid({ resource }: ResourceRequest, before: KubeObject, sent: KubeObject): void {
  const { uid } = sent.metadata;
  if (!uid || uid === before.metadata.uid) return;
  const problem = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${before.metadata.uid}`;
  const key = storagePath(resource, before);
  throw conflict(
    resource.kind,
    before.metadata.name!,
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${problem}`,
  );
}
