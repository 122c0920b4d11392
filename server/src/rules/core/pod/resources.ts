import { dnsLabel } from '../../formats/dns-label.ts';
import { formatQuantity, parseQuantity, type Quantity } from '../../formats/quantity.ts';
import type { Causes } from '../../shared/causes.ts';
import type { Field } from '../../shared/field.ts';
import { checkResourceAmount } from '../../shared/resource-amount.ts';
import {
  containerResourceName,
  containerResources,
  isCounted,
  isHugePages,
  isOvercommitAllowed,
  pageSizeOf,
} from '../../shared/resource-name.ts';

/** What a container asks for and is allowed at most. */
export function checkResources(resources: Field, spec: Field, causes: Causes): void {
  if (resources.isZero) return;
  checkAmounts(resources, checkContainerResource, causes);
  checkClaims(resources.at('claims'), spec.at('resourceClaims'), causes);
}

/** What a Pod as a whole asks for and is allowed at most; not less than what its containers are. */
export function checkPodResources(spec: Field, causes: Causes): void {
  const resources = spec.at('resources');
  if (!resources.isSet) return;
  if (spec.in('os', 'name').text === 'windows') {
    causes.forbidden(resources, 'may not be set for a windows pod', { code: 'operating-system' });
    return;
  }
  if (resources.at('claims').isSet) {
    causes.forbidden(resources.at('claims'), 'claims may not be set for Resources at pod-level');
  }
  checkAmounts(resources, checkPodResource, causes);
}

/** What running the Pod costs beside its containers; the server names it as limits. */
export function checkOverhead(overhead: Field, causes: Causes): void {
  for (const amount of overhead.entries) {
    const name = String(amount.name);
    const named = overhead.child('limits').key(name);
    for (const problem of containerResourceName(name)) {
      causes.invalid(named, problem, {
        code: 'resource-name',
        shown: name,
        choices: containerResources,
        mark: amount,
        at: 'key',
      });
    }
    checkResourceAmount(name, amount, causes, named);
  }
}

function checkAmounts(
  resources: Field,
  checkName: (amount: Field, causes: Causes) => void,
  causes: Causes,
): void {
  const limits = resources.at('limits');
  const requests = resources.at('requests');
  for (const amount of [...limits.entries, ...requests.entries]) {
    checkName(amount, causes);
    checkAmount(amount, causes);
  }
  for (const request of requests.entries) checkAgainstLimit(request, limits, requests, causes);
  const isHuge = [...limits.entries, ...requests.entries].some(({ name }) => isHugePages(String(name)));
  const isLacking = (name: string) => limits.has(name) === false && requests.has(name) === false;
  if (isHuge && isLacking('cpu') && isLacking('memory')) {
    causes.forbidden(resources, 'HugePages require cpu or memory', { code: 'huge-pages', at: 'value' });
  }
}

function checkAmount(amount: Field, causes: Causes): void {
  const quantity = amountOf(amount);
  const name = String(amount.name);
  if (!quantity) return;
  const shown = formatQuantity(quantity);
  if (quantity.billionths < 0n) {
    causes.invalid(amount, 'must be greater than or equal to 0', { code: 'quantity-range', shown });
  }
  if (isCounted(name) && quantity.billionths % one !== 0n) {
    causes.invalid(amount, 'must be an integer', { code: 'quantity-range', shown });
  }
  if (isHugePages(name) && !isMultiple(quantity, pageSizeOf(name))) {
    causes.invalid(amount, `${shown} is not positive integer multiple of ${name}`, {
      code: 'huge-pages',
      shown,
    });
  }
}

/** Null is none of it. */
function amountOf(amount: Field): Quantity | undefined {
  return parseQuantity(amount.isSet ? amount.value : 0);
}

const one = 1_000_000_000n;
function isMultiple(quantity: Quantity, page: bigint | undefined): boolean {
  if (page === undefined || page <= 0n || page % one !== 0n) return false;
  return quantity.billionths % page === 0n;
}

function checkAgainstLimit(request: Field, limits: Field, requests: Field, causes: Causes): void {
  const name = String(request.name);
  const limit = limits.key(name);
  const isFixed = !isOvercommitAllowed(name);
  if (!limits.has(name)) {
    if (isFixed && limits.has(name) === false) {
      causes.required(limits, 'Limit must be set for non overcommitable resources', {
        code: 'resource-limit',
      });
    }
    return;
  }
  const [asked, most] = [amountOf(request), amountOf(limit)];
  if (!asked || !most) return;
  const remark = {
    code: 'resource-limit',
    shown: formatQuantity(asked),
    mark: request,
    against: limit,
  } as const;
  if (isFixed && asked.billionths !== most.billionths) {
    causes.invalid(requests, `must be equal to ${name} limit of ${formatQuantity(most)}`, remark);
  } else if (asked.billionths > most.billionths) {
    causes.invalid(
      requests,
      `must be less than or equal to ${name} limit of ${formatQuantity(most)}`,
      remark,
    );
  }
}

function checkContainerResource(amount: Field, causes: Causes): void {
  const name = String(amount.name);
  for (const problem of containerResourceName(name)) {
    causes.invalid(amount, problem, {
      code: 'resource-name',
      shown: name,
      choices: containerResources,
      at: 'key',
    });
  }
}

function checkPodResource(amount: Field, causes: Causes): void {
  const name = String(amount.name);
  if (podResources.includes(name) || isHugePages(name)) return;
  causes.notSupported(amount, podResources, { code: 'resource-name', shown: name, at: 'key' });
}

const podResources = ['cpu', 'memory'];
function checkClaims(claims: Field, podClaims: Field, causes: Causes): void {
  if (claims.items.length === 0) return;
  const known = new Set(podClaims.items.map((claim) => claim.at('name').text));
  const seen = new Set<string>();
  const seenWithRequest = new Set<string>();
  for (const claim of claims.items) {
    const [name, request] = [claim.at('name'), claim.at('request')];
    if (name.text === '') causes.required(claim, '', { mark: name });
    if (!name.text || request.text === undefined) continue;
    if (request.text !== '') causes.malformed(request, dnsLabel, { code: 'resource-claim' });
    const key = request.text === '' ? name.text : `${name.text}/${request.text}`;
    const overlaps = request.text === '' && seenWithRequest.has(name.text);
    if (seen.has(name.text) || seen.has(key) || overlaps) {
      causes.duplicate(claim, { code: 'resource-claim', shown: key, mark: name });
    }
    seen.add(key);
    if (request.text !== '') seenWithRequest.add(name.text);
    if (known.has(name.text) || known.has(undefined)) continue;
    const list = known.size === 0 ? ' which is empty' : `: ${[...known].sort().join(', ')}`;
    causes.notFound(
      claim,
      {
        code: 'resource-claim',
        shown: name.text,
        choices: [...known].flatMap((one) => one || []),
        mark: name,
      },
      `must be one of the names in pod.spec.resourceClaims${list}`,
    );
  }
}
