import type { Forward } from './forwards.ts';

/** What a forward leads to: `Service web, port 80`. */
export function targetWords({
  reference: { resource, name },
  port,
}: Pick<Forward, 'reference' | 'port'>): string {
  return `${resource.kind} ${name}, port ${port}`;
}

/** The Pod that it goes to now, where that is not what it leads to: `web-5d8f:8080`; undefined where it is, or is not known. */
export function podWords({
  reference,
  port,
  pod,
}: Pick<Forward, 'reference' | 'port' | 'pod'>): string | undefined {
  if (!pod || (pod.name === reference.name && pod.port === port)) return undefined;
  return `${pod.name}:${pod.port}`;
}
