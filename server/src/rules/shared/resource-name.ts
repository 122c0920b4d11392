import { qualifiedName } from '../formats/qualified-name.ts';
import { parseQuantity } from '../formats/quantity.ts';

/** What keeps a text from being the name of a resource (`cpu`, `example.com/gpu`), in the API server's words. */
export function resourceName(text: string): string[] {
  const problems = qualifiedName(text);
  if (problems.length > 0 || text.includes('/') || isStandardResource(text)) return problems;
  return ['must be a standard resource type or fully qualified'];
}

/** What keeps a text from being the name of a resource that a container asks for. */
export function containerResourceName(text: string): string[] {
  const problems = resourceName(text);
  if (!text.includes('/')) {
    return isContainerResource(text) ? problems : [...problems, 'must be a standard resource for containers'];
  }
  if (isNativeResource(text) || isExtendedResource(text)) return problems;
  return [...problems, "doesn't follow extended resource name standard"];
}

/** What keeps a text from being the name of something that a ResourceQuota counts. */
export function quotaResourceName(text: string): string[] {
  const problems = resourceName(text);
  if (text.includes('/') || isQuotaResource(text)) return problems;
  return [...problems, 'must be a standard resource for quota'];
}

/** Whether an amount of a resource is a number of things. */
export function isCounted(name: string): boolean {
  return countedResources.includes(name) || isExtendedResource(name);
}

/** Whether a ResourceQuota knows what a name stands for. */
export function isQuotaResource(name: string): boolean {
  return knownToQuotas.has(name) || isQuotaHugePages(name);
}

/** Whether more of a resource may be promised than there is. */
export function isOvercommitAllowed(name: string): boolean {
  return isNativeResource(name) && !isHugePages(name);
}

/** Whether a name stands for memory in huge pages (`hugepages-2Mi`). */
export function isHugePages(name: string): boolean {
  return name.startsWith('hugepages-');
}

/** The size of the pages that such a name stands for, in billionths of a byte; undefined where it names none. */
export function pageSizeOf(name: string): bigint | undefined {
  return parseQuantity(name.slice('hugepages-'.length))?.billionths;
}

/** The resources that every container may ask for. */
export const containerResources: readonly string[] = ['cpu', 'memory', 'ephemeral-storage'];
const countedResources: readonly string[] = [
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
];
/** The resources that a ResourceQuota counts by a name of its own. */
export const quotaResources: readonly string[] = [
  ...countedResources,
  ...containerResources,
  'requests.cpu',
  'requests.memory',
  'requests.storage',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
];
const knownToQuotas: ReadonlySet<string> = new Set(quotaResources);

function isStandardResource(name: string): boolean {
  return isQuotaResource(name) || name === 'storage';
}

function isContainerResource(name: string): boolean {
  return containerResources.includes(name) || isHugePages(name);
}

function isQuotaHugePages(name: string): boolean {
  return isHugePages(name) || name.startsWith('requests.hugepages-');
}

function isNativeResource(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

function isExtendedResource(name: string): boolean {
  if (isNativeResource(name) || name.startsWith('requests.')) return false;
  return qualifiedName(`requests.${name}`).length === 0;
}
