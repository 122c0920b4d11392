import type { Code } from '../../codes/codes.ts';
import type { Path } from '../../yaml/path.ts';
import type { Field } from './field.ts';
import type { Change, Fault, Violation, ViolationReason } from './violation.ts';

/** What a cause says beyond its field and detail. */
export interface CauseOptions {
  /** Which rule it is; without one the code is that of the reason alone. */
  readonly code?: Code;
  /** The value that the server prints, where that is not the field's own. */
  readonly shown?: unknown;
  /** What may stand there instead, where the rule knows that and the server's words do not list it. */
  readonly choices?: readonly string[];
  /** How the server names the field, where that is not its own path. The editor marks the field itself. */
  readonly named?: Field;
  /** What an editor marks, where that is a finer place than the field that the server names (one label of `metadata.labels`). */
  readonly mark?: Field;
  /** Where the fault stands, too: a cause may be about several fields. */
  readonly also?: readonly Field[];
  /** The other end of a contradiction: an editor marks it too, as either may be the mistake. */
  readonly against?: Field;
  /** What the server adds a difference of to its words: what was and what is, of the type that it is in there. */
  readonly change?: Change;
  /** The server finds this by what its types declare, after all that its rules find. */
  readonly declared?: true;
  /** The server tells this beside the fault that it follows from, and goes with that: an editor leaves it out. */
  readonly follows?: true;
  /** Whether an editor marks the name or the value, where that is not what the reason suggests. */
  readonly at?: Violation['at'];
}

/** Collects what rules find, each in the server's words: `Invalid value: "x": must be ...`. */
export class Causes {
  readonly violations: Violation[] = [];
  /** Where the first value is that takes too long to judge: of it the server alone can tell. */
  unjudged: Path | undefined;
  #length = 0;

  /** Whether so much has been said that nothing more is. */
  get isFull(): boolean {
    return this.#length > longestText;
  }

  /** The field is asked for. */
  required(field: Field, detail = '', remark: CauseOptions = {}): void {
    this.#add(field, 'FieldValueRequired', () => ({ detail }), remark);
  }

  invalid(field: Field, detail: string, remark: CauseOptions = {}): void {
    this.#add(field, 'FieldValueInvalid', () => ({ value: shown(field, remark), detail }), remark);
  }

  /** One cause for each problem that the format finds in the text here. */
  malformed(field: Field, format: (text: string) => readonly string[], remark: CauseOptions = {}): void {
    const { text } = field;
    if (text === undefined) return;
    for (const problem of format(text)) this.invalid(field, problem, { shown: text, ...remark });
  }

  /** Another value than those in `supported`, which are printed in their order. */
  notSupported(field: Field, supported: readonly string[], remark: CauseOptions = {}): void {
    const fault = () => ({ value: shown(field, remark), detail: '', supported: supported.map(print) });
    this.#add(field, 'FieldValueNotSupported', fault, remark);
  }

  duplicate(field: Field, remark: CauseOptions = {}, detail = ''): void {
    this.#add(field, 'FieldValueDuplicate', () => ({ value: shown(field, remark), detail }), remark);
  }

  /** The field may not be there; with `at: 'value'`, it may not say what it says. */
  forbidden(field: Field, detail: string, remark: CauseOptions = {}): void {
    this.#add(field, 'FieldValueForbidden', () => ({ detail }), remark);
  }

  /** The value names something that is not there. */
  notFound(field: Field, remark: CauseOptions = {}, detail = ''): void {
    this.#add(field, 'FieldValueNotFound', () => ({ value: shown(field, remark), detail }), remark);
  }

  tooLong(field: Field, most: number, remark: CauseOptions = {}): void {
    const fault = () => ({ detail: `may not be more than ${most} bytes` });
    this.#add(field, 'FieldValueTooLong', fault, remark);
  }

