import { chapter, of } from '../code-entry.ts';

/** Networks. */
export const networks = chapter('Networks', {
  'service-type': of('A field of a Service does not go with its type.', 'Service', {
    'spec/type': 'ExternalName',
    'spec/clusterIP': 'None',
  }),
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
