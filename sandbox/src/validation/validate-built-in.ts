import type { Schema } from '../../../server/src/catalog/schema.ts';
import { formatPath, type Path } from '../../../server/src/yaml/path.ts';
import { cause } from '../errors.ts';
import type { KubeObject } from '../object-store.ts';
import type { StatusCause } from '../status-error.ts';

/**
 * What the schema of a built-in kind says of a decoded and defaulted object: required fields and enums of its
 * specification. Published schemas call a field required when Go writes it always, which the server does not
 * always insist on: so only strings, objects and lists whose emptiness it refuses count.
 */
export function validateBuiltIn(object: KubeObject, schema: Schema): StatusCause[] {
  const causes: StatusCause[] = [];
  for (const name of schema.propertyNames) {
    if (name === 'metadata' || name === 'status' || name === 'apiVersion' || name === 'kind') continue;
    const field = schema.property(name);
    const value = object[name];
    if (field) walk(value ?? (field.types.includes('object') ? {} : undefined), field, [name], causes);
  }
  return causes;
}

function walk(value: unknown, schema: Schema, path: Path, causes: StatusCause[]): void {
  if (Array.isArray(value)) {
    const items = schema.items;
    if (items) for (const [index, item] of value.entries()) walk(item, items, [...path, index], causes);
    return;
  }
  if (typeof value === 'string' && schema.enum && value !== '' && !schema.enum.includes(value)) {
    causes.push(cause.unsupported(formatPath(path), value, schema.enum.map(String).filter(Boolean)));
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const object = value as Record<string, unknown>;
  for (const name of schema.required) {
    const field = schema.property(name);
    const part = object[name];
    if (part === undefined && field?.name && walkedWhenMissing.has(field.name)) {
      walk({}, field, [...path, name], causes);
      continue;
    }
    if (!field || !(insistedOn(field) || insistedFields.has(`${schema.name}.${name}`))) continue;
    const isMissing = part === undefined || part === '' || (Array.isArray(part) && part.length === 0);
    if (isMissing) causes.push(cause.required(formatPath([...path, name])));
  }
  if (schema.name === podTemplate && object.spec === undefined) {
    walk({}, schema.property('spec')!, [...path, 'spec'], causes);
  }
  for (const [name, part] of Object.entries(object)) {
    const field = schema.property(name) ?? schema.values;
    if (field && field !== 'any') walk(part, field, [...path, name], causes);
  }
}

/** Lists that may be empty although the schema requires them are few; those that may not are named by what they hold. */
function insistedOn(field: Schema): boolean {
  if (field.types.includes('string')) return field.name === undefined && field.format === undefined;
  return field.items?.name !== undefined && insistedLists.has(field.items.name);
}

const apps = 'io.k8s.api.apps.v1';
const insistedFields = new Set(
  ['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'].map((kind) => `${apps}.${kind}Spec.selector`),
);

/** Objects that the server cannot tell from empty ones: what it misses inside them it names. */
const podTemplate = 'io.k8s.api.core.v1.PodTemplateSpec';
const walkedWhenMissing = new Set([podTemplate]);

const insistedLists = new Set(['io.k8s.api.core.v1.Container']);
