import type { Schema } from '../../../server/src/catalog/schema.ts';
import { parseQuantity, quantity as quantityProblems } from '../../../server/src/rules/formats/quantity.ts';
import { timeProblem } from '../../../server/src/rules/formats/time.ts';
import { setField } from '../../../server/src/yaml/own-field.ts';
import { formatPath, type Path } from '../../../server/src/yaml/path.ts';
import { trimEnd } from '../../../server/src/yaml/trim-end.ts';
import { fieldOf, type GoField, goType, rootField } from './go-field.ts';
import { storedQuantity } from './stored-quantity.ts';

/** A value that the server's decoder refuses: it ends the request, unlike what validation finds. */
export class DecodeError extends Error {}

export interface Decoded {
  readonly value: unknown;
  /** Paths of fields that the schema does not have, in the order of the text; they are not in `value`. */
  readonly unknownFields: readonly string[];
}

/**
 * Reads a JSON value as the API server decodes it into its Go types: fields that the schema does not have fall
 * away, so do nulls, a value of another type is a `DecodeError` in the words of Go's json package.
 */
export function decodeBuiltIn(
  value: unknown,
  schema: Schema,
  kind: string,
  literals: ReadonlyMap<string, string>,
): Decoded {
  const unknownFields: string[] = [];
  const decoded = new BuiltInDecoder(unknownFields, literals).decode(value, schema, [], rootField(kind));
  return { value: decoded, unknownFields };
}

/**
 * Reads a custom object: fields that its structural schema does not have fall away; types are left to validation,
 * except in metadata, which is decoded as everywhere.
 */
export function decodeCustom(
  value: unknown,
  schema: Schema,
  kind: string,
  literals: ReadonlyMap<string, string>,
): Decoded {
  const unknownFields: string[] = [];
  const pruned = prune(value, schema, [], { unknownFields, kind, literals });
  return { value: pruned, unknownFields };
}

class BuiltInDecoder {
  readonly #unknownFields: string[];

  readonly #literals: ReadonlyMap<string, string>;

  constructor(unknownFields: string[], literals: ReadonlyMap<string, string>) {
    this.#unknownFields = unknownFields;
    this.#literals = literals;
  }

  decode(value: unknown, schema: Schema, path: Path, goField: GoField): unknown {
    if (value === null || value === undefined) return undefined;
    const literal = this.#literalAt(value, path);
    if (schema.intOrString) return intOrString(value, goField, literal);
    if (schema.name?.endsWith('.api.resource.Quantity')) return quantity(value);
    if (schema.types.length === 0) return value;
    if (schema.open && schema.propertyNames.length === 0 && schema.items === undefined) {
      if (schema.types.includes('object') && !isRecord(value))
        throw mismatch(value, goType(schema, goField), goField);
      return value;
    }
    if (schema.types.includes('object')) return this.#object(value, schema, path, goField);
    if (schema.types.includes('array')) return this.#list(value, schema, path, goField);
    return scalar(value, schema, goField, literal);
  }

  /** How a number is written that Go takes for no integer, or that is not kept to the last digit. */
  #literalAt(value: unknown, path: Path): string | undefined {
    return this.#literals.size > 0 && typeof value === 'number'
      ? this.#literals.get(formatPath(path))
      : undefined;
  }

  #object(value: unknown, schema: Schema, path: Path, goField: GoField): unknown {
    if (!isRecord(value)) throw mismatch(value, goType(schema, goField), goField);
    const result: Record<string, unknown> = {};
    for (const [name, part] of Object.entries(value)) {
      const field = schema.property(name);
      const known = field ?? schema.values;
      if (known === undefined && schema.propertyNames.length === 0 && schema.raw.type === 'object') {
        setField(result, name, part);
        continue;
      }
      const at = [...path, name];
      if (known === undefined) {
        note(this.#unknownFields, at);
        continue;
      }
      if (known === 'any') {
        setField(result, name, part);
        continue;
      }
      const inside = field ? fieldOf(goField, schema, name) : goField;
      const decoded = this.decode(part, known, at, inside);
      if (decoded !== undefined) setField(result, name, decoded);
      else if (!field) setField(result, name, zeroValue(known));
    }
    return result;
  }

  #list(value: unknown, schema: Schema, path: Path, goField: GoField): unknown {
    if (!Array.isArray(value)) throw mismatch(value, goType(schema, goField), goField);
    const items = schema.items;
    if (!items) return value;
    return value.map(
      (item, index) => this.decode(item, items, [...path, index], goField) ?? zeroValue(items),
    );
  }
}

