import type { Cluster } from '../cluster.ts';
import type { KubeObject, ObjectReference } from '../kube-object.ts';
import { field, listOf, textOf } from '../wrong-answer.ts';

/** What a forward asks to know where it leads. */
export type PodReader = Pick<Cluster, 'get' | 'list' | 'discover'>;

/** Where a Service without a selector leads, or why that is no Pod. */
export type EndpointPod =
  | { readonly pod: string; readonly port: number | undefined }
  | { readonly fault: string };

/** Asks the EndpointSlices of a Service, which somebody else than the API server has made. Rejects as a list does. */
export async function podOfEndpoints(
  cluster: PodReader,
  service: ObjectReference,
  portName: string | undefined,
  signal: AbortSignal,
): Promise<EndpointPod> {
  const slices = (await cluster.discover({ signal })).find('discovery.k8s.io/v1', 'EndpointSlice');
  if (!slices) return { fault: 'it has no selector' };
  const labelSelector = `kubernetes.io/service-name=${service.name}`;
  const read = await cluster.list(slices, service.namespace, { labelSelector, signal });
  const ready = read.flatMap((slice) =>
    (listOf(slice, 'endpoints') ?? [])
      .filter((endpoint) => field(field(endpoint, 'conditions'), 'ready') !== false)
      .map((endpoint) => ({ slice, endpoint })),
  );
  for (const { slice, endpoint } of ready) {
    const reference = field(endpoint, 'targetRef');
    const pod = textOf(reference, 'name');
    if (textOf(reference, 'kind') === 'Pod' && pod !== undefined) {
      return { pod, port: portOfSlice(slice, portName) };
    }
  }
  const addresses = ready.flatMap(({ endpoint }) => listOf(endpoint, 'addresses') ?? []).slice(0, 3);
  return addresses.length === 0
    ? { fault: 'it has no selector, and no EndpointSlice names a Pod for it' }
    : { fault: `it leads to ${addresses.join(', ')}, which is no Pod` };
}

/** A slice has the numbers of the Pods' ports, by the Service's names for them. */
function portOfSlice(slice: KubeObject, portName = ''): number | undefined {
  const port = listOf(slice, 'ports')?.find((one) => (textOf(one, 'name') ?? '') === portName);
  const number = field(port, 'port');
  return typeof number === 'number' ? number : undefined;
}
