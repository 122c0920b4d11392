import { notFound } from '../errors.ts';
import type { KubeObject } from '../object-store.ts';
import { StatusError } from '../status-error.ts';
import { checkListOptions } from './list-options.ts';
import type { ApiResponse, ResourceRequest } from './request.ts';
import { selectionOf } from './selection.ts';
import { isSet } from './write-options.ts';

/**
 * Answers a GET of ComponentStatuses, which nobody stores: the server asks its components. Its store is there; a scheduler and
 * a controller manager are no programs of their own here, and so nobody answers on their ports.
 */
export function componentStatuses(request: ResourceRequest): ApiResponse {
  const { resource, name, query } = request;
  const all = components.map(({ name, condition }) => componentStatus(resource.kind, name, condition));
  if (name !== undefined) {
    const found = all.find(({ metadata }) => metadata.name === name);
    if (!found) throw notFound({ group: '', plural: resource.kind.singular }, name);
    return { code: 200, object: found };
  }
  if (isSet(query, 'watch')) {
    const { plural } = resource.kind;
    const message = `watch is not supported on resources of kind ${JSON.stringify(plural)}`;
    throw new StatusError(405, 'MethodNotAllowed', message, { details: { kind: plural } });
  }
  checkListOptions(query, 'list');
  const { matches } = selectionOf(query, resource);
  const items = all.filter(matches).map(({ apiVersion: _version, kind: _kind, ...item }) => item);
  const { listKind, kind } = resource;
  return { code: 200, object: { kind: listKind, apiVersion: kind.apiVersion, metadata: {}, items } };
}

const components = [
  { name: 'controller-manager', condition: unreachable(10257) },
  { name: 'scheduler', condition: unreachable(10259) },
  { name: 'etcd-0', condition: { type: 'Healthy', status: 'True', message: 'ok' } },
];

function unreachable(port: number) {
  const address = `127.0.0.1:${port}`;
  const message = `Get "https://${address}/healthz": dial tcp ${address}: connect: connection refused`;
  return { type: 'Healthy', status: 'False', message };
}

function componentStatus(
  { apiVersion, kind }: ResourceRequest['resource']['kind'],
  name: string,
  condition: object,
): KubeObject {
  return { kind, apiVersion, metadata: { name }, conditions: [condition] };
}
