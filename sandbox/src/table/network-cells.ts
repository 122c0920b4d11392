import { compareKubernetesVersions } from '../../../server/src/catalog/version.ts';
import type { CellPrinters } from './cell.ts';
import { count, field, list, text } from './field.ts';
import { listWithMore } from './list-text.ts';
import { formatLabelSelector, formatLabels } from './selector-text.ts';

/** Services and what lies around them. */
export const networkCells: Readonly<Record<string, CellPrinters>> = {
  '/Service': {
    Type: (service) => text(service, 'spec', 'type'),
    'Cluster-IP': (service) => text({ ip: list(service, 'spec', 'clusterIPs')[0] }, 'ip') || '<none>',
    'External-IP': externalIp,
    'Port(s)': servicePorts,
    Selector: (service) => formatLabels(field(service, 'spec', 'selector')),
  },
  '/Endpoints': { Endpoints: endpointsText },
  'discovery.k8s.io/EndpointSlice': {
    AddressType: (slice) => text(slice, 'addressType'),
    Ports: (slice) =>
      listWithMore(list(slice, 'ports').map((port) => text(port, 'port') || text(port, 'name') || '*')),
    Endpoints: (slice) =>
      listWithMore(list(slice, 'endpoints').flatMap((endpoint) => list(endpoint, 'addresses').map(String))),
  },
  'networking.k8s.io/Ingress': {
    Class: (ingress) => text(ingress, 'spec', 'ingressClassName') || '<none>',
    Hosts: ingressHosts,
    Address: (ingress) => loadBalancerText(ingress),
    Ports: (ingress) => (list(ingress, 'spec', 'tls').length > 0 ? '80, 443' : '80'),
  },
  'networking.k8s.io/IngressClass': {
    Name: ingressClassName,
    Controller: (ingressClass) => text(ingressClass, 'spec', 'controller'),
    Parameters: ingressParameters,
  },
  'networking.k8s.io/NetworkPolicy': {
    'Pod-Selector': (policy) => formatLabelSelector(field(policy, 'spec', 'podSelector')),
  },
  'networking.k8s.io/ServiceCIDR': { CIDRs: (cidr) => list(cidr, 'spec', 'cidrs').map(String).join(',') },
  'networking.k8s.io/IPAddress': { ParentRef: addressParent },
};

function externalIp(service: unknown): string {
  const external = list(service, 'spec', 'externalIPs').map(String);
  switch (text(service, 'spec', 'type')) {
    case 'ClusterIP':
    case 'NodePort':
      return external.join(',') || '<none>';
    case 'LoadBalancer':
      return [loadBalancerText(service), ...external].filter(Boolean).join(',') || '<pending>';
    case 'ExternalName':
      return text(service, 'spec', 'externalName');
    default:
      return '<unknown>';
  }
}

/** The server's tables are always wide: nothing is cut. */
function loadBalancerText(object: unknown): string {
  const addresses = list(object, 'status', 'loadBalancer', 'ingress').map(
    (ingress) => text(ingress, 'ip') || text(ingress, 'hostname'),
  );
  return [...new Set(addresses.filter(Boolean))].sort().join(',');
}

function servicePorts(service: unknown): string {
  const ports = list(service, 'spec', 'ports').map((port) => {
    const nodePort = count(port, 'nodePort');
    return `${text(port, 'port')}${nodePort > 0 ? `:${nodePort}` : ''}/${text(port, 'protocol')}`;
  });
  return ports.join(',') || '<none>';
}

function endpointsText(endpoints: unknown): string {
  const subsets = list(endpoints, 'subsets');
  if (subsets.length === 0) return '<none>';
  const addresses = subsets.flatMap((subset) => {
    const ips = list(subset, 'addresses').map((address) => text(address, 'ip'));
    const ports = list(subset, 'ports').map((port) => text(port, 'port'));
    return ports.length === 0
      ? ips
      : ports.flatMap((port) => ips.map((ip) => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`)));
  });
  return addresses.length === 0 ? '' : listWithMore(addresses);
}

function ingressHosts(ingress: unknown): string {
  const rules = list(ingress, 'spec', 'rules');
  const shown: string[] = [];
  let hasMore = false;
  for (const rule of rules) {
    if (shown.length === 3) hasMore = true;
    const host = text(rule, 'host');
    if (!hasMore && host !== '') shown.push(host);
  }
  if (shown.length === 0) return '*';
  return hasMore ? `${shown.join(',')} + ${rules.length - 3} more...` : shown.join(',');
}

/** From 1.36 on the default class is marked. */
function ingressClassName(ingressClass: unknown, _now: Date, version: string): string {
  const annotation = 'ingressclass.kubernetes.io/is-default-class';
  const isDefault = text(ingressClass, 'metadata', 'annotations', annotation) === 'true';
  const isMarked = isDefault && compareKubernetesVersions(version, '1.36') >= 0;
  return `${text(ingressClass, 'metadata', 'name')}${isMarked ? ' (default)' : ''}`;
}

function ingressParameters(ingressClass: unknown): string {
  const parameters = field(ingressClass, 'spec', 'parameters');
  if (parameters === undefined) return '<none>';
  const group = text(parameters, 'apiGroup');
  return `${text(parameters, 'kind')}${group === '' ? '' : `.${group}`}/${text(parameters, 'name')}`;
}

function addressParent(address: unknown): string {
  const parent = field(address, 'spec', 'parentRef');
  if (parent === undefined) return '<none>';
  const group = text(parent, 'group');
  const resource = `${text(parent, 'resource')}${group === '' ? '' : `.${group}`}`.toLowerCase();
  return [resource, text(parent, 'namespace'), text(parent, 'name')].filter(Boolean).join('/');
}
