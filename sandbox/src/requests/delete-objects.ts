import { noObject, parseBody } from '../decode/decode-body.ts';
import { noKindRegistered } from '../decode/no-kind-registered.ts';
import { badRequest, cause, conflict, forbidden, invalid } from '../errors.ts';
import { type Deletion, deleteObject, orphansByDefault } from '../lifecycle/delete-object.ts';
import { uncalledWebhooks } from '../lifecycle/uncalled-webhooks.ts';
import type { KubeObject } from '../object-store.ts';
import { inRequestedVersion } from '../resources/requested-version.ts';
import type { Resource } from '../resources/resource.ts';
import { existing } from './get-object.ts';
import { integerParameter } from './integer-parameter.ts';
import { listedPage, listOf } from './list-objects.ts';
import { checkListOptions } from './list-options.ts';
import type { ApiResponse, ResourceRequest } from './request.ts';
import { selectionOf } from './selection.ts';
import { dryRunProblems } from './write-options.ts';

/** Answers a DELETE of one object. */
export function deleteOne(request: ResourceRequest): ApiResponse {
  const { api, resource } = request;
  const options = deleteOptions(request, 'object');
  warnOfOrphans(request, options);
  const object = existing(request);
  if (checksBefore(resource)) checkBefore(resource, object, options);
  checkPreconditions(resource, object, options);
  checkSystemNamespace(resource, object);
  warnOfWebhooks(request, object);
  const deleted = deleteObject(api, resource, object, options.deletion);
  if (deleted.state === 'marked') return { code: 200, object: inRequestedVersion(deleted.object, resource) };
  if (returnsObject.has(`${resource.storage.group}/${resource.storage.plural}`)) {
    return { code: 200, object: inRequestedVersion(deleted.object, resource) };
  }
  return { code: 200, object: success(resource, object) };
}

/** Answers a DELETE of a collection: what a list with the same parameters has, and that list. */
export function deleteCollection(request: ResourceRequest): ApiResponse {
  const { api, resource, query } = request;
  checkListOptions(query, 'list');
  selectionOf(query, resource);
  const options = deleteOptions(request, 'collection');
  warnOfOrphans(request, options);
  const { items, metadata } = listedPage(request);
  for (const object of items) {
    const now = api.storage.get(resource.storage, object.metadata.namespace, object.metadata.name!);
    if (!now) continue;
    checkPreconditions(resource, now, options);
    warnOfWebhooks(request, now);
    deleteObject(api, resource, now, options.deletion);
  }
  return { code: 200, object: listOf(request, items, metadata) };
}

/** Of a Job; nobody is warned of a ReplicationController. */
function warnOfOrphans({ resource, warn }: ResourceRequest, { deletion }: DeleteOptions): void {
  if (deletion.propagation !== undefined || resource.storage.group !== 'batch' || !orphansByDefault(resource))
    return;
  warn([
    'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning',
  ]);
}

function warnOfWebhooks({ api, resource, subresource, warn }: ResourceRequest, before: KubeObject): void {
  warn(uncalledWebhooks(api, { resource, subresource, operation: 'DELETE', object: undefined, before }));
}

/** How something is to be deleted, and of which state it must be. */
export interface DeleteOptions {
  readonly deletion: Deletion;
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
}

/** From the body, or where there is none from the query. Throws 400 and 422. */
function deleteOptions({ body, query }: ResourceRequest, extent: Deletion['extent']): DeleteOptions {
  if (body.bytes.length === 0) return judgedOptions({}, query, extent);
  return judgedOptions(parsedOptions(body), new URLSearchParams(), extent);
}

