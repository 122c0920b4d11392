import { parseDocuments } from '../../../server/src/yaml/documents.ts';
import type { MapNode, Span, YamlNode, YamlProblem } from '../../../server/src/yaml/nodes.ts';
import { syntaxSeverities } from '../../../server/src/yaml/syntax-severities.ts';
import { toValue } from '../../../server/src/yaml/value.ts';
import type { KubeObject } from '../cluster/cluster.ts';
import { groupOf } from '../journal/order.ts';

/** An object that a file describes. */
export interface ManifestObject {
  /** The file or editor, as a URI or a path: callers choose. */
  readonly source: string;
  /** All that is written there. */
  readonly text: string;
  readonly object: KubeObject;
  /** Where it is written. */
  readonly node: MapNode;
}

/** Something of a file that cannot be sent. */
export interface ManifestProblem {
  readonly source: string;
  readonly message: string;
  readonly span: Span;
}

export interface Manifests {
  readonly objects: readonly ManifestObject[];
  readonly problems: readonly ManifestProblem[];
}

/** Groups whose objects are read by a program on this side and never sent to a cluster. */
const clientSideGroups = new Set([
  'kustomize.config.k8s.io',
  'skaffold',
  'kind.x-k8s.io',
  'kubeadm.k8s.io',
  'k3d.io',
]);

/**
 * The Kubernetes objects of a YAML text, those inside a `List` or `<Kind>List` one by one. Documents that are no
 * Kubernetes objects are left alone; one that is but cannot be read whole is a problem and never sent.
 */
export function readManifests(source: string, text: string): Manifests {
  const objects: ManifestObject[] = [];
  const problems: ManifestProblem[] = [];
  for (const document of parseDocuments(text)) {
    const { root } = document;
    const problem = document.problems.find(isInTheWay);
    const isObject = root?.type === 'map' && looksLikeObject(root);
    // Of what is too deep there is no root.
    if (problem && (isObject || problem.code === 'too-deep')) {
      problems.push({ source, message: problem.message, span: problem.span });
    }
    if (problem || !isObject) continue;
    for (const item of itemsOf(root)) {
      const read = readObject(source, text, item);
      if ('object' in read) objects.push(read);
      else problems.push(read);
    }
  }
  return { objects, problems };
}

/** What is not read whole is never sent. */
function isInTheWay({ code }: YamlProblem): boolean {
  return !syntaxSeverities.has(code) || code === 'too-deep' || code === 'unread-text';
}

function looksLikeObject(root: MapNode): boolean {
  const apiVersion = scalarOf(root, 'apiVersion');
  const kind = scalarOf(root, 'kind');
  if (apiVersion === undefined || kind === undefined) return false;
  // A kubeconfig.
  if (apiVersion === 'v1' && kind === 'Config') return false;
  return !clientSideGroups.has(groupOf(apiVersion));
}

function itemsOf(root: MapNode): readonly (YamlNode | undefined)[] {
  if (!scalarOf(root, 'kind')?.endsWith('List')) return [root];
  const items = root.entries.findLast(({ key }) => key.text === 'items')?.value;
  return items?.type === 'list' ? items.items.map(({ value }) => value) : [root];
}

function readObject(
  source: string,
  text: string,
  node: YamlNode | undefined,
): ManifestObject | ManifestProblem {
  const span = node?.span ?? { start: 0, end: 0 };
  if (node?.type !== 'map')
    return { source, message: 'An item of a list is no object: write its fields.', span };
  const object = jsonOf(toValue(node)) as KubeObject;
  if (typeof object.apiVersion !== 'string' || object.apiVersion === '') {
    return { source, message: 'The object has no apiVersion: write one.', span };
  }
  if (typeof object.kind !== 'string' || object.kind === '') {
    return { source, message: 'The object has no kind: write one.', span };
  }
  const { metadata } = object as { metadata?: unknown };
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) {
    return { source, message: `The ${object.kind} has no metadata: write at least metadata.name.`, span };
  }
  const { name, generateName } = object.metadata;
  if (!isText(name) && !isText(generateName)) {
    return { source, message: `The ${object.kind} has no name: write metadata.name.`, span };
  }
  return { source, text, object, node };
}

/** JSON has one sort of number: an integer that is too large for it to be exact goes as the nearest one. */
function jsonOf(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, jsonOf(field)]));
}

function scalarOf(node: MapNode, name: string): string | undefined {
  const value = node.entries.findLast(({ key }) => key.text === name)?.value;
  return value?.type === 'scalar' && value.text !== '' ? value.text : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
