import type { Fault } from '../shared/violation.ts';
import { isMap } from './custom-parts.ts';
import { goFloat, goNumber } from './go-number.ts';
import {
  formatBreach,
  itemCountBreaches,
  type KeywordBreach,
  numberBreaches,
  propertyCountBreaches,
  textBreaches,
} from './value-keywords.ts';

type Json = Readonly<Record<string, unknown>>;

/** What a schema of a CustomResourceDefinition says against a value. */
export interface ValueProblem extends Fault {
  /**
   * Where in the value, as the server prints it; empty for the value itself, and for what `allOf`, `anyOf`, `oneOf` and
   * `not` say, which the server tells of no field.
   */
  readonly fieldPath: string;
}

/**
 * What the structural schema of a custom resource says of a value, in the words and order of the API server (properties
 * by their names, where Go has none). Expressions (CEL), and formats and patterns that cannot be read here, are left to
 * it. 'too many comparisons' where it takes more than half a million of them: then nothing is known of the value. What the
 * server asks of custom resources and not of defaults is in `custom-object.ts`.
 */
export function valueProblems(value: unknown, schema: Json): ValueProblem[] | 'too many comparisons' {
  const patience = { left: mostJudged };
  const { problems } = judge(value, schema, '', patience);
  return patience.left < 0 ? 'too many comparisons' : problems;
}

/** Whether a value has fields that its schema does not know, which the server would drop. */
export function hasUnknownFields(value: unknown, schema: Json): boolean {
  if (Array.isArray(value)) {
    const { items } = schema;
    return isMap(items) && value.some((item) => hasUnknownFields(item, items));
  }
  if (!isMap(value)) return false;
  const properties = isMap(schema.properties) ? schema.properties : {};
  const others = schema.additionalProperties;
  const keepsUnknown = schema['x-kubernetes-preserve-unknown-fields'] === true || others === true;
  return Object.entries(value).some(([name, inner]) => {
    if (schema['x-kubernetes-embedded-resource'] === true && metaFields.has(name)) return false;
    const known = Object.hasOwn(properties, name) ? properties[name] : others;
    return isMap(known) ? hasUnknownFields(inner, known) : !keepsUnknown;
  });
}

const metaFields = new Set(['apiVersion', 'kind', 'metadata']);

interface Verdict {
  readonly problems: ValueProblem[];
  /** How many schemas were asked: of several that fail, the server shows what the one says that went furthest. */
  reach: number;
}

/** How many values are compared with a schema for one: a long list by many alternatives would take minutes. */
export const mostJudged = 500_000;

interface Patience {
  left: number;
}

function judge(value: unknown, schema: Json, fieldPath: string, patience: Patience): Verdict {
  const verdict: Verdict = { problems: [], reach: 1 };
  if (--patience.left < 0) return verdict;
  const { problems } = verdict;
  const isNull = value === null && schema.nullable === true;
  if (!isNull) for (const one of typeProblems(value, schema, fieldPath)) problems.push(one);
  if ((schema.anyOf ?? schema.oneOf ?? schema.allOf ?? schema.not) !== undefined) {
    checkLogic(value, schema, fieldPath, verdict, patience);
  }
  if (typeof value === 'string') {
    const [first] = textBreaches(value, schema);
    if (first) problems.push(inWords(first, value, fieldPath));
    const format = formatBreach(value, schema);
    if (format) problems.push(inWords(format, value, fieldPath));
  } else if (typeof value === 'number' || typeof value === 'bigint') {
    for (const breach of numberBreaches(value, schema)) problems.push(inWords(breach, value, fieldPath));
  } else if (Array.isArray(value)) checkList(value, schema, fieldPath, verdict, patience);
  for (const one of enumProblems(value, schema, fieldPath)) problems.push(one);
  if (isMap(value)) checkMap(value, schema, fieldPath, verdict, patience);
  return verdict;
}

function typeProblems(value: unknown, schema: Json, fieldPath: string): ValueProblem[] {
  const found = typeOf(value);
  const wanted = wantedType(schema);
  if (wanted === undefined || isOf(found, wanted)) return [];
  const detail = `${fieldPath} in body must be of type ${wanted}: "${found}"`;
  return [{ fieldPath, reason: 'FieldValueTypeInvalid', value: `"${found}"`, detail }];
}

