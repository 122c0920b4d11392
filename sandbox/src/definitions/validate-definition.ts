import { cause } from '../errors.ts';
import type { KubeObject } from '../object-store.ts';
import type { StatusCause } from '../status-error.ts';

interface DefinitionSpec {
  group?: string;
  scope?: string;
  names?: { plural?: string; kind?: string; singular?: string; listKind?: string };
  versions?: {
    name?: string;
    served?: boolean;
    storage?: boolean;
    schema?: { openAPIV3Schema?: { type?: string } };
  }[];
}

/** What the API server refuses in a CustomResourceDefinition beyond its schema, as far as serving it needs. */
export function validateDefinition(definition: KubeObject): StatusCause[] {
  const spec = (definition.spec ?? {}) as DefinitionSpec;
  const causes: StatusCause[] = [];
  const name = definition.metadata.name ?? '';
  const expected = `${spec.names?.plural ?? ''}.${spec.group ?? ''}`;
  if (name !== expected) {
    causes.push(cause.invalid('metadata.name', name, 'must be spec.names.plural+"."+spec.group'));
  }
  if (spec.group && !spec.group.includes('.')) {
    causes.push(cause.invalid('spec.group', spec.group, 'should be a domain with at least one dot'));
  }
  const versions = spec.versions ?? [];
  if (versions.filter((version) => version.storage === true).length !== 1) {
    causes.push(
      cause.invalid(
        'spec.versions',
        versions.map(({ name }) => name),
        'must have exactly one version marked as storage version',
      ),
    );
  }
  const seen = new Set<string>();
  for (const [index, version] of versions.entries()) {
    const field = `spec.versions[${index}]`;
    if (version.name && seen.has(version.name)) causes.push(cause.duplicate(`${field}.name`, version.name));
    seen.add(version.name ?? '');
    const schema = version.schema?.openAPIV3Schema;
    if (!schema) causes.push(cause.required(`${field}.schema.openAPIV3Schema`, 'schemas are required'));
    else if (schema.type !== 'object') {
      const at = `${field}.schema.openAPIV3Schema.type`;
      causes.push(
        schema.type
          ? cause.invalid(at, schema.type, 'must be object at the root')
          : cause.required(at, 'must not be empty at the root'),
      );
    }
  }
  return causes;
}
