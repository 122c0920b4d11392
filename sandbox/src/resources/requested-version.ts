import { convertObject } from '../../../server/src/conversion/convert-object.ts';
import type { KubeObject } from '../object-store.ts';
import type { Resource } from './resource.ts';

/** A stored object in the version that a request asks for. */
export function inRequestedVersion(object: KubeObject, resource: Resource): KubeObject {
  const { apiVersion } = resource.kind;
  if (object.apiVersion === apiVersion) return object;
  return convertObject(object, apiVersion) as KubeObject;
}
