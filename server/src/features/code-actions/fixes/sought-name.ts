import type { Violation } from '../../../rules/shared/violation.ts';

/** The name that something refers to and nothing has, by what the server says; undefined where that is not the fault. */
export function soughtName({ reason, detail, value = '' }: Violation): string | undefined {
  const isSought = reason === 'FieldValueNotFound' || /\bnames?\b/.test(detail);
  return isSought ? /^"([^"\\]+)"$/.exec(value)?.[1] : undefined;
}
