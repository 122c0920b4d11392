import { createsOnUpdate } from '../lifecycle/update-strategy.ts';
import { createObject, updateObject } from '../lifecycle/write-object.ts';
import { inRequestedVersion } from '../resources/requested-version.ts';
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
  const updated = updateObject(api, writeOf(request, options), before, object);
  return { code: 200, object: updated };
}
