import { joinedLines } from './joined-lines.ts';
import type { Status } from './status.ts';

/** One of the reasons of a refusal: which field it is about, and what is wrong with it. */
export interface Cause {
  /** As the server prints it: `spec.containers[0].name`, `.spec.replicas`; undefined where it is about no field. */
  readonly field: string | undefined;
  /** `FieldValueInvalid`, `FieldManagerConflict`, ...; undefined where the server gives none. */
  readonly reason: string | undefined;
  /** What the server says of it, without the field. */
  readonly message: string;
  /** The values that the field can have, where the server tells them. */
  readonly supportedValues?: readonly string[];
  /** The field manager that owns the field, where that is why. */
  readonly manager?: string;
}

/**
 * Why a server refused, cause by cause: those of the Status, else the fields that only its message names. What the server
 * says of fields in words is read here and nowhere else.
 */
export function causesOf({ message, details }: Status): Cause[] {
  const causes = (details?.causes ?? []).map((cause) => causeOf(cause, message));
  return causes.some(({ field }) => field) ? causes : [...causes, ...causesInMessage(message)];
}

/**
 * The object that a refusal says is missing (`namespaces "shop" not found`, `no PriorityClass with name high was
 * found`): the word for its kind as the server writes it, and its name.
 */
export function missingObjectOf({ message }: Status): { kind: string; name: string } | undefined {
  // A word is looked at from its beginning alone: from each of its letters a long one would take for ever.
  const found = /(?<!\S)(\S+) "([^"]+)" not found|(?<!\S)no (\S+) with name (\S+) was found/.exec(message);
  if (!found) return undefined;
  return { kind: found[1] ?? found[3]!, name: found[2] ?? found[4]! };
}

type StatusCause = NonNullable<NonNullable<Status['details']>['causes']>[number];

function causeOf({ field, reason, message }: StatusCause, whole: string): Cause {
  const supportedValues = supportedValuesIn(message ?? '');
  return {
    field: field || undefined,
    reason: reason || undefined,
    message: message ?? whole,
    ...(supportedValues ? { supportedValues } : {}),
    ...(reason === 'FieldManagerConflict' ? { manager: managerIn(message ?? '') } : {}),
  };
}

const beforeSupported = ': supported values: "';

/** `Unsupported value: "x": supported values: "Always", "Never"`, as `field.NotSupported` writes it. */
function supportedValuesIn(message: string): string[] | undefined {
  const start = message.indexOf(beforeSupported);
  if (start < 0 || !message.endsWith('"')) return undefined;
  const list = message.slice(start + beforeSupported.length - 1);
  return [...list.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, value]) => value!);
}

function managerIn(message: string): string {
  return /conflict with "([^"]*)"/.exec(message)?.[1] ?? 'another manager';
}

/** Strict decoding and server-side apply give no causes, only a message. */
function causesInMessage(whole: string): Cause[] {
  const message = joinedLines(whole);
  const quoted = [...message.matchAll(/(unknown|duplicate) field "([^"]+)"/g)];
  if (quoted.length > 0) {
    return quoted.map(([text, , field]) => ({ field: field!, reason: undefined, message: text }));
  }
  const undeclared = /: (\.[^\s:]+): (field not declared in schema)/.exec(message);
  return undeclared ? [{ field: undeclared[1]!, reason: undefined, message: undeclared[2]! }] : [];
}
