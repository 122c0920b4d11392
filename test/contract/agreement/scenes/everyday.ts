import { type Scene, type Step, step } from '../scene.ts';
import { type EverydayManifest, everydayManifests, type FieldChanges } from './everyday-manifests.ts';
import { patchTypes } from './kind-steps.ts';

/** What people and kubectl do with what they have written, right and wrong. */
export function everydayScenes(): Scene[] {
  return everydayManifests.flatMap((manifest) => scenesOf(manifest));
}

const kubectlTable = {
  accept:
    'application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json',
};
const yaml = { accept: 'application/yaml' };
const dry = { dryRun: 'All' };
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

function scenesOf(manifest: EverydayManifest): Scene[] {
  const { apiVersion, kind, plural, scope, changes, faults, strategic = [] } = manifest;
  const prefix = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const collection = scope === 'Cluster' ? `${prefix}/${plural}` : `${prefix}/namespaces/{ns}/${plural}`;
  const object = {
    apiVersion,
    kind,
    ...manifest.object,
    metadata: { name: '{name}', ...metadataOf(manifest) },
  };
  const path = `${collection}/${object.metadata.name}`;
  const post = (body: unknown, query: Record<string, string> = {}) =>
    step('create', 'POST', collection, { body, query });
  const put = (body: unknown, query: Record<string, string> = {}) =>
    step('replace', 'PUT', path, { body, query });
  const patch = (type: keyof typeof patchTypes, body: unknown, query: Record<string, string> = {}) =>
    step(`patch ${type}`, 'PATCH', path, { body, query, headers: { 'content-type': patchTypes[type] } });
  const get = (headers: Record<string, string> = {}) => step('get', 'GET', path, { headers });
  const list = (query: Record<string, string>, headers: Record<string, string> = {}) =>
    step('list', 'GET', collection, { query, headers });
  const remove = (body: unknown) => step('delete', 'DELETE', path, { body });
  const strict = { fieldManager: 'kubectl-create', fieldValidation: 'Strict' };
  const own = { ...(scope === 'Cluster' && { fieldSelector: `metadata.name=${object.metadata.name}` }) };
  const changed = changes.map((change) => withChanges(object, change));
  const all: Record<string, readonly Step[]> = {
    'everyday made': [
      post(object, { ...strict, ...dry }),
      post(object, strict),
      post(object, strict),
      get(),
      get(kubectlTable),
      get(yaml),
      list({ ...own, limit: '500' }, kubectlTable),
      list({ ...own, labelSelector: 'app=shop,app!=other' }),
      patch('merge', { metadata: { labels: { added: 'yes' } } }, { fieldManager: 'kubectl-label' }),
      patch(
        'merge',
        { metadata: { annotations: { note: 'x', gone: null } } },
        { fieldManager: 'kubectl-annotate' },
      ),
      patch('json', [
        { op: 'test', path: '/metadata/labels/added', value: 'yes' },
        { op: 'replace', path: '/metadata/labels/added', value: 'no' },
      ]),
      ...changes.map((change) => patch('json', operationsOf(change))),
      get(),
      remove({ propagationPolicy: 'Background' }),
      get(),
    ],
    'everyday applied by kubectl': [
      post(withLastApplied(object), { fieldManager: 'kubectl-client-side-apply', fieldValidation: 'Strict' }),
      ...changed.map((each) =>
        patch(
          'strategic',
          { ...withLastApplied(each), apiVersion: undefined, kind: undefined },
          { fieldManager: 'kubectl-client-side-apply', fieldValidation: 'Strict' },
        ),
      ),
      get(),
      patch('apply', object, { fieldManager: 'kubectl' }),
      patch('apply', object, { fieldManager: 'kubectl', force: 'true' }),
      get(),
    ],
    'everyday applied on the server': [
      patch('apply', object, { fieldManager: 'kubectl', ...dry }),
      patch('apply', object, { fieldManager: 'kubectl', fieldValidation: 'Strict' }),
      ...changed.flatMap((each) => [
        patch('apply', each, { fieldManager: 'other' }),
        patch('apply', each, { fieldManager: 'other', force: 'true', ...dry }),
        patch('apply', each, { fieldManager: 'kubectl', force: 'true' }),
      ]),
      get(),
      patch(
        'apply',
        { apiVersion, kind, metadata: { name: object.metadata.name } },
        { fieldManager: 'other' },
      ),
      patch(
        'apply',
        { apiVersion, kind, metadata: { name: object.metadata.name } },
        { fieldManager: 'kubectl' },
      ),
      get(),
    ],
    'everyday replaced': [post(object), ...changed.map((each) => put(each)), put(object), get()],
    'everyday patched strategically': [
      post(object),
      ...strategic.map((body) => patch('strategic', body, dry)),
      ...strategic.map((body) => patch('strategic', body)),
      ...strategic.map((body) => patch('merge', body, dry)),
      get(),
    ],
    'everyday faults': faults.map((fault) => post(withChanges(object, fault), dry)),
    'everyday faults strictly': faults
      .filter((_, index) => index % 4 === 0)
      .map((fault) => post(withChanges(object, fault), { ...dry, fieldValidation: 'Strict' })),
    'everyday faults replaced': [
      post(object),
      ...faults.map((fault) => put(withChanges(object, fault), dry)),
    ],
    'everyday faults patched': [
      post(object),
      ...faults.map((fault) => patch('json', operationsOf(fault), dry)),
    ],
    'everyday faults applied': faults.map((fault) =>
      patch('apply', withChanges(object, fault), { fieldManager: 'kubectl', ...dry }),
    ),
  };
  const resource = `${plural}.${apiVersion.includes('/') ? apiVersion : `core/${apiVersion}`}`;
  return Object.entries(all).map(([title, steps]) => ({ kind: resource, title, steps }));
}

/** What the manifest's own metadata say. */
function metadataOf({ object }: EverydayManifest): { name?: string } {
  return (object.metadata ?? {}) as { name?: string };
}

function withLastApplied(object: object) {
  const metadata = (object as { metadata: Record<string, unknown> }).metadata;
  const annotations = { ...(metadata.annotations as object), [lastApplied]: `${JSON.stringify(object)}\n` };
  return { ...object, metadata: { ...metadata, annotations } };
}

/** A path's fields; a tilde stands for a dot within a field. */
function fieldsOf(path: string): string[] {
  return path.split('.').map((field) => field.replaceAll('~', '.'));
}

function withChanges(object: object, changes: FieldChanges): object {
  return Object.entries(changes).reduce<object>(
    (result, [path, value]) => withValue(result, fieldsOf(path), value) as object,
    object,
  );
}

function withValue(around: unknown, [field, ...rest]: readonly string[], value: unknown): unknown {
  if (field === undefined) return value;
  if (Array.isArray(around)) {
    const index = Number(field);
    const next = withValue(around[index], rest, value);
    return index < around.length ? around.with(index, next) : [...around, next];
  }
  const inner = (around ?? {}) as Record<string, unknown>;
  return { ...inner, [field]: withValue(inner[field], rest, value) };
}

function operationsOf(changes: FieldChanges): object[] {
  return Object.entries(changes).map(([path, value]) => {
    const pointer = fieldsOf(path)
      .map((field) => `/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`)
      .join('');
    return value === undefined ? { op: 'remove', path: pointer } : { op: 'replace', path: pointer, value };
  });
}
