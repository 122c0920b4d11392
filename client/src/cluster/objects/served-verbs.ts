import { unservedVerbError } from '../http/failures.ts';
import { intentOf, intentOn } from '../http/request-intents.ts';
import type { Transport } from '../http/transport.ts';
import type { ObjectReference } from '../kube-object.ts';
import type { CollectionReference } from '../operation.ts';

/**
 * Throws a `ClusterError` that names the verbs that there are, where the server's discovery does not tell of this one, or
 * of the subresource: nothing is sent then, which could mean something else.
 */
export function checkVerb(
  { asker }: Pick<Transport, 'asker'>,
  verb: string,
  of: CollectionReference | ObjectReference,
): void {
  const { resource } = of;
  const subresource = 'name' in of ? of.subresource : undefined;
  const intent = 'name' in of ? intentOn(verb, of) : intentOf(verb, resource, of.namespace);
  if (subresource === undefined) {
    if (!resource.verbs.includes(verb)) throw unservedVerbError(intent, asker, resource.verbs);
    return;
  }
  const served = resource.subresources.find(({ name }) => name === subresource);
  if (!served?.verbs.includes(verb)) throw unservedVerbError(intent, asker, served?.verbs ?? []);
}
