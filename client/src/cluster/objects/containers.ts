import type { KubeObject } from '../kube-object.ts';
import type { Health } from './health.ts';

/** A container of an object whose logs can be read. */
export interface Container {
  readonly name: string;
  readonly role: 'container' | 'init' | 'ephemeral';
  readonly image: string;
  /** TCP ports that its manifest names. */
  readonly ports: readonly { readonly number: number; readonly name: string | undefined }[];
  /** In words: `running`, `waiting: ImagePullBackOff`, `ended: Error (exit code 7)`. */
  readonly state: string;
  readonly health: Health;
  readonly restarts: number;
}

const lists = [
  { field: 'containers', statuses: 'containerStatuses', role: 'container' },
  { field: 'initContainers', statuses: 'initContainerStatuses', role: 'init' },
  { field: 'ephemeralContainers', statuses: 'ephemeralContainerStatuses', role: 'ephemeral' },
] as const;

/** The containers that an object's spec names, with the states that its status tells. Reads any object; never throws. */
export function containersOf(object: KubeObject): Container[] {
  return lists.flatMap(({ field, statuses, role }) => {
    const byName = new Map(listIn(object.status, statuses).map((status) => [textIn(status, 'name'), status]));
    return listIn(object.spec, field).map((container): Container => {
      const name = textIn(container, 'name');
      const status = byName.get(name);
      const restarts = fieldIn(status, 'restartCount');
      return {
        name,
        role,
        image: textIn(container, 'image'),
        ports: portsOf(container),
        ...stateOf(status),
        restarts: typeof restarts === 'number' ? restarts : 0,
      };
    });
  });
}

function portsOf(container: unknown): Container['ports'] {
  return listIn(container, 'ports').flatMap((port) => {
    const number = fieldIn(port, 'containerPort');
    const protocol = fieldIn(port, 'protocol') ?? 'TCP';
    if (typeof number !== 'number' || protocol !== 'TCP') return [];
    return [{ number, name: textIn(port, 'name') || undefined }];
  });
}

function stateOf(status: unknown): Pick<Container, 'state' | 'health'> {
  const state = fieldIn(status, 'state');
  if (fieldIn(state, 'running')) {
    return { state: 'running', health: fieldIn(status, 'ready') === false ? 'waiting' : 'good' };
  }
  const ended = fieldIn(state, 'terminated');
  if (ended) {
    const code = fieldIn(ended, 'exitCode');
    const reason = textIn(ended, 'reason') || 'ended';
    if (code === 0) return { state: `ended: ${reason}`, health: 'finished' };
    return { state: `ended: ${reason} (exit code ${code})`, health: 'failed' };
  }
  const reason = textIn(fieldIn(state, 'waiting'), 'reason');
  if (!reason) return { state: 'waiting', health: 'waiting' };
  return { state: `waiting: ${reason}`, health: /backoff|err|invalid/i.test(reason) ? 'failed' : 'waiting' };
}

function fieldIn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function listIn(value: unknown, name: string): unknown[] {
  const list = fieldIn(value, name);
  return Array.isArray(list) ? list : [];
}

function textIn(value: unknown, name: string): string {
  const text = fieldIn(value, name);
  return typeof text === 'string' ? text : '';
}
