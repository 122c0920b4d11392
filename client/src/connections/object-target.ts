import type { KubeContext } from '../cluster/cluster.ts';
import type { ObjectReference, Resource } from '../cluster/kube-object.ts';
import type { Container } from '../cluster/objects/containers.ts';
import type { Argument } from '../prompts/command-handler.ts';
import { isShownLine } from '../views/shown-lines.ts';

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

/** A kind of a cluster that a command is about. */
export interface KindTarget extends ContextTarget {
  readonly resource: Resource;
}

/** A container that a command is about. */
export interface ContainerTarget {
  /** The object that it is of. */
  readonly parent: ObjectTarget;
  readonly container: Container;
}

/** An object's line in the Clusters view, as the argument of a command. */
export const objectLine: Argument<ObjectTarget> = {
  what: 'a line of an object in the Clusters view',
  read: ([line]) => (isShownLine(line) ? asObjectTarget(line) : undefined),
};

/** An object's line, with all that are selected where it is one of these, as the argument of a command. */
export const objectLines: Argument<readonly ObjectTarget[]> = {
  what: 'lines of objects in the Clusters view',
  read: (given) => asObjectTargets(shownLines(given)),
};

/** The line of a kind, as the argument of a command. */
export const kindLine: Argument<KindTarget> = {
  what: 'the line of a kind in the Clusters view',
  read: ([line]) => (isShownLine(line) ? asKindTarget(line) : undefined),
};

/** The line of an object or of a container, as the argument of a command. */
export const objectOrContainerLine: Argument<ObjectTarget | ContainerTarget> = {
  what: 'a line of an object or a container in the Clusters view',
  read: ([line]) => (isShownLine(line) ? (asContainerTarget(line) ?? asObjectTarget(line)) : undefined),
};

/** A line of a cluster, or of something in it, as the argument of a command on the cluster. */
export const clusterLine: Argument<ContextTarget> = {
  what: 'a line of a cluster in the Clusters view',
  read: ([line]) => (isShownLine(line) ? asContextTarget(line) : undefined),
};

/** Any lines of the Clusters view, as the argument of a command. */
export const anyLines: Argument<readonly object[]> = {
  what: 'lines of the Clusters view',
  read: shownLines,
};

/**
 * The line that a menu was opened on, and all that are selected where it is one of these: VS Code gives both, and nothing for a
 * selected line that it shows no more. Undefined where anything else is among them.
 */
function shownLines([line, selected]: readonly unknown[]): object[] | undefined {
  if (!isShownLine(line)) return undefined;
  if (selected === undefined || selected === null) return [line];
  if (!Array.isArray(selected)) return undefined;
  const others = selected.filter((one) => one !== undefined && one !== null && one !== line);
  return others.every(isShownLine) ? [line, ...others] : undefined;
}

/** Something that is a line of an object. */
export function asObjectTarget(argument: unknown): ObjectTarget | undefined {
  return asContextTarget(argument) && has(argument, 'reference') ? (argument as ObjectTarget) : undefined;
}

/** Things that are lines of objects, each of them; undefined where there are none, or others among them. */
export function asObjectTargets(lines: readonly unknown[] | undefined): readonly ObjectTarget[] | undefined {
  const objects = lines?.flatMap((line) => asObjectTarget(line) ?? []) ?? [];
  return objects.length > 0 && objects.length === lines?.length ? objects : undefined;
}

/** Something that is a line of a container. */
export function asContainerTarget(argument: unknown): ContainerTarget | undefined {
  if (!has(argument, 'container') || !has(argument, 'parent')) return undefined;
  return asObjectTarget(argument.parent) ? (argument as unknown as ContainerTarget) : undefined;
}

/** Something that is the line of a kind. */
export function asKindTarget(argument: unknown): KindTarget | undefined {
  if (!asContextTarget(argument) || !has(argument, 'resource') || has(argument, 'reference'))
    return undefined;
  return argument as unknown as KindTarget;
}

/** Something that is the line of a cluster itself: it stands under no other. */
export function asClusterTarget(argument: unknown): ContextTarget | undefined {
  return has(argument, 'parent') ? undefined : asContextTarget(argument);
}

/** Something that is a line of a cluster or of something in it. */
export function asContextTarget(argument: unknown): ContextTarget | undefined {
  return has(argument, 'context') ? (argument as unknown as ContextTarget) : undefined;
}

function has<Key extends string>(value: unknown, key: Key): value is Record<Key, object> {
  if (typeof value !== 'object' || value === null) return false;
  const field = (value as Record<string, unknown>)[key];
  return typeof field === 'object' && field !== null;
}