/** What a DeleteOptions says, and the query where it says nothing. Throws a 422. */
export function judgedOptions(
  written: WrittenOptions,
  query: URLSearchParams,
  extent: Deletion['extent'] = 'object',
): DeleteOptions {
  const causes = [];
  const dryRun = written.dryRun ?? query.getAll('dryRun');
  causes.push(...dryRunProblems(dryRun));
  const propagation = written.propagationPolicy ?? query.get('propagationPolicy') ?? undefined;
  const orphans = written.orphanDependents ?? booleanOf(query.get('orphanDependents'));
  if (propagation !== undefined && !propagations.has(propagation)) {
    causes.push(
      cause.unsupported('propagationPolicy', propagation, ['Foreground', 'Background', 'Orphan', 'nil']),
    );
  }
  if (propagation !== undefined && orphans !== undefined) {
    causes.push(
      cause.invalid(
        'propagationPolicy',
        propagation,
        'orphanDependents and deletionPropagation cannot be both set',
      ),
    );
  }
  if (causes.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', causes);
  return {
    deletion: {
      effect: dryRun.length > 0 ? 'dry-run' : 'store',
      gracePeriodSeconds: written.gracePeriodSeconds ?? integerParameter(query, 'gracePeriodSeconds'),
      propagation: (propagation ?? propagationOf(orphans)) as Deletion['propagation'],
      extent,
    },
    uid: written.preconditions?.uid ?? query.get('uid') ?? undefined,
    resourceVersion: written.preconditions?.resourceVersion ?? query.get('resourceVersion') ?? undefined,
  };
}

function propagationOf(orphans: boolean | undefined): Deletion['propagation'] {
  if (orphans === undefined) return undefined;
  return orphans ? 'Orphan' : 'Background';
}

const expectedOptions = {
  kind: 'DeleteOptions',
  definition: 'io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions',
  role: 'options',
} as const;

/** A DeleteOptions as it is sent. */
export interface WrittenOptions {
  dryRun?: string[];
  gracePeriodSeconds?: number;
  propagationPolicy?: string;
  orphanDependents?: boolean;
  preconditions?: { uid?: string; resourceVersion?: string };
}

function parsedOptions(body: ResourceRequest['body']): WrittenOptions {
  const { value } = parseBody(body, expectedOptions);
  if (value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw badRequest(noObject(value));
  const options = value as WrittenOptions & { kind?: unknown; apiVersion?: unknown };
  const { gracePeriodSeconds, dryRun, propagationPolicy, preconditions } = options;
  if (options.kind !== undefined && options.kind !== 'DeleteOptions') {
    // The server reads options by kinds that are none of its objects.
    const [kind, apiVersion] = [options.kind, options.apiVersion].map(textOrNone) as [string, string];
    throw badRequest(noKindRegistered(kind, apiVersion, body.kubernetesVersion));
  }
  if (
    gracePeriodSeconds !== undefined &&
    gracePeriodSeconds !== null &&
    !Number.isInteger(gracePeriodSeconds)
  ) {
    throw unmarshal(gracePeriodSeconds, 'gracePeriodSeconds', 'int64');
  }
  if (
    propagationPolicy !== undefined &&
    propagationPolicy !== null &&
    typeof propagationPolicy !== 'string'
  ) {
    throw unmarshal(propagationPolicy, 'propagationPolicy', 'v1.DeletionPropagation');
  }
  if (dryRun !== undefined && dryRun !== null && !Array.isArray(dryRun))
    throw unmarshal(dryRun, 'dryRun', '[]string');
  if (preconditions !== undefined && (typeof preconditions !== 'object' || Array.isArray(preconditions))) {
    throw unmarshal(preconditions, 'preconditions', 'v1.Preconditions');
  }
  return Object.fromEntries(Object.entries(options).filter(([, part]) => part !== null));
}

function textOrNone(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function unmarshal(value: unknown, field: string, type: string) {
  const found = Array.isArray(value) ? 'array' : typeof value;
  return badRequest(
    `json: cannot unmarshal ${found} into Go struct field DeleteOptions.${field} of type ${type}`,
  );
}

const propagations = new Set(['Foreground', 'Background', 'Orphan']);

/** Throws a 409 where an object is not the one that is to be deleted. */
export function checkPreconditions(
  resource: Resource,
  object: KubeObject,
  { uid, resourceVersion }: Pick<DeleteOptions, 'uid' | 'resourceVersion'>,
): void {
  const { metadata } = object;
  const kind = { group: resource.storage.group, plural: resource.kind.kind };
  if (uid !== undefined && uid !== metadata.uid) {
    throw conflict(
      kind,
      metadata.name!,
      `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`,
    );
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    throw conflict(
      kind,
      metadata.name!,
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`,
    );
  }
}

/** What ends by a way of its own is judged ahead of it, in other words. */
function checksBefore({ storage }: Resource): boolean {
  return `${storage.group}/${storage.plural}` === '/namespaces' || storage.group === 'apiextensions.k8s.io';
}

function checkBefore(
  { kind }: Resource,
  { metadata }: KubeObject,
  wanted: Pick<DeleteOptions, 'uid' | 'resourceVersion'>,
): void {
  const facts = [
    { name: 'UID', expected: wanted.uid, found: metadata.uid },
    { name: 'ResourceVersion', expected: wanted.resourceVersion, found: metadata.resourceVersion },
  ];
  for (const { name, expected, found } of facts) {
    if (expected === undefined || expected === found) continue;
    const why = `Precondition failed: ${name} in precondition: ${expected}, ${name} in object meta: ${found}`;
    throw conflict(kind, metadata.name!, why);
  }
}

function checkSystemNamespace(resource: Resource, { metadata }: KubeObject): void {
  if (resource.storage.group !== '' || resource.storage.plural !== 'namespaces') return;
  if (!['default', 'kube-system', 'kube-public'].includes(metadata.name!)) return;
  throw forbidden(resource.kind, metadata.name!, 'this namespace may not be deleted');
}

/** Resources whose deletion the server answers with the object that is gone. */
const returnsObject = new Set([
  '/persistentvolumeclaims',
  '/persistentvolumes',
  '/pods',
  '/podtemplates',
  '/resourcequotas',
  '/serviceaccounts',
  '/services',
  'policy/podsecuritypolicies',
  'resource.k8s.io/deviceclasses',
  'resource.k8s.io/devicetaintrules',
  'resource.k8s.io/resourceclaims',
  'resource.k8s.io/resourceclaimtemplates',
  'resource.k8s.io/resourcepoolstatusrequests',
  'resource.k8s.io/resourceslices',
  'storage.k8s.io/csidrivers',
  'storage.k8s.io/csinodes',
  'storage.k8s.io/storageclasses',
  'storage.k8s.io/volumeattachments',
  'storage.k8s.io/volumeattributesclasses',
]);

function success(resource: Resource, { metadata }: KubeObject): Record<string, unknown> {
  const { group, plural } = resource.kind;
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: { name: metadata.name, ...(group && { group }), kind: plural, uid: metadata.uid },
  };
}

function booleanOf(text: string | null): boolean | undefined {
  return text === null || text === '' ? undefined : text !== 'false' && text !== '0';
}
