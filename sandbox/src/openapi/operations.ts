import type { KubernetesVersion, Subresource } from '../../../server/src/catalog/catalog.ts';
import type { Resource } from '../resources/resource.ts';
import {
  applying,
  compareParameters,
  connecting,
  deleting,
  deletingMany,
  inPath,
  listing,
  logging,
  type Parameter,
  parametersOf,
  pretty,
  writing,
} from './parameters.ts';

/** What may be asked at a path, before it is written as OpenAPI 3 or 2 has it. */
export interface PathOperations {
  readonly path: string;
  readonly operations: readonly Operation[];
  /** What all of its operations take. */
  readonly parameters: readonly Parameter[];
}

/** One operation. Parameters are those that it alone takes, in the order of their names. */
export interface Operation {
  readonly method: Method;
  readonly id: string;
  readonly tag: string;
  /** Undefined of an operation that is about no object. */
  readonly about: { readonly action: string; readonly kind: GroupVersionKind } | undefined;
  readonly parameters: readonly Parameter[];
  /** The definition of what is sent, and whether something must be. */
  readonly body:
    | { readonly definition: string; readonly types: readonly string[]; readonly isRequired: boolean }
    | undefined;
  /** By code, the definition of what comes back; undefined for a text. */
  readonly answers: Readonly<Record<number, string | undefined>>;
  /** In which media types it comes back. */
  readonly produces: readonly string[];
}

export type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch';

interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The names of definitions. */
export interface DefinitionNames {
  ofKind(kind: GroupVersionKind): string | undefined;
  ofList(resource: Resource): string;
}

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const patchTypes = [
  'application/apply-patch+yaml',
  'application/json-patch+json',
  'application/merge-patch+json',
];
const strategic = 'application/strategic-merge-patch+json';
const protobuf = 'application/vnd.kubernetes.protobuf';

/** Everything that may be asked of the resources of one group version, in the order of the paths. */
export function operationsOf(
  resources: readonly Resource[],
  names: DefinitionNames,
  version: KubernetesVersion,
): PathOperations[] {
  const paths = resources.flatMap((resource) => new ResourceOperations(resource, names, version).all());
  return paths.sort((left, right) => (left.path < right.path ? -1 : 1));
}

/** What `/apis/GROUP/VERSION/` answers, and what is above it: the only operations that are about no resource. */
export function discoveryOperation(path: string, group: string, version: string | undefined): PathOperations {
  const kind = version === undefined ? (group === '' ? '' : 'APIGroup') : 'APIResourceList';
  const title = version === undefined ? 'Group' : 'Resources';
  return single(path, {
    id: `get${titleOf(group, version ?? '')}API${title}`,
    tag: tagOf(group, version),
    definition: `${meta}.${kind}`,
    produces: objectTypes('built-in'),
  });
}

/** A path that is only read. */
export function single(
  path: string,
  {
    id,
    tag,
    definition,
    produces,
  }: { id: string; tag: string; definition: string | undefined; produces: readonly string[] },
): PathOperations {
  const answers = { 200: definition };
  return {
    path,
    parameters: [],
    operations: [
      { method: 'get', id, tag, about: undefined, parameters: [], body: undefined, answers, produces },
    ],
  };
}

/** The parts of names that a group and a version give: `apps_v1`. */
export function tagOf(group: string, version: string | undefined): string {
  const name = wordsOf(group).join('');
  const tag = name.charAt(0).toLowerCase() + name.slice(1);
  return version === undefined ? tag : `${tag}_${version}`;
}

/** `AppsV1`. */
export function titleOf(group: string, version: string): string {
  return `${wordsOf(group).join('')}${capitalised(version)}`;
}

