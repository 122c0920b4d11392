import type { Subresource } from '../../../server/src/catalog/catalog.ts';
import type { Resource } from '../resources/resource.ts';

/** The `paths` of an OpenAPI document: what may be asked of resources, as far as clients look at it. */
export function operationsOf(resources: readonly Resource[], definitionOf: (resource: Resource) => string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const resource of resources) {
    const { group, version, plural, scope } = resource.kind;
    const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
    const namespace = scope === 'Namespaced' ? '/namespaces/{namespace}' : '';
    const collection = `${root}${namespace}/${plural}`;
    paths[collection] = collectionPath(resource, definitionOf(resource));
    if (scope === 'Namespaced' && resource.kind.verbs.includes('list')) {
      paths[`${root}/${plural}`] = {
        get: operation(resource, 'list', definitionOf(resource), []),
        parameters: [],
      };
    }
    const item = objectPath(resource, definitionOf(resource));
    if (Object.keys(item).length > 1) paths[`${collection}/{name}`] = item;
    for (const subresource of resource.kind.subresources) {
      paths[`${collection}/{name}/${subresource.name}`] = subresourcePath(
        resource,
        subresource,
        definitionOf(resource),
      );
    }
  }
  return paths;
}

const writeParameters = ['dryRun', 'fieldManager', 'fieldValidation'];
const deleteParameters = ['dryRun', 'gracePeriodSeconds', 'orphanDependents', 'propagationPolicy'];
const listParameters = [
  'allowWatchBookmarks',
  'continue',
  'fieldSelector',
  'labelSelector',
  'limit',
  'resourceVersion',
  'resourceVersionMatch',
  'sendInitialEvents',
  'timeoutSeconds',
  'watch',
];
const integers = new Set(['gracePeriodSeconds', 'limit', 'timeoutSeconds']);
const booleans = new Set(['allowWatchBookmarks', 'force', 'orphanDependents', 'sendInitialEvents', 'watch']);

function collectionPath(resource: Resource, definition: string): Record<string, unknown> {
  const { verbs, scope } = resource.kind;
  return {
    ...(verbs.includes('list') && { get: operation(resource, 'list', definition, listParameters) }),
    ...(verbs.includes('create') && { post: operation(resource, 'post', definition, writeParameters) }),
    ...(verbs.includes('deletecollection') && {
      delete: operation(resource, 'deletecollection', definition, [...listParameters, ...deleteParameters]),
    }),
    parameters: scope === 'Namespaced' ? [pathParameter('namespace')] : [],
  };
}

function objectPath(resource: Resource, definition: string): Record<string, unknown> {
  const { verbs, scope } = resource.kind;
  return {
    ...(verbs.includes('get') && { get: operation(resource, 'get', definition, []) }),
    ...(verbs.includes('update') && { put: operation(resource, 'put', definition, writeParameters) }),
    ...(verbs.includes('delete') && { delete: operation(resource, 'delete', definition, deleteParameters) }),
    ...(verbs.includes('patch') && {
      patch: operation(resource, 'patch', definition, [...writeParameters, 'force']),
    }),
    parameters: objectParameters(scope),
  };
}

function subresourcePath(
  resource: Resource,
  subresource: Subresource,
  definition: string,
): Record<string, unknown> {
  const methods: Record<string, string> = {
    get: 'get',
    update: 'put',
    patch: 'patch',
    create: 'post',
    delete: 'delete',
  };
  const operations = subresource.verbs.flatMap((verb) => {
    const method = methods[verb];
    if (!method) return [];
    const parameters =
      verb === 'get' ? [] : verb === 'patch' ? [...writeParameters, 'force'] : writeParameters;
    return [[method, operation(resource, method, definition, parameters)] as const];
  });
  return { ...Object.fromEntries(operations), parameters: objectParameters(resource.kind.scope) };
}

function operation(resource: Resource, action: string, definition: string, parameters: readonly string[]) {
  const { group, version, kind } = resource.kind;
  const schema = { $ref: `#/components/schemas/${definition}` };
  return {
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': { group, version, kind },
    parameters: parameters.map(queryParameter),
    ...(action === 'patch' && { requestBody: patchBody(resource) }),
    ...((action === 'post' || action === 'put') && {
      requestBody: { content: { '*/*': { schema } }, required: true },
    }),
    responses: { 200: { description: 'OK', content: { 'application/json': { schema } } } },
  };
}

function patchBody({ origin }: Resource) {
  const schema = { $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Patch' };
  const types = [
    'application/apply-patch+yaml',
    'application/json-patch+json',
    'application/merge-patch+json',
    ...(origin === 'built-in' ? ['application/strategic-merge-patch+json'] : []),
  ];
  return { content: Object.fromEntries(types.map((type) => [type, { schema }])), required: true };
}

function queryParameter(name: string) {
  const type = integers.has(name) ? 'integer' : booleans.has(name) ? 'boolean' : 'string';
  return { name, in: 'query', schema: { type, uniqueItems: true } };
}

function objectParameters(scope: 'Namespaced' | 'Cluster') {
  return scope === 'Namespaced'
    ? [pathParameter('name'), pathParameter('namespace')]
    : [pathParameter('name')];
}

function pathParameter(name: string) {
  return { name, in: 'path', required: true, schema: { type: 'string', uniqueItems: true } };
}
