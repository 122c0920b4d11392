import { createHash } from 'node:crypto';
import type { KubeObject } from '../../sandbox/src/object-store.ts';
import type { HealthEndpoint, ServerFacts, ServerObject } from '../../sandbox/src/server-facts.ts';
import type { ApiResourceList, BareServerAnswers } from './bare-server.ts';

/**
 * What a server has from its first moment, without what only this one has: the same release gives the same text. Objects of
 * nodes, events, and what controllers make in every namespace are left out.
 */
export function makeServerFacts(answers: BareServerAnswers): ServerFacts {
  const { version, root, checks, lists, objects, warnings } = answers;
  const { platform: _platform, ...known } = version;
  return {
    version: known,
    paths: root.paths.filter((path) => !/^\/(apis?|healthz|livez|readyz)(\/|$)/.test(path)),
    checks: {
      healthz: checksIn(checks, 'healthz'),
      livez: checksIn(checks, 'livez'),
      readyz: checksIn(checks, 'readyz'),
    },
    storageVersions: storageVersions(lists),
    warnings: Object.fromEntries(Object.entries(warnings).map(([kind, header]) => [kind, textOf(header)])),
    ...bareObjects(objects),
  };
}

/** What a `Warning` header says: `299 - "TEXT"`. */
function textOf(header: string): string {
  const quoted = /"(?:[^"\\]|\\.)*"/.exec(header)?.[0];
  if (quoted === undefined) throw new Error(`${header} is no warning`);
  return JSON.parse(quoted) as string;
}

function checksIn(checks: BareServerAnswers['checks'], endpoint: HealthEndpoint): string[] {
  return [...checks[endpoint].matchAll(/^\[\+\](\S+) ok$/gm)].map(([, name]) => name!);
}

/** The hash is of group, version and kind, and so it tells which of a group's versions it was made of. */
function storageVersions(lists: readonly ApiResourceList[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { groupVersion, resources } of lists) {
    const [group = ''] = groupVersion.includes('/') ? groupVersion.split('/') : [];
    for (const { name, kind, storageVersionHash } of resources) {
      const key = `${group}/${name}`;
      if (storageVersionHash === undefined || Object.hasOwn(found, key)) continue;
      const apiVersion = candidates(group).find((one) => hashOf(one, kind) === storageVersionHash);
      if (apiVersion === undefined)
        throw new Error(`no version of ${group || 'the core group'} has the storage hash of ${name}`);
      found[key] = apiVersion;
    }
  }
  return found;
}

const numbers = ['1', '2', '3'];
const versions = numbers.flatMap((major) => [
  `v${major}`,
  ...['beta', 'alpha'].flatMap((stage) => numbers.map((minor) => `v${major}${stage}${minor}`)),
]);

/** A resource may be stored as one of the core group: Events are. */
function candidates(group: string): string[] {
  return [...versions.map((version) => (group === '' ? version : `${group}/${version}`)), 'v1'];
}

function hashOf(apiVersion: string, kind: string): string {
  const text = apiVersion.includes('/') ? `${apiVersion}/${kind}` : `/${apiVersion}/${kind}`;
  return createHash('sha256').update(text).digest().subarray(0, 8).toString('base64');
}

function bareObjects(objects: readonly KubeObject[]): Pick<ServerFacts, 'objects' | 'ownedFields'> {
  const identity = objects.find(
    ({ kind, metadata }) => kind === 'Lease' && metadata.name?.startsWith('apiserver-'),
  )?.metadata;
  const own = [
    [identity?.name?.replace('apiserver-', ''), '{identity}'],
    [identity?.labels?.['kubernetes.io/hostname'], '{hostname}'],
  ] as const;
  const port = portOf(objects);
  const fields = new Map<string, number>();
  const bare = objects
    .filter(isOfTheServer)
    .sort(byRevision)
    .map((object): ServerObject => {
      const {
        uid: _uid,
        resourceVersion: _revision,
        creationTimestamp: _created,
        managedFields = [],
        ...metadata
      } = object.metadata;
      const owners = managedFields.map(({ time: _time, fieldsType: _type, fieldsV1, ...owner }) => {
        const text = JSON.stringify(fieldsV1);
        if (!fields.has(text)) fields.set(text, fields.size);
        return { ...owner, fields: fields.get(text)! };
      });
      return { object: withPlaceholders({ ...object, metadata }, own, port) as KubeObject, owners };
    });
  return { objects: bare, ownedFields: [...fields.keys()].map((text) => JSON.parse(text)) };
}

function isOfTheServer({ apiVersion, kind, metadata }: KubeObject): boolean {
  const { name, namespace } = metadata;
  if (kind === 'Node' || kind === 'Event' || namespace === 'kube-node-lease') return false;
  if (apiVersion === 'events.k8s.io/v1') return false;
  if (kind === 'ServiceAccount' && name === 'default') return false;
  return !(kind === 'ConfigMap' && name === 'kube-root-ca.crt');
}

function byRevision(left: KubeObject, right: KubeObject): number {
  return Number(left.metadata.resourceVersion) - Number(right.metadata.resourceVersion);
}

/** The port that the server itself listens on. */
function portOf(objects: readonly KubeObject[]): number | undefined {
  const service = objects.find(({ kind, metadata }) => kind === 'Service' && metadata.name === 'kubernetes');
  return (service?.spec as { ports?: { targetPort?: number }[] } | undefined)?.ports?.[0]?.targetPort;
}

/** The port that a server listens on unless it is told another one. */
const usualPort = 6443;

function withPlaceholders(
  value: unknown,
  own: readonly (readonly [string | undefined, string])[],
  port: number | undefined,
): unknown {
  if (typeof value === 'number') return value === port ? usualPort : value;
  if (typeof value === 'string') return placeholders(value, own);
  if (Array.isArray(value)) return value.map((item) => withPlaceholders(item, own, port));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, withPlaceholders(field, own, port)]),
  );
}

function placeholders(text: string, own: readonly (readonly [string | undefined, string])[]): string {
  let result = text
    .replace(/-----BEGIN CERTIFICATE-----.*-----END CERTIFICATE-----\n/s, '{authority}')
    .replace(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/, '{time}')
    .replace(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{6}Z$/, '{microtime}')
    .replace(/^\d{4}-\d\d-\d\d$/, '{date}')
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/, '{uid}')
    .replace(/(?<=^kubernetes\.io:kube-apiserver-serving:)[\da-f]+$/, '{authority hash}');
  for (const [known, placeholder] of own) {
    const isWord = known !== undefined && new RegExp(`(^|-)${known}(_|$)`).test(result);
    if (isWord) result = result.replace(known, placeholder);
  }
  return result;
}
