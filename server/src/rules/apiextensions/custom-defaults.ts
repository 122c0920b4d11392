import { isOpen, Unknown } from '../../yaml/unknown.ts';
import type { Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import { hasUnknownFields, valueProblems } from './custom-value.ts';
import { isEmbeddedResource } from './embedded-resource.ts';
import type { FieldMapping } from './field-mapping.ts';

const metaFields = ['apiVersion', 'kind', 'metadata'];

/** The defaults in the schema of a definition: each fits the part of the schema that it is in, and is not lost in it. */
export function checkCustomDefaults(schema: Field, named: FieldMapping, causes: Causes): void {
  checkPart(schema, named, causes, 'root');
}

/** The server has no defaults for what it knows itself of an object. */
export function checkMetadataDefaults(schema: Field, named: FieldMapping, causes: Causes): void {
  for (const name of metaFields) {
    const pending = [schema.at('properties').at(name)];
    for (let part = pending.pop(); part; part = pending.pop()) {
      if (!part.isSet || !part.map) continue;
      const preset = part.at('default');
      if (preset.isSet) {
        const detail = `must not be set in top-level ${name}`;
        causes.forbidden(named(preset), detail, { code: 'custom-default', mark: preset });
      }
      for (const entry of part.at('properties').entries) pending.push(entry);
      pending.push(part.at('items'));
    }
  }
}

function checkPart(schema: Field, named: FieldMapping, causes: Causes, level: 'root' | 'part'): void {
  if (!schema.map) return;
  const preset = level === 'part' ? schema.given('default') : undefined;
  if (preset?.isSet) checkDefault(preset, schema, named, causes);
  const items = schema.given('items');
  if (items?.isSet) checkPart(items, named, causes, 'part');
  const properties = schema.given('properties');
  if (!properties) return;
  const isEmbedded = level === 'root' || isEmbeddedResource(schema);
  for (const property of properties.entries) {
    if (isEmbedded && metaFields.includes(String(property.name))) continue;
    checkPart(property, named, causes, 'part');
  }
}

function checkDefault(preset: Field, schema: Field, named: FieldMapping, causes: Causes): void {
  const { map } = schema;
  if (!map || !isKnown(map) || isEmbeddedResource(schema)) return;
  const remark = { code: 'custom-default', mark: preset } as const;
  if (hasUnknownFields(preset.value, map)) {
    causes.invalid(named(preset), 'must not have unknown fields', { ...remark, shown: preset.value });
  }
  const problems = valueProblems(preset.value, map);
  if (problems === 'too many comparisons') {
    causes.leave(preset);
    return;
  }
  for (const { fieldPath, ...fault } of problems) {
    const field = fieldPath === '' ? named(preset) : named(preset).child(fieldPath.replace(/^\./, ''));
    causes.found(field, fault, remark);
  }
}

/** Schemas with defaults are in one another: what is known of one is worked out once. */
const known = new WeakMap<object, boolean>();

/** Whether all of a schema is written. */
function isKnown(value: unknown): boolean {
  if (value instanceof Unknown) return false;
  if (typeof value !== 'object' || value === null) return true;
  const before = known.get(value);
  if (before !== undefined) return before;
  const is = !isOpen(value) && Object.values(value).every(isKnown);
  if ('default' in value) known.set(value, is);
  return is;
}
