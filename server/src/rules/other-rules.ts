import { endpointSlice } from './endpoint-slice.ts';
import { endpoints } from './endpoints.ts';
import { ingress } from './ingress.ts';
import { ingressClass } from './ingress-class.ts';
import { ipAddress } from './ip-address.ts';
import { networkPolicy } from './network-policy.ts';
import type { RulesByKind } from './rule.ts';
import { service } from './service.ts';
import { serviceCidr } from './service-cidr.ts';

/** The rules of all kinds that have no Pod template. */
export const otherRules: RulesByKind = {
  Endpoints: endpoints,
  Service: service,
  'discovery.k8s.io/EndpointSlice': endpointSlice,
  'networking.k8s.io/IPAddress': ipAddress,
  'networking.k8s.io/Ingress': ingress,
  'networking.k8s.io/IngressClass': ingressClass,
  'networking.k8s.io/NetworkPolicy': networkPolicy,
  'networking.k8s.io/ServiceCIDR': serviceCidr,
};
