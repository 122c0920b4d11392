import {
  afterString,
  closeBrace,
  closeBracket,
  colon,
  comma,
  openBrace,
  openBracket,
  quote,
} from '../../../server/src/yaml/json-text.ts';
import { StatusError } from '../status-error.ts';

/**
 * How deep a body may nest. The API server's limit is 10,000; the sandbox's is that of its YAML reader, which is far more
 * than any object has and leaves room on the stack to walk it.
 */
export const deepestBody = 500;

/** What is said of a body that nests deeper, in the words of Go's json package and our own. */
export const exceedsDepth = `exceeded max depth: the sandbox takes ${deepestBody} levels, an API server 10,000`;

/**
 * How many fields and items a body may have in all, and how many fields one map. A real server has no such limits, but its
 * store takes 1.5 MB of an object and it takes minutes over some that have more; the sandbox answers each within two seconds.
 */
export const mostValues = 106_496;
export const mostFields = 32_768;

/**
 * Judges a JSON text before it is parsed; it needs to be no valid one. Throws what `tooDeep` makes of the words of Go's json
 * package, and a 413 for too many values.
 */
export function checkJsonLimits(text: string, tooDeep: (problem: string) => StatusError): void {
  const fields: number[] = [];
  let values = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) index = afterString(text, index) - 1;
    else if (code === comma) values++;
    else if (code === colon) {
      const count = (fields.pop() ?? 0) + 1;
      if (count > mostFields) throw tooManyFields();
      fields.push(count);
    } else if (code === openBrace || code === openBracket) {
      values++;
      fields.push(0);
      if (fields.length > deepestBody) throw tooDeep(`invalid character '${text[index]}' ${exceedsDepth}`);
    } else if (code === closeBrace || code === closeBracket) fields.pop();
  }
  if (values > mostValues) throw tooManyValues();
}

/** The same of a value that has been read: throws a 413. */
export function checkValueCount(value: unknown): void {
  let left = mostValues;
  const pending: unknown[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const parts = typeof next === 'object' && next !== null ? Object.values(next) : [];
    if (parts.length > mostFields && !Array.isArray(next)) throw tooManyFields();
    left -= parts.length;
    if (left < 0) throw tooManyValues();
    for (const part of parts) if (typeof part === 'object' && part !== null) pending.push(part);
  }
}

/** A count for what is read value by value, which throws the 413 as soon as there are too many. */
export function countValues(): () => void {
  let left = mostValues;
  return () => {
    left--;
    if (left < 0) throw tooManyValues();
  };
}

function tooManyFields(): StatusError {
  return tooLarge(`the sandbox takes at most ${mostFields} fields in one map`);
}

function tooManyValues(): StatusError {
  return tooLarge(`the sandbox takes at most ${mostValues} fields and items in one body`);
}

function tooLarge(why: string): StatusError {
  return new StatusError(413, 'RequestEntityTooLarge', `Request entity too large: ${why}`);
}
