import type { KubeObject } from '../kube-object.ts';
import { field, listOf, textOf } from '../wrong-answer.ts';
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
  /** How its last run ended that did, this one or the one before; undefined where none has. */
  readonly exit: ContainerExit | undefined;
}

/** How a run of a container ended. */
export interface ContainerExit {
  /** Of this run, so that its state says how, or of the one before. */
  readonly run: 'this' | 'before';
  readonly code: number | undefined;
  /** `OOMKilled`, `Error`, `Completed`; empty where nobody says. */
  readonly reason: string;
  /** RFC 3339; undefined where nobody says. */
  readonly finishedAt: string | undefined;
}

const lists = [
  { list: 'containers', statuses: 'containerStatuses', role: 'container' },
  { list: 'initContainers', statuses: 'initContainerStatuses', role: 'init' },
  { list: 'ephemeralContainers', statuses: 'ephemeralContainerStatuses', role: 'ephemeral' },
] as const;

/** The containers that an object's spec names, with the states that its status tells. Reads any object; never throws. */
export function containersOf(object: KubeObject): Container[] {
  return lists.flatMap(({ list, statuses, role }) => {
    const byName = new Map(
      itemsOf(object.status, statuses).map((status) => [textFrom(status, 'name'), status]),
    );
    return itemsOf(object.spec, list).map((container): Container => {
      const name = textFrom(container, 'name');
      const status = byName.get(name);
      const restarts = field(status, 'restartCount');
      return {
        name,
        role,
        image: textFrom(container, 'image'),
        ports: portsOf(container),
        ...stateOf(status),
        restarts: typeof restarts === 'number' ? restarts : 0,
        exit: exitOf(field(status, 'state'), 'this') ?? exitOf(field(status, 'lastState'), 'before'),
      };
    });
  });
}

function portsOf(container: unknown): Container['ports'] {
  return itemsOf(container, 'ports').flatMap((port) => {
    const number = field(port, 'containerPort');
    const protocol = field(port, 'protocol') ?? 'TCP';
    if (typeof number !== 'number' || protocol !== 'TCP') return [];
    return [{ number, name: textFrom(port, 'name') || undefined }];
  });
}

function stateOf(status: unknown): Pick<Container, 'state' | 'health'> {
  const state = field(status, 'state');
  if (field(state, 'running')) {
    return { state: 'running', health: field(status, 'ready') === false ? 'waiting' : 'good' };
  }
  const ended = field(state, 'terminated');
  if (ended) {
    const code = field(ended, 'exitCode');
    const reason = textFrom(ended, 'reason') || 'ended';
    if (code === 0) return { state: `ended: ${reason}`, health: 'finished' };
    const how = typeof code === 'number' ? ` (exit code ${code})` : '';
    return { state: `ended: ${reason}${how}`, health: 'failed' };
  }
  const reason = textFrom(field(state, 'waiting'), 'reason');
  if (!reason) return { state: 'waiting', health: 'waiting' };
  return { state: `waiting: ${reason}`, health: /backoff|err|invalid/i.test(reason) ? 'failed' : 'waiting' };
}

function exitOf(state: unknown, run: ContainerExit['run']): ContainerExit | undefined {
  const ended = field(state, 'terminated');
  if (!ended) return undefined;
  const code = field(ended, 'exitCode');
  return {
    run,
    code: typeof code === 'number' ? code : undefined,
    reason: textFrom(ended, 'reason'),
    finishedAt: textOf(ended, 'finishedAt'),
  };
}

function itemsOf(value: unknown, name: string): readonly unknown[] {
  return listOf(value, name) ?? [];
}

function textFrom(value: unknown, name: string): string {
  return textOf(value, name) ?? '';
}
