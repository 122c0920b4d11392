import type { Causes } from '../causes.ts';
import type { Field } from '../field.ts';
import { dnsLabel } from '../formats/dns-label.ts';
import { qualifiedName } from '../formats/qualified-name.ts';
import { formatQuantity, parseQuantity, type Quantity } from '../formats/quantity.ts';

/** What a container asks for and is allowed at most. */
export function checkResources(resources: Field, spec: Field, causes: Causes): void {
  checkAmounts(resources, containerResourceName, causes);
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
  checkAmounts(resources, podResourceName, causes);
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
  const names = [...limits.entries, ...requests.entries].map(({ name }) => String(name));
  if (names.some(isHugePages) && !names.includes('cpu') && !names.includes('memory')) {
    causes.forbidden(resources, 'HugePages require cpu or memory', { code: 'huge-pages' });
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
  if (isHugePages(name) && !isMultiple(quantity, name.slice(hugePages.length))) {
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
const hugePages = 'hugepages-';

function isHugePages(name: string): boolean {
  return name.startsWith(hugePages);
}

function isMultiple(quantity: Quantity, page: string): boolean {
  const size = parseQuantity(page);
  if (!size || size.billionths <= 0n || size.billionths % one !== 0n) return false;
  return quantity.billionths % size.billionths === 0n;
}

/** What comes in pieces: everything with a domain of its own. */
function isCounted(name: string): boolean {
  return name.includes('/') && !name.includes('kubernetes.io/');
}

function checkAgainstLimit(request: Field, limits: Field, requests: Field, causes: Causes): void {
  const name = String(request.name);
  const limit = limits.key(name);
  const isFixed = isCounted(name) || isHugePages(name);
  if (!Object.hasOwn(limits.map ?? {}, name)) {
    if (isFixed && limits.map) {
      causes.required(limits, 'Limit must be set for non overcommitable resources', {
        code: 'resource-limit',
      });
    }
    return;
  }
  const [asked, most] = [amountOf(request), amountOf(limit)];
  if (!asked || !most) return;
  const remark = { code: 'resource-limit', shown: formatQuantity(asked), mark: request, against: limit };
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

function containerResourceName(amount: Field, causes: Causes): void {
  const name = String(amount.name);
  const remark = { code: 'resource-name', shown: name, at: 'key' } as const;
  const problems = qualifiedName(name);
  for (const problem of problems) causes.invalid(amount, problem, remark);
  if (problems.length > 0) return;
  if (!name.includes('/')) {
    if (!standardResources.has(name) && !isHugePages(name)) {
      causes.invalid(amount, 'must be a standard resource type or fully qualified', remark);
    }
    if (!containerResources.has(name) && !isHugePages(name)) {
      causes.invalid(amount, 'must be a standard resource for containers', remark);
    }
  } else if (
    isCounted(name) &&
    (name.startsWith('requests.') || qualifiedName(`requests.${name}`).length > 0)
  ) {
    causes.invalid(amount, "doesn't follow extended resource name standard", remark);
  }
}

function podResourceName(amount: Field, causes: Causes): void {
  const name = String(amount.name);
  if (podResources.includes(name) || isHugePages(name)) return;
  causes.notSupported(amount, podResources, { code: 'resource-name', shown: name, at: 'key' });
}

const podResources = ['cpu', 'memory'];
const containerResources = new Set(['cpu', 'memory', 'ephemeral-storage']);
const standardResources = new Set([
  'cpu',
  'memory',
  'ephemeral-storage',
  'requests.cpu',
  'requests.memory',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'storage',
  'requests.storage',
  'services.nodeports',
  'services.loadbalancers',
]);

function checkClaims(claims: Field, podClaims: Field, causes: Causes): void {
  const known = podClaims.items.map((claim) => claim.at('name').text);
  const seen = new Set<string>();
  for (const claim of claims.items) {
    const [name, request] = [claim.at('name'), claim.at('request')];
    if (name.text === '') causes.required(claim);
    if (!name.text || request.text === undefined) continue;
    if (request.text !== '') causes.malformed(request, dnsLabel, { code: 'resource-claim' });
    const key = request.text === '' ? name.text : `${name.text}/${request.text}`;
    const overlaps = request.text === '' && [...seen].some((other) => other.startsWith(`${name.text}/`));
    if (seen.has(name.text) || seen.has(key) || overlaps) {
      causes.duplicate(claim, { code: 'resource-claim', shown: key, mark: name });
    }
    seen.add(key);
    if (known.includes(name.text) || known.includes(undefined)) continue;
    const list = known.length === 0 ? ' which is empty' : `: ${[...known].sort().join(', ')}`;
    causes.notFound(
      claim,
      { code: 'resource-claim', shown: name.text, mark: name },
      `must be one of the names in pod.spec.resourceClaims${list}`,
    );
  }
}
