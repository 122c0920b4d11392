import { recordUpdate } from '../apply/record-update.ts';
import { decodeBody, reportComplaints } from '../decode/decode-body.ts';
import { checkNamespace, fieldOwnership, placeInNamespace } from '../lifecycle/write-object.ts';
import type { KubeObject } from '../object-store.ts';
import { inGoForm } from '../protobuf/go-form.ts';
import type { ResourceRequest } from './request.ts';
import { type WriteOptions, writeOf, writeOptions } from './write-options.ts';

/** A kind that is sent to a subresource and is no resource of its own. */
export interface PartKind {
  readonly apiVersion: string;
  readonly kind: string;
  /** Other versions of it that are taken for it. */
  readonly otherVersions?: readonly string[];
}

/** What a POST to a subresource brings. */
export interface SentPart {
  readonly object: KubeObject;
  readonly options: WriteOptions;
}

/** Reads what is sent to a subresource, in a namespace that is there. Throws the `StatusError` that the API server answers. */
export function sentPart(request: ResourceRequest, part: PartKind): SentPart {
  const { api, resource, namespace, name } = request;
  const options = writeOptions(request.query, 'CreateOptions');
  const { protobufFacts } = request.body;
  const versions = [part.apiVersion, ...(part.otherVersions ?? [])];
  const isRegistered = (version: string, kind: string) =>
    kind === part.kind ? versions.includes(version) : api.registry.isRegistered(version, kind);
  const schema = schemaOf(request, part);
  const expected = { otherVersions: [], ...part, resource, schema, protobufFacts, isRegistered };
  const { object, complaints } = decodeBody(request.body, expected);
  request.warn(reportComplaints(complaints, options.fieldValidation, expected));
  const sentNamespace = object.metadata.namespace;
  placeInNamespace(resource, namespace, object);
  if (!sentNamespace) delete object.metadata.namespace;
  checkNamespace(api, resource, namespace, name ?? '');
  return { object, options };
}

/** A part that is answered as Go writes it, with whoever sent its fields in `metadata.managedFields`. */
export function recordedPart(
  request: ResourceRequest,
  part: PartKind,
  { object, options }: SentPart,
): KubeObject {
  const schema = schemaOf(request, part);
  const asWritten = (value: KubeObject) => inWrittenForm(request, part, value);
  return recordUpdate({
    before: undefined,
    after: asWritten(object),
    asWritten,
    ...fieldOwnership(request.api, writeOf(request, options)),
    schema,
    apiVersion: part.apiVersion,
  });
}

/** A part as Go writes it. */
export function inWrittenForm(request: ResourceRequest, part: PartKind, object: KubeObject): KubeObject {
  const definition = schemaOf(request, part)?.name;
  return definition === undefined
    ? object
    : (inGoForm(object, definition, request.body.protobufFacts) as KubeObject);
}

function schemaOf({ api }: ResourceRequest, { apiVersion, kind }: PartKind) {
  const known = api.catalog.find(apiVersion, kind);
  return known && api.catalog.schema(known);
}
