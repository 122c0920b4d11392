import { dnsLabel } from '../formats/dns-label.ts';
import { dnsSubdomain, subdomainInBytes } from '../formats/dns-subdomain.ts';
import { checkAnnotations } from '../shared/annotations.ts';
import type { Causes } from '../shared/causes.ts';
import { checkUnique } from '../shared/duplicates.ts';
import type { Field } from '../shared/field.ts';
import { checkImmutable } from '../shared/immutable.ts';
import { checkLabels } from '../shared/labels.ts';
import type { Rule } from '../shared/rule.ts';
import { metadataOfClaims } from '../shared/template-metadata.ts';
import { checkDeviceConfigurations, checkDeviceSelectors, isTooMany } from './device-configuration.ts';
import { checkDeviceName } from './device-name.ts';

/** What the API server refuses a ResourceClaim for; expressions are left to it. */
export const resourceClaim: Rule = (object, causes, attributes) => {
  checkImmutable(object.at('spec'), causes, attributes);
  checkDevices(object.in('spec', 'devices'), shapeOf(object), causes);
};

/** What the API server refuses a ResourceClaimTemplate for. */
export const resourceClaimTemplate: Rule = (object, causes, attributes) => {
  checkImmutable(object.at('spec'), causes, attributes);
  const metadata = object.in('spec', 'metadata');
  checkAnnotations(metadata.at('annotations'), causes);
  checkLabels(metadata.at('labels'), causes);
  for (const name of metadataOfClaims) {
    const field = metadata.at(name);
    if (field.isZero || field.isUnknown) continue;
    const named = metadata.child(name === 'uid' ? 'uID' : name);
    causes.forbidden(field, 'cannot be set', { code: 'template-metadata', named, at: 'key' });
  }
  checkDevices(object.in('spec', 'spec', 'devices'), shapeOf(object), causes);
};

/** The requests of the first beta are flat; the server names their fields as those of v1. */
function shapeOf(object: Field): 'flat' | 'nested' {
  return object.at('apiVersion').text === 'resource.k8s.io/v1beta1' ? 'flat' : 'nested';
}

const mostRequests = 32;
const mostChoices = 8;

function checkDevices(devices: Field, shape: 'flat' | 'nested', causes: Causes): void {
  if (!devices.map) return;
  const requests = devices.at('requests');
  if (!isTooMany(requests, mostRequests, causes)) {
    for (const request of requests.items) checkRequest(request, shape, causes);
    checkNamesOnce(requests, causes);
  }
  const names = namesOf(requests);
  checkConstraints(devices.at('constraints'), names, causes);
  const configurations = devices.at('config');
  for (const configuration of configurations.items) {
    checkReferences(configuration.at('requests'), names, causes);
  }
  checkDeviceConfigurations(configurations, causes);
}

function checkNamesOnce(list: Field, causes: Causes): void {
  const seen = new Set<string>();
  for (const item of list.items) {
    const name = item.at('name');
    if (name.text === undefined) continue;
    if (seen.has(name.text)) causes.duplicate(item, { mark: name });
    seen.add(name.text);
  }
}

function checkRequest(request: Field, shape: 'flat' | 'nested', causes: Causes): void {
  if (!request.map) return;
  const name = request.at('name');
  const choices = request.at('firstAvailable');
  causes.malformed(name, dnsLabel, { code: 'reference-name' });
  const exactly = shape === 'nested' ? request.at('exactly') : request;
  const isExact =
    shape === 'nested'
      ? exactly.isSet
      : ['deviceClassName', 'selectors', 'allocationMode', 'count', 'adminAccess', 'tolerations'].some(
          (field) => !request.at(field).isZero,
        );
  const detail = 'exactly one of `exactly` or `firstAvailable` is required';
  if (isExact && !choices.isZero) {
    const remark = { shown: null, mark: choices, at: 'key' } as const;
    causes.invalid(request, `${detail}, but multiple fields are set`, remark);
  } else if (isExact) checkExact(exactly, request.child('exactly'), dnsSubdomain, causes);
  else if (choices.isZero) causes.required(request, detail);
  else if (!isTooMany(choices, mostChoices, causes)) {
    for (const choice of choices.items) checkChoiceOf(choice, causes);
    checkNamesOnce(choices, causes);
  }
}

