import { updateObject } from '../lifecycle/write-object.ts';
import { inVersion } from '../resources/in-version.ts';
import { bodyObject, checkName } from './create-object.ts';
import { existing } from './get-object.ts';
import type { Answer, ResourceRequest } from './request.ts';
import { managerOfUserAgent, writeOptions } from './write-options.ts';

/** Answers a PUT of an object, or of its status. */
export function replaceObject(request: ResourceRequest): Answer {
  const { api, resource, namespace, query, name, subresource } = request;
  const options = writeOptions(query, 'UpdateOptions');
  const object = bodyObject(request, options);
  checkName(object, name!);
  const before = inVersion(existing(request), resource);
  const updated = updateObject(
    api,
    {
      resource,
      namespace,
      effect: options.effect,
      manager: options.fieldManager ?? managerOfUserAgent(request.userAgent),
      subresource,
      warn: request.warn,
    },
    before,
    object,
  );
  return { code: 200, object: updated };
}
