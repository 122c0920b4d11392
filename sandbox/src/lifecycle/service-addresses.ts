import type { ApiContext } from '../api-context.ts';
import { cause, invalid } from '../errors.ts';
import type { KubeObject } from '../object-store.ts';

const services = { group: '', plural: 'services' };
const serviceKind = { group: '', kind: 'Service' };

/** Addresses 10.96.0.2 to 10.96.255.254; 10.96.0.1 is the API server's own. */
const addresses = 65_533;
const firstNodePort = 30_000;
const nodePorts = 2_768;

/**
 * Gives a Service the cluster address and node ports that its type asks for and that it does not have yet, and
 * takes away those that it may no longer have. Throws a 422 where it asks for one that another Service has.
 */
export function allocateAddresses(api: ApiContext, service: KubeObject): void {
  const spec = service.spec as ServiceSpec | undefined;
  if (!spec) return;
  if (spec.type === 'ExternalName') {
    for (const field of ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy'] as const)
      delete spec[field];
    return;
  }
  const others = api.storage
    .snapshot(services)
    .objects.filter((other) => other.metadata.uid !== service.metadata.uid)
    .map((other) => other.spec as ServiceSpec);
  allocateClusterAddress(api, service, spec, others);
  allocateNodePorts(api, service, spec, others);
}

interface ServiceSpec {
  type?: string;
  clusterIP?: string;
  clusterIPs?: string[];
  ipFamilies?: string[];
  ipFamilyPolicy?: string;
  allocateLoadBalancerNodePorts?: boolean;
  ports?: { port?: number; protocol?: string; nodePort?: number }[];
}

function allocateClusterAddress(
  api: ApiContext,
  service: KubeObject,
  spec: ServiceSpec,
  others: readonly ServiceSpec[],
): void {
  spec.ipFamilyPolicy ||= 'SingleStack';
  spec.clusterIP ||= spec.clusterIPs?.[0] ?? '';
  if (spec.clusterIP === 'None') {
    spec.clusterIPs = ['None'];
    spec.ipFamilies ??= ['IPv4'];
    return;
  }
  const taken = new Set(others.map((other) => other.clusterIP));
  taken.add('10.96.0.1');
  if (!spec.clusterIP) {
    spec.clusterIP = freeAddress(api, taken);
  } else if (taken.has(spec.clusterIP) && !isApiServer(service)) {
    throw invalid(serviceKind, service.metadata.name ?? '', [
      cause.invalid(
        'spec.clusterIPs',
        [spec.clusterIP],
        'failed to allocate IP '.concat(spec.clusterIP, ': provided IP is already allocated'),
      ),
    ]);
  }
  spec.clusterIPs = [spec.clusterIP, ...(spec.clusterIPs ?? []).slice(1)];
  spec.ipFamilies ??= [spec.clusterIP.includes(':') ? 'IPv6' : 'IPv4'];
}

function allocateNodePorts(
  api: ApiContext,
  service: KubeObject,
  spec: ServiceSpec,
  others: readonly ServiceSpec[],
): void {
  const wantsPorts =
    spec.type === 'NodePort' ||
    (spec.type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts !== false);
  const taken = new Set(others.flatMap((other) => (other.ports ?? []).map(portKey)));
  for (const [index, port] of (spec.ports ?? []).entries()) {
    if (!wantsPorts) {
      if (spec.type !== 'LoadBalancer') delete port.nodePort;
      continue;
    }
    if (!port.nodePort) port.nodePort = freeNodePort(api, taken, port.protocol);
    else if (taken.has(portKey(port))) {
      throw invalid(serviceKind, service.metadata.name ?? '', [
        cause.invalid(`spec.ports[${index}].nodePort`, port.nodePort, 'provided port is already allocated'),
      ]);
    }
    taken.add(portKey(port));
  }
}

function freeAddress(api: ApiContext, taken: ReadonlySet<string | undefined>): string {
  const start = api.random.below(addresses);
  for (let step = 0; step < addresses; step++) {
    const number = 2 + ((start + step) % addresses);
    const address = `10.96.${number >> 8}.${number & 255}`;
    if (!taken.has(address)) return address;
  }
  throw new Error('all cluster addresses are taken');
}

function freeNodePort(api: ApiContext, taken: ReadonlySet<string>, protocol: string | undefined): number {
  const start = api.random.below(nodePorts);
  for (let step = 0; step < nodePorts; step++) {
    const nodePort = firstNodePort + ((start + step) % nodePorts);
    if (!taken.has(portKey({ nodePort, protocol }))) return nodePort;
  }
  throw new Error('all node ports are taken');
}

function portKey({
  nodePort,
  protocol,
}: {
  nodePort?: number | undefined;
  protocol?: string | undefined;
}): string {
  return `${protocol ?? 'TCP'}/${nodePort ?? ''}`;
}

function isApiServer({ metadata }: KubeObject): boolean {
  return metadata.namespace === 'default' && metadata.name === 'kubernetes';
}
