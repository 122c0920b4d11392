import type { Deprecation, Deprecations } from '../../catalog/deprecation.ts';
import type { Schema } from '../../catalog/schema.ts';
import { field, isNull } from '../../manifest/fields.ts';
import { mayBeShared } from '../../yaml/mutable-nodes.ts';
import type { ListItem, ListNode, MapEntry, MapNode, ScalarNode, Span, YamlNode } from '../../yaml/nodes.ts';
import { fieldName } from '../../yaml/tree.ts';
import type { Finding, Report } from '../finding.ts';
import { leftPart } from '../left-part.ts';
import { replaceScalar } from '../replace-scalar.ts';
import { shiftFinding } from '../shift-finding.ts';
import { checkCustomValue } from './check-custom-value.ts';
import { checkScalar, fits, type Guess, wrongType } from './check-scalar.ts';
import { closestChoice } from './closest-choice.ts';
import type { FindingLocation } from './finding-location.ts';
import { requiredFields } from './required-fields.ts';

/**
 * Walks a value and its schema side by side and reports what the API server would refuse: unknown fields, wrong types,
 * missing required fields, unsupported values. (Duplicate fields are the parser's to find.) Ends on shared values
 * (aliases) and recursive schemas: a value is checked once by a schema.
 */
export function checkSchema(
  value: YamlNode,
  schema: Schema,
  location: FindingLocation,
  report: Report,
  customStatus: CustomStatus = 'live',
  deprecationsOf: DeprecationsOf = () => undefined,
): void {
  const at = { origin: originOf(schema, 'custom'), status: 'live' } as const;
  const root = { object: value, status: customStatus };
  new SchemaCheck(report, deprecationsOf, root).value(value, schema, location, at);
}

/** Which fields of a schema's objects are deprecated. */
export type DeprecationsOf = (schema: Schema) => Deprecations | undefined;

/**
 * How an object's own `status` is judged by the schema of a definition: as all of it, or, where it is a subresource, for
 * unknown fields alone, because the server leaves it out before it validates the rest.
 */
export type CustomStatus = 'live' | 'left-out';

/** The same, for a list object whose items are checked one by one as objects of their own. */
export function checkListEnvelope(list: MapNode, schema: Schema, report: Report): void {
  const check = new SchemaCheck(report, () => undefined);
  for (const entry of list.entries) {
    if (fieldName(entry.key) === 'items') check.type(entry, schema);
    else check.entry(entry, list, schema, { origin: originOf(schema, 'custom'), status: 'live' });
  }
}

/** What holds for a value because of where it stands. */
interface ValueContext {
  /** `built-in`: a Go type decodes it, where null means unset. `custom`: the schema of a definition is enforced as written. */
  readonly origin: 'built-in' | 'custom';
  /** `dropped`: in a status, which the server decodes and then forgets when an object is created. */
  readonly status: CustomStatus | 'dropped';
}

/** More problems are not shown at all, and so many words are compared for them. */
const mostGuessed = 1000;
const mostCompared = 500_000;
/** No object of any API may have more fields. */
const mostNames = 5000;
/** Nothing real nests deeper; what does is left alone. */
const deepest = 256;

/** `closest` for the faults that are shown. Where it takes too many comparisons it is said once, and nothing is guessed. */
function guessing(report: Report): Guess {
  let guessed = 0;
  let compared = 0;
  return (word, choices, { span }) => {
    if (++guessed > mostGuessed || compared > mostCompared) return undefined;
    compared += choices.length;
    if (compared <= mostCompared) return closestChoice(word, choices);
    report(leftPart('choices', mostCompared, span));
    return undefined;
  };
}

class SchemaCheck {
  readonly #report: Report;
  readonly #deprecationsOf: DeprecationsOf;
  readonly #root: { readonly object: YamlNode; readonly status: CustomStatus } | undefined;
  readonly #done = new Map<YamlNode, Schema | Set<Schema>>();
  #depth = 0;
  /** The fields that the map that was asked about last may still have. */
  #unwritten: { readonly of: MapNode; readonly by: Schema; readonly names: readonly string[] } | undefined;
  /** Looks for what may be meant, of a document so often that it takes no long time. */
  #guess: Guess;

