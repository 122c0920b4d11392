import type { Catalog } from '../../catalog/catalog.ts';
import type { MapEntry, MapNode, ScalarNode, YamlNode } from '../../yaml/nodes.ts';
import { fieldName } from '../../yaml/tree.ts';
import { groupOf } from './check-kind.ts';

/** What a document's root says it is. */
export type Identity =
  /** No Kubernetes object, or one that no API server takes: to be left alone. */
  | { readonly is: 'foreign' }
  | {
      readonly is: 'object';
      readonly map: MapNode;
      readonly apiVersion: ScalarNode;
      readonly kind: ScalarNode;
    }
  /** An object but for its `kind` or `apiVersion`. */
  | {
      readonly is: 'headless';
      readonly map: MapNode;
      readonly lacks: 'kind' | 'apiVersion';
      readonly has: MapEntry;
    };

/**
 * Tells a Kubernetes object by what it says: `apiVersion` and `kind`. One of them alone counts when the rest leaves no
 * doubt, because other formats have fields of these names, too.
 */
export function identify(root: YamlNode | undefined, catalog: Catalog): Identity {
  if (root?.type !== 'map') return foreign;
  const apiVersion = field(root, 'apiVersion');
  const kind = field(root, 'kind');
  const apiVersionWord = wordOf(apiVersion);
  const kindWord = wordOf(kind);
  if (apiVersionWord && kindWord) {
    if (isClientSide(apiVersionWord.text, kindWord.text)) return foreign;
    const isKnown = catalog.find(apiVersionWord.text, kindWord.text) !== undefined;
    if (!isKnown && !isApiVersion(apiVersionWord.text)) return foreign;
    if (!isKnown && groupOf(apiVersionWord.text) === '' && !looksLikeObject(root)) return foreign;
    return { is: 'object', map: root, apiVersion: apiVersionWord, kind: kindWord };
  }
  if (!looksLikeObject(root)) return foreign;
  if (kind && kindWord && isUnset(apiVersion) && catalog.findByKind(kindWord.text).length > 0) {
    return { is: 'headless', map: root, lacks: 'apiVersion', has: kind };
  }
  if (apiVersion && apiVersionWord && isUnset(kind) && isServedByCatalog(apiVersionWord.text, catalog)) {
    return { is: 'headless', map: root, lacks: 'kind', has: apiVersion };
  }
  return foreign;
}

/** The last entry of a name: of duplicates the server takes that one. */
export function field(map: MapNode, name: string): MapEntry | undefined {
  return map.entries.findLast((entry) => fieldName(entry.key) === name);
}

const foreign: Identity = { is: 'foreign' };

/** Groups whose objects are files for a program, never sent to an API server. */
const clientSideGroups = new Set([
  'apiserver.config.k8s.io',
  'apiserver.k8s.io',
  'audit.k8s.io',
  'builtin',
  'client.authentication.k8s.io',
  'credentialprovider.kubelet.k8s.io',
  'ctlptl.dev',
  'eksctl.io',
  'k3d.io',
  'kind.x-k8s.io',
  'kubeadm.k8s.io',
  'kubectl.config.k8s.io',
  'kubelet.config.k8s.io',
  'kubeproxy.config.k8s.io',
  'kubescheduler.config.k8s.io',
  'kustomize.config.k8s.io',
  'pod-security.admission.config.k8s.io',
  'resourcequota.admission.k8s.io',
  'skaffold',
]);

function isClientSide(apiVersion: string, kind: string): boolean {
  const group = groupOf(apiVersion);
  if (group === '') return kind === 'Config' || kind === 'Preferences' || kind === 'Kustomization';
  return clientSideGroups.has(group) || group.endsWith('.config.k8s.io');
}

function isApiVersion(text: string): boolean {
  return /^(?:[a-z0-9](?:[-.a-z0-9]*[a-z0-9])?\/)?[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/i.test(text);
}

function isServedByCatalog(apiVersion: string, catalog: Catalog): boolean {
  return catalog.kinds().some((kind) => kind.apiVersion === apiVersion);
}

/** `metadata` with a map below it is in every object and in hardly anything else. */
function looksLikeObject(map: MapNode): boolean {
  return field(map, 'metadata')?.value?.type === 'map';
}

function wordOf(entry: MapEntry | undefined): ScalarNode | undefined {
  const value = entry?.value;
  return value?.type === 'scalar' && typeof value.value === 'string' && value.value !== ''
    ? value
    : undefined;
}

function isUnset(entry: MapEntry | undefined): boolean {
  const value = entry?.value;
  return !value || (value.type === 'scalar' && (value.value === null || value.value === ''));
}
