import { decodeBody, reportComplaints } from '../decode/decode-body.ts';
import { badRequest } from '../errors.ts';
import { createObject } from '../lifecycle/write-object.ts';
import type { KubeObject } from '../object-store.ts';
import type { ApiResponse, ResourceRequest } from './request.ts';
import { type WriteOptions, writeOf, writeOptions } from './write-options.ts';

/** Answers a POST to a collection. */
export function createFromBody(request: ResourceRequest): ApiResponse {
  const { api, query } = request;
  const options = writeOptions(query, 'CreateOptions');
  const object = bodyObject(request, options);
  const created = createObject(api, writeOf(request, options), object);
  return { code: 201, object: created };
}

/** The object in a request's body, of the resource's own kind. */
export function bodyObject(request: ResourceRequest, options: WriteOptions): KubeObject {
  const expected = expectedObject(request);
  const { object, complaints } = decodeBody(request.body, expected);
  request.warn(reportComplaints(complaints, options.fieldValidation, expected));
  return object;
}

/** The kind of a request's resource as what a body must be. */
export function expectedObject({ api, resource, body }: ResourceRequest) {
  const { apiVersion, kind } = resource.kind;
  const isRegistered = (version: string, name: string) => api.registry.isRegistered(version, name);
  return {
    resource,
    apiVersion,
    kind,
    schema: resource.schema,
    protobufFacts: body.protobufFacts,
    isRegistered,
  };
}

/** Throws a 400 when a body names another object than its URL. */
export function checkName(object: KubeObject, name: string): void {
  const sent = object.metadata.name;
  if (!sent) {
    throw badRequest(
      `the name of the object (${name} based on URL) was undeterminable: name must be provided`,
    );
  }
  if (sent !== name) {
    throw badRequest(`the name of the object (${sent}) does not match the name on the URL (${name})`);
  }
}
