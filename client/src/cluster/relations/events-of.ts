import { ownField } from '../../../../server/src/yaml/own-field.ts';
import type { Discovery } from '../cluster.ts';
import type { Resource } from '../kube-object.ts';
import { fieldSelectorText } from '../objects/field-selector.ts';
import type { Subject } from './source.ts';

/** The events that tell of an object, as the server selects them. */
export interface EventSelection {
  readonly resource: Resource;
  readonly namespace: string;
  readonly fieldSelector: string;
}

/** Events of what has no namespace are in this one. */
const namespaceOfOthers = 'default';
/** Of a Pod that a kubelet has from a file: what the kubelet itself calls it. */
const uidOfKubelet = 'kubernetes.io/config.mirror';

/** Where the events of an object are; undefined where the server has none, or the object is one itself. */
export function eventsOf(subject: Subject, discovery: Discovery): EventSelection | undefined {
  const resource = discovery.find('v1', 'Event');
  if (!resource || !mayHaveEvents(subject.resource)) return undefined;
  return {
    resource,
    namespace: subject.namespace ?? namespaceOfOthers,
    fieldSelector: fieldSelectorText(fieldsOf(subject)),
  };
}

/** Whether there may be events that tell of objects of a kind: of other events there are none. */
export function mayHaveEvents({ group, plural }: Resource): boolean {
  return plural !== 'events' || (group !== '' && group !== 'events.k8s.io');
}

function fieldsOf({ resource, uid, name, metadata }: Subject): Record<string, string> {
  // Kubelets tell of their node with its name in the place of its uid, controllers with its uid.
  if (resource.group === '' && resource.plural === 'nodes') {
    return { 'involvedObject.kind': resource.kind, 'involvedObject.name': name };
  }
  return { 'involvedObject.uid': ownField(metadata.annotations, uidOfKubelet) ?? uid };
}
