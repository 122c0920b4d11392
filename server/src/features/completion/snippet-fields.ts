import type { Schema } from '../../catalog/schema.ts';

/**
 * The fields that a snippet writes with an object, in the order that people write them: those that OpenAPI requires and
 * those without which a selector, a template or an object's metadata says nothing. `ancestors` are the definitions
 * around it, the innermost last.
 */
export function snippetFields(schema: Schema, ancestors: readonly string[]): readonly string[] {
  const names = new Set([...usualFields(schema.name ?? '', ancestors), ...schema.required]);
  return [...names]
    .filter((name) => schema.property(name) !== undefined)
    .toSorted((left, right) => Number(right === 'name') - Number(left === 'name'));
}

function usualFields(definition: string, ancestors: readonly string[]): readonly string[] {
  const name = definition.split('.').at(-1) ?? '';
  if (name === 'ObjectMeta') return metadataFields(ancestors.at(-1) ?? '');
  // The Pods of a Job end, so that validation asks for their restart policy.
  if (name === 'PodSpec' && ancestors.some((ancestor) => ancestor.endsWith('.JobSpec'))) {
    return ['containers', 'restartPolicy'];
  }
  return usual[name] ?? [];
}

function metadataFields(parent: string): readonly string[] {
  if (parent.endsWith('.PodTemplateSpec')) return ['labels'];
  return parent.endsWith('.JobTemplateSpec') ? [] : ['name'];
}

const usual: Record<string, readonly string[]> = {
  LabelSelector: ['matchLabels'],
  PodTemplateSpec: ['metadata', 'spec'],
  ServiceSpec: ['selector', 'ports'],
};
