import { isIPv4, isIPv6 } from 'node:net';
import { nodeName as ownNode, type Pod, resources } from '../controllers/objects.ts';
import { badRequest, notFound } from '../errors.ts';
import type { KubeObject, ObjectStore } from '../object-store.ts';
import { StatusError } from '../status-error.ts';
import { type Listener, listensOn } from './echo-server.ts';

/** What a proxied request is sent to. */
export interface Backend {
  readonly scheme: 'http' | 'https';
  /** Address and port, as a URL has them. */
  readonly host: string;
  /** Who answers there; or why nobody can be reached, in the words of Go's dialer. */
  readonly behind: Listener | string;
}

/** The resources that have a proxy. */
export type ProxiedResource = 'pods' | 'services' | 'nodes';

interface SchemeNamePort {
  readonly scheme: 'http' | 'https' | '';
  readonly name: string;
  readonly port: string;
}

interface Endpoint {
  ip: string;
  targetRef?: { name?: string; namespace?: string };
}

interface Subset {
  addresses?: Endpoint[];
  ports?: { name?: string; port: number }[];
}

const kubeletPort = '10250';

/**
 * Finds what `NAME`, `NAME:PORT` or `SCHEME:NAME:PORT` leads to. Throws the `StatusError` that the API server answers where it
 * sends nothing.
 */
export function proxyBackend(
  store: ObjectStore,
  resource: ProxiedResource,
  namespace: string | undefined,
  id: string,
): Backend {
  const asked = schemeNamePort(id);
  if (!asked) throw badRequest(`invalid ${resource.slice(0, -1)} request ${JSON.stringify(id)}`);
  if (resource === 'pods') return podBackend(store, namespace, asked);
  if (resource === 'nodes') return nodeBackend(store, asked);
  return serviceBackend(store, namespace, asked, id);
}

function schemeNamePort(id: string): SchemeNamePort | undefined {
  const parts = id.split(':');
  if (parts.length > 3) return undefined;
  const [scheme = '', name = '', port = ''] = parts.length === 3 ? parts : ['', ...parts];
  const isScheme = scheme === '' || scheme === 'http' || scheme === 'https';
  return isScheme && name !== '' ? { scheme, name, port } : undefined;
}

function podBackend(
  store: ObjectStore,
  namespace: string | undefined,
  { scheme, name, port }: SchemeNamePort,
): Backend {
  const pod = store.get(resources.pods, namespace, name) as Pod | undefined;
  if (!pod) throw notFound(resources.pods, name);
  const declared = pod.spec.containers.find((container) => container.ports?.length)?.ports?.[0];
  const wanted = port || String(declared?.containerPort ?? '');
  const address = pod.status?.podIPs?.[0]?.ip ?? '';
  if (!isProxyable(address)) throw badRequest('address not allowed');
  return reached(scheme || 'http', address, wanted, (number) =>
    listensOn(pod, number) ? { kind: 'pod', name: pod.metadata.name ?? '', port: number } : undefined,
  );
}

function nodeBackend(store: ObjectStore, { scheme, name, port }: SchemeNamePort): Backend {
  const node = store.get(resources.nodes, undefined, name);
  if (!node) throw notFound(resources.nodes, name);
  const address = nodeAddressOf(node);
  if (!isProxyable(address)) throw badRequest('address not allowed');
  const isKubelet = port === '' || port === kubeletPort;
  return reached(isKubelet ? 'https' : scheme || 'http', address, port || kubeletPort, (number) =>
    name === ownNode ? { kind: 'node', name, port: number } : 'no route to host',
  );
}

function nodeAddressOf({ status }: KubeObject): string {
  const { addresses = [] } = (status ?? {}) as { addresses?: { type: string; address: string }[] };
  const internal = addresses.find(({ type }) => type === 'InternalIP');
  if (internal) return internal.address;
  const known = addresses.map(({ type, address }) => `{${type} ${address}}`).join(' ');
  throw new StatusError(500, '', `no preferred addresses found; known addresses: [${known}]`);
}