function scalar(value: unknown, schema: Schema, goField: GoField, literal: string | undefined): unknown {
  const matches = schema.types.some((type) => {
    if (type === 'integer') return Number.isInteger(value) && !/[.eE]/.test(literal ?? '');
    return type === typeof value;
  });
  if (!matches || isOutOfRange(value, schema.format)) {
    throw mismatch(value, goType(schema, goField), goField, literal);
  }
  if (schema.format === 'date-time' && typeof value === 'string') return dateTime(value, schema);
  if (schema.format === 'byte' && typeof value === 'string') return base64(value);
  return value;
}

/** Whether a number does not fit the integer of Go that it is read into. */
function isOutOfRange(value: unknown, format: string | undefined): boolean {
  if (typeof value !== 'number') return false;
  if (format === 'int32') return value > 0x7fffffff || value < -0x80000000;
  return format === 'int64' && (value >= 2 ** 63 || value < -(2 ** 63));
}

function dateTime(value: string, schema: Schema): string {
  const problem = timeProblem(value, schema.name?.endsWith('.MicroTime') ? 'MicroTime' : 'Time');
  if (problem !== undefined) throw new DecodeError(problem);
  return value;
}

function base64(value: string): string {
  const text = value.replace(/[\r\n]/g, '');
  const wrong = /[^A-Za-z0-9+/=]/.exec(text);
  if (wrong) throw new DecodeError(`illegal base64 data at input byte ${wrong.index}`);
  if (text.length % 4 !== 0 || /=[^=]/.test(text) || /={3,}$/.test(text)) {
    const length = trimEnd(text, '=').length;
    // Where letters are missing at the end, the last four are named by their first.
    const at = length === text.length ? length - (length % 4) : length;
    throw new DecodeError(`illegal base64 data at input byte ${at}`);
  }
  return text;
}

function intOrString(value: unknown, goField: GoField, literal: string | undefined): unknown {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') {
    const isWhole = Number.isInteger(value) && !/[.eE]/.test(literal ?? '');
    if (isWhole && !isOutOfRange(value, 'int32')) return value;
    throw mismatch(value, 'int32', goField, literal);
  }
  throw mismatch(value, 'int32', goField);
}

function quantity(value: unknown): string {
  const text =
    typeof value === 'string' ? value : typeof value === 'number' ? String(value) : JSON.stringify(value);
  const [problem] = quantityProblems(text);
  if (problem === undefined) return storedQuantity(text);
  // An amount with letters that are none of the suffixes.
  const [, amount] = /^([+-]?[0-9.]+)[eEinumkKMGTP]*[-+]?[0-9]*$/.exec(text) ?? [];
  throw new DecodeError(parseQuantity(amount) ? "unable to parse quantity's suffix" : problem);
}

interface Pruning {
  readonly unknownFields: string[];
  readonly kind: string;
  readonly literals: ReadonlyMap<string, string>;
}

function prune(value: unknown, schema: Schema, path: Path, pruning: Pruning): unknown {
  const { unknownFields, kind, literals } = pruning;
  if (Array.isArray(value)) {
    const items = schema.items;
    if (!items) return value;
    return value.map((item, index) => prune(item, items, [...path, index], pruning));
  }
  if (!isRecord(value)) return value;
  const result: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) {
    const at = [...path, name];
    const field = schema.property(name);
    if (field && name === 'metadata' && (path.length === 0 || schema.embeddedResource)) {
      const goField = { ...rootField(kind), path: formatPath(at), name };
      const decoded = new BuiltInDecoder(unknownFields, literals).decode(part, field, at, goField);
      if (decoded !== undefined) setField(result, name, decoded);
      continue;
    }
    const known = field ?? schema.values;
    if (known === undefined && schema.types.includes('object')) note(unknownFields, at);
    else if (known === undefined || known === 'any') setField(result, name, part);
    else setField(result, name, prune(part, known, at, pruning));
  }
  return result;
}

/** The server tells no more of them, either. */
const mostUnknownFields = 100;

function note(unknownFields: string[], path: Path): void {
  if (unknownFields.length < mostUnknownFields) unknownFields.push(formatPath(path));
}

function zeroValue(schema: Schema): unknown {
  if (schema.types.includes('string')) return '';
  if (schema.types.includes('object')) return {};
  if (schema.types.includes('integer') || schema.types.includes('number')) return 0;
  if (schema.types.includes('boolean')) return false;
  return null;
}

function mismatch(value: unknown, type: string, { struct, path }: GoField, literal?: string): DecodeError {
  const found = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  const into = path === '' ? `Go value of type ${type}` : `Go struct field ${struct}.${path} of type ${type}`;
  const shown = type.startsWith('int') && found === 'number' ? `number ${literal ?? value}` : found;
  return new DecodeError(`json: cannot unmarshal ${shown} into ${into}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