function wordsOf(group: string): string[] {
  return group === ''
    ? ['Core']
    : group
        .replace(/\.k8s\.io$/, '')
        .split(/[.-]/)
        .map(capitalised);
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

class ResourceOperations {
  readonly #resource: Resource;
  readonly #names: DefinitionNames;
  readonly #own: GroupVersionKind;

  readonly #release: KubernetesVersion;

  constructor(resource: Resource, names: DefinitionNames, release: KubernetesVersion) {
    this.#release = release;
    this.#resource = resource;
    this.#names = names;
    const { group, version, kind } = resource.kind;
    this.#own = { group, version, kind };
  }

  all(): PathOperations[] {
    const { plural, scope, verbs, subresources } = this.#resource.kind;
    const isNamespaced = scope === 'Namespaced';
    const place = isNamespaced ? '/namespaces/{namespace}' : '';
    const within = isNamespaced ? [inPath('namespace')] : [];
    const named = [inPath('name'), ...within];
    const collection = `${place}/${plural}`;
    return [
      this.#path(collection, within, this.#collection()),
      ...(isNamespaced && verbs.includes('list')
        ? [this.#path(`/${plural}`, [], [this.#list('ForAllNamespaces')])]
        : []),
      this.#path(`${collection}/{name}`, named, this.#object()),
      ...subresources.flatMap((subresource) => this.#subresource(`${collection}/{name}`, named, subresource)),
      ...this.#watches(collection, within, named),
    ].filter(({ operations }) => operations.length > 0);
  }

  /** Watches have paths of their own since before they were lists. */
  #watches(collection: string, within: readonly Parameter[], named: readonly Parameter[]): PathOperations[] {
    const { plural, scope, verbs } = this.#resource.kind;
    if (this.#resource.origin === 'custom' || !verbs.includes('watch')) return [];
    return [
      ...(scope === 'Namespaced'
        ? [
            this.#path(
              `/watch/${plural}`,
              [],
              [this.#watch(`${this.#own.kind}ListForAllNamespaces`, 'watchlist')],
            ),
          ]
        : []),
      this.#path(`/watch${collection}`, within, [
        this.#watch(`${this.#scoped}${this.#own.kind}List`, 'watchlist'),
      ]),
      this.#path(`/watch${collection}/{name}`, named, [
        this.#watch(`${this.#scoped}${this.#own.kind}`, 'watch'),
      ]),
    ];
  }

  get #scoped(): string {
    return this.#resource.kind.scope === 'Namespaced' ? 'Namespaced' : '';
  }

  #watch(name: string, action: string): Operation {
    return this.#operation('get', action, `watch${this.#title}${name}`, {
      parameters: listing,
      answers: { 200: `${meta}.WatchEvent` },
      produces: [...this.#written, ...watchTypes(this.#resource)],
    });
  }

  #collection(): Operation[] {
    const { verbs } = this.#resource.kind;
    return [
      ...(verbs.includes('list') ? [this.#list('')] : []),
      ...(verbs.includes('create') ? [this.#create('')] : []),
      ...(verbs.includes('deletecollection')
        ? [
            this.#operation(
              'delete',
              'deletecollection',
              `delete${this.#title}Collection${this.#scoped}${this.#own.kind}`,
              {
                parameters: this.#resource.origin === 'custom' ? listing : deletingMany,
                body: this.#resource.origin === 'custom' ? undefined : this.#options(),
                answers: { 200: `${meta}.Status` },
              },
            ),
          ]
        : []),
    ];
  }

  #list(suffix: string): Operation {
    const scoped = suffix === '' ? this.#scoped : '';
    return this.#operation('get', 'list', `list${this.#title}${scoped}${this.#own.kind}${suffix}`, {
      parameters: listing,
      answers: { 200: this.#names.ofList(this.#resource) },
      produces: [...this.#written, ...watchTypes(this.#resource)],
    });
  }

  #object(): Operation[] {
    const { verbs } = this.#resource.kind;
    const part = { suffix: '', kind: this.#own, definition: this.#definition(this.#own) };
    return [
      ...(verbs.includes('get') ? [this.#read(part)] : []),
      ...(verbs.includes('update') ? [this.#replace(part)] : []),
      ...(verbs.includes('delete') ? [this.#delete()] : []),
      ...(verbs.includes('patch') ? [this.#patch(part)] : []),
    ];
  }

  #subresource(path: string, named: readonly Parameter[], subresource: Subresource): PathOperations[] {
    const { name, verbs } = subresource;
    const isOwn = subresource.version === '';
    const { group, version } = isOwn ? this.#own : subresource;
    const kind = { group, version, kind: subresource.kind };
    // Documents of definitions say that each part is of the kind that is defined.
    const told = this.#resource.origin === 'custom' ? this.#own : kind;
    const part = { suffix: capitalised(name), kind: told, definition: this.#definition(kind) };
    if (connecting[subresource.kind]) return this.#connections(`${path}/${name}`, named, subresource, part);
    if (name === 'log') return [this.#path(`${path}/${name}`, named, [this.#log(part)])];
    const operations = [
      ...(verbs.includes('get') ? [this.#read(part)] : []),
      ...(verbs.includes('update') ? [this.#replace(part)] : []),
      ...(verbs.includes('create') ? [this.#create(part.suffix, part.kind)] : []),
      ...(verbs.includes('patch') ? [this.#patch(part)] : []),
    ];
    return [this.#path(`${path}/${name}`, named, operations)];
  }

  #connections(
    path: string,
    named: readonly Parameter[],
    { name, verbs }: Subresource,
    part: Part,
  ): PathOperations[] {
    const methods = connectMethods.filter(([, verb]) => verbs.includes(verb)).map(([method]) => method);
    const isProxy = name === 'proxy';
    const all = isProxy ? allMethods : methods;
    const connect = (suffix: string) =>
      all.map((method) =>
        this.#operation(
          method,
          'connect',
          `connect${this.#title}${capitalised(method)}${this.#scoped}${this.#own.kind}${part.suffix}${suffix}`,
          {
            kind: part.kind,
            parameters: connecting[part.kind.kind] ?? [],
            answers: { 200: undefined },
            produces: ['*/*'],
          },
        ),
      );
    return [
      this.#path(path, named, connect('')),
      ...(isProxy ? [this.#path(`${path}/{path}`, [...named, inPath('path')], connect('WithPath'))] : []),
    ];
  }

  #log(part: Part): Operation {
    return this.#operation('get', 'get', `read${this.#title}${this.#scoped}${this.#own.kind}${part.suffix}`, {
      kind: part.kind,
      parameters: [...logging, pretty],
      answers: { 200: undefined },
      produces: ['text/plain', ...this.#written],
    });
  }

  #create(suffix: string, kind = this.#own): Operation {
    const definition = this.#definition(kind);
    return this.#operation('post', 'post', `create${this.#title}${this.#scoped}${this.#own.kind}${suffix}`, {
      kind,
      parameters: [...writing, pretty],
      body: { definition, types: this.#sent, isRequired: true },
      answers: { 200: definition, 201: definition, 202: definition },
    });
  }

  #read({ suffix, kind, definition }: Part): Operation {
    const isCustom = this.#resource.origin === 'custom';
    return this.#operation('get', 'get', `read${this.#title}${this.#scoped}${this.#own.kind}${suffix}`, {
      kind,
      parameters: isCustom ? [resourceVersion, pretty] : [pretty],
      answers: { 200: definition },
    });
  }

  #replace({ suffix, kind, definition }: Part): Operation {
    return this.#operation('put', 'put', `replace${this.#title}${this.#scoped}${this.#own.kind}${suffix}`, {
      kind,
      parameters: [...writing, pretty],
      body: { definition, types: this.#sent, isRequired: true },
      answers: { 200: definition, 201: definition },
    });
  }

  #delete(): Operation {
    return this.#operation('delete', 'delete', `delete${this.#title}${this.#scoped}${this.#own.kind}`, {
      parameters: deleting,
      body: this.#options(),
      answers: { 200: this.#deleted, 202: this.#deleted },
    });
  }

  /** Some kinds are answered as they were. */
  get #deleted(): string {
    return answeredWhenDeleted.has(`${this.#own.group}/${this.#own.kind}`)
      ? this.#definition(this.#own)
      : `${meta}.Status`;
  }

  #patch({ suffix, kind, definition }: Part): Operation {
    const isCustom = this.#resource.origin === 'custom';
    const types = isCustom ? patchTypes : [...patchTypes, strategic];
    return this.#operation('patch', 'patch', `patch${this.#title}${this.#scoped}${this.#own.kind}${suffix}`, {
      kind,
      parameters: [...applying, pretty],
      body: { definition: `${meta}.Patch`, types, isRequired: true },
      answers: isCustom ? { 200: definition } : { 200: definition, 201: definition },
    });
  }

  #options() {
    const definition = `${meta}.DeleteOptions`;
    return { definition, types: this.#sent, isRequired: false };
  }

  /** Custom objects are not sent as protobuf. */
  get #sent(): string[] {
    return this.#resource.origin === 'custom' ? this.#written : ['*/*'];
  }

  get #title(): string {
    return titleOf(this.#own.group, this.#own.version);
  }

  get #written(): string[] {
    return objectTypes(this.#resource.origin);
  }

  #definition(kind: GroupVersionKind): string {
    return this.#names.ofKind(kind) ?? `${kind.group}.${kind.version}.${kind.kind}`;
  }

  #operation(
    method: Method,
    action: string,
    id: string,
    rest: Pick<Operation, 'parameters' | 'answers'> &
      Partial<Pick<Operation, 'body' | 'produces'>> & { kind?: GroupVersionKind },
  ): Operation {
    const { kind = this.#own, body, answers, produces = this.#written } = rest;
    const parameters = parametersOf(rest.parameters, this.#release);
    const all = action === 'connect' ? parameters : [...new Set([...parameters, pretty])];
    const tag = tagOf(this.#own.group, this.#own.version);
    return { method, id, tag, about: { action, kind }, parameters: all, body, answers, produces };
  }

  /** What all operations take belongs to the path. */
  #path(below: string, inPath: readonly Parameter[], operations: readonly Operation[]): PathOperations {
    const { group, version } = this.#own;
    const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
    const [first, ...others] = operations;
    const shared = (first?.parameters ?? []).filter((one) =>
      others.every(({ parameters }) => parameters.some((other) => other.name === one.name)),
    );
    const isShared = new Set(shared.map(({ name }) => name));
    return {
      path: `${root}${below}`,
      parameters: [...inPath, ...shared].sort(compareParameters),
      operations: operations.map((operation) => ({
        ...operation,
        parameters: operation.parameters.filter(({ name }) => !isShared.has(name)).sort(compareParameters),
      })),
    };
  }
}

/** A part of an object that has a path of its own, or the whole. */
interface Part {
  readonly suffix: string;
  readonly kind: GroupVersionKind;
  /** The name of its schema. */
  readonly definition: string;
}

const resourceVersion: Parameter = { name: 'resourceVersion', in: 'query', type: 'string' };

const connectMethods: readonly (readonly [Method, string])[] = [
  ['get', 'get'],
  ['put', 'update'],
  ['post', 'create'],
  ['delete', 'delete'],
  ['patch', 'patch'],
];
const allMethods: readonly Method[] = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

function objectTypes(origin: Resource['origin']): string[] {
  return origin === 'custom'
    ? ['application/json', 'application/yaml']
    : ['application/json', 'application/yaml', protobuf];
}

function watchTypes({ origin }: Resource): string[] {
  return origin === 'custom' ? [] : ['application/json;stream=watch', `${protobuf};stream=watch`];
}

/** What kube-apiserver's documents say is answered with the object when it is deleted. */
const answeredWhenDeleted: ReadonlySet<string> = new Set([
  '/PersistentVolume',
  '/PersistentVolumeClaim',
  '/Pod',
  '/PodTemplate',
  '/ResourceQuota',
  '/Service',
  '/ServiceAccount',
  'resource.k8s.io/DeviceClass',
  'resource.k8s.io/DeviceTaintRule',
  'resource.k8s.io/ResourceClaim',
  'resource.k8s.io/ResourceClaimTemplate',
  'resource.k8s.io/ResourcePoolStatusRequest',
  'resource.k8s.io/ResourceSlice',
  'storage.k8s.io/CSIDriver',
  'storage.k8s.io/CSINode',
  'storage.k8s.io/StorageClass',
  'storage.k8s.io/VolumeAttachment',
  'storage.k8s.io/VolumeAttributesClass',
]);
