import type { Schema } from '../../../server/src/catalog/schema.ts';
import { ownField, setField } from '../../../server/src/yaml/own-field.ts';
import { decodeBody, reportComplaints } from '../decode/decode-body.ts';
import { badRequest, cause, invalid } from '../errors.ts';
import { updateObject } from '../lifecycle/write-object.ts';
import type { KubeObject } from '../object-store.ts';
import { inRequestedVersion } from '../resources/requested-version.ts';
import type { Resource } from '../resources/resource.ts';
import { jsonCopy } from '../store/json.ts';
import { checkName } from './create-object.ts';
import { existing } from './get-object.ts';
import { checkForce, patchedObject, patchTypeOf } from './patch-object.ts';
import type { ApiResponse, ResourceRequest } from './request.ts';
import { type WriteOptions, writeOf, writeOptions } from './write-options.ts';

/** Answers a GET of the scale subresource. */
export function getScale(request: ResourceRequest): ApiResponse {
  return {
    code: 200,
    object: scaleOf(inRequestedVersion(existing(request), request.resource), request.resource),
  };
}

/** Answers a PUT of the scale subresource. */
export function replaceScale(request: ResourceRequest): ApiResponse {
  const options = writeOptions(request.query, 'UpdateOptions');
  const expected = expectedScale(request);
  const { object, complaints } = decodeBody(request.body, expected);
  request.warn(reportComplaints(complaints, options.fieldValidation, expected));
  checkName(object, request.name!);
  return { code: 200, object: setScale(request, object, options) };
}

/** Answers a PATCH of the scale subresource. */
export function patchScale(request: ResourceRequest): ApiResponse {
  const type = patchTypeOf(request);
  const options = writeOptions(request.query, 'PatchOptions');
  checkForce(request.query, type, options);
  if (type === 'apply') throw badRequest('the sandbox takes no apply patches of scale: use a merge patch');
  const expected = expectedScale(request);
  const live = scaleOf(inRequestedVersion(existing(request), request.resource), request.resource);
  const patched = patchedObject(
    request,
    live,
    request.body.bytes.toString('utf8'),
    type,
    expected,
    options.fieldValidation,
  );
  return { code: 200, object: setScale(request, patched, options) };
}

function expectedScale({ api, resource, body }: ResourceRequest) {
  const kind = api.catalog.find('autoscaling/v1', 'Scale');
  const schema: Schema | undefined = kind && api.catalog.schema(kind);
  const isRegistered = (version: string, name: string) => api.registry.isRegistered(version, name);
  return {
    resource,
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    schema,
    protobufFacts: body.protobufFacts,
    isRegistered,
  };
}

function setScale(request: ResourceRequest, scale: KubeObject, options: WriteOptions): KubeObject {
  const { api, resource, name } = request;
  const before = inRequestedVersion(existing(request), resource);
  const replicas = (scale.spec as { replicas?: number } | undefined)?.replicas ?? 0;
  if (replicas < 0) {
    throw invalid({ group: 'autoscaling', kind: 'Scale' }, name!, [
      cause.invalid('spec.replicas', replicas, 'must be greater than or equal to 0'),
    ]);
  }
  const after = jsonCopy(before);
  if (scale.metadata.resourceVersion) after.metadata.resourceVersion = scale.metadata.resourceVersion;
  if (scale.metadata.uid) after.metadata.uid = scale.metadata.uid;
  setPath(after, pathsOf(resource).specReplicas, replicas);
  const updated = updateObject(api, writeOf(request, options), before, after);
  return scaleOf(updated, resource);
}

function scaleOf(object: KubeObject, resource: Resource): KubeObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const paths = pathsOf(resource);
  const replicas = readPath(object, paths.specReplicas);
  const selector = selectorOf(object, resource, paths.labelSelector);
  const spec = typeof replicas === 'number' && replicas !== 0 ? { replicas } : {};
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: JSON.parse(JSON.stringify({ name, namespace, uid, resourceVersion, creationTimestamp })),
    spec,
    status: { replicas: readPath(object, paths.statusReplicas) ?? 0, ...(selector && { selector }) },
  };
}

function pathsOf(resource: Resource) {
  return (
    resource.scale ?? {
      specReplicas: 'spec.replicas',
      statusReplicas: 'status.replicas',
      labelSelector: undefined,
    }
  );
}

function selectorOf(object: KubeObject, resource: Resource, path: string | undefined): string {
  if (resource.scale) {
    const selector = path === undefined ? undefined : readPath(object, path);
    return typeof selector === 'string' ? selector : '';
  }
  const selector = readPath(object, 'spec.selector') as
    | { matchLabels?: Record<string, string>; matchExpressions?: Expression[] }
    | undefined;
  if (!selector) return '';
  const hasParts = selector.matchLabels !== undefined || selector.matchExpressions !== undefined;
  const labels = hasParts ? (selector.matchLabels ?? {}) : (selector as Record<string, string>);
  const terms = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  for (const expression of selector.matchExpressions ?? []) terms.push(formatExpression(expression));
  return terms.sort().join(',');
}

interface Expression {
  key: string;
  operator: string;
  values?: string[];
}

function formatExpression({ key, operator, values = [] }: Expression): string {
  if (operator === 'Exists') return key;
  if (operator === 'DoesNotExist') return `!${key}`;
  return `${key} ${operator === 'In' ? 'in' : 'notin'} (${[...values].sort().join(',')})`;
}

function readPath(object: unknown, path: string): unknown {
  let value = object;
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = ownField(value as Record<string, unknown>, part);
  }
  return value;
}

function setPath(object: Record<string, unknown>, path: string, value: unknown): void {
  const parts = path.split('.');
  let place = object;
  for (const part of parts.slice(0, -1)) {
    const inner = ownField(place, part);
    const next = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
    setField(place, part, next);
    place = next;
  }
  setField(place, parts.at(-1)!, value);
}
