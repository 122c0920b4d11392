import type { ServerAnswer } from '../api/run-case.ts';

/** What of an answer two servers can agree in. */
export interface NormalAnswer {
  code: number;
  headers: Readonly<Record<string, readonly string[]>>;
  /** JSON, the values of a stream of it, or text. */
  body: unknown;
}

/** What is particular to one of the servers. */
export interface Particulars {
  /** The run's id there. */
  run: string;
  /** A time near that of the request, in milliseconds. */
  now: number;
}

/** The headers that say something to clients. */
const telling = ['content-type', 'warning', 'allow', 'location', 'retry-after'];

/** An answer without uids, times, revisions, generated names, addresses and the run's id. */
export function normalAnswer({ code, headers, text }: ServerAnswer, particulars: Particulars): NormalAnswer {
  const normal = (value: string) => normalText(value, particulars);
  const kept = telling.flatMap((name) => {
    const values = headers[name];
    return values ? [[name, values.map(normal).sort()]] : [];
  });
  return { code, headers: Object.fromEntries(kept), body: normalBody(text, particulars) };
}

function normalBody(text: string, particulars: Particulars): unknown {
  try {
    return normalValue(JSON.parse(text), particulars);
  } catch {
    const lines = text.split('\n').filter((line) => line !== '');
    try {
      const events = lines.map((line) => JSON.parse(line));
      const told = events.filter((event) => !isProgress(event));
      return normalValue(told.length === 1 ? told[0] : told, particulars);
    } catch {
      return normalText(text, particulars);
    }
  }
}

/** A bookmark that ends nothing, which a cache sends at moments of its own choice. */
function isProgress(event: { type?: unknown }): boolean {
  return event.type === 'BOOKMARK' && !JSON.stringify(event).includes('k8s.io/initial-events-end');
}

function normalValue(value: unknown, particulars: Particulars, field = ''): unknown {
  if (typeof value === 'string') {
    if (versionFields.has(field) && /^\d+$/.test(value)) return 'VERSION';
    if (field === 'description') return 'DESCRIPTION';
    if (field === 'continue' && value !== '') return normalToken(value, particulars);
    return normalText(value, particulars);
  }
  if (field === 'nodePort' || field === 'healthCheckNodePort') return value === 0 ? 0 : 'PORT';
  if (Array.isArray(value)) return normalList(value, particulars, field);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(settled(value as Record<string, unknown>))
      .filter(([name, inner]) => !isForeign(name, inner, value))
      .map(([name, inner]) => [normalText(name, particulars), normalValue(inner, particulars, name)]),
  );
}

/** What comes from outside of the API: who asks for a certificate, which is another user of each server, and what a controller notes. */
function isForeign(name: string, value: unknown, around: object): boolean {
  if ('signerName' in around && 'username' in around && requester.has(name)) return true;
  if (notes.has(name)) return true;
  if (name !== 'annotations' || typeof value !== 'object' || value === null) return false;
  const names = Object.keys(value);
  return names.length > 0 && names.every((annotation) => notes.has(annotation));
}

const requester = new Set(['username', 'uid', 'groups', 'extra']);
const notes = new Set(['autoscaling.alpha.kubernetes.io/conditions', 'deployment.kubernetes.io/revision']);

/** Conflicts are told in no order, nor is it one that a second answer keeps. */
function normalList(list: readonly unknown[], particulars: Particulars, field: string): unknown[] {
  const items = list.map((item) => normalValue(item, particulars));
  const isUnordered = field === 'causes' && JSON.stringify(items).includes('FieldManagerConflict');
  return isUnordered
    ? items.sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1))
    : items;
}

/** What is there whether or not a controller has been there already: when it comes is no part of the API. */
function settled(value: Record<string, unknown>): Record<string, unknown> {
  const result = { ...value };
  if (Array.isArray(value.managedFields)) {
    const left = value.managedFields.filter(({ manager }) => !controllers.test(manager));
    if (left.length > 0) result.managedFields = inOrderOfManagers(left);
    else delete result.managedFields;
  }
  if (Array.isArray(value.finalizers)) {
    const left = value.finalizers.filter((finalizer) => !finalizersOfControllers.has(finalizer));
    if (left.length > 0) result.finalizers = left;
    else delete result.finalizers;
  }
  if (isRecord(value.annotations)) {
    const left = Object.entries(value.annotations).filter(([name]) => !annotationsOfControllers.has(name));
    if (left.length > 0) result.annotations = Object.fromEntries(left);
    else delete result.annotations;
  }
  if (value.kind === 'Node' && isRecord(value.spec)) {
    const { taints: _taints, ...spec } = value.spec;
    result.spec = spec;
    if (isRecord(result.metadata)) result.metadata = withoutTaints(result.metadata);
  }
  if (typeof value.kind === 'string' && watched.has(value.kind)) {
    delete result.status;
    if (isRecord(value.metadata)) result.metadata = withoutStatusManagers(value.metadata);
  }
  if (value.kind === 'Deployment' && isRecord(result.metadata)) {
    const { generation: _generation, ...metadata } = result.metadata;
    result.metadata = metadata;
  }
  if (value.spec !== undefined && value.metadata !== undefined && value.kind === undefined)
    delete result.status;
  if (value.kind === 'CertificateSigningRequest') result.spec = withoutAsker(value.spec);
  return result;
}

