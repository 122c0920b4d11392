import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ApiContext } from '../api-context.ts';
import { timestamp } from '../clock.ts';
import type { KubeObject, ManagedFieldsEntry } from '../object-store.ts';
import type { ServerFacts, ServerObject } from '../server-facts.ts';
import { createObject } from './write-object.ts';

/** What the placeholders in the objects of `ServerFacts` stand for. */
export interface ServerIdentity {
  /** The certificate that clients trust, as PEM. */
  readonly authority: string;
  /** The name of the machine that a server would tell. */
  readonly hostname: string;
}

/**
 * Stores what every cluster has from its first moment, as kube-apiserver and its controllers make it: namespaces, roles and
 * bindings, the Service of the API itself, flow schemas, priority classes, APIServices, and the like.
 */
export function createBootstrapObjects(api: ApiContext, identity: ServerIdentity): void {
  const fill = placeholders(api, identity);
  const now = timestamp(api.clock.now());
  for (const { object, owners } of api.serverFacts.objects) {
    const managedFields = owners.map((owner) => managedFieldsEntry(owner, api.serverFacts, now));
    store(api, filled(object, fill) as KubeObject, managedFields, now);
  }
}

/** Creates objects that the sandbox itself brings along, in their order. Throws when one of them is not valid. */
export async function createAll(api: ApiContext, objects: readonly KubeObject[]): Promise<void> {
  for (const object of objects) {
    await served(api, object);
    create(api, object);
  }
}

function store(
  api: ApiContext,
  object: KubeObject,
  managedFields: readonly ManagedFieldsEntry[],
  creationTimestamp: string,
): void {
  const resource = api.registry.findKind(object.apiVersion, object.kind);
  if (!resource) throw new Error(`there is no ${object.kind} in ${object.apiVersion}`);
  const metadata = {
    ...object.metadata,
    uid: api.random.uid(),
    creationTimestamp,
    ...(managedFields.length > 0 && { managedFields: [...managedFields] }),
  };
  api.storage.put(resource.storage, { ...object, metadata });
}

function managedFieldsEntry(
  { fields, subresource, ...owner }: ServerObject['owners'][number],
  { ownedFields }: ServerFacts,
  time: string,
): ManagedFieldsEntry {
  const fieldsV1 = ownedFields[fields] ?? {};
  return { ...owner, time, fieldsType: 'FieldsV1', fieldsV1, ...(subresource && { subresource }) };
}

type Placeholders = ReadonlyMap<string, () => string>;

function placeholders(api: ApiContext, { authority, hostname }: ServerIdentity): Placeholders {
  const now = timestamp(api.clock.now());
  const hash = createHash('sha256').update(authority).digest('hex');
  return new Map([
    ['time', () => now],
    ['microtime', () => now.replace('Z', '.000000Z')],
    ['date', () => now.slice(0, 'YYYY-MM-DD'.length)],
    ['authority', () => authority],
    ['authority hash', () => hash.slice(0, 24)],
    ['hostname', () => hostname],
    ['identity', () => identityOf(hostname)],
    ['uid', () => api.random.uid()],
  ]);
}

/** A server is called by a hash of its machine's name, in the small letters and digits of base 32. */
function identityOf(hostname: string): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  const bytes = createHash('sha256').update(hostname).digest().subarray(0, 26);
  return [...bytes].map((byte) => letters[byte % letters.length]).join('');
}

function filled(value: unknown, fill: Placeholders): unknown {
  if (typeof value === 'string') {
    return value.includes('{')
      ? value.replace(/\{([a-z ]+)\}/g, (all, name) => fill.get(name)?.() ?? all)
      : value;
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, fill));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, filled(field, fill)]));
}

/** A kind whose definition came just before is served a moment later. */
async function served(api: ApiContext, { apiVersion, kind }: KubeObject): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (api.registry.findKind(apiVersion, kind)) return;
    await setTimeout(20);
  }
}

function create(api: ApiContext, object: KubeObject): void {
  const resource = api.registry.findKind(object.apiVersion, object.kind);
  if (!resource) throw new Error(`there is no ${object.kind} in ${object.apiVersion}`);
  const { namespace } = object.metadata;
  createObject(
    api,
    { resource, namespace, effect: 'store', manager: 'kube-apiserver', subresource: undefined },
    object,
  );
}
