import { createHash } from 'node:crypto';
import type { OpenApiSchema } from '../../../server/src/catalog/openapi.ts';
import { setField } from '../../../server/src/yaml/own-field.ts';
import type { ApiContext } from '../api-context.ts';
import { type GroupVersion, groupsOf } from '../discovery/group-versions.ts';
import type { Resource } from '../resources/resource.ts';
import { openApiV2Document } from './openapi-v2.ts';
import { operationsOf } from './operations.ts';

/** One group version's document as it is sent. */
export interface OpenApiDocument {
  readonly hash: string;
  text(): string;
}

/** The older description of all group versions in one. */
export interface WholeDocument extends OpenApiDocument {
  protobuf(): Buffer;
}

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';
/** Definitions that every document has, since operations refer to them. */
const common = [`${meta}.DeleteOptions`, `${meta}.Patch`, `${meta}.Status`];

/** Makes the documents of `/openapi/v3`, one for each group version, when they are asked for. */
export class OpenApiDocuments {
  readonly #api: ApiContext;
  #generation = -1;
  readonly #index = new Map<string, { hash: string; version: GroupVersion }>();
  /** Of group versions whose resources have not changed; the same resources make the same document. */
  readonly #hashes = new Map<string, { resources: readonly Resource[]; hash: string }>();

  constructor(api: ApiContext) {
    this.#api = api;
  }

  /** The answer of `/openapi/v3`. */
  index(): { paths: Record<string, { serverRelativeURL: string }> } {
    this.#refresh();
    const paths = [...this.#index].map(
      ([path, { hash }]) => [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }] as const,
    );
    return { paths: Object.fromEntries(paths) };
  }

  /** The document of `apis/apps/v1`, or undefined. */
  document(path: string): OpenApiDocument | undefined {
    this.#refresh();
    const entry = this.#index.get(path);
    return entry && { hash: entry.hash, text: () => JSON.stringify(this.#make(entry.version)) };
  }

  /** What `/openapi/v2` answers. */
  whole(): WholeDocument {
    const { gitVersion } = this.#api;
    const text = JSON.stringify({ swagger: '2.0', info: { title: 'Kubernetes', version: gitVersion } });
    const hash = createHash('sha512').update(text).digest('hex').toUpperCase();
    return { hash, text: () => text, protobuf: () => openApiV2Document(gitVersion) };
  }

  #refresh(): void {
    if (this.#generation === this.#api.registry.generation) return;
    this.#generation = this.#api.registry.generation;
    this.#index.clear();
    for (const { group, versions } of groupsOf(this.#api.registry.all())) {
      for (const version of versions) {
        const path = group === '' ? `api/${version.version}` : `apis/${group}/${version.version}`;
        this.#index.set(path, { hash: this.#hash(path, version), version });
      }
    }
  }

  #hash(path: string, version: GroupVersion): string {
    const known = this.#hashes.get(path);
    const isSame =
      known?.resources.length === version.resources.length &&
      version.resources.every((resource, index) => resource === known.resources[index]);
    if (known && isSame) return known.hash;
    const text = JSON.stringify(this.#make(version));
    const hash = createHash('sha512').update(text).digest('hex').toUpperCase();
    this.#hashes.set(path, { resources: version.resources, hash });
    return hash;
  }

  #make({ resources }: GroupVersion): Record<string, unknown> {
    const schemas: Record<string, OpenApiSchema> = {};
    for (const name of common) this.#add(name, schemas);
    for (const resource of resources) {
      const name = this.#definitionName(resource);
      if (resource.origin === 'custom') this.#addCustom(resource, name, schemas);
      else {
        this.#add(name, schemas);
        this.#add(`${name}List`, schemas);
      }
      for (const { group, version, kind } of resource.kind.subresources) {
        const apiVersion = group === '' ? version : `${group}/${version}`;
        const found = version === '' ? undefined : this.#api.catalog.find(apiVersion, kind);
        const definition = found && this.#api.catalog.definitionName(found);
        if (definition !== undefined) this.#add(definition, schemas);
      }
    }
    const sorted = Object.fromEntries(
      Object.entries(schemas).sort(([left], [right]) => (left < right ? -1 : 1)),
    );
    return {
      openapi: '3.0.0',
      info: { title: 'Kubernetes', version: this.#api.gitVersion },
      paths: operationsOf(resources, (resource) => this.#definitionName(resource)),
      components: {
        schemas: sorted,
        securitySchemes: { BearerToken: { type: 'apiKey', name: 'authorization', in: 'header' } },
      },
    };
  }

  #definitionName(resource: Resource): string {
    const { group, version, kind } = resource.kind;
    const known =
      resource.origin === 'built-in' ? this.#api.catalog.definitionName(resource.kind) : undefined;
    return known ?? `${group.split('.').reverse().join('.')}.${version}.${kind}`;
  }

  /** A definition and all that it refers to. */
  #add(name: string, schemas: Record<string, OpenApiSchema>): void {
    const definition = this.#api.catalog.definition(name);
    if (!definition || Object.hasOwn(schemas, name)) return;
    setField(schemas, name, definition);
    this.#addReferences(definition, schemas);
  }

  #addReferences(value: unknown, schemas: Record<string, OpenApiSchema>): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      if (key === '$ref' && typeof part === 'string')
        this.#add(part.slice(part.lastIndexOf('/') + 1), schemas);
      else this.#addReferences(part, schemas);
    }
  }

  #addCustom(resource: Resource, name: string, schemas: Record<string, OpenApiSchema>): void {
    const raw = resource.schema?.raw;
    if (!raw) return;
    setField(schemas, name, raw);
    this.#addReferences(raw, schemas);
    const { group, version } = resource.kind;
    schemas[`${name}List`] = {
      type: 'object',
      required: ['items'],
      properties: {
        apiVersion: { type: 'string' },
        items: { type: 'array', items: { $ref: `#/components/schemas/${name}` } },
        kind: { type: 'string' },
        metadata: { allOf: [{ $ref: `#/components/schemas/${meta}.ListMeta` }] },
      },
      'x-kubernetes-group-version-kind': [{ group, version, kind: resource.listKind }],
    };
    this.#add(`${meta}.ListMeta`, schemas);
  }
}
