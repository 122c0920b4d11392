import { badRequest } from '../errors.ts';
import { internalPackage } from '../internal-package.ts';
import { templateGeneration } from '../lifecycle/read-object.ts';
import type { KubeObject } from '../object-store.ts';
import { withNulls } from '../protobuf/go-nulls.ts';
import type { Resource } from '../resources/resource.ts';
import { StatusError } from '../status-error.ts';
import { type ColumnDefinition, printTable, type Row, type Table } from '../table/table.ts';
import type { ResourceRequest } from './request.ts';

/** Turns what a request answers into what its `Accept` header asked for. */
export interface ResponseTransformer {
  /** One object, a list or a Status. */
  whole(object: Record<string, unknown>): Record<string, unknown>;
  /** The object of a watch event. */
  event(object: KubeObject): Record<string, unknown>;
}

/** Throws a 400 for an `includeObject` that is not known. */
export function responseTransformer(request: ResourceRequest): ResponseTransformer {
  const { as } = request.representation;
  if (as === 'Table') return new TableTransformer(request);
  if (as === 'object') return new ObjectTransformer(request);
  return new MetadataTransformer(request);
}

/** Objects as Go writes them. */
class ObjectTransformer implements ResponseTransformer {
  readonly #request: ResourceRequest;

  constructor(request: ResourceRequest) {
    this.#request = request;
  }

  whole(object: Record<string, unknown>): Record<string, unknown> {
    if (object.kind === 'Status') return object;
    if (!isList(object, this.#request)) return this.event(object as KubeObject);
    return { ...object, items: (object.items as KubeObject[]).map((item) => this.event(item)) };
  }

  event(object: KubeObject): Record<string, unknown> {
    return asGoWrites(object, this.#request);
  }
}

class TableTransformer implements ResponseTransformer {
  readonly #request: ResourceRequest;
  readonly #include: 'None' | 'Metadata' | 'Object';
  /** A watch tells its columns once. */
  #columns: 'untold' | 'told' = 'untold';

  constructor(request: ResourceRequest) {
    this.#request = request;
    const include = request.query.get('includeObject') || 'Metadata';
    if (include !== 'None' && include !== 'Metadata' && include !== 'Object') {
      throw badRequest(
        `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(include)}: must be 'Metadata', 'Object', 'None', or empty`,
      );
    }
    this.#include = include;
  }

  whole(object: Record<string, unknown>): Record<string, unknown> {
    if (object.kind === 'Status') return object;
    if (!isList(object, this.#request)) {
      const one = object as KubeObject;
      return this.#table([one], { resourceVersion: one.metadata.resourceVersion });
    }
    const items = object.items as KubeObject[];
    const { apiVersion, kind } = this.#request.resource.kind;
    return this.#table(
      items.map((item) => ({ ...item, apiVersion, kind })),
      object.metadata as Record<string, unknown>,
    );
  }

  event(object: KubeObject): Record<string, unknown> {
    const table = this.#table([object], { resourceVersion: object.metadata.resourceVersion });
    if (this.#columns === 'told' && !this.#tellsAlways()) table.columnDefinitions = null;
    this.#columns = 'told';
    return table;
  }

  /** What prints APIServices passes over the wish for no columns. */
  #tellsAlways(): boolean {
    const { group, plural } = this.#request.resource.storage;
    return group === 'apiregistration.k8s.io' && plural === 'apiservices';
  }

  #table(objects: KubeObject[], metadata: Record<string, unknown>): Record<string, unknown> {
    const { api, resource, representation } = this.#request;
    const now = new Date(api.clock.now());
    const table = printTable(resource.kind, objects, now, api.kubernetesVersion);
    return {
      kind: 'Table',
      apiVersion: representation.asVersion,
      metadata,
      columnDefinitions: table.columnDefinitions as ColumnDefinition[] | null,
      rows: isWithoutRows(table) ? null : table.rows.map((row) => this.#row(row)),
    };
  }

  #row(row: Row): Record<string, unknown> {
    return { ...row, object: this.#rowObject(row.object) };
  }

  #rowObject(object: KubeObject): unknown {
    if (this.#include === 'None') return null;
    if (this.#include === 'Object') return asGoWrites(object, this.#request);
    return partial(object, this.#request.representation.asVersion);
  }
}

class MetadataTransformer implements ResponseTransformer {
  readonly #request: ResourceRequest;

  constructor(request: ResourceRequest) {
    this.#request = request;
  }

  whole(object: Record<string, unknown>): Record<string, unknown> {
    if (object.kind === 'Status') return object;
    const { as, asVersion } = this.#request.representation;
    const list = isList(object, this.#request);
    if (list !== (as === 'PartialObjectMetadataList')) {
      const found = list ? 'a list' : 'not a list';
      throw new StatusError(
        406,
        'NotAcceptable',
        `you requested ${as}, but the requested object is ${found} (${goTypeOf(String(object.kind), this.#request.resource)})`,
      );
    }
    if (!list) return partial(object as KubeObject, asVersion);
    return {
      kind: 'PartialObjectMetadataList',
      apiVersion: asVersion,
      metadata: object.metadata,
      items: (object.items as KubeObject[]).map((item) => partial(item, asVersion)),
    };
  }

  event(object: KubeObject): Record<string, unknown> {
    return partial(object, this.#request.representation.asVersion);
  }
}

/** What prints the kinds that nobody wrote columns for makes no list where there is nothing to print. */
function isWithoutRows({ columnDefinitions, rows }: Table): boolean {
  return rows.length === 0 && columnDefinitions.some(({ name }) => name === 'Created At');
}

function asGoWrites(object: KubeObject, { resource, body }: ResourceRequest): KubeObject {
  const { schema } = resource;
  return schema ? (withNulls(object, schema, body.protobufFacts) as KubeObject) : object;
}

/** The type of the server's own that an object is read into. */
function goTypeOf(kind: string, resource: Resource): string {
  if (resource.origin === 'custom') return '*unstructured.Unstructured';
  return `*${internalPackage(resource.storage.group)}.${kind}`;
}

function isList(object: Record<string, unknown>, { resource }: ResourceRequest): boolean {
  return object.kind === resource.listKind && Array.isArray(object.items);
}

/** The metadata are those of the object in memory, where how often a DaemonSet's template has changed is no annotation. */
function partial({ metadata }: KubeObject, apiVersion: string): Record<string, unknown> {
  if (!metadata.annotations || !(templateGeneration in metadata.annotations)) {
    return { kind: 'PartialObjectMetadata', apiVersion, metadata };
  }
  const { [templateGeneration]: _generation, ...annotations } = metadata.annotations;
  const { annotations: _annotations, ...others } = metadata;
  const left = Object.keys(annotations).length > 0 ? { ...others, annotations } : others;
  return { kind: 'PartialObjectMetadata', apiVersion, metadata: left };
}
