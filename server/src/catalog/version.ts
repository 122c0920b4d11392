import { type KubernetesVersion, kubernetesVersions } from './catalog.ts';

/**
 * Orders Kubernetes releases (`1.9` before `1.34`, a leading `v` and a patch version allowed): negative when `left`
 * is the older one. What is not a number counts as 0.
 */
export function compareKubernetesVersions(left: string, right: string): number {
  const a = numbersOf(left);
  const b = numbersOf(right);
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Orders API versions as discovery prefers them: negative when `left` is preferred. Stable before beta before
 * alpha, then the higher number first; other names come last, by the alphabet.
 */
export function compareApiVersionPriority(left: string, right: string): number {
  const a = stabilityOf(left);
  const b = stabilityOf(right);
  if (!a || !b) {
    if (a || b) return a ? -1 : 1;
    return left < right ? -1 : left > right ? 1 : 0;
  }
  return b.stability - a.stability || b.major - a.major || b.minor - a.minor;
}

function numbersOf(version: string): readonly number[] {
  const known = numbers.get(version);
  if (known) return known;
  const found = version
    .replace(/^v/, '')
    .split('.')
    .map((part) => Number.parseInt(part, 10) || 0);
  if (numbers.size < mostVersions) numbers.set(version, found);
  return found;
}

/** Defaults and rules compare the same few versions for every container of every Pod. */
const numbers = new Map<string, readonly number[]>();
const mostVersions = 1000;

function stabilityOf(version: string): { stability: number; major: number; minor: number } | undefined {
  const match = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version);
  if (!match) return undefined;
  const stability = match[2] === undefined ? 2 : match[2] === 'beta' ? 1 : 0;
  return { stability, major: Number(match[1]), minor: Number(match[3] ?? 0) };
}

/** The release of the bundled catalog that a server's version (`v1.35.4+k3s1`) is of; undefined where there is none. */
export function bundledVersion(serverVersion: string): KubernetesVersion | undefined {
  const minor = /^v?(\d+\.\d+)/.exec(serverVersion)?.[1];
  return kubernetesVersions.find((version) => version === minor);
}
