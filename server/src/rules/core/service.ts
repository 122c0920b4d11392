import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import { portNumber } from '../formats/port.ts';
import { qualifiedName } from '../formats/qualified-name.ts';
import { checkEndpointIp, cidrOf, ipOf } from '../shared/address.ts';
import type { AdmissionAttributes } from '../shared/admission-attributes.ts';
import type { Causes } from '../shared/causes.ts';
import { checkEnum, checkEnumIfSet } from '../shared/enum.ts';
import { Field } from '../shared/field.ts';
import { isSame, storedAt } from '../shared/immutable.ts';
import { checkLabels } from '../shared/labels.ts';
import {
  checkApplicationProtocol,
  checkEndpointPortName,
  checkPortNumber,
  checkPortNumberOrName,
  checkProtocol,
} from '../shared/port.ts';
import type { Rule } from '../shared/rule.ts';
import { checkClusterIps, clusterIpsOf } from './service-addresses.ts';

/** What the API server refuses a Service for. */
export const service: Rule = (object, causes, attributes) => {
  const spec = object.at('spec');
  if (!spec.map) return;
  const type = spec.at('type');
  const ips = clusterIpsOf(spec, attributes.old);
  const isListUnknown = spec.at('clusterIPs').isUnknown;
  // Whatever a list may say, it begins with the one address that is written.
  const isHeadless = (isListUnknown ? spec.at('clusterIP').text : ips.join()) === 'None';
  const isKnownIp = ips.every((ip) => typeof ip === 'string');
  checkTopologyAnnotations(object, causes);
  if (
    spec.at('ports').isZero &&
    isKnownIp &&
    !isHeadless &&
    type.text !== undefined &&
    type.text !== 'ExternalName'
  ) {
    causes.required(spec.at('ports'));
  }
  checkType(spec, isHeadless, causes);
  checkServicePorts(spec.at('ports').items, causes);
  checkLabels(spec.at('selector'), causes);
  checkSessionAffinity(spec, causes);
  checkClusterIps(spec, causes, attributes);
  for (const ip of spec.at('externalIPs').items) checkExternalIp(ip, causes, attributes);
  checkEnum(type, ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'], causes);
  checkPortsTogether(spec, causes);
  checkLoadBalancer(object, causes, attributes);
  checkTraffic(spec, causes, attributes);
};

function checkTopologyAnnotations(object: Field, causes: Causes): void {
  const mode = object.in('metadata', 'annotations', 'service.kubernetes.io/topology-mode');
  const hints = object.in('metadata', 'annotations', 'service.kubernetes.io/topology-aware-hints');
  if (!mode.isSet || !hints.isSet || mode.text === undefined || hints.text === undefined) return;
  if (mode.text === hints.text) return;
  causes.invalid(
    mode,
    'must match annotations[service.kubernetes.io/topology-aware-hints] when both are specified',
  );
}

function checkType(spec: Field, isHeadless: boolean, causes: Causes): void {
  const type = spec.at('type').text;
  // Of one address that is written a list is made, whatever the list says.
  const written = spec.at('clusterIPs');
  const isList = written.isSet && !written.isUnknown;
  const ips = isList ? written : spec.child('clusterIPs');
  const mark = isList ? written : spec.at('clusterIP');
  if (isHeadless && (type === 'LoadBalancer' || type === 'NodePort')) {
    const detail = `may not be set to 'None' for ${type} services`;
    causes.invalid(ips.child(0), detail, { code: 'service-type', shown: 'None', mark });
  }
  if (type !== 'ExternalName') return;
  const detail = 'may not be set for ExternalName services';
  const remark = { code: 'service-type' } as const;
  if (clusterIpsOf(spec, undefined).length > 0) causes.forbidden(ips, detail, { ...remark, mark });
  if (spec.at('ipFamilies').items.length > 0) causes.forbidden(spec.at('ipFamilies'), detail, remark);
  if (spec.at('ipFamilyPolicy').isSet) causes.forbidden(spec.at('ipFamilyPolicy'), detail, remark);
  const name = spec.at('externalName');
  if (name.text === undefined) return;
  const host = name.text.replace(/\.$/, '');
  if (host === '')
    causes.required(name, '', { code: 'service-type', mark: name.isSet ? name : spec.at('type') });
  for (const problem of host === '' ? [] : dnsSubdomain(host)) causes.invalid(name, problem, { shown: host });
}

function checkServicePorts(ports: readonly Field[], causes: Causes): void {
  const names = new Set<string>();
  for (const port of ports) {
    if (!port.map) continue;
    checkEndpointPortName(port, ports, causes);
    const name = port.at('name');
    if (name.text && names.has(name.text)) causes.duplicate(name, { code: 'duplicate-port' });
    if (name.text) names.add(name.text);
    checkPortNumber(port.at('port'), causes);
    checkProtocol(port.at('protocol'), causes);
    if (port.at('targetPort').isSet) checkPortNumberOrName(port.at('targetPort'), causes);
    checkApplicationProtocol(port.at('appProtocol'), causes);
  }
}

function checkSessionAffinity(spec: Field, causes: Causes): void {
  const affinity = spec.at('sessionAffinity');
  const config = spec.at('sessionAffinityConfig');
  checkEnum(affinity, ['ClientIP', 'None'], causes);
  if (affinity.text === 'None' && config.isSet) {
    causes.forbidden(config, 'must not be set when session affinity is None');
  }
  const timeout = config.in('clientIP', 'timeoutSeconds');
  if (affinity.text !== 'ClientIP' || timeout.number === undefined) return;
  if (timeout.number > 0 && timeout.number <= 86400) return;
  causes.invalid(timeout, 'must be greater than 0 and less than 86400');
}

function checkExternalIp(ip: Field, causes: Causes, { kubernetesVersion, old }: AdmissionAttributes): void {
  if (ip.text === undefined || isKnown(ip.text, old, 'externalIPs')) return;
  const format = ipOf(kubernetesVersion);
  if (format(ip.text).length > 0) causes.malformed(ip, format, { code: 'ip-address' });
  else checkEndpointIp(ip, causes);
}

function checkPortsTogether(spec: Field, causes: Causes): void {
  const seen = new Set<string>();
  const isNew = (key: string) => !seen.has(key) && seen.add(key);
  const ports = spec.at('ports').items;
  for (const port of ports) {
    const nodePort = port.at('nodePort');
    if (spec.at('type').text === 'ClusterIP' && nodePort.number) {
      causes.forbidden(nodePort, "may not be used when `type` is 'ClusterIP'", { code: 'service-type' });
    }
  }
  for (const port of ports) {
    const nodePort = port.at('nodePort');
    const protocol = port.at('protocol').text;
    if (!nodePort.number || protocol === undefined) continue;
    if (!isNew(`node ${protocol} ${nodePort.number}`)) causes.duplicate(nodePort, { code: 'duplicate-port' });
  }
  for (const port of ports) {
    const number = port.at('port').number;
    const protocol = port.at('protocol').text;
    if (number === undefined || protocol === undefined || isNew(`${protocol} ${number}`)) continue;
    const shown = {
      Name: '',
      Protocol: protocol,
      AppProtocol: null,
      Port: number,
      TargetPort: 0,
      NodePort: 0,
    };
    causes.duplicate(port, { code: 'duplicate-port', shown, mark: port.at('port') });
  }
}

const sourceRangesAnnotation = 'service.beta.kubernetes.io/load-balancer-source-ranges';

function checkLoadBalancer(object: Field, causes: Causes, attributes: AdmissionAttributes): void {
  const spec = object.at('spec');
  const type = spec.at('type').text;
  if (type === undefined) return;
  const code = 'service-type';
  const detail = "may only be used when `type` is 'LoadBalancer'";
  const ranges = spec.at('loadBalancerSourceRanges');
  const format = cidrOf(attributes.kubernetesVersion);
  if (ranges.items.length > 0) {
    // The server names this field with a capital letter.
    const named = spec.child('LoadBalancerSourceRanges');
    if (type !== 'LoadBalancer') causes.forbidden(named, detail, { code, mark: ranges });
    for (const range of ranges.items) {
      const text = range.text?.trim();
      if (text === undefined || isKnown(text, attributes.old, 'loadBalancerSourceRanges')) continue;
      for (const problem of format(text)) {
        causes.invalid(named.child(range.name), problem, { code: 'cidr', shown: text, mark: range });
      }
    }
  } else checkSourceRangesAnnotation(object, type, causes, attributes);
  const allocate = spec.at('allocateLoadBalancerNodePorts');
  const loadBalancerClass = spec.at('loadBalancerClass');
  if (type === 'LoadBalancer') {
    const isChanged =
      attributes.old !== undefined &&
      storedAt(spec.at('type'), attributes.old).text === 'LoadBalancer' &&
      !isSame(loadBalancerClass, storedAt(loadBalancerClass, attributes.old));
    if (isChanged) causes.invalid(loadBalancerClass, 'may not change once set', { code: 'immutable-field' });
    else if (loadBalancerClass.isSet) causes.malformed(loadBalancerClass, qualifiedName);
    return;
  }
  if (allocate.isSet) causes.forbidden(allocate, detail, { code });
  if (!loadBalancerClass.isSet) return;
  causes.forbidden(loadBalancerClass, detail, { code });
  // The server looks at it twice.
  if (attributes.old) causes.forbidden(loadBalancerClass, detail, { code, follows: true });
}

function checkSourceRangesAnnotation(
  object: Field,
  type: string,
  causes: Causes,
  attributes: AdmissionAttributes,
): void {
  const annotation = object.in('metadata', 'annotations', sourceRangesAnnotation);
  if (!annotation.isSet || annotation.text === undefined) return;
  if (type !== 'LoadBalancer') {
    causes.forbidden(annotation, "may only be used when `type` is 'LoadBalancer'", { code: 'service-type' });
  }
  const list = annotation.text.trim();
  for (const range of list === '' ? [] : list.split(',').map((part) => part.trim())) {
    for (const problem of cidrOf(attributes.kubernetesVersion)(range)) {
      causes.invalid(annotation, problem, { code: 'cidr', shown: range });
    }
  }
}

function checkTraffic(spec: Field, causes: Causes, { old }: AdmissionAttributes): void {
  const type = spec.at('type').text;
  if (type === undefined) return;
  const code = 'service-type';
  const external = spec.at('externalTrafficPolicy');
  const isExposed =
    type === 'NodePort' ||
    type === 'LoadBalancer' ||
    (type === 'ClusterIP' && !spec.at('externalIPs').isZero);
  if (isExposed) checkEnumIfSet(external, ['Cluster', 'Local'], causes);
  else if (external.text) {
    causes.invalid(external, 'may only be set for externally-accessible services', { code, at: 'key' });
  }
  const health = spec.at('healthCheckNodePort');
  const needsHealthCheck = type === 'LoadBalancer' && external.text === 'Local';
  if (needsHealthCheck) {
    if (health.number) for (const problem of portNumber(health.number)) causes.invalid(health, problem);
    const stored = Field.root(old).at('spec');
    const neededIt =
      stored.at('type').text === 'LoadBalancer' && stored.at('externalTrafficPolicy').text === 'Local';
    if (neededIt && health.number && !isSame(health, stored.at('healthCheckNodePort'))) {
      causes.forbidden(health, 'field is immutable', { code: 'immutable-field', at: 'value' });
    }
  } else if (health.number && external.text !== undefined) {
    const detail = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
    causes.invalid(health, detail, { code, at: 'key' });
  }
  checkEnumIfSet(spec.at('internalTrafficPolicy'), ['Cluster', 'Local'], causes);
  const distribution = spec.at('trafficDistribution');
  const choices = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];
  checkEnumIfSet(distribution, choices, causes);
}

/** What is stored may stay as it is. */
function isKnown(text: string, old: AdmissionAttributes['old'], field: string): boolean {
  const spec = old?.spec as Record<string, unknown> | undefined;
  const known = spec?.[field];
  return Array.isArray(known) && known.includes(text);
}
