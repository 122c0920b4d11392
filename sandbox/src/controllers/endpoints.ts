import type { Clock } from '../clock.ts';
import type { KubeObject, ObjectStore } from '../object-store.ts';
import { selects } from '../selectors/label-selector.ts';
import { controlledBy, isFinished, isReady, nodeName, type Pod, resources } from './objects.ts';
import { keyOf, splitKey, WorkQueue } from './work-queue.ts';

interface ServicePort {
  name?: string;
  port: number;
  protocol?: string;
  targetPort?: number | string;
}

/** Keeps an Endpoints object and an EndpointSlice per Service that selects pods. */
export function startEndpoints(store: ObjectStore, clock: Clock): { dispose(): void } {
  const queue = new WorkQueue(clock, (key) => {
    const { namespace, name } = splitKey(key);
    const service = store.get(resources.services, namespace, name);
    if (!service) store.delete(resources.endpoints, namespace, name);
    else if (!service.metadata.deletionTimestamp && specOf(service).selector) reconcile(store, service);
  });
  const subscriptions = [
    store.subscribe(resources.services, ({ object }) => queue.add(keyOf(object.metadata))),
    store.subscribe(resources.pods, ({ object }) => {
      for (const service of store.list(resources.services, object.metadata.namespace)) {
        if (selects(specOf(service).selector, object.metadata.labels)) queue.add(keyOf(service.metadata));
      }
    }),
  ];
  for (const service of store.list(resources.services)) queue.add(keyOf(service.metadata));
  return {
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
      queue.dispose();
    },
  };
}

function reconcile(store: ObjectStore, service: KubeObject): void {
  const { namespace = 'default', name = '' } = service.metadata;
  const pods = store
    .list(resources.pods, namespace)
    .filter(
      (pod) =>
        selects(specOf(service).selector, pod.metadata.labels) &&
        !isFinished(pod as Pod) &&
        (pod as Pod).status?.podIP !== undefined,
    ) as Pod[];
  writeEndpoints(store, service, namespace, name, pods);
  writeSlice(store, service, namespace, name, pods);
}

function writeEndpoints(
  store: ObjectStore,
  service: KubeObject,
  namespace: string,
  name: string,
  pods: readonly Pod[],
): void {
  const addresses = (wanted: readonly Pod[]) =>
    wanted.map((pod) => ({ ip: pod.status?.podIP, ...targetOf(pod) }));
  const [ready, notReady] = [pods.filter(isReady), pods.filter((pod) => !isReady(pod))];
  const subset = {
    ...(ready.length > 0 && { addresses: addresses(ready) }),
    ...(notReady.length > 0 && { notReadyAddresses: addresses(notReady) }),
    ...(specOf(service).ports?.length && { ports: portsOf(service, pods) }),
  };
  const subsets = pods.length > 0 ? { subsets: [subset] } : {};
  const labels = { ...service.metadata.labels, 'endpoints.kubernetes.io/managed-by': 'endpoint-controller' };
  const change = (copy: KubeObject) => {
    delete copy.subsets;
    Object.assign(copy, subsets);
    copy.metadata.labels = labels;
  };
  if (store.update(resources.endpoints, namespace, name, 'kube-controller-manager', change)) return;
  store.create(resources.endpoints, {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { name, namespace, labels },
    ...subsets,
  });
}

function writeSlice(
  store: ObjectStore,
  service: KubeObject,
  namespace: string,
  name: string,
  pods: readonly Pod[],
): void {
  const endpoints = pods.map((pod) => ({
    addresses: [pod.status?.podIP],
    conditions: {
      ready: isReady(pod),
      serving: isReady(pod),
      terminating: pod.metadata.deletionTimestamp !== undefined,
    },
    ...targetOf(pod),
  }));
  const ports = portsOf(service, pods);
  const existing = store
    .list(resources.endpointSlices, namespace)
    .find((slice) => slice.metadata.labels?.['kubernetes.io/service-name'] === name);
  if (existing) {
    store.update(
      resources.endpointSlices,
      namespace,
      existing.metadata.name ?? '',
      'kube-controller-manager',
      (copy) => Object.assign(copy, { endpoints, ports }),
    );
    return;
  }
  store.create(resources.endpointSlices, {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      generateName: `${name}-`,
      namespace,
      labels: {
        ...service.metadata.labels,
        'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
        'kubernetes.io/service-name': name,
      },
      ownerReferences: controlledBy({ ...service, apiVersion: 'v1', kind: 'Service' }),
    },
    addressType: 'IPv4',
    endpoints,
    ports,
  });
}

function targetOf(pod: Pod): Record<string, unknown> {
  const { name, namespace, uid } = pod.metadata;
  return { nodeName, targetRef: { kind: 'Pod', namespace, name, uid } };
}

function portsOf(service: KubeObject, pods: readonly Pod[]): Record<string, unknown>[] {
  return (specOf(service).ports ?? []).map(({ name, port, protocol = 'TCP', targetPort }) => ({
    ...(name && { name }),
    port: typeof targetPort === 'string' ? namedPort(pods[0], targetPort) : (targetPort ?? port),
    protocol,
  }));
}

function namedPort(pod: Pod | undefined, name: string): number | undefined {
  const ports = (pod?.spec.containers ?? []).flatMap((container) => container.ports ?? []);
  return ports.find((port) => port.name === name)?.containerPort;
}

function specOf(service: KubeObject): {
  selector?: unknown;
  ports?: ServicePort[];
  [field: string]: unknown;
} {
  return (service.spec ?? {}) as { selector?: unknown; ports?: ServicePort[] };
}
