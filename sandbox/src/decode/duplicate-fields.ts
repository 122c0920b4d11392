import type { Path } from '../../../server/src/yaml/path.ts';
import { walkJson } from './walk-json.ts';

/**
 * Fields that a JSON text sets more than once, as full paths (`spec.ports[0].port`), in the order of the text.
 * The text must be valid JSON; at most `limit` are told.
 */
export function duplicateFields(text: string, limit = 100): string[] {
  const duplicates: string[] = [];
  walkJson(text, {
    repeated: (path) => {
      if (duplicates.length < limit) duplicates.push(dotted(path()));
    },
  });
  return duplicates;
}

/** As Go's decoder prints a path: names as they are, behind dots. */
function dotted(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}
