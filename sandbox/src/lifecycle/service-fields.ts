import type { KubeObject } from '../object-store.ts';
import { jsonEqual } from '../store/json.ts';

/** What of a Service is allocated, or hangs on its type. */
export interface ServiceSpec {
  type?: string;
  selector?: Record<string, string>;
  clusterIP?: string;
  clusterIPs?: string[];
  ipFamilies?: string[];
  ipFamilyPolicy?: string;
  externalTrafficPolicy?: string;
  internalTrafficPolicy?: string;
  healthCheckNodePort?: number;
  allocateLoadBalancerNodePorts?: boolean;
  loadBalancerClass?: string;
  ports?: ServicePort[];
}

export interface ServicePort {
  port?: number;
  protocol?: string;
  nodePort?: number;
}

/** Whether a Service has an address of the cluster, though it may be `None`. */
export function hasClusterAddress({ type }: ServiceSpec): boolean {
  return type !== 'ExternalName';
}

/** Whether the server gives a Service ports of the nodes. */
export function hasNodePorts({ type, allocateLoadBalancerNodePorts }: ServiceSpec): boolean {
  return type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts !== false);
}

/** Whether a load balancer asks each node whether it has Pods of the Service. */
export function hasHealthCheck({ type, externalTrafficPolicy }: ServiceSpec): boolean {
  return type === 'LoadBalancer' && externalTrafficPolicy === 'Local';
}

/** The one address in the list of them, where only the one is written. */
export function normaliseAddresses(service: KubeObject): void {
  const spec = service.spec as ServiceSpec | undefined;
  if (spec?.clusterIP && !spec.clusterIPs?.length) spec.clusterIPs = [spec.clusterIP];
}

/**
 * A changed Service with what it was given before, where the change does not speak of it, and without what its new type has
 * not, where the change does not speak of that either.
 */
export function keepAllocated(service: KubeObject, before: KubeObject): void {
  const spec = service.spec as ServiceSpec | undefined;
  const old = before.spec as ServiceSpec | undefined;
  if (!spec || !old) return;
  keepAddresses(spec, old);
  keepNodePorts(spec, old);
  if (hasHealthCheck(old) && hasHealthCheck(spec)) spec.healthCheckNodePort ||= old.healthCheckNodePort ?? 0;
  dropOfType(spec, old);
}

function keepAddresses(spec: ServiceSpec, old: ServiceSpec): void {
  const wereSame = jsonEqual(spec.clusterIPs, old.clusterIPs);
  if (spec.clusterIP !== old.clusterIP && wereSame && spec.clusterIPs?.length) {
    if (spec.clusterIP) spec.clusterIPs = [spec.clusterIP];
    else delete spec.clusterIPs;
  }
  if (!hasClusterAddress(old) || !hasClusterAddress(spec)) return;
  if (!spec.clusterIP && old.clusterIP) spec.clusterIP = old.clusterIP;
  if (!spec.clusterIPs?.length && old.clusterIPs && spec.clusterIP === old.clusterIP) {
    spec.clusterIPs = [...old.clusterIPs];
  }
  if (!spec.clusterIPs?.length && spec.clusterIP) spec.clusterIPs = [spec.clusterIP];
}

function keepNodePorts(spec: ServiceSpec, old: ServiceSpec): void {
  if (!hasNodePorts(spec) || !hasNodePorts(old)) return;
  const known = new Map((old.ports ?? []).map((port) => [portName(port), port.nodePort]));
  for (const port of spec.ports ?? []) {
    const nodePort = known.get(portName(port));
    if (!port.nodePort && nodePort) port.nodePort = nodePort;
  }
}

function portName({ port, protocol }: ServicePort): string {
  return `${protocol ?? 'TCP'}/${port}`;
}

function dropOfType(spec: ServiceSpec, old: ServiceSpec): void {
  if (hasClusterAddress(old) && !hasClusterAddress(spec)) {
    dropSame(spec, old, ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'internalTrafficPolicy']);
  }
  if (hasNodePorts(old) && !hasNodePorts(spec) && jsonEqual(nodePortsOf(spec), nodePortsOf(old))) {
    for (const port of spec.ports ?? []) delete port.nodePort;
  }
  if (hasHealthCheck(old) && !hasHealthCheck(spec)) dropSame(spec, old, ['healthCheckNodePort']);
  if (isExternal(old) && !isExternal(spec)) dropSame(spec, old, ['externalTrafficPolicy']);
  if (old.type === 'LoadBalancer' && spec.type !== 'LoadBalancer') {
    dropSame(spec, old, ['allocateLoadBalancerNodePorts', 'loadBalancerClass']);
  }
}

function isExternal({ type }: ServiceSpec): boolean {
  return type === 'NodePort' || type === 'LoadBalancer';
}

function nodePortsOf({ ports = [] }: ServiceSpec): unknown[] {
  return ports.map(({ nodePort = 0 }) => nodePort);
}

function dropSame(spec: ServiceSpec, old: ServiceSpec, fields: readonly (keyof ServiceSpec)[]): void {
  for (const field of fields) if (jsonEqual(spec[field], old[field])) delete spec[field];
}
