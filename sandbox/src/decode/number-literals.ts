import { formatPath } from '../../../server/src/yaml/path.ts';
import { walkJson } from './walk-json.ts';

/**
 * The numbers of a JSON text that Go reads as no integer, or that JavaScript does not keep to the last digit, as they are
 * written: `1.0`, `1e3`, and what has more than 15 digits. By their paths. The text must be valid JSON.
 */
export function numberLiterals(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (!/\d[.eE]|\d{16}/.test(text)) return found;
  walkJson(text, {
    number: (literal, path) => {
      if (found.size < most && /[.eE]|\d{16}/.test(literal)) found.set(formatPath(path()), literal);
    },
  });
  return found;
}

/** The first one that is no integer ends the request. */
const most = 100;
