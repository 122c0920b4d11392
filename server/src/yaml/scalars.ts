import { trimEnd } from './trim-end.ts';
/** What a scalar can be to Kubernetes. */
export type ScalarValue = string | number | bigint | boolean | null;

const tagPrefix = 'tag:yaml.org,2002:';

/**
 * The value of a plain scalar as the API server reads it: YAML 1.1 in the reading of sigs.k8s.io/yaml, whose
 * dates, base 60 numbers and numbers out of range are strings.
 */
export function resolvePlain(text: string): ScalarValue {
  if (text === '') return null;
  const first = text.charCodeAt(0);
  if (text.length <= 5 && wordStarts.has(first)) {
    const word = words.get(text);
    if (word !== undefined) return word;
  }
  const digit = first >= 48 && first <= 57;
  if (!digit && first !== 43 && first !== 45 && first !== 46) return text;
  return resolveNumber(text) ?? text;
}

/** The value of a scalar with an explicit tag; what the tag cannot read stays a string. */
export function resolveTagged(text: string, tag: string): ScalarValue {
  switch (tag) {
    case `${tagPrefix}int`:
    case `${tagPrefix}float`:
      return resolveNumber(text) ?? text;
    case `${tagPrefix}bool`: {
      const word = words.get(text);
      return typeof word === 'boolean' ? word : text;
    }
    case `${tagPrefix}null`:
      return null;
    case `${tagPrefix}binary`:
      return decodeBinary(text);
    default:
      return text;
  }
}

const words = new Map<string, ScalarValue>([
  ['', null],
  ['~', null],
  ...spellings('null', null),
  ...['y', 'yes', 'true', 'on'].flatMap((word) => spellings(word, true)),
  ...['n', 'no', 'false', 'off'].flatMap((word) => spellings(word, false)),
  ...['', '+'].flatMap((sign) => spellings('inf', Number.POSITIVE_INFINITY, `${sign}.`)),
  ...spellings('inf', Number.NEGATIVE_INFINITY, '-.'),
  ['.nan', Number.NaN],
  ['.NaN', Number.NaN],
  ['.NAN', Number.NaN],
]);

/** Most texts are told to be no word by their first character. */
const wordStarts = new Set(Array.from(words.keys(), (word) => word.charCodeAt(0)));

function spellings(word: string, value: ScalarValue, prefix = ''): [string, ScalarValue][] {
  const title = word[0]!.toUpperCase() + word.slice(1);
  return [word, title, word.toUpperCase()].map((spelling) => [prefix + spelling, value]);
}

const decimal = /^[-+]?(?:0|[1-9][0-9]*)$/;
const based = /^[-+]?0(?:[xX][0-9a-fA-F]+|[oO]?[0-7]+|[bB][01]+)$/;
const float = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const uint64Limit = 1n << 64n;
const int64Limit = 1n << 63n;

function resolveNumber(text: string): number | bigint | undefined {
  const digits = text.includes('_') ? text.replaceAll('_', '') : text;
  if (decimal.test(digits)) {
    const value = Number(digits);
    if (Number.isSafeInteger(value)) return value + 0;
    if (!Number.isFinite(value)) return undefined;
    return large(BigInt(digits.startsWith('+') ? digits.slice(1) : digits));
  }
  if (based.test(digits)) return readBased(digits);
  if (!float.test(digits)) return undefined;
  const value = Number(digits);
  return Number.isFinite(value) ? value : undefined;
}

/** Beyond 64 bits digits alone are a float, and text with a prefix is a string. */
function readBased(digits: string): number | bigint | undefined {
  const negative = digits.startsWith('-');
  const body = digits.replace(/^[-+]/, '').toLowerCase();
  const isPrefixed = /^0[xob]/.test(body);
  const magnitude = BigInt(isPrefixed ? body : `0o${body.slice(1)}`);
  const value = negative ? -magnitude : magnitude;
  if (fits(value)) return large(value);
  return isPrefixed ? undefined : Number(digits);
}

/** Integers keep their digits up to 64 bits; beyond, the server reads a float. */
function large(value: bigint): number | bigint {
  const near = Number(value);
  if (Number.isSafeInteger(near)) return near + 0;
  return fits(value) ? value : near;
}

function fits(value: bigint): boolean {
  return value < uint64Limit && value >= -int64Limit;
}

/** The text whose UTF-8 bytes base64 text has; text that is no base64 stays as it is. */
function decodeBinary(text: string): string {
  return base64Text(text) ?? text;
}

/** The text whose UTF-8 bytes `text` has in base64, padded and without spaces; undefined when it is none. */
export function base64Text(text: string): string | undefined {
  const packed = text.replace(/[\r\n]/g, '');
  if (packed.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(packed)) return undefined;
  let bytes = '';
  let bits = 0;
  let count = 0;
  for (const character of trimEnd(packed, '=')) {
    bits = ((bits << 6) | base64.indexOf(character)) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += `%${((bits >> count) & 0xff).toString(16).padStart(2, '0')}`;
  }
  try {
    return decodeURIComponent(bytes);
  } catch {
    return decodeURIComponent(bytes.replace(/%[89a-f]./g, '\ufffd'));
  }
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
