import type { LogOptions } from '../../../client/src/cluster/cluster.ts';
import type { ObjectReference, Resource } from '../../../client/src/cluster/kube-object.ts';
import type {
  CreateOperation,
  DeleteCollectionOperation,
  DeleteOperation,
  ListOperation,
  Operation,
  PatchOperation,
  ProxyOperation,
  Representation,
  UpdateOperation,
  WatchOperation,
} from '../../../client/src/cluster/operation.ts';
import type { SentRequest } from './run-case.ts';

/** What a request is as a value of the client's interface. */
export type ClientOperation = Operation | WatchOperation | ProxyOperation | LogOperation;

/** The log of a container. */
export interface LogOperation {
  readonly verb: 'log';
  readonly of: ObjectReference;
  readonly options: LogOptions;
}

/**
 * The operation that a raw request stands for; undefined where the interface has no words for it, because nobody can ask for
 * it by mistake: a body that is no JSON, a parameter that there is not, a media type that is none.
 */
export function clientOperation(
  request: SentRequest,
  resources: readonly Resource[],
): ClientOperation | undefined {
  const url = new URL(request.path, 'http://server');
  const place = placeOf(url.pathname, resources);
  if (!place) return undefined;
  const query = new Words(Object.fromEntries(url.searchParams));
  const operation = place.subresource?.startsWith('proxy')
    ? proxied(place, request, url)
    : spoken(place, request, query);
  return operation && query.isSpent ? operation : undefined;
}

interface Place {
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly name?: string;
  /** With what follows it, of a proxy. */
  readonly subresource?: string;
}

const pathForm =
  /^\/(?:api|apis\/(?<group>[^/]+))\/(?<version>[^/]+)(?:\/namespaces\/(?<namespace>[^/]+))?\/(?<plural>[^/]+)(?:\/(?<name>[^/]+))?(?:\/(?<subresource>.+))?$/;
const namespaceForm =
  /^\/api\/(?<version>[^/]+)\/(?<plural>namespaces)(?:\/(?<name>[^/]+))?(?:\/(?<subresource>status|finalize))?$/;

function placeOf(path: string, resources: readonly Resource[]): Place | undefined {
  const parts = (namespaceForm.exec(path) ?? pathForm.exec(path))?.groups;
  if (!parts) return undefined;
  const {
    group = '',
    version,
    plural,
    namespace,
    name,
    subresource,
  } = Object.fromEntries(
    Object.entries(parts).map(([part, text]) => [part, text && decodeURIComponent(text)]),
  );
  const resource = resources.find(
    (one) => one.group === group && one.version === version && one.plural === plural,
  );
  if (!resource) return undefined;
  return {
    resource,
    namespace,
    ...(name !== undefined && { name }),
    ...(subresource !== undefined && { subresource }),
  };
}

