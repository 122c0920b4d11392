import { type KnownNodes, type KnownPart, knownPart } from '../../checks/partial/known-part.ts';
import { isNull, valueAt } from '../../manifest/fields.ts';
import { knownPlaceholders } from '../../placeholders/placeholders.ts';
import type { Violation } from '../../rules/shared/violation.ts';
import type { ScalarNode, YamlNode } from '../../yaml/nodes.ts';
import { isSamePath, jsonAt, type Path } from '../../yaml/path.ts';
import { isPrinted } from '../../yaml/printed.ts';
import { unknown } from '../../yaml/unknown.ts';
import { toValueWithoutUnknowns, toValueWithUnknowns } from '../../yaml/value.ts';
import type { Completion } from './completion-context.ts';
import { type EnclosingObject, schemaAlong } from './enclosing-object.ts';
import { type Container, identityOf, isContainer, putValue, refusalsOf } from './judged-object.ts';

/**
 * Those of some values that contradict nothing that stands in the object already, where one of them is to stand at `place`: the
 * API server would refuse the others for what is written. What it would refuse for what is not written yet stays, and so
 * does all where everything contradicts something elsewhere: that may be what has to change.
 */
export function fittingValues(
  completion: Completion,
  object: EnclosingObject,
  place: Path,
  values: readonly unknown[],
): readonly unknown[] {
  // What stands in one branch of a template contradicts nothing in another.
  if (completion.isTemplate) return values;
  const written = valueAt(completion.cursor.document.root, object.path);
  const others = unrepeated(values, written, place, object);
  if (object.known?.origin.from !== 'bundled' || written?.type !== 'map') return others;
  const { start, end } = written.span;
  if (others.length * (eachCosts + end - start) > mostJudged) return others;
  const judged = new JudgedValues(completion, object, place, knownPart(written, nodesAs(completion)));
  return judged.isReadable ? judged.fitting(others) : others;
}

/** Without the values that the list has in which one is to stand: no list of Kubernetes has a use for one that is named twice. */
function unrepeated(
  values: readonly unknown[],
  written: YamlNode | undefined,
  place: Path,
  { known, schema }: EnclosingObject,
): readonly unknown[] {
  const path = place.slice(0, -1);
  const list = valueAt(written, path);
  if (list?.type !== 'list') return values;
  if (known?.origin.from !== 'bundled' && schemaAlong(schema, path)?.listType !== 'set') return values;
  const others = list.items.filter((_, index) => index !== place.at(-1));
  const present = new Set(others.map(({ value }) => (value?.type === 'scalar' ? value.value : undefined)));
  return values.filter((value) => !present.has(value as ScalarNode['value']));
}

/** In characters: so much is judged in a few milliseconds. */
const mostJudged = 300_000;
/** What it takes to judge the smallest object, in characters. */
const eachCosts = 5_000;

/** What nobody has written yet, and what another tool fills in, may be anything. */
function nodesAs({ placeholders = knownPlaceholders }: Completion): KnownNodes {
  return {
    entry: ({ value }) => (isNull(value) ? 'unknown' : 'known'),
    item: ({ value }) => (isNull(value) ? 'unknown' : 'known'),
    isOpen: () => true,
    knowsScalar: (scalar) => !isPrinted(scalar.text) && !placeholders.areIn(scalar),
  };
}

/** What the rules say to values at one place of an object. */
class JudgedValues {
  readonly #completion: Completion;
  readonly #object: EnclosingObject;
  readonly #place: Path;
  readonly #part: KnownPart;

  constructor(completion: Completion, object: EnclosingObject, place: Path, part: KnownPart) {
    this.#completion = completion;
    this.#object = object;
    this.#place = place;
    this.#part = part;
  }

