import type { Violation } from '../../../rules/shared/violation.ts';
import type { MapNode } from '../../../yaml/nodes.ts';
import { isWithin, type Path } from '../../../yaml/path.ts';
import { toValue } from '../../../yaml/value.ts';
import { type Container, identityOf, refusalsOf } from '../../completion/judged-object.ts';
import { drafted, type NewPart } from './draft.ts';
import { draftChanges } from './draft-changes.ts';
import { type Drafting, enclosingOf } from './drafting.ts';
import { withKnownNames, withKnownValues } from './known-placeholder.ts';
import { placesOf } from './places-of.ts';
import { soughtName } from './sought-name.ts';

/**
 * The parts that have to be written with a new one so that the API server takes the object, as far as it would take it
 * without: placeholders of which it takes the values, and what its rules ask for beyond the schema, first in the part itself.
 * The new one stays the first of them.
 */
export function completedDraft(drafting: Drafting, asked: NewPart): readonly NewPart[] {
  const first = withKnownValues([asked], asked.path, 'choices', drafting);
  // Only a cluster knows the rules of other kinds.
  if (drafting.object.kind.origin.from !== 'bundled' || !drafting.mayAsk()) return first;
  const others = refusedAsWritten(drafting).filter((violation) => !isAbout(violation, asked.path));
  const expected = new Set(others.map(identityOf));
  const judge = (parts: readonly NewPart[]): JudgedDraft => ({
    parts,
    refused: refusals(parts, drafting).filter((violation) => !expected.has(identityOf(violation))),
  });
  let now = judge(first);
  const seen = new Set([JSON.stringify(now.parts)]);
  for (let step = 0; step < mostSteps && now.refused.length > 0; step++) {
    const next = improved(now, judge, seen, drafting);
    if (!next) break;
    now = next;
    seen.add(JSON.stringify(now.parts));
  }
  const named = withKnownNames(now.parts, drafting);
  const isBetter =
    named !== now.parts && drafting.mayAsk() && judge(named).refused.length <= now.refused.length;
  return isBetter ? named : now.parts;
}

/** Nothing real takes more steps. */
const mostSteps = 40;

interface JudgedDraft {
  readonly parts: readonly NewPart[];
  /** What they are refused for, and the object without them is not. */
  readonly refused: readonly Violation[];
}

/** What is one step better: refused for less, or for something else, where the server has asked for that step. */
function improved(
  { parts, refused }: JudgedDraft,
  judge: (parts: readonly NewPart[]) => JudgedDraft,
  seen: ReadonlySet<string>,
  drafting: Drafting,
): JudgedDraft | undefined {
  for (const violation of refused) {
    const identity = identityOf(violation);
    let best: JudgedDraft | undefined;
    for (const { parts: changed, is } of draftChanges(violation, parts, drafting)) {
      if (seen.has(JSON.stringify(changed))) continue;
      if (!drafting.mayAsk()) return best;
      const next = judge(changed);
      const left = next.refused.length;
      if (left < refused.length) return next;
      const isGone = next.refused.every((other) => identityOf(other) !== identity);
      if (isGone && is === 'asked for' && left < (best?.refused.length ?? refused.length + 1)) best = next;
    }
    if (best) return best;
  }
  return undefined;
}

/** Whether something may be refused because of what is not there yet at a path, so that it is right once that is. */
function isAbout(violation: Violation, path: Path): boolean {
  const { against } = violation;
  if (soughtName(violation) !== undefined) return true;
  const isNamed = placesOf(violation).some((place) => isWithin(place, path));
  return isNamed || (against !== undefined && (isWithin(against, path) || isWithin(path, against)));
}

function refusals(parts: readonly NewPart[], drafting: Drafting): readonly Violation[] {
  const { object } = drafting;
  return refusalsOf(toValue(drafted(object.map, parts)) as Container, enclosingOf(object), drafting);
}

/** Of an object that lacks much, all that it lacks is drafted. */
const known = new WeakMap<
  MapNode,
  Pick<Drafting, 'catalog' | 'version'> & { readonly refused: readonly Violation[] }
>();

function refusedAsWritten(drafting: Drafting): readonly Violation[] {
  const { object, catalog, version } = drafting;
  const before = known.get(object.map);
  if (before?.catalog === catalog && before.version === version) return before.refused;
  const refused = refusals([], drafting);
  known.set(object.map, { catalog, version, refused });
  return refused;
}
