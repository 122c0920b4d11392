import { type NamespaceScope, scopeOf } from '../cluster/namespace-scope.ts';
import type { Separator } from '../prompts/pick.ts';
import type { SeveralChoice, SeveralTaken } from '../prompts/pick-several.ts';
import { isNamespaceName } from './namespace-name.ts';

/** The choice of all namespaces, which no name can be taken for. */
export const everyNamespace = Symbol('all namespaces');

/** What can be ticked: a name, several of them as they were typed, or all. */
export type NamespaceTick = string | typeof everyNamespace;

/** What is known when namespaces are offered. */
export interface OfferedNamespaces {
  /** Those of the cluster; undefined where they are not known, because they may not be listed. */
  readonly listed: readonly string[] | undefined;
  /** Those that are shown, and that were. */
  readonly named: readonly string[];
  readonly typed: string;
}

/** The choices: all namespaces apart, then each, and what is typed where that is no choice yet. */
export function namespaceChoices(offered: OfferedNamespaces): (SeveralChoice<NamespaceTick> | Separator)[] {
  const names = namesOffered(offered);
  const typed = typedNames(offered.typed);
  const isNew = typed.length > 1 || typed.some((name) => !names.includes(name));
  const asTyped: SeveralChoice<NamespaceTick>[] = isNew
    ? [
        {
          label: typed.join(', '),
          description: 'as typed: Enter shows it',
          value: typed.join(' '),
          always: 'shown',
        },
      ]
    : [];
  return [
    { label: 'All namespaces', value: everyNamespace },
    { separator: offered.listed === undefined ? 'selected before' : 'namespaces' },
    ...asTyped,
    ...names.map((name) => ({ label: name, value: name })),
  ];
}

/** All namespaces and some of them exclude each other: what was ticked last holds. */
export function ticksAfter(
  now: readonly NamespaceTick[],
  before: readonly NamespaceTick[],
): readonly NamespaceTick[] {
  if (!now.includes(everyNamespace)) return now;
  return before.includes(everyNamespace) ? now.filter((tick) => tick !== everyNamespace) : [everyNamespace];
}

/**
 * What Enter takes: the ticks where a person has changed them, else the names that they have typed, or the one that the
 * keyboard is at, so that one namespace takes no more than its name or an arrow. Undefined where that is nothing.
 */
export function takenNamespaces(
  { ticked, active, typed }: SeveralTaken<NamespaceTick>,
  before: readonly NamespaceTick[],
  offered: readonly string[],
): NamespaceScope | undefined {
  const isSame = ticked.length === before.length && ticked.every((tick) => before.includes(tick));
  if (!isSame) return scopeOfTicks(ticked);
  const names = typedNames(typed);
  const isOfTyped = typeof active === 'string' && names.some((name) => active.includes(name));
  if (active !== undefined && (typed.trim() === '' ? !before.includes(active) : isOfTyped)) {
    return scopeOfTicks([active]);
  }
  const [only] = names;
  const found = names.length === 1 ? offered.filter((name) => name.includes(only!)) : [];
  if (found.length === 1) return scopeOf(found);
  return scopeOf(names) ?? scopeOfTicks(before);
}

/** The names that are offered, each once: those that are in use first where the cluster's own are not known. */
export function namesOffered({ listed, named }: Omit<OfferedNamespaces, 'typed'>): readonly string[] {
  return listed ?? [...new Set(named)];
}

/** Names of namespaces in what was typed, between commas or spaces; none where anything else is among them. */
export function typedNames(typed: string): readonly string[] {
  const names = [...new Set(typed.split(/[\s,]+/).filter((name) => name !== ''))];
  return names.every(isNamespaceName) ? names : [];
}

function scopeOfTicks(ticks: readonly NamespaceTick[]): NamespaceScope | undefined {
  if (ticks.includes(everyNamespace)) return 'all';
  return scopeOf(ticks.flatMap((tick) => (tick === everyNamespace ? [] : typedNames(tick))));
}