  /** Whether the place is where it is without what is unknown: items that nobody has written yet are left out. */
  get isReadable(): boolean {
    const { cursor } = this.#completion;
    const own = cursor.path.slice(this.#object.path.length);
    const word = jsonAt(toValueWithoutUnknowns(this.#part.root, this.#part), own);
    return typeof word === 'string';
  }

  fitting(values: readonly unknown[]): readonly unknown[] {
    const before = new Set(this.#refusedWithout().map(identityOf));
    const refusals = values.map((value) => {
      const found = this.#refusals(asWritten, value).filter((one) => !before.has(identityOf(one)));
      return { value, found };
    });
    const inAll = this.#inAll(refusals.map(({ found }) => found));
    const judged = refusals.map(({ value, found }) => {
      const own = found.filter((one) => this.#isAtPlace(one) || !inAll.has(identityOf(one)));
      return { value, against: own.length > 0 ? this.#contradictions(value, own) : [] };
    });
    const fitting = judged.filter(({ against }) => against.length === 0);
    const left =
      fitting.length > 0
        ? fitting
        : judged.filter(({ against }) => !against.some((one) => this.#isAtPlace(one)));
    return left.map(({ value }) => value);
  }

  /** What is refused already: of a list without the item where that is its last, so that all others have their places. */
  #refusedWithout(): readonly Violation[] {
    const object = asWritten(this.#part) as Container;
    const items = jsonAt(object, this.#place.slice(0, -1));
    if (!Array.isArray(items) || this.#place.at(-1) !== items.length - 1) {
      return this.#refusals(asWritten, unknown);
    }
    items.pop();
    return refusalsOf(object, this.#object, this.#completion);
  }

  /** What is refused whatever the value is, and so for something else. */
  #inAll(found: readonly (readonly Violation[])[]): ReadonlySet<string> {
    const [first = [], ...others] = found.map((some) => some.map(identityOf));
    return new Set(
      others.length === 0 ? [] : first.filter((one) => others.every((other) => other.includes(one))),
    );
  }

  /**
   * Of what is refused with a value, what contradicts something that is written: what is refused whatever else may come to
   * be written, and a value that would not be refused itself if what is written were something else, or not there.
   */
  #contradictions(value: unknown, refused: readonly Violation[]): readonly Violation[] {
    const object = this.#put(asWritten, value);
    const isAbsence = (one: Violation) =>
      absences.has(one.reason) &&
      (this.#isAtPlace(one) || jsonAt(object, one.mark ?? one.path) === undefined);
    const told = refused.filter((one) => !isAbsence(one));
    if (told.length === 0) return told;
    const whateverComes = this.#identities(withMore, value);
    const isDecided = (one: Violation) => whateverComes.has(identityOf(one));
    if (!told.some((one) => !isDecided(one) && this.#isAtPlace(one))) return told.filter(isDecided);
    const ofOther = this.#identities(withOtherScalars, value);
    const ofNothing = this.#identities(withNothing, value);
    const ofUnwritten = this.#part.unknown.size > 0 ? this.#identities(withUnwritten, value) : undefined;
    const isOfWritten = (one: string) =>
      !(ofOther.has(one) && ofNothing.has(one)) && (ofUnwritten?.has(one) ?? true);
    return told.filter((one) => isDecided(one) || (this.#isAtPlace(one) && isOfWritten(identityOf(one))));
  }

  #identities(read: Reading, value: unknown): ReadonlySet<string> {
    return new Set(this.#refusals(read, value).map(identityOf));
  }

  #refusals(read: Reading, value: unknown): readonly Violation[] {
    return refusalsOf(this.#put(read, value), this.#object, this.#completion);
  }

  #put(read: Reading, value: unknown): Container {
    const object = read(this.#part);
    if (!isContainer(object)) return {};
    putValue(object, this.#place, value);
    return object;
  }

  /** Whether the server names the value itself, or the list that it is an item of. */
  #isAtPlace({ mark, path }: Violation): boolean {
    const named = mark ?? path;
    const isItem = typeof this.#place.at(-1) === 'number';
    return isSamePath(named, this.#place) || (isItem && isSamePath(named, this.#place.slice(0, -1)));
  }
}

/** What is made of an object to be judged. */
type Reading = (part: KnownPart) => unknown;

const nothing: ReadonlySet<YamlNode> = new Set();

const asWritten: Reading = (part) => toValueWithoutUnknowns(part.root, part);
/** Whatever may be written yet. */
const withMore: Reading = (part) => toValueWithUnknowns(part.root, part);
/** With what has a name and no value yet, and nothing else that is not written. */
const withUnwritten: Reading = ({ root, unknown }) => toValueWithUnknowns(root, { unknown, open: nothing });
/** With the same fields, whatever is written in them. */
const withOtherScalars: Reading = ({ root }) => {
  const { unknown } = knownPart(root, ofFieldsAlone);
  return toValueWithUnknowns(root, { unknown, open: nothing });
};

const withNothing: Reading = () => ({});

const ofFieldsAlone: KnownNodes = {
  entry: () => 'known',
  item: () => 'known',
  isOpen: () => false,
  knowsScalar: () => false,
};

const absences = new Set<Violation['reason']>(['FieldValueRequired', 'FieldValueNotFound']);
