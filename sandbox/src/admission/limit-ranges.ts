import { formatQuantity, parseQuantity, type Quantity } from '../../../server/src/rules/formats/quantity.ts';
import type { KubeObject } from '../object-store.ts';
import type { Resource } from '../resources/resource.ts';
import type { Storage } from '../store/storage.ts';
import { type Amounts, amountsOf, podAmounts } from './amounts.ts';
import { type ContainerSpec, podSpecOf, type ResourceList } from './pod-spec.ts';
import { allOf, refuseObject } from './refuse-object.ts';

interface Limit {
  type?: string;
  default?: ResourceList;
  defaultRequest?: ResourceList;
  min?: ResourceList;
  max?: ResourceList;
  maxLimitRequestRatio?: ResourceList;
}

/** Gives the containers of a new Pod the requests and limits that they do not have, and says so in an annotation. */
export function admitLimits(storage: Storage, pod: KubeObject): void {
  for (const limits of limitsOf(storage, pod)) {
    const ofContainers = limits.filter(({ type }) => type === 'Container');
    const defaults = {
      limits: Object.assign({}, ...ofContainers.map((limit) => limit.default)) as ResourceList,
      requests: Object.assign({}, ...ofContainers.map((limit) => limit.defaultRequest)) as ResourceList,
    };
    const { containers = [], initContainers = [] } = podSpecOf(pod);
    const said = [
      ...containers.flatMap((container) => fillResources(container, defaults, 'container')),
      ...initContainers.flatMap((container) => fillResources(container, defaults, 'init container')),
    ];
    if (said.length === 0) continue;
    const { metadata } = pod;
    metadata.annotations = {
      ...metadata.annotations,
      'kubernetes.io/limit-ranger': `LimitRanger plugin set: ${said.join('; ')}`,
    };
  }
}

function fillResources(
  container: ContainerSpec,
  defaults: { limits: ResourceList; requests: ResourceList },
  what: string,
): string[] {
  const said: string[] = [];
  for (const [part, word] of [
    ['requests', 'request'],
    ['limits', 'limit'],
  ] as const) {
    const known = container.resources?.[part] ?? {};
    const missing = Object.keys(defaults[part])
      .filter((name) => known[name] === undefined)
      .sort();
    if (missing.length === 0) continue;
    const filled = Object.fromEntries(missing.map((name) => [name, defaults[part][name]!]));
    container.resources = { ...container.resources, [part]: { ...known, ...filled } };
    said.push(`${missing.join(', ')} ${word} for ${what} ${container.name}`);
  }
  return said;
}

/** A Pod or a claim keeps to the limits of its namespace. Throws a 403. */
export function judgeLimits(storage: Storage, resource: Resource, object: KubeObject): void {
  for (const limits of limitsOf(storage, object)) {
    const problems = limits.flatMap((limit) =>
      resource.kind.kind === 'Pod' ? problemsOfPod(limit, object) : problemsOfClaim(limit, object),
    );
    if (problems.length > 0) throw refuseObject(resource, object, allOf(problems));
  }
}

function limitsOf(storage: Storage, { metadata }: KubeObject): Limit[][] {
  const ranges = storage.snapshot({ group: '', plural: 'limitranges' }, metadata.namespace).objects;
  return ranges.map(({ spec }) => (spec as { limits?: Limit[] } | undefined)?.limits ?? []);
}

function problemsOfPod(limit: Limit, pod: KubeObject): string[] {
  const spec = podSpecOf(pod);
  if (limit.type === 'Pod') {
    return constraintProblems(limit, podAmounts(spec, 'requests'), podAmounts(spec, 'limits'));
  }
  if (limit.type !== 'Container') return [];
  return [...(spec.containers ?? []), ...(spec.initContainers ?? [])].flatMap(({ resources }) =>
    constraintProblems(limit, amountsOf(resources?.requests), amountsOf(resources?.limits)),
  );
}

function problemsOfClaim(limit: Limit, claim: KubeObject): string[] {
  if (limit.type !== 'PersistentVolumeClaim') return [];
  const { resources } = (claim.spec ?? {}) as ContainerSpec;
  const requests = amountsOf(resources?.requests);
  const most = Object.entries(limit.max ?? {}).flatMap(([name, text]) => {
    const request = requests.get(name);
    const shown = `maximum ${name} usage per ${limit.type} is ${text}`;
    if (!request) return [`${shown}.  No request is specified`];
    return isAbove(request, text) ? [`${shown}, but request is ${formatQuantity(request)}`] : [];
  });
  return [...leastProblems(limit, requests, new Map()), ...most];
}

function constraintProblems(limit: Limit, requests: Amounts, limits: Amounts): string[] {
  const most = Object.entries(limit.max ?? {}).flatMap(([name, text]) => {
    const [request, upper] = [requests.get(name), limits.get(name)];
    const shown = `maximum ${name} usage per ${limit.type} is ${text}`;
    if (!upper) return [`${shown}.  No limit is specified`];
    if (isAbove(upper, text)) return [`${shown}, but limit is ${formatQuantity(upper)}`];
    return request && isAbove(request, text) ? [`${shown}, but request is ${formatQuantity(request)}`] : [];
  });
  return [...leastProblems(limit, requests, limits), ...most, ...ratioProblems(limit, requests, limits)];
}

function leastProblems(limit: Limit, requests: Amounts, limits: Amounts): string[] {
  return Object.entries(limit.min ?? {}).flatMap(([name, text]) => {
    const [request, upper] = [requests.get(name), limits.get(name)];
    const shown = `minimum ${name} usage per ${limit.type} is ${text}`;
    if (!request) return [`${shown}.  No request is specified`];
    if (isBelow(request, text)) return [`${shown}, but request is ${formatQuantity(request)}`];
    return upper && isBelow(upper, text) ? [`${shown}, but limit is ${formatQuantity(upper)}`] : [];
  });
}

function ratioProblems(limit: Limit, requests: Amounts, limits: Amounts): string[] {
  return Object.entries(limit.maxLimitRequestRatio ?? {}).flatMap(([name, text]) => {
    const [request, upper] = [requests.get(name)?.billionths, limits.get(name)?.billionths];
    const shown = `${name} max limit to request ratio per ${limit.type} is ${text}`;
    if (!request) return [`${shown}, but no request is specified or request is 0`];
    if (!upper) return [`${shown}, but no limit is specified or limit is 0`];
    const ratio = Number(upper) / Number(request);
    const most = Number(parseQuantity(text)?.billionths ?? 0n) / 1e9;
    return ratio > most ? [`${shown}, but provided ratio is ${ratio.toFixed(6)}`] : [];
  });
}

function isAbove({ billionths }: Quantity, text: string): boolean {
  const bound = parseQuantity(text);
  return bound !== undefined && billionths > bound.billionths;
}

function isBelow({ billionths }: Quantity, text: string): boolean {
  const bound = parseQuantity(text);
  return bound !== undefined && billionths < bound.billionths;
}