/** Named values, each of which is to be taken. */
class Words {
  readonly #left: Map<string, unknown>;

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#left = new Map(Object.entries(values));
  }

  get isSpent(): boolean {
    return this.#left.size === 0;
  }

  take(name: string): unknown {
    const value = this.#left.get(name);
    this.#left.delete(name);
    return value;
  }

  /** The value, if it is one of these; else it stays. */
  oneOf<Value extends string>(name: string, ...known: readonly Value[]): Value | undefined {
    return known.includes(this.#left.get(name) as Value) ? (this.take(name) as Value) : undefined;
  }

  text(name: string): string | undefined {
    return typeof this.#left.get(name) === 'string' ? (this.take(name) as string) : undefined;
  }

  number(name: string): number | undefined {
    return /^-?\d+$/.test(String(this.#left.get(name))) ? Number(this.take(name)) : undefined;
  }

  flag(name: string): true | undefined {
    return /^(?:true|1)$/.test(String(this.#left.get(name)))
      ? this.take(name) !== undefined || true
      : undefined;
  }
}

function spoken(
  place: Place,
  request: SentRequest,
  query: Words,
): Exclude<ClientOperation, ProxyOperation> | undefined {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const { accept = 'application/json', 'content-type': contentType, ...others } = headers;
  const as = representationOf(accept);
  if (!as || Object.keys(others).length > 0 || (as !== 'object' && request.method !== 'GET'))
    return undefined;
  switch (request.method) {
    case 'GET':
      if (request.body !== undefined) return undefined;
      if (place.subresource === 'log') return readingLog(place, query);
      return place.name === undefined ? listing(place, as, query) : reading(place, as, query);
    case 'POST':
      return creating(place, jsonOf(request, contentType), query);
    case 'PUT':
      return updating(place, jsonOf(request, contentType), query);
    case 'PATCH':
      return patching(place, request.body, contentType, query);
    case 'DELETE':
      return deleting(place, request.body === undefined ? {} : jsonOf(request, contentType), query);
    default:
      return undefined;
  }
}

function representationOf(accept: string): Representation | undefined {
  if (accept === 'application/json') return 'object';
  if (!/^application\/json;/.test(accept) || !/;v=v1(?:;|,|$)/.test(accept)) return undefined;
  if (accept.includes('as=Table;')) return 'table';
  return accept.includes('as=PartialObjectMetadata') ? 'metadata' : undefined;
}

function reading({ resource, namespace, name, subresource }: Place, as: Representation, query: Words) {
  if (as === 'table') query.oneOf('includeObject', 'Metadata');
  const resourceVersion = query.text('resourceVersion');
  return {
    verb: 'get',
    of: { resource, namespace, name: name!, ...(subresource && { subresource }) },
    as,
    ...(resourceVersion !== undefined && { resourceVersion }),
  } as const;
}

function readingLog({ resource, namespace, name }: Place, query: Words): LogOperation {
  const options = said({
    container: query.text('container'),
    tailLines: query.number('tailLines'),
    sinceSeconds: query.number('sinceSeconds'),
  });
  return { verb: 'log', of: { resource, namespace, name: name! }, options };
}

function listing(
  { resource, namespace }: Place,
  as: Representation,
  query: Words,
): ListOperation | WatchOperation | undefined {
  if (as === 'table') query.oneOf('includeObject', 'Metadata');
  const common = said({
    resourceVersion: query.text('resourceVersion'),
    resourceVersionMatch: query.oneOf('resourceVersionMatch', 'Exact', 'NotOlderThan'),
    labelSelector: query.text('labelSelector'),
    fieldSelector: query.text('fieldSelector'),
    timeoutSeconds: query.number('timeoutSeconds'),
  });
  const of = { resource, namespace };
  if (!query.flag('watch')) {
    const place = said({ limit: query.number('limit'), continueToken: query.text('continue') });
    return { verb: 'list', of, as, ...common, ...place };
  }
  const start = said({
    allowWatchBookmarks: query.flag('allowWatchBookmarks'),
    sendInitialEvents: query.flag('sendInitialEvents'),
  });
  return { verb: 'watch', of, as, ...common, ...start };
}

function creating(place: Place, object: unknown, query: Words): CreateOperation | undefined {
  if (!isObject(object)) return undefined;
  const { resource, namespace, name, subresource } = place;
  const of =
    name === undefined
      ? { resource, namespace }
      : { resource, namespace, name, ...(subresource && { subresource }) };
  return { verb: 'create', of, object: object as never, ...writing(query) };
}

function updating(place: Place, object: unknown, query: Words): UpdateOperation | undefined {
  const { resource, namespace, name, subresource } = place;
  if (!isObject(object) || name === undefined) return undefined;
  const of = { resource, namespace, name, ...(subresource && { subresource }) };
  return { verb: 'update', of, object: object as never, ...writing(query) };
}

const patchTypes = {
  'application/json-patch+json': 'json',
  'application/merge-patch+json': 'merge',
  'application/strategic-merge-patch+json': 'strategic-merge',
  'application/apply-patch+yaml': 'apply',
} as const;

function patching(
  { resource, namespace, name, subresource }: Place,
  body: string | undefined,
  contentType: string | undefined,
  query: Words,
): PatchOperation | undefined {
  const type = patchTypes[contentType as keyof typeof patchTypes];
  const patch = parsed(body);
  if (name === undefined || type === undefined || patch === undefined) return undefined;
  const force = query.flag('force');
  const of = { resource, namespace, name, ...(subresource && { subresource }) };
  const given = writing(query);
  // By the interface nobody applies without a name.
  if (type === 'apply' && given.fieldManager === undefined) return undefined;
  return { verb: 'patch', of, type, patch, ...given, ...(force && { force }) };
}

function deleting(
  { resource, namespace, name, subresource }: Place,
  body: unknown,
  query: Words,
): DeleteOperation | DeleteCollectionOperation | undefined {
  if (!isObject(body) || subresource) return undefined;
  const { apiVersion: _version, kind: _kind, preconditions, ...fields } = body;
  const options = new Words(fields);
  const required = new Words(isObject(preconditions) ? preconditions : {});
  const shared = said({
    propagationPolicy:
      options.oneOf('propagationPolicy', 'Orphan', 'Background', 'Foreground') ??
      query.oneOf('propagationPolicy', 'Orphan', 'Background', 'Foreground'),
    gracePeriodSeconds: options.take('gracePeriodSeconds') as number | undefined,
    dryRun: isDryRun(options.take('dryRun')) || query.oneOf('dryRun', 'All') ? true : undefined,
  });
  const grace = query.number('gracePeriodSeconds');
  const given = { ...shared, ...(grace !== undefined && { gracePeriodSeconds: grace }) };
  if (name === undefined) {
    const selection = said({
      labelSelector: query.text('labelSelector'),
      fieldSelector: query.text('fieldSelector'),
    });
    if (!options.isSpent || !required.isSpent) return undefined;
    return { verb: 'deletecollection', of: { resource, namespace }, ...given, ...selection };
  }
  const state = said({ uid: required.text('uid'), resourceVersion: required.text('resourceVersion') });
  if (!options.isSpent || !required.isSpent) return undefined;
  return { verb: 'delete', of: { resource, namespace, name }, ...given, ...state };
}

function proxied(place: Place, { method, headers, body }: SentRequest, url: URL): ProxyOperation | undefined {
  const { resource, namespace, name, subresource = '' } = place;
  if (name === undefined || Object.keys(headers).some((header) => !/^content-type$/i.test(header)))
    return undefined;
  const path = subresource.slice('proxy'.length) + url.search;
  return {
    verb: 'proxy',
    of: { resource, namespace, name },
    method: method as ProxyOperation['method'],
    ...(path !== '' && { path }),
    headers,
    ...(body !== undefined && { body }),
  };
}

/** Servers warn of unknown fields where nothing is asked of them. */
function writing(query: Words) {
  return said({
    fieldManager: query.text('fieldManager'),
    fieldValidation: query.oneOf('fieldValidation', 'Ignore', 'Warn', 'Strict') ?? ('Warn' as const),
    dryRun: query.oneOf('dryRun', 'All') && true,
  });
}

function isDryRun(value: unknown): boolean {
  return JSON.stringify(value) === '["All"]';
}

function jsonOf({ body }: SentRequest, contentType: string | undefined): unknown {
  return contentType === 'application/json' ? parsed(body) : undefined;
}

/** Undefined of what the client would write otherwise. */
function parsed(text: string | undefined): unknown {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Said<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** The fields that have a value. */
function said<Fields extends object>(fields: Fields): Said<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Said<Fields>;
}
