import type { Row } from '../kube-object.ts';
import { field, listOf, textOf } from '../wrong-answer.ts';

/** A container of a Pod, as far as its log matters. */
export interface ContainerRun {
  readonly name: string;
  readonly role: 'init' | 'container' | 'ephemeral';
  /** Tells its runs apart, the newest of which it is; undefined where it has not begun. */
  readonly run: string | undefined;
  /** Whether that run is over. */
  readonly state: 'waiting' | 'running' | 'ended';
}

/** A row of a Pod with its containers and claims, and nothing else of it: for many. */
export interface ContainersRow extends Row {
  readonly containers: readonly ContainerRun[];
  /** The names of the PersistentVolumeClaims that it uses. */
  readonly claims: readonly string[];
}

/** In the order in which they run. */
const lists = [
  { list: 'initContainers', statuses: 'initContainerStatuses', role: 'init' },
  { list: 'containers', statuses: 'containerStatuses', role: 'container' },
  { list: 'ephemeralContainers', statuses: 'ephemeralContainerStatuses', role: 'ephemeral' },
] as const;

/** The containers of a Pod. Reads any object; never throws. */
export function containerRunsOf(object: unknown): ContainerRun[] {
  return lists.flatMap(({ list, statuses, role }) => {
    const byName = new Map(
      (listOf(field(object, 'status'), statuses) ?? []).map((status) => [textOf(status, 'name'), status]),
    );
    return (listOf(field(object, 'spec'), list) ?? []).flatMap((container) => {
      const name = textOf(container, 'name');
      return name === undefined ? [] : [{ name, role, ...runOf(byName.get(name)) }];
    });
  });
}

/** The PersistentVolumeClaims that a Pod uses: those that it names, and those that are made for it. Reads any object; never throws. */
export function claimsOf(object: unknown): string[] {
  const pod = textOf(field(object, 'metadata'), 'name') ?? '';
  return (listOf(field(object, 'spec'), 'volumes') ?? []).flatMap((volume) => {
    const named = textOf(field(volume, 'persistentVolumeClaim'), 'claimName');
    const name = textOf(volume, 'name');
    const own = field(volume, 'ephemeral') === undefined || name === undefined ? [] : [`${pod}-${name}`];
    return named === undefined ? own : [named];
  });
}

function runOf(status: unknown): Pick<ContainerRun, 'run' | 'state'> {
  const state = field(status, 'state');
  const isRunning = field(state, 'running') !== undefined;
  const hasEnded = field(state, 'terminated') !== undefined;
  // One that waits to be started again has a log, too.
  const ranBefore = field(field(status, 'lastState'), 'terminated') !== undefined;
  if (!isRunning && !hasEnded && !ranBefore) return { run: undefined, state: 'waiting' };
  const run = textOf(status, 'containerID') ?? `${field(status, 'restartCount') ?? 0}`;
  return { run, state: isRunning ? 'running' : hasEnded ? 'ended' : 'waiting' };
}