function isOf(found: string, wanted: string): boolean {
  if (wanted === 'integer,string') return found === 'integer' || found === 'string' || found === 'null';
  return wanted === found || (wanted === 'number' && found === 'integer');
}

function wantedType(schema: Json): string | undefined {
  if (typeof schema.type === 'string' && schema.type !== '') return schema.type;
  return schema['x-kubernetes-int-or-string'] === true ? 'integer,string' : undefined;
}

/** To the server null is none of the choices, even where it is one. */
function enumProblems(value: unknown, { enum: choices }: Json, fieldPath: string): ValueProblem[] {
  if (!Array.isArray(choices) || choices.length === 0) return [];
  const written = print(value);
  const known = printedChoices(choices);
  if (value !== null && known.all.has(written)) return [];
  const { supported } = known;
  return [{ fieldPath, reason: 'FieldValueNotSupported', value: written, detail: '', supported }];
}

/** The choices of a schema as they are printed; a long list of them is asked for each item of a long value. */
function printedChoices(choices: readonly unknown[]): PrintedChoices {
  const before = printed.get(choices);
  if (before) return before;
  const texts = choices.map(print);
  const supported = choices.map((one, index) => JSON.stringify(typeof one === 'string' ? one : texts[index]));
  const made = { all: new Set(texts), supported };
  printed.set(choices, made);
  return made;
}

interface PrintedChoices {
  readonly all: ReadonlySet<string>;
  readonly supported: readonly string[];
}

const printed = new WeakMap<readonly unknown[], PrintedChoices>();

/** A broken keyword, as the server tells it of a value. */
function inWords(breach: KeywordBreach, value: unknown, fieldPath: string): ValueProblem {
  const refused = (why: string): ValueProblem => ({
    fieldPath,
    reason: 'FieldValueInvalid',
    value: print(value),
    detail: `${fieldPath} in body should ${why}`,
  });
  const refusedCount = (count: number, why: string): ValueProblem => ({
    fieldPath,
    reason: 'FieldValueInvalid',
    value: String(count),
    detail: `${fieldPath} in body should ${why}`,
  });
  switch (breach.keyword) {
    case 'maxLength': {
      const detail = `may not be more than ${breach.bound} ${breach.bound === 1 ? 'byte' : 'bytes'}`;
      return { fieldPath, reason: 'FieldValueTooLong', detail };
    }
    case 'minLength':
      return refused(`be at least ${breach.bound} chars long`);
    case 'pattern':
      return refused(`match '${breach.pattern}'`);
    case 'format': {
      const shown = print(value);
      const detail = `${fieldPath} in body must be of type ${breach.format}: ${shown}`;
      return { fieldPath, reason: 'FieldValueTypeInvalid', value: shown, detail };
    }
    case 'minimum':
      return refused(`be greater than ${orEqual(breach.limit)}${asCompared(breach.bound, value)}`);
    case 'maximum':
      return refused(`be less than ${orEqual(breach.limit)}${asCompared(breach.bound, value)}`);
    case 'multipleOf': {
      const { factor } = breach;
      if (factor > 0) return refused(`be a multiple of ${asCompared(factor, value)}`);
      const detail = `factor MultipleOf declared for ${fieldPath} must be positive: ${factor}`;
      return { fieldPath, reason: 'FieldValueInvalid', value: String(factor), detail };
    }
    case 'minItems':
      return refusedCount((value as readonly unknown[]).length, `have at least ${breach.bound} items`);
    case 'minProperties':
      return refusedCount(Object.keys(value as Json).length, `have at least ${breach.bound} properties`);
    case 'maxItems':
      return tooMany(fieldPath, (value as readonly unknown[]).length, breach.bound);
    case 'maxProperties':
      return tooMany(fieldPath, Object.keys(value as Json).length, breach.bound);
  }
}

/** The bound of a whole number is printed as one. */
function asCompared(bound: number, value: unknown): string {
  return Number.isInteger(Number(value)) ? goNumber(bound) : goFloat(bound);
}

function orEqual(limit: 'inclusive' | 'exclusive'): string {
  return limit === 'exclusive' ? '' : 'or equal to ';
}

function tooMany(fieldPath: string, count: number, most: number): ValueProblem {
  const detail = `must have at most ${most} ${most === 1 ? 'item' : 'items'}`;
  return { fieldPath, reason: 'FieldValueTooMany', value: String(count), detail };
}

