import { chapter, of } from '../code-entry.ts';

/** Networks. */
export const networks = chapter('Networks', {
  'service-type': of('A field of a Service does not go with its type.', 'Service', {
    'spec/type': 'ExternalName',
    'spec/clusterIP': 'None',
  }),
  'node-port': of(
    "A port that the nodes are to open for a Service is none that a cluster has. Nodes open the ports of the API server's `--service-node-port-range`, 30000 to 32767 where nobody has changed that: another one is mentioned as information, and what is no port at all (1 to 65535) is a warning. The server finds out when it creates the Service, and in no dry run.",
    'Service',
    { 'spec/type': 'NodePort', 'spec/ports': [{ port: 80, nodePort: 80000 }] },
    { 'spec/type': 'NodePort', 'spec/ports': [{ port: 80, nodePort: 30080 }] },
  ),
  'ip-address': of(
    'This is no IP address.',
    'Pod',
    { 'spec/hostAliases': [{ ip: '10.0.0.256', hostnames: ['db'] }] },
    { 'spec/hostAliases': [{ ip: '10.0.0.25', hostnames: ['db'] }] },
  ),
  cidr: of(
    'This is no range of addresses such as `10.0.0.0/8`.',
    'NetworkPolicy',
    { 'spec/ingress': [{ from: [{ ipBlock: { cidr: '10.0.0.0' } }] }] },
    { 'spec/ingress': [{ from: [{ ipBlock: { cidr: '10.0.0.0/8' } }] }] },
  ),
  'ingress-path': of('The path of an Ingress begins with `/`.', 'Ingress', {
    'spec/rules/0/http/paths/0/path': 'a',
  }),
});
