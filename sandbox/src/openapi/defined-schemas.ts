import type { KubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import type { OpenApiSchema } from '../../../server/src/catalog/openapi.ts';
import { compareKubernetesVersions } from '../../../server/src/catalog/version.ts';
import type { Resource } from '../resources/resource.ts';
import type { DefinitionNames } from './operations.ts';

const metadata = 'io.k8s.apimachinery.pkg.apis.meta.v1';

/** What objects of every group version are sent with. */
const ofEveryVersion = new Set([`${metadata}.DeleteOptions`, `${metadata}.WatchEvent`]);

/** Groups of which the part of the server that serves definitions knows nothing. */
const foreignToDefinitions = new Set([
  'admission.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'imagepolicy.k8s.io',
]);

/** The schemas of custom resources and their lists, by the names of their definitions. */
export class DefinedSchemas {
  readonly #schemas = new Map<string, OpenApiSchema>();
  readonly #first: Resource | undefined;
  readonly #version: KubernetesVersion | undefined;

  /** Of the resources of one group version; without a Kubernetes version of all of them together. */
  constructor(
    resources: readonly Resource[],
    names: DefinitionNames,
    version: KubernetesVersion | undefined,
  ) {
    this.#first = resources[0];
    this.#version = version;
    for (const resource of resources) {
      const { raw } = resource.schema ?? {};
      if (resource.origin !== 'custom' || !raw) continue;
      const name = names.ofKind(resource.kind) ?? resource.kind.kind;
      this.#schemas.set(name, published(raw));
      this.#schemas.set(names.ofList(resource), listOf(resource, name));
    }
  }

  find(name: string): OpenApiSchema | undefined {
    return this.#schemas.get(name);
  }

  /**
   * A definition with the kinds that the document of these resources says it goes by. Those of every group version are the
   * same: from 1.36 on a document names its own, before that all that the server knows, and fewer beside custom resources.
   */
  withKinds(name: string, definition: OpenApiSchema): OpenApiSchema {
    if (!ofEveryVersion.has(name) || !this.#first || this.#version === undefined) return definition;
    const { group, version } = this.#first.kind;
    const kind = name.slice(name.lastIndexOf('.') + 1);
    const known = definition['x-kubernetes-group-version-kind'] ?? [];
    const core = { group: '', kind, version: 'v1' };
    const own = group === '' ? [core] : [core, { group, kind, version }];
    if (compareKubernetesVersions(this.#version, '1.36') >= 0) {
      return { ...definition, 'x-kubernetes-group-version-kind': own };
    }
    if (this.#first.origin !== 'custom') return definition;
    const kinds = known.filter((one) => !foreignToDefinitions.has(one.group));
    return { ...definition, 'x-kubernetes-group-version-kind': kinds };
  }
}

function listOf({ kind: { group, version }, listKind }: Resource, name: string): OpenApiSchema {
  return {
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: { type: 'string' },
      items: { type: 'array', items: { $ref: `#/components/schemas/${name}` } },
      kind: { type: 'string' },
      metadata: { allOf: [{ $ref: `#/components/schemas/${metadata}.ListMeta` }] },
    },
    'x-kubernetes-group-version-kind': [{ group, kind: listKind, version }],
  };
}

/** A schema as it is published: what may be a number or a text says so, and a reference stands in a list of its own. */
function published(schema: OpenApiSchema): OpenApiSchema {
  const result: Record<string, unknown> = { ...schema };
  if (schema.$ref !== undefined) {
    const { $ref, ...rest } = result;
    return { ...rest, allOf: [{ $ref }] } as OpenApiSchema;
  }
  if (schema['x-kubernetes-int-or-string'] === true && !schema.anyOf) {
    result.anyOf = [{ type: 'integer' }, { type: 'string' }];
  }
  if (schema.properties) {
    const fields = Object.entries(schema.properties);
    result.properties = Object.fromEntries(fields.map(([name, field]) => [name, published(field)]));
  }
  if (schema.items) result.items = published(schema.items);
  const { additionalProperties } = schema;
  if (typeof additionalProperties === 'object') result.additionalProperties = published(additionalProperties);
  return result as OpenApiSchema;
}
