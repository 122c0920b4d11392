import { timeProblem } from '../../../server/src/rules/formats/time.ts';
import { badRequest } from '../errors.ts';
import { type StatusCause, StatusError } from '../status-error.ts';
import { booleanParameter } from './connect-options.ts';

/** `PodLogOptions` as asked for in a query. */
export interface LogOptions {
  readonly container: string | undefined;
  readonly follow: boolean;
  readonly previous: boolean;
  readonly timestamps: boolean;
  readonly tailLines: number | undefined;
  readonly limitBytes: number | undefined;
  /** Only lines from this time on, in milliseconds since 1970. */
  readonly since: number | undefined;
}

/** Reads a log request's query. Throws a `StatusError` in the server's words: 400 for what cannot be read, 422 for what may not be. */
export function readLogOptions(query: URLSearchParams, podName: string, now: number): LogOptions {
  const sinceSeconds = integer(query, 'sinceSeconds');
  const sinceTime = time(query, 'sinceTime');
  const tailLines = integer(query, 'tailLines');
  const limitBytes = integer(query, 'limitBytes');
  const numbers = { sinceSeconds, tailLines, limitBytes };
  refuse(podName, causesOf(numbers, sinceTime, query));
  return {
    container: query.get('container') || undefined,
    follow: booleanParameter(query, 'follow'),
    previous: booleanParameter(query, 'previous'),
    timestamps: booleanParameter(query, 'timestamps'),
    tailLines,
    limitBytes,
    since: sinceSeconds === undefined ? sinceTime : now - sinceSeconds * 1000,
  };
}

function causesOf(
  {
    sinceSeconds,
    tailLines,
    limitBytes,
  }: Record<'sinceSeconds' | 'tailLines' | 'limitBytes', number | undefined>,
  sinceTime: number | undefined,
  query: URLSearchParams,
): StatusCause[] {
  const causes: StatusCause[] = [];
  const invalid = (field: string, value: number, must: string) =>
    causes.push({ reason: 'FieldValueInvalid', message: `Invalid value: ${value}: must be ${must}`, field });
  const forbidden = (field: string, message: string) =>
    causes.push({ reason: 'FieldValueForbidden', message: `Forbidden: ${message}`, field });

  if (tailLines !== undefined && tailLines < 0) invalid('tailLines', tailLines, 'greater than or equal to 0');
  if (limitBytes !== undefined && limitBytes < 1) invalid('limitBytes', limitBytes, 'greater than 0');
  if (sinceSeconds !== undefined && sinceTime !== undefined) {
    forbidden('[]', 'at most one of `sinceTime` or `sinceSeconds` may be specified');
  } else if (sinceSeconds !== undefined && sinceSeconds < 1) {
    invalid('sinceSeconds', sinceSeconds, 'greater than 0');
  }
  if (query.has('stream')) forbidden('stream', 'may not be specified');
  return causes;
}

function refuse(name: string, causes: readonly StatusCause[]): void {
  if (causes.length === 0) return;
  const told = causes.map(({ field, message }) => `${field}: ${message}`);
  const list = told.length === 1 ? told[0] : `[${told.join(', ')}]`;
  throw new StatusError(422, 'Invalid', `PodLogOptions "${name}" is invalid: ${list}`, {
    details: { name, kind: 'PodLogOptions', causes: [...causes] },
  });
}

/** Of 64 bits. */
const largest = 2n ** 63n - 1n;

function integer(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const isNumber = /^[+-]?\d+$/.test(text);
  const digits = text.replace(/^[+-]?0*/, '');
  if (isNumber && (digits.length < 19 || (digits.length === 19 && BigInt(digits) <= largest)))
    return Number(text);
  const why = isNumber ? 'value out of range' : 'invalid syntax';
  throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: ${why}`);
}

function time(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  const problem = timeProblem(text);
  if (problem !== undefined) throw badRequest(problem);
  return Date.parse(text.replace(',', '.'));
}