  constructor(
    report: Report,
    deprecationsOf: DeprecationsOf,
    root?: { readonly object: YamlNode; readonly status: CustomStatus },
  ) {
    this.#report = report;
    this.#guess = guessing(report);
    this.#deprecationsOf = deprecationsOf;
    this.#root = root;
  }

  value(value: YamlNode, schema: Schema, location: FindingLocation, at: ValueContext): void {
    if (value.type !== 'scalar' && this.#isDone(value, schema)) return;
    if (at.origin === 'built-in' && isFree(schema)) return;
    if (fits(value, schema)) this.#fitting(value, schema, location, at);
    else if (at.status !== 'left-out') this.#report(wrongType(value, schema, location));
  }

  #fitting(value: YamlNode, schema: Schema, location: FindingLocation, at: ValueContext): void {
    if (value.type === 'scalar' && at.status !== 'left-out')
      checkScalar(value, schema, location, at, this.#report, this.#guess);
    if (at.origin === 'custom' && at.status === 'live')
      checkCustomValue(value, schema, location, this.#report);
    if (value.type === 'scalar') return;
    if (this.#depth >= deepest) {
      this.#report(leftPart('levels', deepest, value.span));
      return;
    }
    this.#depth++;
    if (value.type === 'map') this.#map(value, schema, location, at);
    else this.#list(value, schema, location, at);
    this.#depth--;
  }

  /** Checks one field of an object. Gives the name that a misspelt one was meant to have. */
  entry(entry: MapEntry, map: MapNode, schema: Schema, at: ValueContext): string | undefined {
    const name = fieldName(entry.key);
    const declared = schema.property(name);
    const value = declared ?? schema.values;
    if (value === 'any') return undefined;
    if (!value) return this.#unknownField(entry.key, map, schema);
    if (entry.value && !isNull(entry.value)) {
      const location = { mark: entry.key, name, parent: declared && schema };
      if (isSchemaOrElse(value)) this.#schemaOrElse(entry.value, schema, location, at);
      else this.value(entry.value, value, location, this.#inField(at, value, name, map));
    }
    return undefined;
  }

  #inField(at: ValueContext, field: Schema, name: string, map: MapNode): ValueContext {
    if (at.origin === 'built-in') return within(at, field, isStatus(field, name) ? 'dropped' : at.status);
    const isOwnStatus = name === 'status' && map === this.#root?.object;
    return within(at, field, isOwnStatus ? this.#root.status : at.status);
  }

  /** A JSON schema (or several), or something else: what is a map is one. The server does not mind unknown fields in there. */
  #schemaOrElse(value: YamlNode, schema: Schema, location: FindingLocation, at: ValueContext): void {
    const lenient = new SchemaCheck(
      (finding) => finding.code !== 'unknown-field' && this.#report(finding),
      this.#deprecationsOf,
    );
    const values = value.type === 'list' ? value.items.map((item) => item.value) : [value];
    lenient.#depth = this.#depth;
    for (const inner of values) if (inner?.type === 'map') lenient.value(inner, schema, location, at);
  }

  /** Checks the type of one field and nothing inside it. */
  type(entry: MapEntry, schema: Schema): void {
    const name = fieldName(entry.key);
    const field = schema.property(name);
    if (!field || !entry.value || isNull(entry.value) || fits(entry.value, field)) return;
    this.#report(wrongType(entry.value, field, { mark: entry.key, name }));
  }

  /** A walk comes to a value again only by an alias. */
  #isDone(value: YamlNode, schema: Schema): boolean {
    if (!mayBeShared(value)) return false;
    const done = this.#done.get(value);
    if (done === schema || (done instanceof Set && done.has(schema))) return true;
    if (!done) this.#done.set(value, schema);
    else if (done instanceof Set) done.add(schema);
    else this.#done.set(value, new Set([done, schema]));
    return false;
  }

  #map(map: MapNode, schema: Schema, location: FindingLocation, at: ValueContext): void {
    let meant: Set<string> | undefined;
    const { entries } = map;
    for (let index = 0; index < entries.length; index++) {
      const name = this.entry(entries[index]!, map, schema, at);
      if (name !== undefined) meant = (meant ?? new Set()).add(name);
    }
    if (at.status !== 'live') return;
    const deprecations = this.#deprecationsOf(schema);
    if (deprecations) this.#deprecated(map, deprecations);
    for (const name of requiredFields(schema)) {
      if (!meant?.has(name)) this.#required(name, map, schema, location, at);
    }
  }

