import { pathRequest } from '../../client/src/cluster/http/request.ts';
import type { Transport } from '../../client/src/cluster/http/transport.ts';
import type { KubeObject } from '../../sandbox/src/object-store.ts';
import type { HealthEndpoint } from '../../sandbox/src/server-facts.ts';
import type { AggregatedDiscovery } from './server-answers.ts';

/** What a server that nobody has used yet was asked for what it has from its first moment. */
export interface BareServerAnswers {
  readonly version: Readonly<Record<string, string>>;
  /** `/`. */
  readonly root: { readonly paths: readonly string[] };
  /** The texts of `?verbose`. */
  readonly checks: Readonly<Record<HealthEndpoint, string>>;
  /** `/api/v1` and every `/apis/GROUP/VERSION`, preferred versions first. */
  readonly lists: readonly ApiResourceList[];
  /** The objects of every resource in its preferred version. */
  readonly objects: readonly KubeObject[];
  /** The `Warning` header of a list, by `apiVersion` and kind of what it lists. */
  readonly warnings: Readonly<Record<string, string>>;
}

export interface ApiResourceList {
  readonly groupVersion: string;
  readonly resources: readonly {
    readonly name: string;
    readonly kind: string;
    readonly storageVersionHash?: string;
  }[];
}

/** Asks for all that the facts of a bare server are made of. Rejects with a `ClusterError` where it refuses an answer. */
export async function readBareServer(
  transport: Pick<Transport, 'json' | 'send'>,
  discovery: readonly AggregatedDiscovery[],
): Promise<BareServerAnswers> {
  const get = <Answer>(path: string) =>
    transport.json(pathRequest(path), (answer: unknown) => answer as Answer);
  const checks = {
    healthz: await text(transport, '/healthz?verbose'),
    livez: await text(transport, '/livez?verbose'),
    readyz: await text(transport, '/readyz?verbose'),
  };
  const lists: ApiResourceList[] = [];
  const objects: KubeObject[] = [];
  const warnings: Record<string, string> = {};
  const seen = new Set<string>();
  for (const { group, version, resources } of groupVersions(discovery)) {
    const prefix = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
    const list = await get<ApiResourceList>(prefix);
    lists.push(list);
    for (const { resource, responseKind, verbs = [] } of resources) {
      const name = `${group}/${resource}`;
      if (!verbs.includes('list')) continue;
      const warning = await warningOf(transport, `${prefix}/${resource}?limit=1`);
      if (warning !== undefined) warnings[`${list.groupVersion} ${responseKind?.kind}`] = warning;
      if (seen.has(name) || !verbs.includes('create')) continue;
      seen.add(name);
      const { apiVersion, kind, items } = await get<ObjectList>(`${prefix}/${resource}`);
      const head = { apiVersion, kind: kind.replace(/List$/, '') };
      objects.push(...items.map((item) => ({ ...head, ...item })));
    }
  }
  return { version: await get('/version'), root: await get('/'), checks, lists, objects, warnings };
}

interface ObjectList {
  readonly apiVersion: string;
  readonly kind: string;
  readonly items: readonly KubeObject[];
}

function groupVersions(discovery: readonly AggregatedDiscovery[]) {
  return discovery.flatMap(({ items = [] }) =>
    items.flatMap(({ metadata, versions = [] }) =>
      versions.map(({ version, resources = [] }) => ({ group: metadata?.name ?? '', version, resources })),
    ),
  );
}

async function text(transport: Pick<Transport, 'send'>, path: string): Promise<string> {
  const { code, body } = await transport.send(pathRequest(path));
  let all = '';
  for await (const chunk of body) all += String(chunk);
  if (code !== 200) throw new Error(`${path} was answered ${code}: wait until the server is well`);
  return all;
}

async function warningOf(transport: Pick<Transport, 'send'>, path: string): Promise<string | undefined> {
  const { headers, body } = await transport.send(pathRequest(path));
  body.resume();
  const { warning } = headers;
  return Array.isArray(warning) ? warning[0] : warning;
}
