import { createHash } from 'node:crypto';
import type { OpenApiSchema } from '../../../server/src/catalog/openapi.ts';
import { setField } from '../../../server/src/yaml/own-field.ts';
import type { ApiContext } from '../api-context.ts';
import { type GroupVersion, groupsOf } from '../discovery/group-versions.ts';
import type { Resource } from '../resources/resource.ts';
import { DefinedSchemas } from './defined-schemas.ts';
import { openApiV2 } from './openapi-v2.ts';
import { openApiV2Protobuf } from './openapi-v2-protobuf.ts';
import { definitionsIn, writePaths } from './openapi-v3.ts';
import { discoveryOperation, operationsOf, type PathOperations, single } from './operations.ts';

/** One document as it is sent. */
export interface OpenApiDocument {
  readonly hash: string;
  text(): string;
}

/** The older description of all group versions in one. */
export interface WholeDocument extends OpenApiDocument {
  protobuf(): Buffer;
}

/** What a document is made of: a group version, or a path above them. */
interface Entry {
  readonly paths: () => PathOperations[];
  /** Custom resources of the document, whose schemas are not those of the catalog. */
  readonly resources: readonly Resource[];
  hash: string | undefined;
}

/** Makes the documents of `/openapi/v3`, and that of `/openapi/v2`, when they are asked for. */
export class OpenApiDocuments {
  readonly #api: ApiContext;
  #generation = -1;
  #entries = new Map<string, Entry>();
  #whole: string | undefined;
  #wholeProtobuf: Buffer | undefined;

  constructor(api: ApiContext) {
    this.#api = api;
  }

