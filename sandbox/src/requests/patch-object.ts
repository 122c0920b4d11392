import { ownField, setField } from '../../../server/src/yaml/own-field.ts';
import { conversionProblem } from '../apply/conversion-problem.ts';
import { goMap } from '../apply/go-map.ts';
import { applyJsonPatch, PatchError, type PatchOperation } from '../apply/json-patch.ts';
import { jsonPatchedText, mergePatchedText } from '../apply/patched-text.ts';
import { serverSideApply } from '../apply/server-side-apply.ts';
import { strategicMergePatch } from '../apply/strategic-merge-patch.ts';
import { checkJsonLimits } from '../decode/body-limits.ts';
import {
  type DecodedObject,
  decodeObject,
  type ExpectedObject,
  parseYaml,
  reportComplaints,
  unreadableYaml,
  yamlText,
} from '../decode/decode-body.ts';
import { duplicateFields } from '../decode/duplicate-fields.ts';
import { isNamedText } from '../decode/go-field.ts';
import { jsonProblem } from '../decode/json-problem.ts';
import { badRequest, cause, conflict, invalid, notFound } from '../errors.ts';
import { createObject, fieldOwnership, updateObject } from '../lifecycle/write-object.ts';
import type { KubeObject } from '../object-store.ts';
import { withNulls } from '../protobuf/go-nulls.ts';
import { inGoOrder } from '../protobuf/go-order.ts';
import { inRequestedVersion } from '../resources/requested-version.ts';
import { StatusError } from '../status-error.ts';
import { jsonCopy } from '../store/json.ts';
import { checkName, expectedObject } from './create-object.ts';
import type { ApiResponse, ResourceRequest } from './request.ts';
import { isSet, type WriteOptions, writeOf, writeOptions } from './write-options.ts';

export type PatchType = 'json' | 'merge' | 'strategic' | 'apply';

/** Answers a PATCH of an object, or of its status, in any of the four ways. */
export function patchObject(request: ResourceRequest): ApiResponse {
  const type = patchTypeOf(request);
  const options = writeOptions(request.query, 'PatchOptions');
  checkForce(request.query, type, options);
  if (type === 'apply') return applyObject(request, options);

  const { api, resource, namespace, name } = request;
  const text = request.body.bytes.toString('utf8');
  const before = api.storage.get(resource.storage, namespace, name!);
  if (!before) throw notFound(resource.kind, name!);
  const live = inRequestedVersion(before, resource);
  const patched = patchedObject(request, live, text, type, expectedObject(request), options.fieldValidation);
  checkName(patched, name!);
  return { code: 200, object: updateObject(api, writeOf(request, options), live, patched) };
}

/**
 * `live` after a patch, decoded as what it is expected to be. Throws 400 for a patch that is none, 422 for one
 * that does not fit.
 */
export function patchedObject(
  request: Pick<ResourceRequest, 'warn'>,
  live: KubeObject,
  text: string,
  type: Exclude<PatchType, 'apply'>,
  expected: ExpectedObject,
  fieldValidation: WriteOptions['fieldValidation'],
): KubeObject {
  const patch = parsePatch(text, type);
  const duplicates =
    type === 'json' ? [] : duplicateFields(text).map((field) => `duplicate field ${JSON.stringify(field)}`);
  const result = applyPatch(live, patch, type, expected);
  const refuse = (why: string) => {
    const [shown, problem] =
      type === 'strategic'
        ? [goMap(patch), conversionProblem(why, isNamedText)]
        : [patchedText(live, patch, type, expected), why];
    return invalid({ group: '', kind: '' }, '', [cause.invalid('patch', shown, problem)]);
  };
  const { object, complaints } = isVersionless(result, type, expected)
    ? versionless(result)
    : decodePatched(result, expected, refuse);
  const all = [...duplicates, ...complaints];
  if (fieldValidation === 'Strict' && all.length > 0) {
    throw refuse(`strict decoding error: ${all.join(', ')}`);
  }
  if (fieldValidation === 'Warn') request.warn(all);
  return object;
}

function decodePatched(
  result: Record<string, unknown>,
  expected: ExpectedObject,
  refuse: (why: string) => StatusError,
): DecodedObject {
  try {
    return decodeObject(result, expected);
  } catch (error) {
    if (!(error instanceof StatusError) || error.code !== 400) throw error;
    throw refuse(error.message.replace(/^.* cannot be handled as a [^:]*: /, ''));
  }
}

