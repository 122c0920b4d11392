import type { KubeObject } from '../object-store.ts';
import { controlledBy, type Pod, type PodTemplate } from './objects.ts';

export interface PodIdentity {
  readonly name?: string;
  readonly generateName?: string;
  readonly labels?: Record<string, string>;
}

/** A pod of a template, controlled by `owner` and in its namespace. */
export function newPod(owner: KubeObject, template: PodTemplate, identity: PodIdentity): Pod {
  const { labels, ...names } = identity;
  const { metadata, spec } = structuredClone(template);
  const allLabels = { ...metadata?.labels, ...labels };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...names,
      namespace: owner.metadata.namespace ?? 'default',
      ...(Object.keys(allLabels).length > 0 && { labels: allLabels }),
      ...(metadata?.annotations && { annotations: metadata.annotations }),
      ownerReferences: controlledBy(owner),
    },
    spec: {
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      dnsPolicy: 'ClusterFirst',
      schedulerName: 'default-scheduler',
      enableServiceLinks: true,
      serviceAccountName: 'default',
      ...spec,
    },
    status: { phase: 'Pending', qosClass: qosClassOf(spec) },
  };
}

/** BestEffort without any request or limit, Guaranteed when all have limits that equal their requests. */
export function qosClassOf(spec: PodTemplate['spec']): 'BestEffort' | 'Burstable' | 'Guaranteed' {
  const containers = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])];
  const amounts = containers.map((container) => {
    const { requests = {}, limits = {} } = (container.resources ?? {}) as Record<
      string,
      Record<string, string>
    >;
    return { requests, limits };
  });
  const isEmpty = (amount: object) => Object.keys(amount).length === 0;
  if (amounts.every(({ requests, limits }) => isEmpty(requests) && isEmpty(limits))) return 'BestEffort';
  const guaranteed = amounts.every(({ requests, limits }) =>
    ['cpu', 'memory'].every((name) => limits[name] && (requests[name] ?? limits[name]) === limits[name]),
  );
  return guaranteed ? 'Guaranteed' : 'Burstable';
}
