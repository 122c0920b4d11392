import { type StatusCause, StatusError } from '../status-error.ts';

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
  const numbers = {
    sinceSeconds: integer(query, 'sinceSeconds'),
    tailLines: integer(query, 'tailLines'),
    limitBytes: integer(query, 'limitBytes'),
  };
  const sinceTime = time(query, 'sinceTime');
  refuse(podName, causesOf(numbers, sinceTime, query));
  const { sinceSeconds, tailLines, limitBytes } = numbers;
  return {
    container: query.get('container') || undefined,
    follow: boolean(query, 'follow'),
    previous: boolean(query, 'previous'),
    timestamps: boolean(query, 'timestamps'),
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

function integer(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  if (/^[+-]?\d+$/.test(text)) return Number(text);
  throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
}

function time(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  const milliseconds = Date.parse(text);
  if (/^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(milliseconds)) return milliseconds;
  const shown = JSON.stringify(text);
  throw badRequest(`parsing time ${shown} as "2006-01-02T15:04:05Z07:00": cannot parse ${shown} as "2006"`);
}

/** Anything but these words counts as true, as the server's query conversion has it. */
function boolean(query: URLSearchParams, name: string): boolean {
  const text = query.get(name);
  return text !== null && !['false', '0'].includes(text.toLowerCase());
}

function badRequest(message: string): StatusError {
  return new StatusError(400, 'BadRequest', message);
}