  tooMany(field: Field, count: number, most: number, remark: CauseOptions = {}): void {
    const items = most === 1 ? 'item' : 'items';
    const fault = () => ({ value: String(count), detail: `must have at most ${most} ${items}` });
    this.#add(field, 'FieldValueTooMany', fault, remark);
  }

  /** The value here takes too long to judge. */
  leave(field: Field): void {
    this.unjudged ??= field.path;
  }

  /** What another judge found, in the server's words. */
  found(field: Field, { reason, ...fault }: Fault, remark: CauseOptions = {}): void {
    this.#add(field, reason, () => fault, remark);
  }

  /** What the server looks at twice: all that a check finds follows from what it has found before. */
  again(field: Field, check: Check): void {
    const before = this.violations.length;
    check(field, this);
    for (let index = before; index < this.violations.length; index++) {
      this.violations[index] = { ...this.violations[index]!, follows: true };
    }
  }

  #add(field: Field, reason: ViolationReason, say: () => Omit<Fault, 'reason'>, remark: CauseOptions): void {
    if (field.isUnknown || this.isFull || this.violations.length > mostCauses) return;
    const fault = say();
    this.#length += lengthOf(fault);
    const named = remark.named ?? field;
    const mark = remark.mark ?? (remark.named && field);
    const isAboutName = reason === 'FieldValueRequired' || reason === 'FieldValueForbidden';
    this.violations.push({
      code: remark.code ?? codes[reason],
      field: named.printed,
      path: named.path,
      ...(mark && { mark: mark.path }),
      ...(remark.also && { also: remark.also.map(({ path }) => path) }),
      ...(remark.against && { against: remark.against.path }),
      ...(remark.choices && { choices: remark.choices }),
      ...(remark.follows && { follows: true }),
      ...(remark.declared && { declared: true }),
      ...(remark.change && { change: remark.change }),
      ...(fault.value !== undefined && withStruct(field, remark)),
      at: remark.at ?? (isAboutName ? 'key' : 'value'),
      reason,
      ...fault,
    });
  }
}

/** A long list may be shown for each of its items: who wrote that has read enough after so many characters. */
export const longestText = 4_000_000;

/** Nobody mends more at a time, and each is looked up in the text; one beyond them shows that there are more. */
const mostCauses = 10_000;

/** A check of one field: a part of a rule. */
export type Check = (field: Field, causes: Causes) => void;

const codes: Readonly<Record<ViolationReason, Code>> = {
  FieldValueRequired: 'missing-required',
  FieldValueInvalid: 'invalid-value',
  FieldValueNotSupported: 'unsupported-value',
  FieldValueDuplicate: 'duplicate-item',
  FieldValueForbidden: 'forbidden-field',
  FieldValueNotFound: 'invalid-value',
  FieldValueTooLong: 'bad-length',
  FieldValueTooMany: 'bad-length',
  FieldValueTypeInvalid: 'wrong-type',
};

function lengthOf({ value = '', detail, supported = [] }: Omit<Fault, 'reason'>): number {
  return supported.reduce((sum, one) => sum + one.length, value.length + detail.length);
}

function withStruct(field: Field, remark: CauseOptions): { struct?: object } {
  const value = 'shown' in remark ? remark.shown : field.value;
  return typeof value === 'object' && value !== null ? { struct: value } : {};
}

function shown(field: Field, remark: CauseOptions): string {
  return print('shown' in remark ? remark.shown : field.value);
}

/** What a message shows of a list or an object: Go prints all of it, under names of its own, and nobody reads that. */
const longestShown = 200;

/** A list may be shown for each of its items: it is written out once. */
const written = new WeakMap<object, string>();

/** As Go prints it: strings quoted, the rest as JSON. */
function print(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  if (typeof value !== 'object') return json(value);
  const before = written.get(value);
  if (before !== undefined) return before;
  const text = json(value);
  const shown = text.length > longestShown ? `${text.slice(0, longestShown)}\u2026${text.at(-1)}` : text;
  written.set(value, shown);
  return shown;
}

function json(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? Number(inner) : inner));
}