function serviceBackend(
  store: ObjectStore,
  namespace: string | undefined,
  { scheme, name, port }: SchemeNamePort,
  id: string,
): Backend {
  const portName = portNameOf(store, namespace, name, port);
  const endpoints = store.get(resources.endpoints, namespace, name);
  // A Service without endpoints of its own is told as if it were missing itself.
  if (!endpoints) throw notFound(resources.services, name);
  const { subsets = [] } = endpoints as { subsets?: Subset[] };
  if (subsets.length === 0) throw unavailable(`no endpoints available for service ${JSON.stringify(name)}`);
  for (const { addresses = [], ports = [] } of subsets) {
    for (const found of ports.filter((each) => (each.name ?? '') === portName)) {
      for (const address of addresses) {
        const pod = podAt(store, namespace, address);
        if (!pod) continue;
        return reached(scheme || 'http', address.ip, String(found.port), (number) =>
          listensOn(pod, number) ? { kind: 'pod', name: pod.metadata.name ?? '', port: number } : undefined,
        );
      }
    }
  }
  throw unavailable(`no endpoints available for service ${JSON.stringify(id)}`);
}

/** Endpoints know ports by their names alone. */
function portNameOf(store: ObjectStore, namespace: string | undefined, name: string, port: string): string {
  if (!/^[+-]?\d+$/.test(port) || !Number.isSafeInteger(Number(port))) return port;
  const service = store.get(resources.services, namespace, name);
  if (!service) throw notFound(resources.services, name);
  const { ports = [] } = (service.spec ?? {}) as { ports?: { name?: string; port: number }[] };
  const found = ports.find((each) => each.port === Number(port));
  if (found) return found.name ?? '';
  throw unavailable(`no service port ${Number(port)} found for service ${JSON.stringify(name)}`);
}

/** The pod at an address; undefined where none of the namespace is there: anything else is not spoken to. */
function podAt(store: ObjectStore, namespace: string | undefined, endpoint: Endpoint): Pod | undefined {
  const { ip, targetRef } = endpoint;
  if (!targetRef?.name || targetRef.namespace !== namespace) return undefined;
  const pod = store.get(resources.pods, namespace, targetRef.name) as Pod | undefined;
  return pod?.status?.podIPs?.some((each) => each.ip === ip) ? pod : undefined;
}

function reached(
  scheme: 'http' | 'https',
  address: string,
  port: string,
  listener: (port: number) => Listener | string | undefined,
): Backend {
  const host = isIPv6(address) ? `[${address}]` : address;
  const number = portNumber(port || scheme);
  const whole = port === '' ? host : `${host}:${port}`;
  if (number === undefined) {
    return { scheme, host: whole, behind: `dial tcp: lookup tcp/${port}: unknown port` };
  }
  const found = listener(number) ?? 'connection refused';
  const behind = typeof found === 'string' ? `dial tcp ${host}:${number}: connect: ${found}` : found;
  return { scheme, host: whole, behind };
}

/** A port by its number, or by a name that every machine knows. */
function portNumber(port: string): number | undefined {
  if (port === 'http') return 80;
  if (port === 'https') return 443;
  return /^\d{1,5}$/.test(port) && Number(port) <= 0xffff ? Number(port) : undefined;
}

/** Whether the server speaks to an address: only to one that a network has, never to its own machine. */
function isProxyable(address: string): boolean {
  if (isIPv4(address)) {
    const first = Number(address.split('.', 1)[0]);
    return first !== 127 && first !== 0 && first < 224 && !address.startsWith('169.254.');
  }
  return isIPv6(address) && !/^(?:::1?$|fe[89ab]|ff)/i.test(address);
}

function unavailable(message: string): StatusError {
  return new StatusError(503, 'ServiceUnavailable', message);
}
