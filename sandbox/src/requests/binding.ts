import { compareKubernetesVersions } from '../../../server/src/catalog/version.ts';
import { boundPod } from '../controllers/bind-pod.ts';
import { type Pod, resources } from '../controllers/objects.ts';
import { badRequest, conflict, notFound } from '../errors.ts';
import type { KubeObject } from '../object-store.ts';
import { StatusError } from '../status-error.ts';
import type { ApiResponse, ResourceRequest } from './request.ts';
import { type PartKind, sentPart } from './sent-part.ts';
import { successStatus } from './success-status.ts';
import type { WriteOptions } from './write-options.ts';

const binding: PartKind = { apiVersion: 'v1', kind: 'Binding' };

/** Answers a POST of a Binding to a Pod: the Pod is on the node that it names. */
export function bindPod(request: ResourceRequest): ApiResponse {
  const { object, options } = sentPart(request, binding);
  if (object.metadata.name !== request.name) {
    throw badRequest('name in URL does not match name in Binding object');
  }
  return bind(request, object, options);
}

/** Answers a POST of a Binding to the collection of them: it says itself which Pod it is about, and forgets its uid. */
export function bindPodByName(request: ResourceRequest): ApiResponse {
  const { object, options } = sentPart(request, binding);
  delete object.metadata.uid;
  return bind(request, object, options);
}

function bind(
  { api, namespace }: ResourceRequest,
  object: KubeObject,
  { effect }: WriteOptions,
): ApiResponse {
  const { name = '', annotations, labels } = object.metadata;
  const { kind = '', name: node = '' } = (object.target ?? {}) as { kind?: string; name?: string };
  checkTarget(kind, node);
  const pod = api.storage.get(resources.pods, namespace, name) as Pod | undefined;
  if (!pod) throw notFound(resources.pods, name);
  checkIdentity(object, pod);
  const obstacle = obstacleTo(pod);
  if (obstacle) throw conflict({ group: '', plural: 'pods/binding' }, name, obstacle);
  if (effect === 'store') {
    const copied = compareKubernetesVersions(api.kubernetesVersion, '1.35') >= 0 ? labels : undefined;
    api.storage.put(resources.pods, boundPod(pod, { node, annotations, labels: copied }, api.clock.now()));
  }
  return { code: 201, object: successStatus(201) };
}

/** The server gives no reason for what is wrong with a target. Throws a 500. */
function checkTarget(kind: string, node: string): void {
  const problems: string[] = [];
  if (kind !== '' && kind !== 'Node') {
    const supported = 'supported values: "Node", "<empty>"';
    problems.push(`target.kind: Unsupported value: ${JSON.stringify(kind)}: ${supported}`);
  }
  if (node === '') problems.push('target.name: Required value');
  if (problems.length === 0) return;
  throw new StatusError(500, '', problems.length === 1 ? problems[0]! : `[${problems.join(', ')}]`);
}

/** Throws a 409 where a binding is of another Pod, or of another state of it, than there is. */
function checkIdentity({ metadata: sent }: KubeObject, { metadata }: Pod): void {
  for (const [words, wanted, found] of [
    ['UID', sent.uid, metadata.uid],
    ['ResourceVersion', sent.resourceVersion, metadata.resourceVersion],
  ]) {
    if (!wanted || wanted === found) continue;
    const place = `Key: /registry/pods/${metadata.namespace}/${metadata.name}, ResourceVersion: 0`;
    throw conflict(
      resources.pods,
      metadata.name!,
      `StorageError: invalid object, Code: 4, ${place}, AdditionalErrorMsg: Precondition failed: ${words} in precondition: ${wanted}, ${words} in object meta: ${found}`,
    );
  }
}

function obstacleTo({ metadata: { name, deletionTimestamp }, spec }: Pod): string | undefined {
  if (deletionTimestamp) return `pod ${name} is being deleted, cannot be assigned to a host`;
  if (spec.nodeName) return `pod ${name} is already assigned to node ${JSON.stringify(spec.nodeName)}`;
  return spec.schedulingGates?.length ? `pod ${name} has non-empty .spec.schedulingGates` : undefined;
}
