import type { ScalarNode, YamlNode } from '../yaml/nodes.ts';
import { field } from './fields.ts';

/** The names that kustomize looks for in a folder, in its order. */
export const kustomizationNames = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'] as const;

const lengthOfNames = kustomizationNames[0].length;

/** Whether kustomize would read this file as the kustomization of its folder. */
export function isKustomizationFile(uri: string): boolean {
  // Asked several times of each file: hardly any name ends like one of these.
  if (!uri.includes('ustomization', uri.length - lengthOfNames)) return false;
  for (const name of kustomizationNames) {
    if (uri.endsWith(name)) return uri.length === name.length || uri[uri.length - name.length - 1] === '/';
  }
  return false;
}

/** A path that a kustomization names. */
export interface NamedPath {
  readonly node: ScalarNode;
  /** Without the `key=` that files of generators may have before it. */
  readonly path: string;
  /** Where the path starts in the node's text. */
  readonly start: number;
  /** What may be there. */
  readonly leadsTo: 'file' | 'folder' | 'either';
}

/** The local paths that a kustomization names, in the order of the fields below; URLs and inline texts are none. */
export function namedPaths(root: YamlNode | undefined): NamedPath[] {
  return places.flatMap(({ path, leadsTo }) =>
    nodesAt(root, path).flatMap((node) => namedPath(node, leadsTo) ?? []),
  );
}

/** What a kustomization names as patches: the file, and the entry that says what it is for. */
export function patchPaths(
  root: YamlNode | undefined,
): readonly { readonly path: string; readonly entry: YamlNode | undefined }[] {
  return ['patches', 'patchesStrategicMerge', 'patchesJson6902'].flatMap((name) => {
    const list = field(root, name)?.value;
    if (list?.type !== 'list') return [];
    return list.items.flatMap(({ value: entry }) => {
      const node = entry?.type === 'map' ? field(entry, 'path')?.value : entry;
      const named = node?.type === 'scalar' ? namedPath(node, 'file') : undefined;
      return named ? { path: named.path, entry } : [];
    });
  });
}

/** The URI of a path that is relative to a file; undefined for one that leads out of every folder. */
export function resolvePath(fileUri: string, path: string): string | undefined {
  const scheme = /^[a-z][a-z\d+.-]*:\/\/[^/]*/i.exec(fileUri)?.[0];
  if (scheme === undefined) return undefined;
  const base = fileUri.slice(scheme.length).split('/').slice(0, -1);
  const parts = path.startsWith('/') ? [''] : base;
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(encodeURIComponent(part));
    else if (parts.length > 1) parts.pop();
    else return undefined;
  }
  return `${scheme}${parts.join('/')}`;
}

interface PathPlace {
  /** Names of fields; `*` is each item of a list. */
  readonly path: readonly string[];
  readonly leadsTo: NamedPath['leadsTo'];
}

const places: readonly PathPlace[] = [
  { path: ['resources', '*'], leadsTo: 'either' },
  { path: ['components', '*'], leadsTo: 'folder' },
  { path: ['bases', '*'], leadsTo: 'folder' },
  { path: ['patches', '*', 'path'], leadsTo: 'file' },
  { path: ['patchesStrategicMerge', '*'], leadsTo: 'file' },
  { path: ['patchesJson6902', '*', 'path'], leadsTo: 'file' },
  { path: ['crds', '*'], leadsTo: 'file' },
  { path: ['configurations', '*'], leadsTo: 'file' },
  { path: ['generators', '*'], leadsTo: 'either' },
  { path: ['transformers', '*'], leadsTo: 'either' },
  { path: ['validators', '*'], leadsTo: 'either' },
  { path: ['replacements', '*', 'path'], leadsTo: 'file' },
  { path: ['openapi', 'path'], leadsTo: 'file' },
  { path: ['configMapGenerator', '*', 'files', '*'], leadsTo: 'file' },
  { path: ['configMapGenerator', '*', 'envs', '*'], leadsTo: 'file' },
  { path: ['configMapGenerator', '*', 'env'], leadsTo: 'file' },
  { path: ['secretGenerator', '*', 'files', '*'], leadsTo: 'file' },
  { path: ['secretGenerator', '*', 'envs', '*'], leadsTo: 'file' },
  { path: ['secretGenerator', '*', 'env'], leadsTo: 'file' },
  { path: ['helmCharts', '*', 'valuesFile'], leadsTo: 'file' },
  { path: ['helmCharts', '*', 'additionalValuesFiles', '*'], leadsTo: 'file' },
];

function nodesAt(node: YamlNode | undefined, path: readonly string[]): ScalarNode[] {
  if (!node) return [];
  const [first, ...rest] = path;
  if (first === undefined) return node.type === 'scalar' ? [node] : [];
  if (first !== '*') return nodesAt(field(node, first)?.value, rest);
  return node.type === 'list' ? node.items.flatMap(({ value }) => nodesAt(value, rest)) : [];
}

function namedPath(node: ScalarNode, leadsTo: NamedPath['leadsTo']): NamedPath | undefined {
  if (typeof node.value !== 'string') return undefined;
  if (node.style === 'literal' || node.style === 'folded') return undefined;
  const start = leadsTo === 'file' ? (/^[^=/]*=/.exec(node.text)?.[0].length ?? 0) : 0;
  const path = node.text.slice(start).trim();
  if (path === '' || path.includes('\n') || isRemote(path) || /[$*{}]/.test(path)) return undefined;
  return { node, path, start, leadsTo };
}

/** What kustomize hands to git or fetches by HTTP. */
function isRemote(path: string): boolean {
  if (/^[a-z][a-z\d+.-]*:/i.test(path) || path.includes('?') || path.includes('//')) return true;
  if (/^[\w.-]+@/.test(path) || /\.git(?:\/|$)/.test(path)) return true;
  return /^(?:github\.com|gitlab\.com|bitbucket\.org)\//.test(path);
}
