import { cut } from '../../../../server/src/yaml/visible-text.ts';
import type { Status } from '../status.ts';
import { asFields, field, listOf, textOf } from '../wrong-answer.ts';
import { retryAfterSecondsOf } from './retry-after.ts';

/** What is known of a failure beside the Status. */
export interface StatusDefaults {
  readonly code: number;
  /** Of the header `Retry-After`. */
  readonly retryAfterSeconds?: number | undefined;
}

/** A `Status` as it is to be, whatever types its fields have; undefined where the answer is none. */
export function readStatus(answer: unknown, defaults: StatusDefaults): Status | undefined {
  if (textOf(answer, 'kind') !== 'Status') return undefined;
  const code = field(answer, 'code');
  const details = readDetails(field(answer, 'details'), defaults.retryAfterSeconds);
  const continueToken = textOf(field(answer, 'metadata'), 'continue');
  return {
    code: isFailureCode(code) ? code : defaults.code,
    reason: cut(textOf(answer, 'reason') ?? reasonOfCode(defaults.code), longestName),
    message: cut(textOf(answer, 'message') ?? '', longestMessage),
    ...(continueToken === undefined ? {} : { continueToken }),
    ...(details ? { details } : {}),
  };
}

/** Whether an answer is a `Status` of a failure, whatever the code of its response. */
export function isFailure(answer: unknown): boolean {
  return textOf(answer, 'kind') === 'Status' && textOf(answer, 'status') === 'Failure';
}

/** The reason that goes with a code. */
export function reasonOfCode(code: number): string {
  return reasons.get(code) ?? 'Unknown';
}

const reasons = new Map([
  [400, 'BadRequest'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'NotFound'],
  [405, 'MethodNotAllowed'],
  [406, 'NotAcceptable'],
  [409, 'Conflict'],
  [410, 'Expired'],
  [415, 'UnsupportedMediaType'],
  [422, 'Invalid'],
  [429, 'TooManyRequests'],
  [500, 'InternalError'],
  [503, 'ServiceUnavailable'],
  [504, 'Timeout'],
]);

function isFailureCode(code: unknown): code is number {
  return Number.isInteger(code) && (code as number) >= 400 && (code as number) < 600;
}

/** More causes than these nobody reads. */
const mostCauses = 1_000;
/** A message may tell of hundreds of fields; one of a cause is about one, whose path is a name too. */
const longestMessage = 64 * 1024;
const longestCause = 8 * 1024;
const longestName = 2 * 1024;

function readDetails(value: unknown, retryAfter: number | undefined): Status['details'] {
  const retryAfterSeconds = retryAfterSecondsOf(field(value, 'retryAfterSeconds')) ?? retryAfter;
  const details = asFields(value);
  if (!details && retryAfterSeconds === undefined) return undefined;
  const causes = listOf(details, 'causes')
    ?.slice(0, mostCauses)
    .flatMap((cause) => {
      const fields = asFields(cause);
      return fields ? [readCause(fields)] : [];
    });
  return {
    ...textsIn(details ?? {}, ['name', 'group', 'kind', 'uid'] as const, longestName),
    ...(causes ? { causes } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

function readCause(cause: unknown) {
  return {
    ...textsIn(cause, ['reason', 'field'] as const, longestName),
    ...textsIn(cause, ['message'] as const, longestCause),
  };
}

function textsIn<Name extends string>(
  value: unknown,
  names: readonly Name[],
  longest: number,
): { [N in Name]?: string } {
  const texts = names.flatMap((name) => {
    const text = field(value, name);
    return typeof text === 'string' ? [[name, cut(text, longest)]] : [];
  });
  return Object.fromEntries(texts);
}
