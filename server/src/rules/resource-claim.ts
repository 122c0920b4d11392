import type { Causes } from './causes.ts';
import type { Field } from './field.ts';
import { dnsLabel } from './formats/dns-label.ts';
import { dnsSubdomain } from './formats/dns-subdomain.ts';
import { checkUnchanged } from './immutable.ts';
import { checkLabels } from './labels.ts';
import type { Rule } from './rule.ts';

/** What the API server refuses a ResourceClaim for, in the shape of `resource.k8s.io/v1`; CEL is left to it. */
export const resourceClaim: Rule = (object, causes, subject) => {
  checkUnchanged(object.at('spec'), causes, subject);
  if (hasRequestsOfV1(object)) checkDevices(object.in('spec', 'devices'), causes);
};

/** What the API server refuses a ResourceClaimTemplate for. */
export const resourceClaimTemplate: Rule = (object, causes, subject) => {
  checkUnchanged(object.at('spec'), causes, subject);
  checkLabels(object.in('spec', 'metadata', 'labels'), causes);
  if (hasRequestsOfV1(object)) checkDevices(object.in('spec', 'spec', 'devices'), causes);
};

/** What a ResourceSlice is about stays; what is in it is left to the server. */
export const resourceSlice: Rule = (object, causes, subject) => {
  const spec = object.at('spec');
  for (const name of ['driver', 'nodeName']) checkUnchanged(spec.at(name), causes, subject);
  checkUnchanged(spec.in('pool', 'name'), causes, subject);
};

/** The first beta has its requests in another shape. */
function hasRequestsOfV1(object: Field): boolean {
  return object.at('apiVersion').text !== 'resource.k8s.io/v1beta1';
}

function checkDevices(devices: Field, causes: Causes): void {
  const requests = devices.at('requests');
  const seen = new Set<string>();
  for (const request of requests.items) {
    const name = request.at('name');
    if (name.text !== undefined && seen.has(name.text)) causes.duplicate(request, { mark: name });
    seen.add(name.text ?? '');
    checkRequest(request, causes);
  }
}

function checkRequest(request: Field, causes: Causes): void {
  if (!request.map) return;
  const name = request.at('name');
  const exactly = request.at('exactly');
  const choices = request.at('firstAvailable');
  if (name.text === '') causes.required(name);
  else causes.malformed(name, dnsLabel, { code: 'reference-name' });
  const detail = 'exactly one of `exactly` or `firstAvailable` is required';
  if (exactly.isSet && !choices.isZero) {
    causes.invalid(request, `${detail}, but multiple fields are set`, {
      shown: null,
      mark: choices,
      at: 'key',
    });
  } else if (exactly.isSet) checkExact(exactly, causes);
  else if (choices.isZero) causes.required(request, detail);
  else for (const choice of choices.items) checkExact(choice, causes);
}

function checkExact(request: Field, causes: Causes): void {
  if (!request.map) return;
  const deviceClass = request.at('deviceClassName');
  const mode = request.at('allocationMode');
  const count = request.at('count');
  if (deviceClass.text === '') causes.required(deviceClass);
  else causes.malformed(deviceClass, dnsSubdomain, { code: 'reference-name' });
  if (mode.text === 'All' && count.number) {
    causes.invalid(count, "must not be specified when allocationMode is 'All'", { at: 'key' });
  } else if (mode.text === 'ExactCount' && count.number !== undefined && count.number <= 0) {
    causes.invalid(count, 'must be greater than zero', { code: 'number-range' });
  } else if (mode.text && mode.text !== 'All' && mode.text !== 'ExactCount') {
    causes.notSupported(mode, ['All', 'ExactCount'], { shown: mode.text });
  }
}
