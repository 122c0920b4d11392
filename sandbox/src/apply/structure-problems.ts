import { formatElement, type PathElement } from './path-element.ts';
import {
  fieldType,
  isAtomic,
  itemElement,
  itemType,
  type Shape,
  shapeOf,
  type TypeRef,
} from './structure.ts';

/**
 * Why a value does not fit a kind's structure, in the words and the order of the server's typed conversion:
 * `.spec.replicaz: field not declared in schema`. Of a map's undeclared fields only the first is named.
 */
export function structureProblems(typeRef: TypeRef, value: unknown): string[] {
  const problems: string[] = [];
  visit(typeRef, value, () => '', problems);
  return problems;
}

/** Where a value is, in words: made only of what has a problem. */
type Place = () => string;

function visit(typeRef: TypeRef, value: unknown, place: Place, problems: string[]): void {
  const shape = shapeOf(value);
  if (shape === undefined) return;
  const expected = expectation(typeRef, value, shape);
  if (expected !== undefined) problems.push(saidAt(place(), expected));
  else if (shape === 'map') visitFields(typeRef, value as Record<string, unknown>, place, problems);
  else if (shape === 'list') visitItems(typeRef, value as unknown[], place, problems);
}

function saidAt(path: string, expected: string): string {
  return path === '' ? expected : `${path}: ${expected}`;
}

function visitFields(
  typeRef: TypeRef,
  value: Record<string, unknown>,
  place: Place,
  problems: string[],
): void {
  for (const field of Object.keys(value).sort()) {
    const below = fieldType(typeRef, field);
    if (!below) {
      problems.push(`${place()}.${field}: field not declared in schema`);
      return;
    }
    visit(below, value[field], () => `${place()}.${field}`, problems);
  }
}

function visitItems(typeRef: TypeRef, items: readonly unknown[], place: Place, problems: string[]): void {
  const seen = new Set<PathElement>();
  for (const [index, item] of items.entries()) {
    if (isAtomic(typeRef, 'list')) {
      visit(itemType(typeRef), item, () => `${place()}[${index}]`, problems);
      continue;
    }
    const element = itemElement(typeRef, item);
    if (typeof element !== 'string') {
      problems.push(`${place()}: element ${index}: ${element.problem}`);
      return;
    }
    if (seen.has(element)) problems.push(`${place()}: duplicate entries for key ${formatElement(element)}`);
    seen.add(element);
    visit(itemType(typeRef), item, () => place() + formatElement(element), problems);
  }
}

/** What the schema wants instead of a value of this shape; undefined when it takes it. */
function expectation({ schema }: TypeRef, value: unknown, shape: Shape): string | undefined {
  const types = schema?.types ?? [];
  if (types.length === 0) return undefined;
  if (shape === 'map' && types.includes('object')) return undefined;
  if (shape === 'list' && types.includes('array')) return undefined;
  if (types.includes('object')) return `expected map, got &{${shown(value)}}`;
  if (types.includes('array')) return `expected list, got &{${shown(value)}}`;

  const numeric = types.includes('integer') || types.includes('number');
  const plainString = types.includes('string') && !numeric && !schema?.format;
  if (types.includes('string') && !plainString && schema?.format !== 'byte') {
    return shape === 'scalar' ? undefined : `expected any scalar, got &{${shown(value)}}`;
  }
  if (types.includes('string')) {
    return typeof value === 'string'
      ? undefined
      : `expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`;
  }
  if (numeric) {
    const fits = typeof value === 'number' || typeof value === 'bigint';
    return fits ? undefined : `expected numeric (int or float), got ${goType(value)}`;
  }
  return typeof value === 'boolean' ? undefined : `expected boolean, got &{${shown(value)}}`;
}

/** As Go prints the value with `%#v`. */
function goSyntax(value: unknown): string {
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (value === null) return 'interface {}(nil)';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object') return String(value);
  const entries = Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1));
  const inner = entries.map(([key, content]) => `${JSON.stringify(key)}:${goSyntax(content)}`);
  return `map[string]interface {}{${inner.join(', ')}}`;
}

/** As Go prints the value with `%v`. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shown).join(' ')}]`;
  if (value === null) return '<nil>';
  if (typeof value !== 'object') return String(value);
  const entries = Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([key, content]) => `${key}:${shown(content)}`).join(' ')}]`;
}

function goType(value: unknown): string {
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'object') return 'map[string]interface {}';
  return typeof value === 'boolean' ? 'bool' : 'string';
}
