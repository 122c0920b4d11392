import type { Intent } from '../intent.ts';
import type { ObjectReference, Resource } from '../kube-object.ts';
import { resourceName } from '../resource-name.ts';

/** The intent of a request on many objects. */
export function intentOf(verb: string, resource: Resource, namespace: string | undefined): Intent {
  return { verb, resource: resourceName(resource), namespace, name: undefined, scope: resource.scope };
}

/** The intent of a request on one object, or on a subresource of it. */
export function intentOn(verb: string, reference: ObjectReference): Intent {
  const { resource, namespace, name, subresource } = reference;
  return {
    verb,
    resource: resourceName(resource),
    ...(subresource === undefined ? {} : { subresource }),
    namespace,
    name,
    scope: resource.scope,
  };
}

/** The intent of a WebSocket to a subresource, in words that follow nothing and go before the object: `port-forward to`. */
export function intentToConnect(
  words: string,
  reference: ObjectReference,
  rights: readonly string[],
): Intent {
  return { ...intentOn(words, reference), rights };
}

/** The intent of a request that is about no resource. */
export function intentOfPath(verb: string, path: string): Intent {
  return { verb, resource: path, namespace: undefined, name: undefined, scope: 'None' };
}
