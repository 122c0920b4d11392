import type { KubeObject } from '../object-store.ts';

interface Requirements {
  readonly requests?: Readonly<Record<string, unknown>>;
  readonly limits?: Readonly<Record<string, unknown>>;
}

interface PodSpec {
  readonly resources?: Requirements;
  readonly containers?: readonly { resources?: Requirements }[];
  readonly initContainers?: readonly { resources?: Requirements }[];
}

/** `status.qosClass` as the API server computes it of what a Pod asks for: what the Pod itself asks for goes before. */
export function qualityOfService({ spec }: KubeObject): string {
  const { resources, containers = [], initContainers = [] } = (spec ?? {}) as PodSpec;
  const whole = resources && asksForSomething(resources) ? [resources] : undefined;
  const all = whole ?? [...containers, ...initContainers].map((container) => container.resources ?? {});
  if (!all.some(asksForSomething)) return 'BestEffort';
  return all.every(isGuaranteed) ? 'Guaranteed' : 'Burstable';
}

const counted = ['cpu', 'memory'];

function asksForSomething({ requests, limits }: Requirements): boolean {
  return counted.some((name) => isSome(requests?.[name]) || isSome(limits?.[name]));
}

function isGuaranteed({ requests, limits }: Requirements): boolean {
  return counted.every((name) => {
    const limit = limits?.[name];
    return isSome(limit) && (requests?.[name] ?? limit) === limit;
  });
}

function isSome(quantity: unknown): boolean {
  return quantity !== undefined && quantity !== null && String(quantity) !== '0';
}
