import { parseAggregated } from '../../client/src/cluster/discovery/parse.ts';
import { collectionRequest, pathRequest } from '../../client/src/cluster/http/request.ts';
import type { Transport } from '../../client/src/cluster/http/transport.ts';
import type { OpenApiSchema } from '../../server/src/catalog/openapi.ts';

/** What a server was asked for its facts, answer by answer as they came. */
export interface ServerAnswers {
  /** `/version`. */
  readonly version: { readonly gitVersion: string };
  /** `/api` and `/apis` as `APIGroupDiscoveryList`, in this order. */
  readonly discovery: readonly AggregatedDiscovery[];
  /** The group-versions that the server has registered, with how they came to it. */
  readonly apiServices: ApiServiceList;
  /** What `/openapi/v3` names, in the order of the paths. */
  readonly documents: readonly PublishedDocument[];
  /** The definitions of `/openapi/v2`, which is about all group-versions at once. */
  readonly definitions: Readonly<Record<string, OpenApiSchema>>;
  /** The `Table` of every resource that can be listed, by its plural and group (`deployments.apps/v1`). */
  readonly tables: Readonly<Record<string, Table>>;
}

/** `APIGroupDiscoveryList`, of version v2 and v2beta1 alike. */
export interface AggregatedDiscovery {
  readonly kind?: string;
  readonly items?: readonly {
    readonly metadata?: { readonly name?: string };
    readonly versions?: readonly {
      readonly version: string;
      readonly freshness?: string;
      readonly resources?: readonly {
        readonly resource: string;
        readonly responseKind?: GroupVersionKind;
        readonly scope: string;
        readonly singularResource?: string;
        readonly verbs?: readonly string[];
        readonly shortNames?: readonly string[];
        readonly categories?: readonly string[];
        readonly subresources?: readonly {
          readonly subresource: string;
          readonly responseKind?: GroupVersionKind;
          readonly verbs?: readonly string[];
        }[];
      }[];
    }[];
  }[];
}

interface GroupVersionKind {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
}

/** `APIServiceList` of `apiregistration.k8s.io/v1`. */
export interface ApiServiceList {
  readonly items: readonly {
    readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  }[];
}

export interface PublishedDocument {
  readonly components?: { readonly schemas?: Readonly<Record<string, OpenApiSchema>> };
}

export interface Table {
  readonly kind: string;
  readonly columnDefinitions?: readonly {
    readonly name: string;
    readonly type: string;
    readonly format: string;
    readonly priority: number;
    readonly description?: string;
  }[];
}

/** The key of a resource's table: `pods./v1`, `deployments.apps/v1`. */
export function tableKey(resource: { plural: string; group: string; version: string }): string {
  return `${resource.plural}.${resource.group}/${resource.version}`;
}

/** Asks a server for all that its facts are made of. Rejects with a `ClusterError` where it refuses an answer. */
export async function readServer(transport: Pick<Transport, 'json'>): Promise<ServerAnswers> {
  const get = <Answer>(path: string, accept?: string) =>
    transport.json(pathRequest(path, accept), asItIs<Answer>);
  const version = await get<ServerAnswers['version']>('/version');
  const discovery = [
    await get<AggregatedDiscovery>('/api', aggregated),
    await get<AggregatedDiscovery>('/apis', aggregated),
  ];
  const apiServices = await get<ApiServiceList>('/apis/apiregistration.k8s.io/v1/apiservices');
  const { paths } = await get<{ paths: Record<string, { serverRelativeURL: string }> }>('/openapi/v3');
  const documents: PublishedDocument[] = [];
  for (const path of Object.keys(paths).sort()) {
    documents.push(await get<PublishedDocument>(paths[path]!.serverRelativeURL));
  }
  const { definitions } = await get<Pick<ServerAnswers, 'definitions'>>('/openapi/v2');
  const tables = await readTables(transport, discovery);
  return { version, discovery, apiServices, documents, definitions, tables };
}

const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';

async function readTables(
  transport: Pick<Transport, 'json'>,
  discovery: readonly AggregatedDiscovery[],
): Promise<Record<string, Table>> {
  const tables: Record<string, Table> = {};
  for (const resource of discovery.flatMap((answer) => parseAggregated(answer) ?? [])) {
    if (!resource.verbs.includes('list')) continue;
    const collection = { resource, namespace: undefined, selection: {}, content: 'rows' } as const;
    const request = collectionRequest(collection, { verb: 'list', continueToken: undefined });
    tables[tableKey(resource)] = await transport.json(request, asItIs<Table>);
  }
  return tables;
}

/** What is wrong with an answer is told where facts are made of it. */
function asItIs<Answer>(answer: unknown): Answer {
  return answer as Answer;
}