function checkChoiceOf(choice: Field, causes: Causes): void {
  const name = choice.at('name');
  if (!choice.map) return;
  causes.malformed(name, dnsLabel, { code: 'reference-name' });
  checkExact(choice, choice, subdomainInBytes, causes);
}

/** `place` is how the server names the request, `className` what its class must be. */
function checkExact(
  request: Field,
  place: Field,
  className: (text: string) => string[],
  causes: Causes,
): void {
  if (!request.map) return;
  const deviceClass = request.at('deviceClassName');
  const mode = request.at('allocationMode');
  const count = request.at('count');
  const named = (field: Field) => ({ named: place.child(field.name) });
  if (deviceClass.text === '') causes.required(deviceClass);
  else {
    const remark = { code: 'reference-name', ...named(deviceClass) } as const;
    causes.malformed(deviceClass, className, remark);
  }
  checkDeviceSelectors(request.at('selectors'), causes, place.child('selectors'));
  const number = count.isSet ? count.number : 0;
  if (mode.text === 'All' && number) {
    const detail = "must not be specified when allocationMode is 'All'";
    causes.invalid(count, detail, { at: 'key', ...named(count) });
  } else if (mode.text === 'ExactCount' && number !== undefined && number <= 0) {
    const remark = { code: 'number-range', shown: number, ...named(count) } as const;
    causes.invalid(count, 'must be greater than zero', remark);
  } else if (mode.text && mode.text !== 'All' && mode.text !== 'ExactCount') {
    causes.notSupported(mode, ['All', 'ExactCount'], { shown: mode.text });
  }
}

/** The names of requests, each with those of its choices; undefined where one is not known. */
type RequestNames = ReadonlyMap<string, ReadonlySet<string>> | undefined;

function namesOf(requests: Field): RequestNames {
  if (requests.isSet && !Array.isArray(requests.value)) return undefined;
  const names = new Map<string, Set<string>>();
  for (const request of requests.items) {
    const { text } = request.at('name');
    const available = request.at('firstAvailable');
    const choices = available.items.map((choice) => choice.at('name').text);
    const isKnown = !available.isSet || Array.isArray(available.value);
    if (!isKnown || text === undefined || choices.includes(undefined)) return undefined;
    names.set(text, new Set(choices.flatMap((choice) => choice ?? [])));
  }
  return names;
}

function referable(names: NonNullable<RequestNames>): string[] {
  return [...names].flatMap(([name, choices]) => [
    name,
    ...[...choices].map((choice) => `${name}/${choice}`),
  ]);
}

function checkReferences(references: Field, names: RequestNames, causes: Causes): void {
  if (isTooMany(references, mostRequests, causes)) return;
  const code = 'unknown-request';
  const detail =
    "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
  for (const reference of references.items) {
    if (reference.text === undefined) continue;
    const [name = '', choice, ...more] = reference.text.split('/');
    if (more.length > 0) {
      causes.invalid(reference, detail, { code });
      continue;
    }
    for (const part of choice === undefined ? [name] : [name, choice]) {
      for (const problem of dnsLabel(part))
        causes.invalid(reference, problem, { code: 'reference-name', shown: part });
    }
    const choices = names?.get(name);
    const isKnown = choices !== undefined && (choice === undefined || choices.has(choice));
    if (names && !isKnown) causes.invalid(reference, detail, { code, choices: referable(names) });
  }
  checkUnique(references, (reference) => reference, causes);
}

function checkConstraints(constraints: Field, names: RequestNames, causes: Causes): void {
  if (isTooMany(constraints, mostRequests, causes)) return;
  for (const constraint of constraints.items) {
    if (!constraint.map) continue;
    const attribute = constraint.at('matchAttribute');
    checkReferences(constraint.at('requests'), names, causes);
    if (attribute.isSet) checkAttributeName(attribute, causes);
    else if (!constraint.at('distinctAttribute').isSet) causes.required(attribute);
  }
}

function checkAttributeName(attribute: Field, causes: Causes): void {
  if (attribute.text === undefined) return;
  checkDeviceName(attribute.text, attribute, { shown: attribute.text }, causes);
  if (attribute.text.includes('/')) return;
  const detail = 'a fully qualified name must be a domain and a name separated by a slash';
  causes.invalid(attribute, detail, { code: 'reference-name' });
}