  #deprecated({ entries }: MapNode, deprecations: Deprecations): void {
    for (const { key, value, merged } of entries) {
      const deprecation = merged ? undefined : deprecations.get(fieldName(key));
      if (deprecation && value && !isNull(value)) this.#report(deprecated(key, deprecation));
    }
  }

  #required(name: string, map: MapNode, schema: Schema, location: FindingLocation, at: ValueContext): void {
    const entry = field(map, name);
    if (!entry) this.#report(missing(name, location));
    else if (!entry.value || isNull(entry.value)) {
      const isTaken = at.origin === 'custom' && schema.property(name)?.nullable;
      if (!isTaken) this.#report(empty(name, entry.key.span));
    } else if (at.origin === 'built-in' && isEmpty(entry.value)) this.#report(empty(name, entry.value.span));
  }

  #unknownField(key: ScalarNode, map: MapNode, schema: Schema): string | undefined {
    const name = fieldName(key);
    const meant = this.#guess(name, this.#unwrittenOf(map, schema), key);
    this.#report({
      code: 'unknown-field',
      severity: 'error',
      about: { is: 'unknown-field', field: name, ...(meant && { meant }) },
      span: key.span,
      ...(meant && { fix: replaceScalar(key, meant) }),
    });
    return meant;
  }

  #unwrittenOf(map: MapNode, schema: Schema): readonly string[] {
    if (this.#unwritten?.of !== map || this.#unwritten.by !== schema) {
      const names = schema.propertyNames.slice(0, mostNames).filter((candidate) => !field(map, candidate));
      this.#unwritten = { of: map, by: schema, names };
    }
    return this.#unwritten.names;
  }

  #list(list: ListNode, schema: Schema, location: FindingLocation, at: ValueContext): void {
    const items = schema.items;
    if (!items) return;
    const below = within(at, items, at.status);
    const { length } = list.items;
    const isLong = length >= longList && length <= longestKept && !mayBeShared(list);
    let index = 0;
    for (const item of list.items) {
      const name = `${location.name}[${index++}]`;
      if (!item.value || isNull(item.value)) this.#nullItem(item, items, name, below);
      else {
        const location = { mark: firstKey(item.value) ?? item, name };
        if (isLong && item.value.type !== 'scalar') this.#itemOnce(item.value, items, location, below);
        else this.value(item.value, items, location, below);
      }
    }
  }

  /** What was found in an item before is found again: of a long list mostly one item is another than it was. */
  #itemOnce(item: YamlNode, schema: Schema, location: FindingLocation, at: ValueContext): void {
    const { start } = item.span;
    let known = checkedItems.get(item);
    if (!known || !holds(known, schema, location, at)) {
      const findings: Finding[] = [];
      const note: Report = (finding) => findings.push(shiftFinding(finding, -start));
      const check = new SchemaCheck(note, this.#deprecationsOf);
      check.#depth = this.#depth;
      check.#guess = this.#guess;
      check.value(item, schema, location, at);
      known = { schema, name: location.name, at, findings };
      checkedItems.set(item, known);
    }
    for (const finding of known.findings) this.#report(shiftFinding(finding, start));
  }

  /** To Go a null item is an empty one, and lacks what that requires; a definition's schema has to allow it. */
  #nullItem(mark: ListItem, items: Schema, name: string, at: ValueContext): void {
    if (at.status !== 'live') return;
    if (at.origin === 'built-in') {
      for (const field of requiredFields(items)) this.#report(missing(field, { mark, name }));
    } else if (!items.nullable && items.types.length > 0 && items.default === undefined) {
      this.#report(nullItem(name, mark.value?.span ?? mark.span));
    }
  }
}