/** What a patch has made of an object, as the server shows it. */
function patchedText(
  live: KubeObject,
  patch: unknown,
  type: 'json' | 'merge',
  expected: ExpectedObject,
): string {
  const { schema, protobufFacts } = expected;
  const before = schema ? withNulls(live, schema, protobufFacts) : live;
  const ordered = inGoOrder(before, schema?.name ?? '', protobufFacts) as KubeObject;
  const result = applyPatch(ordered, patch, type, expected);
  return type === 'json'
    ? jsonPatchedText(result, patch as PatchOperation[])
    : mergePatchedText(result, patch);
}

/** Without a version the server takes what came out for an object as it has them in memory, whose fields have other names. */
function isVersionless(
  { apiVersion, kind }: Record<string, unknown>,
  type: Exclude<PatchType, 'apply'>,
  { resource, kind: expectedKind }: ExpectedObject,
): boolean {
  const isRead = type !== 'strategic' && resource.origin !== 'custom';
  return (
    isRead && !apiVersion && (!kind || kind === expectedKind) && apiVersion !== false && apiVersion !== 0
  );
}

function versionless(result: Record<string, unknown>): DecodedObject {
  const unknown = Object.keys(result).filter((name) => name !== 'apiVersion' && name !== 'kind');
  const complaints = unknown.sort().map((name) => `unknown field ${JSON.stringify(name)}`);
  return { object: { metadata: {} } as KubeObject, complaints };
}

/** Whether a content type is that of a patch. */
export function isPatch(contentType: string | undefined): boolean {
  return patchTypes.has(mediaType(contentType));
}

function mediaType(contentType: string | undefined): string {
  return contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
}

/** The kind of patch that a content type stands for. Throws a 415. */
export function patchTypeOf({ body, resource, subresource }: ResourceRequest): PatchType {
  const type = patchTypes.get(mediaType(body.contentType));
  const isCustom = resource.origin === 'custom' && subresource !== 'scale';
  if (!type && !isCustom) {
    throw new StatusError(415, 'UnsupportedMediaType', '415: Unsupported Media Type', { details: {} });
  }
  if (!type || (type === 'strategic' && isCustom)) {
    throw new StatusError(
      415,
      'UnsupportedMediaType',
      'the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
    );
  }
  return type;
}

const patchTypes = new Map<string, PatchType>([
  ['application/json-patch+json', 'json'],
  ['application/merge-patch+json', 'merge'],
  ['application/strategic-merge-patch+json', 'strategic'],
  ['application/apply-patch+yaml', 'apply'],
]);

/** Judges what only apply patches may or must have. Throws a 422. */
export function checkForce(query: URLSearchParams, type: PatchType, options: WriteOptions): void {
  const causes = [];
  if (type === 'apply' && !options.fieldManager) {
    causes.push(cause.required('fieldManager', 'is required for apply patch'));
  }
  if (type !== 'apply' && query.has('force')) {
    causes.push(cause.forbidden('force', 'may not be specified for non-apply patch'));
  }
  if (causes.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'PatchOptions' }, '', causes);
}

function applyObject(request: ResourceRequest, options: WriteOptions): ApiResponse {
  const { api, resource, namespace, name, subresource, query } = request;
  const applied = appliedObject(request, options);
  const before = api.storage.get(resource.storage, namespace, name!);
  const write = writeOf(request, options);
  if (!before) {
    if (subresource) throw notFound(resource.kind, name!);
    if (applied.metadata.uid) {
      throw conflict(
        resource.kind,
        name!,
        `uid mismatch: the provided object specified uid ${applied.metadata.uid}, and no existing object was found`,
      );
    }
    const object = decodeApplied(
      request,
      serverSideApply({ ...fieldOwnership(api, write), live: undefined, applied, conflicts: 'force' }),
      applied,
    );
    checkName(object, name!);
    const created = createObject(api, write, withoutVersion(object), 'recorded');
    return { code: 201, object: created };
  }
  const live = inRequestedVersion(before, resource);
  const object = decodeApplied(
    request,
    serverSideApply({
      ...fieldOwnership(api, write),
      live,
      applied,
      conflicts: isSet(query, 'force') ? 'force' : 'refuse',
    }),
    applied,
  );
  checkName(object, name!);
  return {
    code: 200,
    object: updateObject(api, write, live, object, 'recorded'),
  };
}

/** Throws a 500 for what the schema takes and the object's own types do not. */
function decodeApplied(request: ResourceRequest, result: KubeObject, applied: KubeObject): KubeObject {
  try {
    return decodeObject(result, expectedObject(request)).object;
  } catch (error) {
    const problem =
      error instanceof StatusError && /cannot be handled as a [^:]*: (.*)$/s.exec(error.message)?.[1];
    if (!problem) throw error;
    const { apiVersion, kind } = request.resource.kind;
    const version = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
    const what = `${version}, Kind=${kind}`;
    const { namespace = '', name = '' } = applied.metadata;
    const told = problem.startsWith('illegal base64') ? `error decoding from json: ${problem}` : problem;
    throw new StatusError(
      500,
      '',
      `failed to convert new object (${namespace}/${name}; ${what}) to proper version: unable to convert unstructured object to ${what}: ${told}`,
    );
  }
}

