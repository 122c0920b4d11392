import { setField } from '../../../../server/src/yaml/own-field.ts';
import { maskSecrets } from '../mask-secrets.ts';
import { asFields, type Fields, field } from '../wrong-answer.ts';
import { looksSecret } from './secret-words.ts';

/**
 * The values of a chart without what is probably secret: all below a name that looks so, the values of variables with such a name,
 * and what texts carry in them. What is there stays known, with its length; so does what is on or off, null or empty.
 */
export function maskValues(values: unknown): unknown {
  return masked(values, 'open');
}

/** What stands in place of a secret. */
export function maskOf(length: number, unit: 'character' | 'byte'): string {
  return `*** (${length} ${unit}${length === 1 ? '' : 's'})`;
}

/** Whether an item is `{name: DB_PASSWORD, value: ...}`: its value is secret by the name beside it. */
export function isSecretPair(map: Fields): boolean {
  const name = field(map, 'name');
  return typeof name === 'string' && looksSecret(name) && Object.hasOwn(map, 'value');
}

/** A value with all of it masked. */
export function maskWhole(value: unknown): unknown {
  return masked(value, 'secret');
}

function masked(value: unknown, is: 'open' | 'secret'): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, is));
  const map = asFields(value);
  if (map) return maskedMap(map, is);
  if (typeof value === 'string') return is === 'open' ? maskSecrets(value) : maskedText(value);
  if (is === 'secret' && (typeof value === 'number' || typeof value === 'bigint')) return '***';
  return value;
}

function maskedMap(map: Fields, is: 'open' | 'secret'): Fields {
  const isPair = isSecretPair(map);
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(map)) {
    const isSecret = is === 'secret' || (isPair && name === 'value') || isSecretName(map, name);
    setField(result, name, masked(value, isSecret ? 'secret' : 'open'));
  }
  return result;
}

/** The key of a toleration, or of an expression of a selector, is that of a taint or label. */
function isSecretName(map: Fields, name: string): boolean {
  const isLabel = Object.hasOwn(map, 'operator') || Object.hasOwn(map, 'effect');
  return looksSecret(name) && !(name === 'key' && isLabel);
}

function maskedText(text: string): string {
  return text === '' ? text : maskOf(text.length, 'character');
}