function checkList(
  value: readonly unknown[],
  schema: Json,
  fieldPath: string,
  verdict: Verdict,
  patience: Patience,
): void {
  const { items } = schema;
  if (isMap(items)) {
    for (const [index, item] of value.entries()) {
      if (patience.left < 0) return;
      take(judge(item, items, `${fieldPath}[${index}]`, patience), verdict);
    }
  }
  for (const breach of itemCountBreaches(value.length, schema)) {
    verdict.problems.push(inWords(breach, value, fieldPath));
  }
}

function checkMap(value: Json, schema: Json, fieldPath: string, verdict: Verdict, patience: Patience): void {
  const names = Object.keys(value).sort();
  const properties = isMap(schema.properties) ? schema.properties : {};
  const inside = (name: string) => (fieldPath === '' ? name : `${fieldPath}.${name}`);
  for (const breach of propertyCountBreaches(names.length, schema)) {
    verdict.problems.push(inWords(breach, value, fieldPath));
  }
  for (const name of names) {
    if (patience.left < 0) return;
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (isMap(known)) take(judge(value[name], known, inside(name), patience), verdict);
    else if (known === undefined && isMap(schema.additionalProperties)) {
      take(judge(value[name], schema.additionalProperties, `${fieldPath}.${name}`, patience), verdict);
    }
  }
  for (const name of Array.isArray(schema.required) ? schema.required : []) {
    if (typeof name !== 'string' || Object.hasOwn(value, name)) continue;
    verdict.problems.push({ fieldPath: inside(name), reason: 'FieldValueRequired', detail: '' });
  }
}

function checkLogic(
  value: unknown,
  schema: Json,
  fieldPath: string,
  verdict: Verdict,
  patience: Patience,
): void {
  const refuse = (what: string) =>
    verdict.problems.push({
      fieldPath: '',
      reason: 'FieldValueInvalid',
      value: '""',
      detail: `"${fieldPath}" must ${what}`,
    });
  /** The verdicts of a list of schemas; one is made when it is asked for, because there may be very many. */
  function* asked(choices: unknown): Generator<Verdict> {
    if (!Array.isArray(choices)) return;
    for (const choice of choices) {
      if (patience.left < 0) return;
      yield judge(value, isMap(choice) ? choice : {}, fieldPath, patience);
    }
  }
  let furthest: Verdict | undefined;
  for (const choice of asked(schema.anyOf)) {
    furthest = isPassed(choice) ? choice : further(furthest, choice);
    if (isPassed(choice)) break;
  }
  if (furthest && !isPassed(furthest)) {
    refuse('validate at least one schema (anyOf)');
    take(furthest, verdict);
  }
  const one = { passed: 0, furthest: undefined as Verdict | undefined };
  for (const choice of asked(schema.oneOf)) {
    if (isPassed(choice)) one.passed++;
    one.furthest = further(one.furthest, choice);
  }
  if (one.furthest && one.passed !== 1) {
    const count = one.passed === 0 ? 'Found none valid' : `Found ${one.passed} valid alternatives`;
    refuse(`validate one and only one schema (oneOf). ${count}`);
    if (one.passed === 0) take(one.furthest, verdict);
  }
  const all = { passed: 0, failed: 0 };
  for (const inner of asked(schema.allOf)) {
    if (isPassed(inner)) all.passed++;
    else all.failed++;
    take(inner, verdict);
  }
  if (all.failed > 0) {
    refuse(`validate all the schemas (allOf)${all.passed > 0 ? '' : '. None validated'}`);
  }
  if (isMap(schema.not) && isPassed(judge(value, schema.not, fieldPath, patience))) {
    refuse('not validate the schema (not)');
  }
}

function isPassed({ problems }: Verdict): boolean {
  return problems.length === 0;
}

function take(part: Verdict, whole: Verdict): void {
  for (const problem of part.problems) whole.problems.push(problem);
  whole.reach += part.reach;
}

/** Of alternatives that all fail, the first of those that went furthest. */
function further(best: Verdict | undefined, next: Verdict): Verdict {
  return best && best.reach >= next.reach ? best : next;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function print(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number' || typeof value === 'bigint') return goNumber(value);
  return (
    JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? Number(inner) : inner)) ??
    'null'
  );
}
