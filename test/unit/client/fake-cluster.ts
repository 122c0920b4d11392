import type { CallOptions } from '../../../client/src/cluster/call-options.ts';
import type { Cluster, Discovery, KubeContext } from '../../../client/src/cluster/cluster.ts';
import { ClusterError } from '../../../client/src/cluster/errors.ts';
import { intentOfPath } from '../../../client/src/cluster/http/request-intents.ts';
import type { KubeObject, ObjectReference, Resource } from '../../../client/src/cluster/kube-object.ts';
import type { Status } from '../../../client/src/cluster/status.ts';

/** A resource as discovery tells it. */
export function resource(fields: Partial<Resource> & Pick<Resource, 'kind' | 'plural'>): Resource {
  const group = fields.group ?? '';
  const version = fields.version ?? 'v1';
  return {
    group,
    version,
    apiVersion: group === '' ? version : `${group}/${version}`,
    singular: fields.kind.toLowerCase(),
    scope: 'Namespaced',
    verbs: ['get', 'list', 'watch', 'create', 'patch', 'delete'],
    shortNames: [],
    categories: [],
    subresources: [],
    ...fields,
  };
}

export const configMaps = resource({ kind: 'ConfigMap', plural: 'configmaps' });
export const namespaces = resource({ kind: 'Namespace', plural: 'namespaces', scope: 'Cluster' });
export const definitions = resource({
  group: 'apiextensions.k8s.io',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  scope: 'Cluster',
});
export const backups = resource({ group: 'example.com', kind: 'Backup', plural: 'backups' });

/** Why a request to the fake cluster failed. */
export function failedRequest(fault: string): ClusterError['explanation'] {
  return { fault, request: { intent: intentOfPath('get', '/fake'), context: 'fake' } };
}

/** The server's refusal. */
export function refusal(status: Partial<Status> & Pick<Status, 'reason' | 'message'>): ClusterError {
  return new ClusterError('status', failedRequest(status.message), { status: { code: 422, ...status } });
}

/** What a fake cluster holds and how it answers. */
export interface FakeOptions {
  readonly served?: readonly Resource[];
  readonly objects?: readonly KubeObject[];
  readonly context?: Partial<KubeContext>;
  /** Throws to refuse an apply. */
  readonly admit?: (object: KubeObject, options: { force: boolean; dryRun: boolean }) => void;
  /** Whether the kind of a definition is served once that is applied; at once where nothing is said. */
  readonly definitions?: 'served at once' | 'never served';
  /** What it warns of when an object of this name is applied or deleted. */
  readonly warnings?: (name: string, options: { dryRun: boolean }) => readonly string[];
}

const fakeContext: KubeContext = {
  id: 'fake',
  name: 'fake',
  cluster: 'fake',
  user: 'fake',
  namespace: undefined,
  server: 'https://fake',
  insecure: false,
  file: '/fake',
  current: true,
  problem: undefined,
  login: undefined,
  revision: '1',
};

/** A cluster in memory: objects replace each other whole, a namespace must be there, a definition serves its kind. */
export class FakeCluster {
  readonly applied: string[] = [];
  readonly deleted: string[] = [];
  readonly objects = new Map<string, KubeObject>();
  readonly #served: Resource[];
  readonly #admit: NonNullable<FakeOptions['admit']>;
  readonly #warnings: NonNullable<FakeOptions['warnings']>;
  readonly #definitions: NonNullable<FakeOptions['definitions']>;
  readonly context: KubeContext;

  constructor(options: FakeOptions = {}) {
    this.#served = [...(options.served ?? [configMaps, namespaces, definitions])];
    this.#admit = options.admit ?? (() => undefined);
    this.#warnings = options.warnings ?? (() => []);
    this.#definitions = options.definitions ?? 'served at once';
    this.context = { ...fakeContext, ...options.context };
    for (const object of options.objects ?? []) this.objects.set(keyOf(object), object);
  }

  /** As the code under test sees it. */
  get cluster(): Cluster {
    return this as unknown as Cluster;
  }

  async discover(): Promise<Discovery> {
    const served = [...this.#served];
    return {
      serverVersion: 'v1.35.4',
      resources: served,
      find: (apiVersion, kind) =>
        served.find((resource) => resource.apiVersion === apiVersion && resource.kind === kind),
    };
  }

  async get({ resource, namespace, name }: ObjectReference): Promise<KubeObject> {
    const found = this.objects.get(`${resource.kind}/${namespace ?? ''}/${name}`);
    if (!found)
      throw refusal({ code: 404, reason: 'NotFound', message: `${resource.plural} "${name}" not found` });
    return found;
  }

  async apply(
    reference: ObjectReference,
    object: KubeObject,
    options: { force?: boolean; dryRun?: boolean } & CallOptions,
  ): Promise<KubeObject> {
    const { namespace } = reference;
    const warnings = this.#warnings(reference.name, { dryRun: options.dryRun ?? false });
    for (const text of warnings) options.onWarning?.(text);
    if (namespace !== undefined && namespace !== 'default' && !this.objects.has(`Namespace//${namespace}`)) {
      throw refusal({ code: 404, reason: 'NotFound', message: `namespaces "${namespace}" not found` });
    }
    const dryRun = options.dryRun ?? false;
    this.#admit(object, { force: options.force ?? false, dryRun });
    const after = { ...object, metadata: { ...object.metadata, uid: 'u', resourceVersion: '9' } };
    if (dryRun) return after;
    this.applied.push(keyOf(object));
    this.objects.set(keyOf(object), after);
    if (object.kind === 'CustomResourceDefinition' && this.#definitions === 'served at once') {
      this.#served.push(backups);
    }
    return after;
  }

  async create(
    _resource: Resource,
    _namespace: string | undefined,
    object: KubeObject,
    options?: { dryRun?: boolean },
  ) {
    if (!options?.dryRun) this.applied.push(`${object.kind} ${object.metadata.generateName}`);
    return object;
  }

  async delete(
    { resource, namespace, name }: ObjectReference,
    { uid, onWarning }: { uid?: string } & CallOptions = {},
  ): Promise<void> {
    for (const text of this.#warnings(name, { dryRun: false })) onWarning?.(text);
    const key = `${resource.kind}/${namespace ?? ''}/${name}`;
    const found = this.objects.get(key);
    if (found && uid !== undefined && found.metadata.uid !== uid) {
      throw refusal({
        code: 409,
        reason: 'Conflict',
        message: `the UID is ${found.metadata.uid}, not ${uid}`,
      });
    }
    if (!this.objects.delete(key)) {
      throw refusal({ code: 404, reason: 'NotFound', message: `${resource.plural} "${name}" not found` });
    }
    this.deleted.push(key);
  }
}

function keyOf({ kind, metadata }: KubeObject): string {
  return `${kind}/${metadata.namespace ?? ''}/${metadata.name}`;
}
