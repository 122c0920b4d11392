import { badRequest } from '../errors.ts';
import { isCached } from '../resources/is-cached.ts';
import type { Resource } from '../resources/resource.ts';
import { StatusError } from '../status-error.ts';

/** The `resourceVersion` parameter as a number; undefined where there is none. Throws a 400. */
export function resourceVersionOf(query: URLSearchParams): number | undefined {
  const text = query.get('resourceVersion') ?? '';
  if (text === '') return undefined;
  const problem = versionProblem(text);
  if (problem !== undefined) throw badRequest(`invalid resource version: ${problem}`);
  return Number(text);
}

/** What is wrong with a version, in the words of an API server; undefined where it is a number of 64 bits. */
export function versionProblem(text: string): string | undefined {
  const why = unsignedProblem(text);
  if (why === undefined) return undefined;
  const quoted = JSON.stringify(text);
  return `resourceVersion: Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: ${why}`;
}

/** Why Go reads no unsigned number of 64 bits in a text. */
function unsignedProblem(text: string): string | undefined {
  if (!/^\d+$/.test(text)) return 'invalid syntax';
  const digits = text.replace(/^0+/, '');
  const isTooLong = digits.length > largest.length || (digits.length === largest.length && digits > largest);
  return isTooLong ? 'value out of range' : undefined;
}

const largest = '18446744073709551615';

/** 504 of a read of a state that there is not yet; a cache may have it a moment later. */
export function versionTooLarge(wanted: number, current: number, resource: Resource): StatusError {
  return new StatusError(
    504,
    'Timeout',
    `Timeout: Too large resource version: ${BigInt(wanted)}, current: ${current}`,
    {
      details: {
        causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
        ...(isCached(resource) && { retryAfterSeconds: 1 }),
      },
    },
  );
}
