import type { Code } from '../../codes/codes.ts';
import type { Path } from '../../yaml/path.ts';

/** The API server's own reasons in the causes of an Invalid answer. */
export type ViolationReason =
  | 'FieldValueRequired'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueDuplicate'
  | 'FieldValueForbidden'
  | 'FieldValueNotFound'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueTypeInvalid';

/** What is wrong with a value, and all that the server's sentence about it is made of. */
export interface Fault {
  readonly reason: ViolationReason;
  /** The value as the server prints it; undefined where its sentence has none. */
  readonly value?: string;
  /** The server's words behind the value; empty where there are none. */
  readonly detail: string;
  /** What may stand there instead, as the server prints it, where that is the fault: the detail is made of it. */
  readonly supported?: readonly string[];
}

/** What the API server would refuse an object for. `serverMessage` makes its sentence. */
export interface Violation extends Fault {
  readonly code: Code;
  /** The field as the server prints it: `spec.containers[0].resources.limits[cpu]`. */
  readonly field: string;
  /** The path of that field; it may not be there. */
  readonly path: Path;
  /** A finer place for an editor to mark; `path` where there is none. */
  readonly mark?: Path;
  /** Other places of the same fault. */
  readonly also?: readonly Path[];
  /** The other end of a contradiction, which an editor shows too. */
  readonly against?: Path;
  /** What may stand there instead, where the rule knows that and `supported` does not say it. */
  readonly choices?: readonly string[];
  /** The value where it is an object or a list, which the server shows as it has it in memory. */
  readonly struct?: object;
  /** A difference of it follows the detail. */
  readonly change?: Change;
  /** Whether the server finds it by what its types declare, after all that its rules find. */
  readonly declared?: true;
  /** Whether it is told beside a fault that it follows from, and goes with that. */
  readonly follows?: true;
  /** Whether an editor marks the field's name or what is written for it. */
  readonly at: 'key' | 'value';
}

/** What a server compares where it says that something has changed. */
export interface Change {
  /** The type in the server's sources: `core.PodSpec`. */
  readonly type: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** As the server prints it after the field: `Invalid value: "x": must be ...`. */
export function serverMessage({ reason, value, detail, supported }: Fault): string {
  const choices = supported && supported.length > 0 ? `supported values: ${supported.join(', ')}` : '';
  return [titles[reason], value, detail, choices]
    .filter((part) => part !== undefined && part !== '')
    .join(': ');
}

/** What may stand there instead; undefined where that is no matter of a few values. */
export function choicesOf({ choices, supported }: Violation): readonly string[] | undefined {
  return choices ?? supported?.map((printed) => String(JSON.parse(printed)));
}

/** `field.ErrorType.String()` of apimachinery 1.36. */
const titles: Readonly<Record<ViolationReason, string>> = {
  FieldValueRequired: 'Required value',
  FieldValueInvalid: 'Invalid value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueForbidden: 'Forbidden',
  FieldValueNotFound: 'Not found',
  FieldValueTooLong: 'Too long',
  FieldValueTooMany: 'Too many',
  FieldValueTypeInvalid: 'Invalid value',
};
