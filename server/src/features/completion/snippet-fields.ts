import type { Schema } from '../../catalog/schema.ts';

/**
 * The fields that a snippet writes with an object, in the order that people write them: those that OpenAPI requires and
 * those without which a selector, a reference, a template or an object's metadata says nothing. `ancestors` are the
 * definitions around it, the innermost last.
 */
export function snippetFields(schema: Schema, ancestors: readonly string[]): readonly string[] {
  const names = new Set([...usualFields(schema.name ?? '', ancestors), ...schema.required]);
  return [...names]
    .filter((name) => schema.property(name) !== undefined)
    .toSorted((left, right) => rankOf(left) - rankOf(right));
}

function rankOf(name: string): number {
  const rank = first.indexOf(name);
  return rank < 0 ? first.length : rank;
}

/** What people write first, in their order: what a reference is of, then its name. */
const first = ['apiGroup', 'apiVersion', 'kind', 'name'];

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
  CrossVersionObjectReference: ['apiVersion'],
  HTTPIngressPath: ['path'],
  IngressBackend: ['service'],
  IngressRule: ['http'],
  IngressServiceBackend: ['port'],
  IngressSpec: ['rules'],
  LabelSelector: ['matchLabels'],
  PodTemplateSpec: ['metadata', 'spec'],
  RoleRef: ['apiGroup'],
  ServiceBackendPort: ['number'],
  ServiceSpec: ['selector', 'ports'],
  VolumeResourceRequirements: ['requests'],
  WebhookClientConfig: ['service'],
};
