import type { Schema } from '../../../catalog/schema.ts';
import { quoteString } from '../../../yaml/stringify.ts';

/** A value that a person is to replace. */
export interface Placeholder {
  /** As YAML and JSON both read it, but for the quotes of JSON. */
  readonly text: string;
  readonly isString: boolean;
  /** All that may stand there, where that is a few words. */
  readonly choices: readonly string[];
  /** It says what has to stand there, and is not to be replaced. */
  readonly settled?: true;
}

/**
 * What to write for a field until a person says what it is: what its schema takes, and nobody takes for a real value. `owner` is
 * the definition that has the field.
 */
export function placeholderOf(name: string, schema: Schema | undefined, owner: string): Placeholder {
  const choices = (schema?.enum ?? []).filter((choice) => typeof choice === 'string' && choice !== '');
  if (choices.length > 0) return choice(choices.map(String));
  const types = schema?.types ?? [];
  if (schema?.name?.endsWith('.Quantity')) return string('1Gi');
  if (typeof schema?.default === 'string' && schema.default !== '') return string(schema.default);
  if (types.includes('integer') || types.includes('number')) return number(numberFor(name, schema!));
  if (types.includes('boolean')) return truth(trueAtFirst.has(name));
  return string(stringFor(name, schema, owner));
}

/** The word that stands where a name or a text is to be chosen. */
export const replaceMe = 'change-me';

/**
 * What stands for a text where the server takes no word, each for a form of its own: names with a prefix or of several parts,
 * identifiers, paths, addresses, versions. The addresses are kept for examples, and nobody has them.
 */
export const wordsOfForms: readonly string[] = [
  replaceMe,
  'change_me',
  `example.com/${replaceMe}`,
  'example.com/change_me',
  `${replaceMe}.example.com`,
  `/${replaceMe}`,
  `https://${replaceMe}.example.com`,
  '192.0.2.1',
  '192.0.2.0/24',
  '1.0.0',
  'v1',
  `iqn.2026-01.com.example:${replaceMe}`,
];

/** A placeholder that is a text. */
export function string(text: string): Placeholder {
  return { text, isString: true, choices: [] };
}

/** A placeholder that is one of a few texts, the first of them until another is chosen. */
export function choice(choices: readonly string[]): Placeholder {
  return { text: choices[0]!, isString: true, choices };
}

/** A placeholder that is a number. */
export function number(value: number): Placeholder {
  return { text: String(value), isString: false, choices: [] };
}

/** A placeholder that is true or false. */
export function truth(value: boolean): Placeholder {
  return { text: String(value), isString: false, choices: [] };
}

/** How a placeholder is written in YAML. */
export function inYaml({ text, isString }: Placeholder): string {
  return isString ? quoteString(text) : text;
}

function numberFor(name: string, { raw, default: preset }: Schema): number {
  if (typeof preset === 'number' && preset !== 0) return preset;
  if (/port(?:s|number)?$/i.test(name) || name === 'number') return 80;
  return typeof raw.minimum === 'number' ? Math.ceil(raw.minimum) : 1;
}

function stringFor(name: string, schema: Schema | undefined, owner: string): string {
  if (schema?.format === 'date-time') return timeFor(schema);
  if (schema?.format === 'byte') return 'Y2hhbmdlLW1l';
  if (name === 'apiVersion') return 'v1';
  if (/path$/i.test(name)) return `/${replaceMe}`;
  return usual[`${owner.split('.').at(-1)}.${name}`] ?? usual[name] ?? replaceMe;
}

/** A time that the server reads, of which some types ask for more digits than others. */
function timeFor({ name }: Schema): string {
  return name?.endsWith('.MicroTime') ? '2026-01-31T12:00:00.000000Z' : '2026-01-31T12:00:00Z';
}

/** What the first version of a definition has to be. */
const trueAtFirst = new Set(['served', 'storage']);

/** Where any word would be refused: what expressions make is of the type that is asked for there. */
const usual: Readonly<Record<string, string>> = {
  schedule: '0 0 * * *',
  topologyKey: 'kubernetes.io/hostname',
  expression: 'true',
  'ApplyConfiguration.expression': 'Object{}',
  'AuditAnnotation.valueExpression': `"${replaceMe}"`,
  'JSONPatch.expression': `[JSONPatch{op: "test", path: "/${replaceMe}", value: 1}]`,
  'ValidationRule.rule': 'true',
};
