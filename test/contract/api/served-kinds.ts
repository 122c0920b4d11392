import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { KubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import type { RawRequest } from './case.ts';
import { operationKey } from './operations.ts';
import { runLabel } from './run-case.ts';
import { nameOfKind, type SmallestObject, smallestObject } from './smallest-objects.ts';

/** A resource that a server of some version serves, from `server/facts/`. */
export interface ServedKind {
  group: string;
  version: string;
  kind: string;
  plural: string;
  scope: 'Namespaced' | 'Cluster';
  verbs: readonly string[];
  subresources: readonly { name: string; kind: string; verbs: readonly string[] }[];
}

/** All resources that a server of this version serves. */
export function servedKinds(version: KubernetesVersion): readonly ServedKind[] {
  const file = resolve(import.meta.dirname, `../../../server/facts/kubernetes-${version}.json`);
  return JSON.parse(readFileSync(file, 'utf8')).resources;
}

/** What a case says of one kind: paths, names and objects, with the placeholders of `RawRequest`. */
export interface KindUnderTest extends ServedKind {
  /** The Kubernetes version of the server. */
  release: KubernetesVersion;
  /** `/api/v1`, `/apis/apps/v1`. */
  prefix: string;
  apiVersion: string;
  /** How messages name it: `deployments.apps`. */
  resource: string;
  /** Where it is created and listed. */
  collection: string;
  /** What it is called in a case. */
  name: string;
  /** One of it, by that name. */
  path: string;
  /** The smallest valid object of that name, labelled. */
  object: Record<string, unknown>;
  /** Creates that object. */
  made: RawRequest;
  /** Defined by the run itself, and so never merged strategically. */
  isCustom: boolean;
  /** The key of the list in all namespaces. */
  listAllKey: string;
  /** The key of one of its operations: `key('create')`, `key('read', 'Status')`. */
  key(verb: string, subresource?: string): string;
  /** The beginning of a refusal for lack of rights, by verb and subresource, for one object or for the collection. */
  forbidden(verb: string, of: 'object' | 'collection', subresource?: string): string;
}

/** Everything that generated cases need to know of a kind that every server of its version serves. */
export function kindUnderTest(served: ServedKind, release: KubernetesVersion): KindUnderTest {
  return withObject(served, release, nameOfKind(served), smallestObject(served));
}

/** The same of a kind that the run defines. Its operations are those of custom objects. */
export function customKindUnderTest(
  served: ServedKind,
  release: KubernetesVersion,
  smallest: SmallestObject,
): KindUnderTest {
  const scope = served.scope === 'Namespaced' ? 'Namespaced' : 'Cluster';
  const prefix = '/apis/{group}/{version}';
  return {
    ...withObject(served, release, '{name}', smallest),
    isCustom: true,
    listAllKey: operationKey({ prefix, identifier: 'listCustomObjectForAllNamespaces' }),
    key(verb, subresource = '') {
      const customVerb = verb === 'read' ? 'get' : verb;
      return operationKey({ prefix, identifier: `${customVerb}${scope}CustomObject${subresource}` });
    },
  };
}

function withObject(
  served: ServedKind,
  release: KubernetesVersion,
  name: string,
  smallest: SmallestObject,
): KindUnderTest {
  const { group, version, kind, plural, scope } = served;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  const prefix = group === '' ? `/api/${version}` : `/apis/${apiVersion}`;
  const isNamespaced = scope === 'Namespaced';
  const collection = isNamespaced ? `${prefix}/namespaces/{ns}/${plural}` : `${prefix}/${plural}`;
  const metadata = { name, labels: { [runLabel]: '{run}', case: '{name}' } };
  const object = { apiVersion, kind, metadata, ...smallest };
  const resource = group === '' ? plural : `${plural}.${group}`;
  return {
    ...served,
    release,
    prefix,
    apiVersion,
    resource,
    collection,
    name,
    path: `${collection}/${name}`,
    object,
    made: { method: 'POST', path: collection, body: object },
    isCustom: false,
    listAllKey: operationKey({ prefix, identifier: `list${kind}ForAllNamespaces` }),
    key(verb, subresource = '') {
      const identifier = `${verb}${isNamespaced ? 'Namespaced' : ''}${kind}${subresource}`;
      return operationKey({ prefix, identifier });
    },
    forbidden(verb, of, subresource) {
      const whole = subresource ? `${plural}/${subresource}` : plural;
      const named = of === 'object' ? ` "${name}"` : '';
      return `${resource}${named} is forbidden: User "{nobody}" cannot ${verb} resource "${whole}" in API group "${group}" ${placeOf(served, of)}`;
    },
  };
}

/** Kubernetes takes a namespace for a part of itself. */
function placeOf({ group, plural, scope }: ServedKind, of: 'object' | 'collection'): string {
  if (scope === 'Namespaced') return 'in the namespace "{ns}"';
  const isNamespace = group === '' && plural === 'namespaces' && of === 'object';
  return isNamespace ? 'in the namespace "{name}"' : 'at the cluster scope';
}
