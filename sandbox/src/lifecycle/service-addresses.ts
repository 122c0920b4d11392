import type { ApiContext } from '../api-context.ts';
import { cause, invalid } from '../errors.ts';
import type { KubeObject } from '../object-store.ts';
import type { StatusCause } from '../status-error.ts';
import {
  hasClusterAddress,
  hasHealthCheck,
  hasNodePorts,
  type ServicePort,
  type ServiceSpec,
} from './service-fields.ts';

const services = { group: '', plural: 'services' };
const serviceKind = { group: '', kind: 'Service' };

/** Addresses 10.96.0.2 to 10.96.255.254; 10.96.0.1 is the API server's own. */
const addresses = 65_533;
const firstNodePort = 30_000;
const nodePorts = 2_768;

/**
 * Gives a Service that is valid the families, the cluster address and the node ports that its type asks for and that it does
 * not have yet. Throws a 422 where it asks for what the cluster has not, or another Service has.
 */
export function allocateAddresses(api: ApiContext, service: KubeObject): void {
  const spec = service.spec as ServiceSpec | undefined;
  if (!spec) return;
  const others = api.storage
    .snapshot(services)
    .objects.filter((other) => other.metadata.uid !== service.metadata.uid)
    .map((other) => (other.spec ?? {}) as ServiceSpec);
  if (hasClusterAddress(spec)) {
    refuse(service, familyProblems(spec));
    fillFamilies(spec);
    allocateClusterAddress(api, service, spec, others);
  }
  allocateNodePorts(api, service, spec, others);
}

/** The cluster has addresses of IPv4 alone. What has no address and selects no Pods may be of any family. */
function familyProblems(spec: ServiceSpec): StatusCause[] {
  if (isHeadless(spec) && !hasSelector(spec)) return [];
  if (!spec.ipFamilyPolicy && spec.ipFamilies?.length === 2) return [singleStack];
  const causes: StatusCause[] = [];
  if (spec.ipFamilyPolicy === 'RequireDualStack') {
    const why = 'this cluster is not configured for dual-stack services';
    causes.push(cause.invalid('spec.ipFamilyPolicy', spec.ipFamilyPolicy, why));
  }
  for (const [index, family] of (spec.ipFamilies ?? []).entries()) {
    if (family === 'IPv4') continue;
    causes.push(cause.invalid(`spec.ipFamilies[${index}]`, family, 'not configured on this cluster'));
  }
  return causes;
}

/** Who says nothing gets one family, which two contradict. */
const singleStack = cause.invalid(
  'spec.ipFamilyPolicy',
  'SingleStack',
  "must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified",
);

function fillFamilies(spec: ServiceSpec): void {
  const isOfAny = isHeadless(spec) && !hasSelector(spec) && !spec.ipFamilies?.length;
  spec.ipFamilyPolicy ||= isOfAny ? 'RequireDualStack' : 'SingleStack';
  if (!spec.ipFamilies?.length) {
    spec.ipFamilies = isOfAny && spec.ipFamilyPolicy !== 'SingleStack' ? ['IPv4', 'IPv6'] : ['IPv4'];
  }
}

function isHeadless({ clusterIP }: ServiceSpec): boolean {
  return clusterIP === 'None';
}

function hasSelector({ selector }: ServiceSpec): boolean {
  return Object.keys(selector ?? {}).length > 0;
}

function allocateClusterAddress(
  api: ApiContext,
  service: KubeObject,
  spec: ServiceSpec,
  others: readonly ServiceSpec[],
): void {
  if (isHeadless(spec)) {
    spec.clusterIPs = ['None'];
    return;
  }
  const taken = new Set(others.map((other) => other.clusterIP));
  if (!isApiServer(service)) taken.add('10.96.0.1');
  if (!spec.clusterIP) spec.clusterIP = freeAddress(api, taken);
  else {
    const problem = addressProblem(spec.clusterIP, taken);
    if (problem !== undefined) {
      const why = `failed to allocate IP ${spec.clusterIP}: ${problem}`;
      throw invalid(serviceKind, service.metadata.name ?? '', [
        cause.invalid('spec.clusterIPs', [spec.clusterIP], why),
      ]);
    }
  }
  spec.clusterIPs = [spec.clusterIP, ...(spec.clusterIPs ?? []).slice(1)];
}

function addressProblem(address: string, taken: ReadonlySet<string | undefined>): string | undefined {
  const isInRange =
    /^10\.96\.\d+\.\d+$/.test(address) && address !== '10.96.0.0' && address !== '10.96.255.255';
  if (!isInRange) return 'the provided network does not match the current range';
  return taken.has(address) ? 'provided IP is already allocated' : undefined;
}

function allocateNodePorts(
  api: ApiContext,
  service: KubeObject,
  spec: ServiceSpec,
  others: readonly ServiceSpec[],
): void {
  const taken = new Set(others.flatMap(takenPorts));
  const causes: StatusCause[] = [];
  for (const [index, port] of (spec.ports ?? []).entries()) {
    if (!port.nodePort) {
      if (hasNodePorts(spec)) port.nodePort = freeNodePort(api, taken, port.protocol);
    } else {
      const problem = portProblem(port, taken);
      if (problem) causes.push(cause.invalid(`spec.ports[${index}].nodePort`, port.nodePort, problem));
    }
    if (port.nodePort) taken.add(portKey(port));
  }
  refuse(service, causes);
  if (hasHealthCheck(spec)) spec.healthCheckNodePort ||= freeNodePort(api, taken, 'TCP');
}

function takenPorts({ ports = [], healthCheckNodePort }: ServiceSpec): string[] {
  const own = ports.filter(({ nodePort }) => nodePort).map(portKey);
  return healthCheckNodePort ? [...own, portKey({ nodePort: healthCheckNodePort })] : own;
}

function portProblem(port: ServicePort, taken: ReadonlySet<string>): string | undefined {
  const nodePort = port.nodePort ?? 0;
  const last = firstNodePort + nodePorts - 1;
  if (nodePort < firstNodePort || nodePort > last) {
    return `provided port is not in the valid range. The range of valid ports is ${firstNodePort}-${last}`;
  }
  return taken.has(portKey(port)) ? 'provided port is already allocated' : undefined;
}

function refuse({ metadata }: KubeObject, causes: StatusCause[]): void {
  if (causes.length > 0) throw invalid(serviceKind, metadata.name ?? '', causes);
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
    if (!taken.has(portKey({ nodePort, ...(protocol && { protocol }) }))) return nodePort;
  }
  throw new Error('all node ports are taken');
}

function portKey({ nodePort, protocol = 'TCP' }: ServicePort): string {
  return `${protocol}/${nodePort ?? ''}`;
}

function isApiServer({ metadata }: KubeObject): boolean {
  return metadata.namespace === 'default' && metadata.name === 'kubernetes';
}