/** An apply that creates an object says nothing of its version. */
function withoutVersion(object: KubeObject): KubeObject {
  const { resourceVersion: _version, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** What an apply patch says, as sent but for fields that the server does not know. */
function appliedObject(request: ResourceRequest, options: WriteOptions): KubeObject {
  const { body, resource } = request;
  const { apiVersion, kind } = resource.kind;
  const { value, duplicates } = parseYaml(yamlText(body.bytes), unreadableYaml);
  if (value !== undefined && value !== null && !isRecord(value)) {
    const problem = `json: cannot unmarshal ${jsonType(value)} into Go value of type map[string]interface {}`;
    throw badRequest(`error decoding YAML: error unmarshaling JSON: while decoding JSON: ${problem}`);
  }
  const object = { ...value } as KubeObject;
  const sent = { apiVersion: textOf(object.apiVersion), kind: textOf(object.kind) };
  if (sent.kind !== kind || sent.apiVersion !== apiVersion) {
    const version = sent.apiVersion.includes('/') ? sent.apiVersion : `/${sent.apiVersion}`;
    throw badRequest(`invalid object type: ${version}, Kind=${sent.kind}`);
  }
  object.metadata ??= {};
  request.warn(reportComplaints(duplicates, options.fieldValidation, expectedObject(request)));
  return withoutNulls(object);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A null in an apply patch says nothing. */
function withoutNulls(object: KubeObject): KubeObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null)) as KubeObject;
}

function parsePatch(text: string, type: Exclude<PatchType, 'apply'>): unknown {
  checkJsonLimits(text, (problem) => badRequest(`error decoding patch: ${problem}`));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest(`error decoding patch: ${jsonProblem(text)}`);
  }
  const found = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  const wanted = type === 'json' ? 'array' : 'object';
  if (found === wanted) return value;
  const into = type === 'json' ? '[]handlers.jsonPatchOp' : 'map[string]interface {}';
  const problem = `json: cannot unmarshal ${found} into Go value of type ${into}`;
  throw badRequest(type === 'strategic' ? problem : `error decoding patch: ${problem}`);
}

function applyPatch(
  live: KubeObject,
  patch: unknown,
  type: Exclude<PatchType, 'apply'>,
  { schema }: ExpectedObject,
): Record<string, unknown> {
  if (type === 'json') return jsonPatched(live, patch as unknown[]);
  if (type === 'merge' || !schema) return mergePatched(live, patch) as Record<string, unknown>;
  return strategicMergePatch({ live, patch: patch as Record<string, unknown>, schema });
}

function jsonPatched(live: KubeObject, operations: readonly unknown[]): Record<string, unknown> {
  if (operations.length > mostOperations) {
    throw new StatusError(
      413,
      'RequestEntityTooLarge',
      `Request entity too large: The allowed maximum operations in a JSON patch is ${mostOperations}, got ${operations.length}`,
    );
  }
  try {
    return applyJsonPatch(jsonCopy(live), operations.map(operationOf)) as Record<string, unknown>;
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    // The API server says no more than this, either.
    throw new StatusError(422, 'Invalid', 'the server rejected our request due to an error in our request', {
      details: {},
    });
  }
}

const mostOperations = 10_000;

/** What stands in the list of a JSON patch, as the server decodes it. Throws a 400. */
function operationOf(item: unknown): PatchOperation {
  if (item === null) return {};
  if (!isRecord(item)) {
    const problem = `cannot unmarshal ${jsonType(item)} into Go value of type handlers.jsonPatchOp`;
    throw badRequest(`error decoding patch: json: ${problem}`);
  }
  for (const name of ['op', 'path', 'from']) {
    const value = ownField(item, name);
    if (value === undefined || value === null || typeof value === 'string') continue;
    const problem = `cannot unmarshal ${jsonType(value)} into Go struct field jsonPatchOp.${name} of type string`;
    throw badRequest(`error decoding patch: json: ${problem}`);
  }
  return item;
}

/** What Go's json package calls the type of a value. */
function jsonType(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

function mergePatched(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const result: Record<string, unknown> = isRecord(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else setField(result, name, mergePatched(ownField(result, name), value));
  }
  return result;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