/** A signing request tells who has sent it, which is another user on each server. */
function withoutAsker(spec: unknown): unknown {
  if (typeof spec !== 'object' || spec === null) return spec;
  const { username, uid, groups, extra, ...rest } = spec as Record<string, unknown>;
  return rest;
}

/** A Node's taints are another's as soon as a controller has put on its own. */
function withoutTaints(metadata: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(metadata.managedFields ?? null)
    .replace(/,?"f:taints":\{\}/g, '')
    .replaceAll('{,', '{')
    .replace(/,?"f:spec":\{\}/g, '');
  return metadata.managedFields === undefined ? metadata : { ...metadata, managedFields: JSON.parse(text) };
}

/**
 * Without those who have written the status, where a controller writes it, too: who owns a list there depends on who came
 * first. So it is with the annotations of a Deployment.
 */
function withoutStatusManagers(metadata: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(metadata.managedFields)) return metadata;
  const left = metadata.managedFields
    .filter(({ subresource }) => subresource !== 'status')
    .map((entry) => withoutAnnotationsThemselves(entry));
  return { ...metadata, managedFields: left };
}

function withoutAnnotationsThemselves(entry: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(entry)
    .replace(/("f:annotations":\{)"\.":\{\},?/g, '$1')
    .replace(/"f:annotations":\{\},?/g, '');
  return JSON.parse(text.replaceAll(',}', '}')) as Record<string, unknown>;
}

/** They stand in the order of the seconds of their times, which another second changes. */
function inOrderOfManagers(entries: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  const keyOf = ({ manager, operation, subresource, fieldsV1 }: Record<string, unknown>) =>
    JSON.stringify([operation, manager, subresource, fieldsV1]);
  return entries
    .map((entry) => ({ entry, key: keyOf(entry) }))
    .sort((left, right) => (left.key < right.key ? -1 : 1))
    .map(({ entry }) => entry);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const controllers =
  /^(kube-controller-manager|kube-apiserver|kube-scheduler|kwok|sandbox|api-priority-and-fairness-config-consumer|service-cidr-controller|validatingadmissionpolicy-status)/;

/** The real server's controllers put them on some time after the object is made. */
const finalizersOfControllers = new Set(['networking.k8s.io/service-cidr-finalizer']);

/** The same; the revision is that of the rollout, whose annotation a Deployment's generation counts. */
const annotationsOfControllers = new Set([
  'deployment.kubernetes.io/revision',
  'node.alpha.kubernetes.io/ttl',
]);

/** Kinds whose status a controller writes. */
const watched = new Set([
  'APIService',
  'CronJob',
  'CustomResourceDefinition',
  'DaemonSet',
  'Deployment',
  'FlowSchema',
  'HorizontalPodAutoscaler',
  'Job',
  'Node',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'PodDisruptionBudget',
  'PriorityLevelConfiguration',
  'ReplicaSet',
  'ReplicationController',
  'ResourceQuota',
  'ServiceCIDR',
  'StatefulSet',
  'StorageVersionMigration',
  'ValidatingAdmissionPolicy',
]);

const versionFields = new Set(['resourceVersion', 'observedResourceVersion']);

/** Where the next page begins is in the token. */
function normalToken(token: string, particulars: Particulars): unknown {
  const text = Buffer.from(token, 'base64url').toString();
  return normalText(text.replace(/"rv":(-?)\d+/, '"rv":$1N'), particulars);
}

function normalText(text: string, { run, now }: Particulars): string {
  return text
    .replaceAll(run, 'RUN')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (uid) =>
      uid.startsWith('6ba7b81') ? uid : 'UID',
    )
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, (time) =>
      Math.abs(Date.parse(time) - now) < aDay ? 'TIME' : time,
    )
    .replace(/(RUN-\d+-|things-)[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, '$1GENERATED')
    .replace(/2001:db8:(:?)\d{4}\b/g, '2001:db8:$1NUMBER')
    .replace(/\b10\.\d+\.\d+\.\d+\b/g, 'ADDRESS')
    .replace(/resource version: \d+, current: \d+/gi, 'resource version: N, current: N')
    .replace(/(resource version|resourceVersion|ResourceVersion)( in [a-z]+)? \((\d+)\)/g, '$1$2 (N)')
    .replace(/too old resource version: \d+ \(\d+\)/, 'too old resource version: N (N)')
    .replace(/"resourceVersion":"\d+"/g, '"resourceVersion":"VERSION"')
    .replace(/resourceVersion:\d+/g, 'resourceVersion:VERSION')
    .replace(/^\d+(ms|s)$/, 'AGE')
    .replace(/-\d+d$/, '-DAYS');
}

const aDay = 2 * 24 * 3600 * 1000;
