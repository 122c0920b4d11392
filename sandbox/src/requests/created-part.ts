import { methodNotAllowed } from '../errors.ts';
import { StatusError } from '../status-error.ts';
import { bindPod, bindPodByName } from './binding.ts';
import { evict } from './eviction.ts';
import type { ApiResponse, ResourceRequest } from './request.ts';
import { createToken } from './token-request.ts';

/** Answers a request for what can only be created, and is kept nowhere; undefined for anything else. */
export function createdPart(request: ResourceRequest): ApiResponse | undefined {
  const { group, plural } = request.resource.kind;
  const whole = request.subresource === undefined ? plural : `${plural}/${request.subresource}`;
  const create = parts[`${group}/${whole}`];
  if (!create) return undefined;
  if (request.request.method !== 'POST') throw methodNotAllowed();
  if (request.representation.as === 'Table') throw noTable();
  return create(request);
}

const parts: Readonly<Record<string, (request: ResourceRequest) => ApiResponse>> = {
  '/bindings': bindPodByName,
  '/pods/binding': bindPod,
  '/pods/eviction': evict,
  '/serviceaccounts/token': createToken,
};

/** 406 of what has no columns. */
export function noTable(): StatusError {
  const accepted = 'application/json, application/yaml, application/vnd.kubernetes.protobuf';
  return new StatusError(406, 'NotAcceptable', `only the following media types are accepted: ${accepted}`);
}
