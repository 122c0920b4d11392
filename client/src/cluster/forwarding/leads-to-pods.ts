import type { KubeObject, Resource } from '../kube-object.ts';
import { containersOf } from '../objects/containers.ts';
import { mayOwnPods } from '../watch/owned-pods.ts';
import { field } from '../wrong-answer.ts';
import { hasServicePorts, servicePortsOf } from './service-port.ts';

/**
 * Whether a port of an object of a kind may be forwarded, as discovery tells it: it takes port-forwards itself, the API server
 * passes requests on to it, or it runs Pods.
 */
export function leadsToPods(resource: Resource): boolean {
  const has = (name: string) => resource.subresources.some((subresource) => subresource.name === name);
  return has('portforward') || (resource.scope === 'Namespaced' && has('proxy')) || mayOwnPods(resource);
}

/** A port that an object says it has. */
export interface OfferedPort {
  readonly number: number;
  readonly name: string | undefined;
  /** The container that has it; undefined for a Service's. */
  readonly container: string | undefined;
}

/** The ports of an object of any kind: its own, as a Service's, or those of the containers that it has or makes. */
export function portsOffered(object: KubeObject): OfferedPort[] {
  if (hasServicePorts(object))
    return servicePortsOf(object).map((port) => ({ ...port, container: undefined }));
  const made = field(field(object.spec, 'template'), 'spec');
  return containersOf(made === undefined ? object : { ...object, spec: made }).flatMap(({ name, ports }) =>
    ports.map((port) => ({ ...port, container: name })),
  );
}
