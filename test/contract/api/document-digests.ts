import { createHash } from 'node:crypto';
import type { Send } from './run-case.ts';

/** By path: a digest of each document that describes the API, without prose, addresses and the hashes of other documents. */
export async function documentDigests(send: Send): Promise<Record<string, string>> {
  const get = async (path: string, accept = 'application/json') => {
    const { code, body, text } = await send({ method: 'GET', path, headers: { accept }, body: undefined });
    if (code !== 200 || body === undefined) throw new Error(`${path}: ${code} ${text.slice(0, 200)}`);
    return body;
  };
  const index = (await get('/openapi/v3')) as { paths: Record<string, { serverRelativeURL: string }> };
  const groups = (await get('/apis')) as { groups: { name: string; versions: { groupVersion: string }[] }[] };
  const lists = groups.groups.flatMap(({ name, versions }) => [
    `/apis/${name}`,
    ...versions.map(({ groupVersion }) => `/apis/${groupVersion}`),
  ]);
  const digests: Record<string, string> = {};
  for (const path of ['/', '/api', '/api/v1', '/apis', ...lists, '/openapi/v2']) {
    digests[path] = digestOf(await get(path));
  }
  for (const path of ['/api', '/apis']) digests[`${path} aggregated`] = digestOf(await get(path, aggregated));
  for (const [path, { serverRelativeURL }] of Object.entries(index.paths)) {
    digests[`/openapi/v3/${path}`] = digestOf(await get(serverRelativeURL));
  }
  return Object.fromEntries(Object.entries(digests).sort(([left], [right]) => (left < right ? -1 : 1)));
}

const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

function digestOf(document: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(bare(document)))
    .digest('hex')
    .slice(0, 16);
}

/** In the order of names, without texts that describe. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value)
    .filter(
      ([name, field]) => !(name === 'description' && typeof field === 'string') && name !== 'serverAddress',
    )
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, bare(field)]));
}
