import { compareKubernetesVersions } from '../../catalog/version.ts';
import { dnsLabel } from '../formats/dns-label.ts';
import { dnsSubdomain, wildcardSubdomain } from '../formats/dns-subdomain.ts';
import { parseIp } from '../formats/ip.ts';
import { portName, portNumber } from '../formats/port.ts';
import { rfc1035Label } from '../formats/rfc1035-label.ts';
import type { AdmissionAttributes } from '../shared/admission-attributes.ts';
import type { Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import type { Rule } from '../shared/rule.ts';
import { checkTypedReference } from '../shared/typed-reference.ts';
import type { WarningRule } from '../shared/warning.ts';

/** What the API server refuses an Ingress for. */
export const ingress: Rule = (object, causes, attributes) => {
  const spec = object.at('spec');
  const rules = spec.at('rules');
  const defaultBackend = spec.at('defaultBackend');
  if (rules.isZero && !defaultBackend.isSet && spec.map) {
    const detail = 'either `defaultBackend` or `rules` must be specified';
    causes.invalid(spec, detail, { shown: rules.value, at: 'key' });
  }
  if (defaultBackend.isSet) checkBackend(defaultBackend, causes, attributes);
  for (const rule of rules.items) checkRule(rule, causes, attributes);
  for (const tls of spec.at('tls').items) checkTls(tls, causes);
  const className = spec.at('ingressClassName');
  if (className.isSet) causes.malformed(className, dnsSubdomain, { code: 'reference-name' });
  if (attributes.operation === 'create') checkClassAnnotation(object, causes);
};

function checkClassAnnotation(object: Field, causes: Causes): void {
  const name = object.in('spec', 'ingressClassName');
  const annotation = object.in('metadata', 'annotations', 'kubernetes.io/ingress.class');
  if (!name.isSet || !annotation.isSet || name.text === undefined || annotation.text === undefined) return;
  if (annotation.text === name.text) return;
  const field = object.child('annotations').child('kubernetes.io/ingress.class');
  const detail = 'must match `ingressClassName` when both are specified';
  causes.invalid(field, detail, { shown: annotation.text, mark: annotation });
}

function checkRule(rule: Field, causes: Causes, attributes: AdmissionAttributes): void {
  const host = rule.at('host');
  if (host.text) {
    if (parseIp(host.text))
      causes.invalid(host, 'must be a DNS name, not an IP address', { code: 'host-name' });
    causes.malformed(host, hostFormat(host.text), { code: 'host-name' });
  }
  const http = rule.at('http');
  if (!http.isSet || !http.map) return;
  if (http.at('paths').isZero) causes.required(http.at('paths'));
  for (const path of http.at('paths').items) checkPath(path, causes, attributes);
}

function checkTls(tls: Field, causes: Causes): void {
  for (const host of tls.at('hosts').items) {
    causes.malformed(host, hostFormat(host.text ?? ''), { code: 'host-name' });
  }
  const secret = tls.at('secretName');
  if (secret.text) causes.malformed(secret, dnsSubdomain, { code: 'reference-name' });
}

function hostFormat(host: string): (text: string) => string[] {
  return host.includes('*') ? wildcardSubdomain : dnsSubdomain;
}

function checkPath(item: Field, causes: Causes, attributes: AdmissionAttributes): void {
  const type = item.at('pathType');
  const path = item.at('path');
  if (!item.map) return;
  // Without its type nothing else of a path is looked at.
  if (!type.isSet) {
    causes.required(type, 'pathType must be specified');
    return;
  }
  const code = 'ingress-path';
  switch (type.text) {
    case undefined:
      break;
    case 'Exact':
    case 'Prefix':
      if (path.text !== undefined) {
        const place = path.isSet ? {} : ({ mark: type } as const);
        for (const problem of pathProblems(path.text)) {
          causes.invalid(path, problem, { code, shown: path.text, ...place });
        }
      }
      break;
    case 'ImplementationSpecific':
      if (path.text && !path.text.startsWith('/')) causes.invalid(path, 'must be an absolute path', { code });
      break;
    default:
      causes.notSupported(type, ['Exact', 'ImplementationSpecific', 'Prefix']);
  }
  checkBackend(item.at('backend'), causes, attributes);
}

function pathProblems(path: string): string[] {
  return [
    ...(path.startsWith('/') ? [] : ['must be an absolute path']),
    ...['//', '/./', '/../', '%2f', '%2F']
      .filter((part) => path.includes(part))
      .map((part) => `must not contain '${part}'`),
    ...['/..', '/.'].filter((end) => path.endsWith(end)).map((end) => `cannot end with '${end}'`),
  ];
}

function checkBackend(backend: Field, causes: Causes, attributes: AdmissionAttributes): void {
  const resource = backend.at('resource');
  const service = backend.at('service');
  const remark = { shown: '', at: 'key' } as const;
  if (!backend.map) return;
  if (resource.isSet && service.isSet) {
    causes.invalid(backend, 'cannot set both resource and service backends', remark);
  } else if (resource.isSet) checkTypedReference(resource, causes);
  else if (service.isSet) checkServiceBackend(backend, service, causes, attributes);
  else causes.invalid(backend, 'resource or service backend is required', remark);
}

function checkServiceBackend(
  backend: Field,
  service: Field,
  causes: Causes,
  attributes: AdmissionAttributes,
): void {
  if (!service.map) return;
  const name = service.at('name');
  if (name.text === '') causes.required(name);
  else causes.malformed(name, serviceName(attributes), { code: 'reference-name' });
  const port = service.at('port');
  const portsName = port.at('name');
  const number = port.at('number');
  if (!port.map || portsName.text === undefined || (number.isSet && number.number === undefined)) return;
  if (portsName.text && number.number) {
    causes.invalid(backend, 'cannot set both port name & port number', { shown: '', mark: port, at: 'key' });
  } else if (portsName.text) causes.malformed(portsName, portName, { code: 'port-name' });
  else if (number.number) {
    for (const problem of portNumber(number.number)) causes.invalid(number, problem, { code: 'port-number' });
  } else causes.required(backend, 'port name or number is required', { mark: port });
}

/** The feature gate RelaxedServiceNameValidation is on by default from 1.36 on. */
function serviceName({ kubernetesVersion }: AdmissionAttributes): (text: string) => string[] {
  return compareKubernetesVersions(kubernetesVersion, '1.36') >= 0 ? dnsLabel : rfc1035Label;
}

/** What the API server warns of in an Ingress. */
export const ingressWarnings: WarningRule = (ingress, warnings, { operation }) => {
  const annotation = ingress.in('metadata', 'annotations').key('kubernetes.io/ingress.class');
  const isNamed = ingress.in('spec', 'ingressClassName').isSet;
  if (operation === 'update' || !annotation.isSet || isNamed) return;
  const text =
    'annotation "kubernetes.io/ingress.class" is deprecated, please use \'spec.ingressClassName\' instead';
  warnings.about(annotation, text, { code: 'deprecated-annotation', at: 'key' });
};
