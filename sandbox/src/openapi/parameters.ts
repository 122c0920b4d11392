import type { KubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import { compareKubernetesVersions } from '../../../server/src/catalog/version.ts';

/** A parameter of an operation, by its name, its place and its type. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly type: 'string' | 'integer' | 'boolean';
  /** The Kubernetes version that it came with, where it has not always been there. */
  readonly since?: KubernetesVersion;
}

/** What every operation that answers with an object takes. */
export const pretty: Parameter = query('pretty');

/** What a new or changed object is written with. */
export const writing = [query('dryRun'), query('fieldManager'), query('fieldValidation')];

export const applying = [...writing, query('force', 'boolean')];

export const deleting = [
  query('dryRun'),
  query('gracePeriodSeconds', 'integer'),
  query('ignoreStoreReadErrorWithClusterBreakingPotential', 'boolean'),
  query('orphanDependents', 'boolean'),
  query('propagationPolicy'),
];

/** What selects objects. */
const selecting = [
  query('continue'),
  query('fieldSelector'),
  query('labelSelector'),
  query('limit', 'integer'),
  query('resourceVersion'),
  query('resourceVersionMatch'),
  query('sendInitialEvents', 'boolean'),
  { ...query('shardSelector'), since: '1.36' },
  query('timeoutSeconds', 'integer'),
] satisfies Parameter[];

export const listing = [query('allowWatchBookmarks', 'boolean'), ...selecting, query('watch', 'boolean')];

export const deletingMany = [...deleting, ...selecting];

const standard = [
  query('container'),
  query('stderr', 'boolean'),
  query('stdin', 'boolean'),
  query('stdout', 'boolean'),
  query('tty', 'boolean'),
];

/** What a connection takes, by the kind of its options. */
export const connecting: Readonly<Record<string, readonly Parameter[]>> = {
  PodAttachOptions: standard,
  PodExecOptions: [query('command'), ...standard],
  PodPortForwardOptions: [query('ports', 'integer')],
  PodProxyOptions: [query('path')],
  ServiceProxyOptions: [query('path')],
  NodeProxyOptions: [query('path')],
};

/** What the log of a container takes. */
export const logging = [
  query('container'),
  query('follow', 'boolean'),
  query('insecureSkipTLSVerifyBackend', 'boolean'),
  query('limitBytes', 'integer'),
  query('previous', 'boolean'),
  query('sinceSeconds', 'integer'),
  query('stream'),
  query('tailLines', 'integer'),
  query('timestamps', 'boolean'),
];

/** Those that a version has. */
export function parametersOf(all: readonly Parameter[], version: KubernetesVersion): Parameter[] {
  return all.filter(({ since }) => since === undefined || compareKubernetesVersions(since, version) <= 0);
}

/** A part of the path. */
export function inPath(name: string): Parameter {
  return { name, in: 'path', type: 'string' };
}

function query(name: string, type: Parameter['type'] = 'string'): Parameter {
  return { name, in: 'query', type };
}

/** By name; what stands in the path first, where both have one name. */
export function compareParameters(left: Parameter, right: Parameter): number {
  if (left.name !== right.name) return left.name < right.name ? -1 : 1;
  return left.in < right.in ? -1 : Number(left.in > right.in);
}
