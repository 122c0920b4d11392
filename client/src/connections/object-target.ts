import type { KubeContext, ObjectReference } from '../cluster/cluster.ts';
import type { Container } from '../cluster/objects/containers.ts';

/** A cluster that a command is about. Lines of the tree are such targets, and so is what a person picks. */
export interface ContextTarget {
  readonly context: KubeContext;
}

/** An object that a command is about. */
export interface ObjectTarget extends ContextTarget {
  readonly reference: ObjectReference;
  /** The very object: another of the same name has another one. Undefined where it is not known. */
  readonly uid: string | undefined;
}

/** A container that a command is about. */
export interface ContainerTarget {
  /** The object that it is of. */
  readonly parent: ObjectTarget;
  readonly container: Container;
}

/** The argument of a command, where it is a line of an object. */
export function asObjectTarget(argument: unknown): ObjectTarget | undefined {
  return asContextTarget(argument) && has(argument, 'reference') ? (argument as ObjectTarget) : undefined;
}

/** The argument of a command, where it is a line of a container. */
export function asContainerTarget(argument: unknown): ContainerTarget | undefined {
  if (!has(argument, 'container') || !has(argument, 'parent')) return undefined;
  return asObjectTarget(argument.parent) ? (argument as unknown as ContainerTarget) : undefined;
}

/** The argument of a command, where it is a line of a cluster or of something in it. */
export function asContextTarget(argument: unknown): ContextTarget | undefined {
  return has(argument, 'context') ? (argument as unknown as ContextTarget) : undefined;
}

function has<Key extends string>(value: unknown, key: Key): value is Record<Key, object> {
  if (typeof value !== 'object' || value === null) return false;
  const field = (value as Record<string, unknown>)[key];
  return typeof field === 'object' && field !== null;
}
