import type { Schema } from '../../../catalog/schema.ts';
import { quoteString } from '../../../yaml/stringify.ts';

/** A value that a person is to replace. */
export interface Placeholder {
  /** As YAML and JSON both read it, but for the quotes of JSON. */
  readonly text: string;
  readonly isString: boolean;
  /** All that may stand there, where that is a few words. */
  readonly choices: readonly string[];
}

/** What to write for a field until a person says what it is: what its schema takes, and nobody takes for a real value. */
export function placeholderOf(name: string, schema: Schema | undefined): Placeholder {
  const choices = (schema?.enum ?? []).filter((choice) => typeof choice === 'string' && choice !== '');
  if (choices.length > 0) return { text: String(choices[0]), isString: true, choices: choices.map(String) };
  const types = schema?.types ?? [];
  if (typeof schema?.default === 'string' && schema.default !== '') return string(schema.default);
  if (types.includes('integer') || types.includes('number')) return number(numberFor(name, schema!));
  if (types.includes('boolean')) return { text: 'false', isString: false, choices: [] };
  return string(stringFor(name, schema));
}

/** The word that stands where a name or a text is to be chosen. */
export const replaceMe = 'change-me';

/** A placeholder that is a text. */
export function string(text: string): Placeholder {
  return { text, isString: true, choices: [] };
}

/** How a placeholder is written in YAML. */
export function inYaml({ text, isString }: Placeholder): string {
  return isString ? quoteString(text) : text;
}

function number(value: number): Placeholder {
  return { text: String(value), isString: false, choices: [] };
}

function numberFor(name: string, { raw, default: preset }: Schema): number {
  if (typeof preset === 'number' && preset !== 0) return preset;
  if (/port(?:s|number)?$/i.test(name) || name === 'number') return 80;
  return typeof raw.minimum === 'number' ? Math.ceil(raw.minimum) : 1;
}

function stringFor(name: string, schema: Schema | undefined): string {
  if (schema?.format === 'date-time') return '2026-01-31T12:00:00Z';
  if (schema?.format === 'byte') return 'Y2hhbmdlLW1l';
  if (schema?.name?.endsWith('.Quantity')) return '1Gi';
  if (name === 'apiVersion') return 'v1';
  if (/path$/i.test(name)) return `/${replaceMe}`;
  return usual[name] ?? replaceMe;
}

/** Where any word would be refused. */
const usual: Readonly<Record<string, string>> = {
  schedule: '0 0 * * *',
  topologyKey: 'kubernetes.io/hostname',
  image: replaceMe,
  expression: 'true',
};
