import type { KubeObject } from '../kube-object.ts';
import { field, listOf, textOf } from '../wrong-answer.ts';

/** A port as a person names it: its number, or its name. */
export type PortName = number | string;

/** What a port of a Service leads to, or why it leads nowhere. */
export type ServicePort =
  /** The port of its Pods: a name is that of a container's port. */
  | { readonly target: PortName; readonly name: string | undefined }
  | { readonly fault: string; readonly wayOut: string };

/** A port that a Service says it has. */
interface Declared {
  readonly number: number;
  readonly name: string | undefined;
  readonly target: PortName;
  readonly protocol: string;
}

/** Whether an object gives ports to those who ask for it by its own name, which lead to ports of Pods. */
export function hasServicePorts({ spec }: KubeObject): boolean {
  return (
    (listOf(spec, 'ports') ?? []).some((port) => typeof field(port, 'port') === 'number') ||
    textOf(spec, 'externalName') !== undefined
  );
}

/** The TCP ports that a Service declares, for who is to choose one. */
export function servicePortsOf(service: KubeObject): { number: number; name: string | undefined }[] {
  return declaredPorts(service)
    .filter(({ protocol }) => protocol === 'TCP')
    .map(({ number, name }) => ({ number, name }));
}

/**
 * Finds a port of a Service by its number or its name. One without an address of its own (headless) is asked for by the addresses of
 * its Pods, so a number that it does not declare is the Pods' own.
 */
export function servicePortOf(service: KubeObject, port: PortName): ServicePort {
  const ports = declaredPorts(service);
  const named = ports.filter(({ number, name }) => number === port || name === port);
  const found = named.find(({ protocol }) => protocol === 'TCP');
  if (found) return { target: found.target, name: found.name };
  if (named.length > 0) {
    const { protocol } = named[0]!;
    return { fault: `its port ${port} is ${protocol}`, wayOut: 'Only TCP can be forwarded' };
  }
  const isHeadless = field(service.spec, 'clusterIP') === 'None';
  if (isHeadless && typeof port === 'number') return { target: port, name: undefined };
  const all = ports
    .slice(0, 20)
    .map(({ number, name }) => (name === undefined ? `${number}` : `${number} (${name})`));
  return {
    fault: `it has no port ${port}`,
    wayOut: all.length === 0 ? 'It has no ports at all' : `It has ${all.join(', ')}`,
  };
}

function declaredPorts({ spec }: KubeObject): Declared[] {
  return (listOf(spec, 'ports') ?? []).flatMap((port): Declared[] => {
    const number = field(port, 'port');
    if (typeof number !== 'number') return [];
    const target = field(port, 'targetPort');
    return [
      {
        number,
        name: textOf(port, 'name'),
        target: isPortName(target) ? target : number,
        protocol: textOf(port, 'protocol') ?? 'TCP',
      },
    ];
  });
}

function isPortName(value: unknown): value is PortName {
  return (typeof value === 'number' && value > 0) || (typeof value === 'string' && value !== '');
}
