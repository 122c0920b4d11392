import type { AllocationProblem, AllocationRule } from '../shared/allocation.ts';
import type { Field } from '../shared/field.ts';

/** The range of `--service-node-port-range` where a server is not told another one. */
export const usualNodePorts = { first: 30_000, last: 32_767 } as const;

/** The highest port there is: no server can be told a range beyond it. */
export const lastPort = 65_535;

/** The ports of a Service that its nodes are to open: those that a server's allocator would not give. */
export const nodePorts: AllocationRule = (service) => {
  const spec = service.at('spec');
  const type = spec.at('type').text;
  if (type !== 'NodePort' && type !== 'LoadBalancer') return [];
  const ports = spec.at('ports').items.map((port) => port.at('nodePort'));
  return [...ports, ...healthPorts(spec)].flatMap(problemOf);
};

/** Another one is refused without asking the allocator. */
function healthPorts(spec: Field): Field[] {
  const port = spec.at('healthCheckNodePort');
  return (port.number ?? 0) > 0 && (port.number ?? 0) <= lastPort ? [port] : [];
}

/** 0 asks for any port. */
function problemOf({ number, path }: Field): AllocationProblem[] {
  if (!number || (number >= usualNodePorts.first && number <= usualNodePorts.last)) return [];
  const isPort = number > 0 && number <= lastPort;
  return [{ path, number, lacking: isPort ? 'unless configured' : 'everywhere' }];
}
