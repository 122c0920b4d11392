import type { KubeObject } from '../cluster/kube-object.ts';
import { objectText } from '../cluster/objects/object-text.ts';
import { withoutServerWritten } from './server-written-fields.ts';

/** Metadata that ties an object to its cluster: by it another cluster would collect it as garbage, or end it. */
const ofItsCluster = ['ownerReferences', 'deletionTimestamp', 'deletionGracePeriodSeconds'];
/** The whole object once more, as kubectl applied it. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** An object as a manifest, in YAML: what its author may have written, without what its cluster made of that. */
export function manifestText(object: KubeObject): string {
  const { metadata, ...rest } = withoutServerWritten(object);
  const annotations = Object.entries(metadata.annotations ?? {}).filter(([name]) => name !== lastApplied);
  const own = Object.entries(metadata).filter(
    ([name]) => name !== 'annotations' && !ofItsCluster.includes(name),
  );
  const kept = annotations.length > 0 ? { annotations: Object.fromEntries(annotations) } : {};
  return objectText({ ...rest, metadata: { ...Object.fromEntries(own), ...kept } } as KubeObject);
}