/** What was found in an item, from where the item starts. */
interface CheckedItem {
  readonly schema: Schema;
  readonly name: string;
  readonly at: ValueContext;
  readonly findings: readonly Finding[];
}

/** A node stays the same object for as long as its text is the same. */
const checkedItems = new WeakMap<YamlNode, CheckedItem>();
const longList = 100;
/** What was found in the items of a longer one takes more memory than it saves time. */
const longestKept = 20_000;

/** The name of an item is in what is found there, and in nothing else. */
function holds(
  known: CheckedItem,
  schema: Schema,
  { name }: FindingLocation,
  { origin, status }: ValueContext,
): boolean {
  if (known.schema !== schema || known.at.origin !== origin || known.at.status !== status) return false;
  return known.findings.length === 0 || known.name === name;
}

/** The fields of a JSON schema that OpenAPI says nothing of: they hold one, or a boolean, or a list. */
function isSchemaOrElse({ name, types }: Schema): boolean {
  return (
    types.length === 0 &&
    name?.startsWith(definitionsOfDefinitions) === true &&
    /\.JSONSchemaPropsOr(?:Array|Bool|StringArray)$/.test(name)
  );
}

const definitionsOfDefinitions = 'io.k8s.apiextensions-apiserver.';

function within(at: ValueContext, field: Schema, status: ValueContext['status']): ValueContext {
  const origin = originOf(field, at.origin);
  return origin === at.origin && status === at.status ? at : { origin, status };
}

/** Whether it takes whatever is there: it keeps fields that it does not declare, and declares none. */
function isFree(schema: Schema): boolean {
  return schema.open && schema.propertyNames.length === 0;
}

/** Definitions have names; the schemas that a CustomResourceDefinition writes have none. */
function originOf(schema: Schema, inherited: ValueContext['origin']): ValueContext['origin'] {
  return schema.name === undefined ? inherited : 'built-in';
}

function isStatus(field: Schema, name: string): boolean {
  return (
    name === 'status' &&
    (field.name === undefined ? field.types[0] === 'object' : field.name.endsWith('Status'))
  );
}

/** Go cannot tell it from a field that is not there. */
function isEmpty(value: YamlNode): boolean {
  if (value.type === 'scalar') return value.value === '';
  return value.type === 'list' && value.items.length === 0;
}

function firstKey(value: YamlNode): ScalarNode | undefined {
  return value.type === 'map' ? value.entries.find((entry) => !entry.merged)?.key : undefined;
}

function deprecated(key: ScalarNode, { successor, isAlias }: Deprecation): Finding {
  return {
    code: 'deprecated-api-field',
    severity: 'hint',
    about: {
      is: 'deprecated-field',
      field: fieldName(key),
      ...(successor !== undefined && { replacement: successor }),
      ...(isAlias && { isAlias }),
    },
    span: key.span,
    deprecated: true,
  };
}

function nullItem(field: string, span: Span) {
  return { code: 'wrong-type', severity: 'error', about: { is: 'null-value', field }, span } as const;
}

function missing(field: string, { mark, name }: FindingLocation) {
  return {
    code: 'missing-required',
    severity: 'error',
    about: { is: 'missing-field', field, owner: name },
    span: mark.span,
  } as const;
}

function empty(field: string, span: Span) {
  return {
    code: 'missing-required',
    severity: 'error',
    about: { is: 'empty-field', field },
    span,
  } as const;
}