  /** The answer of `/openapi/v3`. */
  index(): { paths: Record<string, { serverRelativeURL: string }> } {
    const entries = [...this.#current()].sort(([left], [right]) => (left < right ? -1 : 1));
    const paths = entries.map(
      ([path, entry]) =>
        [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${this.#hashOf(entry)}` }] as const,
    );
    return { paths: Object.fromEntries(paths) };
  }

  /** The document of `apis/apps/v1`, or undefined. */
  document(path: string): OpenApiDocument | undefined {
    const entry = this.#current().get(path);
    return entry && { hash: this.#hashOf(entry), text: () => JSON.stringify(this.#make(entry)) };
  }

  /** What `/openapi/v2` answers. */
  whole(): WholeDocument {
    const text = () => {
      this.#whole ??= JSON.stringify(this.#makeWhole());
      return this.#whole;
    };
    const protobuf = () => {
      this.#wholeProtobuf ??= openApiV2Protobuf(this.#makeWhole());
      return this.#wholeProtobuf;
    };
    const hash = hashOf([...this.#current()].map(([path, entry]) => `${path} ${this.#hashOf(entry)}`).join());
    return { hash, text, protobuf };
  }

  /** What does not change keeps its hash. */
  #current(): Map<string, Entry> {
    if (this.#generation === this.#api.registry.generation) return this.#entries;
    this.#generation = this.#api.registry.generation;
    this.#whole = undefined;
    this.#wholeProtobuf = undefined;
    const known = this.#entries;
    this.#entries = new Map();
    for (const [path, entry] of this.#allEntries()) {
      const same = known.get(path);
      this.#entries.set(path, same && isSame(same.resources, entry.resources) ? same : entry);
    }
    return this.#entries;
  }

  *#allEntries(): Generator<[string, Entry]> {
    for (const { path, operations } of generalPaths) {
      yield [path, { paths: () => [operations], resources: [], hash: undefined }];
    }
    for (const { group, versions } of groupsOf(this.#api.registry.all())) {
      const isBuiltIn = versions.some(({ resources }) =>
        resources.some(({ origin }) => origin === 'built-in'),
      );
      const root = group === '' ? 'api' : `apis/${group}`;
      if (isBuiltIn && group !== '') {
        const paths = () => [discoveryOperation(`/${root}/`, group, undefined)];
        yield [root, { paths, resources: [], hash: undefined }];
      }
      for (const version of versions)
        yield [`${root}/${version.version}`, this.#versionEntry(group, version, root)];
    }
  }

  #versionEntry(group: string, { version, resources }: GroupVersion, root: string): Entry {
    const paths = () => {
      const own = operationsOf(resources, this.#names, this.#api.kubernetesVersion);
      const isBuiltIn = resources.some(({ origin }) => origin === 'built-in');
      return isBuiltIn ? [discoveryOperation(`/${root}/${version}/`, group, version), ...own] : own;
    };
    return { paths, resources, hash: undefined };
  }

  #hashOf(entry: Entry): string {
    entry.hash ??= hashOf(JSON.stringify(this.#make(entry)));
    return entry.hash;
  }

  get #title(): string {
    return this.#api.gitVersion.replace(/^v(\d+\.\d+).*$/, '$1');
  }

  #make({ paths, resources }: Entry): Record<string, unknown> {
    const all = paths();
    const schemas: Record<string, OpenApiSchema> = {};
    const defined = new DefinedSchemas(resources, this.#names, this.#api.kubernetesVersion);
    for (const name of definitionsIn(all)) this.#add(name, schemas, defined);
    const sorted = Object.entries(schemas).sort(([left], [right]) => (left < right ? -1 : 1));
    const isDefined = resources.some(({ origin }) => origin === 'custom');
    return {
      openapi: '3.0.0',
      info: isDefined ? definedInfo : { title: 'Kubernetes', version: this.#title },
      paths: writePaths(all),
      components: {
        ...(sorted.length > 0 && { schemas: Object.fromEntries(sorted) }),
        ...(!isDefined && { securitySchemes }),
      },
    };
  }

  #makeWhole(): Record<string, unknown> {
    const paths = [...this.#current().values()].flatMap((entry) => entry.paths());
    const schemas: Record<string, OpenApiSchema> = {};
    const custom = this.#api.registry.all().filter(({ origin }) => origin === 'custom');
    const defined = new DefinedSchemas(custom, this.#names, undefined);
    for (const name of definitionsIn(paths)) this.#add(name, schemas, defined);
    return openApiV2(this.#title, paths, schemas);
  }

  readonly #names = {
    ofKind: (kind: { group: string; version: string; kind: string }): string | undefined => {
      const apiVersion = kind.group === '' ? kind.version : `${kind.group}/${kind.version}`;
      const known = this.#api.catalog.find(apiVersion, kind.kind);
      return (
        (known && this.#api.catalog.definitionName(known)) ??
        `${kind.group.split('.').reverse().join('.')}.${kind.version}.${kind.kind}`
      );
    },
    ofList: (resource: Resource): string => {
      const { group, version } = resource.kind;
      return this.#names.ofKind({ group, version, kind: resource.listKind }) ?? resource.listKind;
    },
  };

  /** A definition and all that it refers to. */
  #add(name: string, schemas: Record<string, OpenApiSchema>, defined: DefinedSchemas): void {
    if (Object.hasOwn(schemas, name)) return;
    const definition = defined.find(name) ?? this.#api.catalog.definition(name);
    if (!definition) return;
    setField(schemas, name, defined.withKinds(name, definition));
    this.#addReferences(definition, schemas, defined);
  }

  #addReferences(value: unknown, schemas: Record<string, OpenApiSchema>, defined: DefinedSchemas): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      if (key === '$ref' && typeof part === 'string')
        this.#add(part.slice(part.lastIndexOf('/') + 1), schemas, defined);
      else this.#addReferences(part, schemas, defined);
    }
  }
}

/** The part of a server that serves definitions names itself so. */
const definedInfo = { title: 'Kubernetes CRD Swagger', version: 'v0.1.0' };

const securitySchemes = {
  BearerToken: {
    type: 'apiKey',
    description: 'Bearer Token authentication',
    name: 'authorization',
    in: 'header',
  },
};

function hashOf(text: string): string {
  return createHash('sha512').update(text).digest('hex').toUpperCase();
}

function isSame(left: readonly Resource[], right: readonly Resource[]): boolean {
  return left.length === right.length && left.every((resource, index) => resource === right[index]);
}

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const written = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'];

/** What is described and belongs to no group version. */
const generalPaths: readonly { path: string; operations: PathOperations }[] = [
  {
    path: '.well-known/openid-configuration',
    operations: single('/.well-known/openid-configuration/', {
      id: 'getServiceAccountIssuerOpenIDConfiguration',
      tag: 'WellKnown',
      definition: undefined,
      produces: ['application/json'],
    }),
  },
  {
    path: 'api',
    operations: single('/api/', {
      id: 'getCoreAPIVersions',
      tag: 'core',
      definition: `${meta}.APIVersions`,
      produces: written,
    }),
  },
  {
    path: 'apis',
    operations: single('/apis/', {
      id: 'getAPIVersions',
      tag: 'apis',
      definition: `${meta}.APIGroupList`,
      produces: written,
    }),
  },
  {
    path: 'openid/v1/jwks',
    operations: single('/openid/v1/jwks/', {
      id: 'getServiceAccountIssuerOpenIDKeyset',
      tag: 'openid',
      definition: undefined,
      produces: ['application/jwk-set+json'],
    }),
  },
  {
    path: 'version',
    operations: single('/version/', {
      id: 'getCodeVersion',
      tag: 'version',
      definition: 'io.k8s.apimachinery.pkg.version.Info',
      produces: ['application/json'],
    }),
  },
];
