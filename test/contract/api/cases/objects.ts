import {
  invalidOptions,
  notAcceptable,
  notFound,
  refusal,
  stored,
  touched,
  unsupportedMediaType,
} from '../answers.ts';
import type { Case, RawRequest, Situation } from '../case.ts';
import { absent, containing, matching, type Pattern, Special, some } from '../patterns.ts';
import type { KindUnderTest } from '../served-kinds.ts';
import { takesAnyName } from '../smallest-objects.ts';
import { traitsOf } from '../traits.ts';

/** The cases of create, read, list, patch, replace, delete and delete-collection, for any kind that has all of them. */
export function objectCases(kind: KindUnderTest): Case[] {
  return [
    ...createCases(kind),
    ...readCases(kind),
    ...listCases(kind),
    ...patchCases(kind),
    ...replaceCases(kind),
    ...deleteCases(kind),
    ...(kind.verbs.includes('deletecollection') ? deleteCollectionCases(kind) : []),
  ];
}

type Row = Omit<Case, 'operation' | 'situation'> & { situation: Situation };

function cases(operation: string, rows: readonly Row[]): Case[] {
  return rows.map((row) => ({ operation, ...row }));
}

const nobody = { 'impersonate-user': '{nobody}' };
const broken = '{"metadata":';
const long = 'm'.repeat(129);

function createCases(kind: KindUnderTest): Case[] {
  const { collection, object, made, path, resource, name } = kind;
  const read: RawRequest = { method: 'GET', path };
  const post = (body: unknown, query: Record<string, string> = {}): RawRequest => ({
    method: 'POST',
    path: collection,
    query,
    body,
  });
  return cases(kind.key('create'), [
    {
      situation: 'success',
      title: 'the object is stored',
      request: made,
      expect: stored(kind, 201),
      afterwards: [{ request: read, expect: stored(kind, 200, { metadata: { uid: '{answer.uid}' } }) }],
    },
    {
      situation: 'success',
      title: 'a dry run stores nothing',
      request: post(object, { dryRun: 'All' }),
      expect: { code: 201, body: { kind: kind.kind, metadata: { name } } },
      afterwards: [{ request: read, expect: notFound(kind) }],
    },
    ...generatedName(kind),
    ...missingNamespace(kind),
    {
      situation: 'bad body',
      title: 'JSON that breaks off',
      request: post(broken),
      expect: refusal(400, 'BadRequest', containing('unexpected end of JSON input')),
    },
    {
      situation: 'bad body',
      title: 'a label that is a number',
      request: post({ ...object, metadata: { name, labels: { a: 1 } } }),
      expect: refusal(400, 'BadRequest', containing('cannot unmarshal number into Go struct field')),
    },
    {
      situation: 'bad body',
      title: 'another kind',
      request: post({ ...object, kind: 'Nothing' }),
      expect: kind.isCustom
        ? refusal(422, 'Invalid', containing('kind: Invalid value: "Nothing": must be'))
        : refusal(400, 'BadRequest', containing('Nothing')),
    },
    {
      situation: 'bad body',
      title: 'an unknown field, strictly',
      request: post({ ...object, unknownField: 1 }, { fieldValidation: 'Strict' }),
      expect: refusal(400, 'BadRequest', containing('strict decoding error: unknown field "unknownField"')),
    },
    ...noName(kind, post),
    ...writeParameters('CreateOptions', (query) => post(object, query)),
    {
      situation: 'forbidden',
      title: 'to a user without rights',
      request: { ...made, headers: nobody },
      expect: refusal(403, 'Forbidden', kind.forbidden('create', 'collection')),
    },
    {
      situation: 'conflict',
      title: 'the name is taken',
      given: [made],
      request: made,
      expect: refusal(409, 'AlreadyExists', `${resource} "${name}" already exists`),
    },
  ]);
}

/** 1.34 offers a Service without a name one address after the other, for a minute, while others wait. */
function noName(kind: KindUnderTest, post: (body: unknown) => RawRequest): Row[] {
  if (kind.release === '1.34' && traitsOf(kind).nameless === 'refused before') return [];
  return [
    {
      situation: 'bad body',
      title: 'no name',
      request: post({ ...kind.object, metadata: { labels: { case: '{name}' } } }),
      expect: withoutName(kind),
      ...(traitsOf(kind).nameless === 'named' && {
        disturbs: 'the server names the object, and its name does not carry the id of the run',
      }),
    },
  ];
}

function withoutName(kind: KindUnderTest): Case['expect'] {
  switch (traitsOf(kind).nameless) {
    case 'named':
      return { code: 201, body: { kind: kind.kind, metadata: { name: matching(/^[0-9a-f-]{36}$/) } } };
    case 'refused before':
      return refusal(422, 'Invalid');
    case 'refused':
      return refusal(422, 'Invalid', containing('name or generateName is required'));
  }
}

function generatedName(kind: KindUnderTest): Row[] {
  if (!takesAnyName(kind)) return [];
  const { object, collection } = kind;
  const metadata = { ...(object.metadata as object), name: undefined, generateName: '{name}-' };
  return [
    {
      situation: 'success',
      title: 'a name is generated',
      request: { method: 'POST', path: collection, body: { ...object, metadata } },
      expect: {
        code: 201,
        body: {
          kind: kind.kind,
          metadata: { name: matching(/-\d+-[bcdfghjklmnpqrstvwxz2456789]{5}$/), generateName: '{name}-' },
        },
      },
    },
  ];
}

function missingNamespace({ prefix, plural, object, scope }: KindUnderTest): Row[] {
  if (scope !== 'Namespaced') return [];
  return [
    {
      situation: 'missing object',
      title: 'the namespace is not there',
      request: {
        method: 'POST',
        path: `${prefix}/namespaces/{name}/${plural}`,
        body: inNamespace(object, '{name}'),
      },
      expect: refusal(404, 'NotFound', 'namespaces "{name}" not found'),
    },
  ];
}

/** Events name the namespace twice, and both have to agree. */
function inNamespace(object: Record<string, unknown>, namespace: string): unknown {
  return JSON.parse(JSON.stringify(object).replaceAll('{ns}', namespace));
}

function writeParameters(
  options: 'CreateOptions' | 'UpdateOptions' | 'PatchOptions',
  request: (query: Record<string, string>) => RawRequest,
): Row[] {
  const refused: [Record<string, string>, string, string][] = [
    [{ dryRun: 'Some' }, 'dryRun', 'FieldValueNotSupported'],
    [{ fieldManager: long }, 'fieldManager', 'FieldValueTooLong'],
    [{ fieldValidation: 'Some' }, 'fieldValidation', 'FieldValueNotSupported'],
  ];
  return refused.map(([query, field, reason]) => ({
    situation: 'bad parameter',
    title: Object.keys(query)[0]!,
    request: request(query),
    expect: refusal(422, 'Invalid', containing(`${options}.meta.k8s.io "" is invalid`), {
      details: { causes: some({ field, reason }) },
    }),
  }));
}

function readCases(kind: KindUnderTest): Case[] {
  const { made, path, name } = kind;
  const read = (headers: Record<string, string> = {}, query: Record<string, string> = {}): RawRequest => ({
    method: 'GET',
    path,
    headers,
    query,
  });
  return cases(kind.key('read'), [
    {
      situation: 'success',
      title: 'the object',
      given: [made],
      request: read(),
      expect: stored(kind, 200, { metadata: { uid: '{given.uid}' } }),
    },
    {
      situation: 'success',
      title: 'its metadata alone',
      given: [made],
      request: read({ accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' }),
      expect: {
        code: 200,
        body: {
          kind: 'PartialObjectMetadata',
          apiVersion: 'meta.k8s.io/v1',
          metadata: { name, uid: '{given.uid}' },
          spec: absent,
        },
      },
    },
    {
      situation: 'success',
      title: 'as a table',
      given: [made],
      request: read({ accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' }),
      expect: {
        code: 200,
        body: {
          kind: 'Table',
          apiVersion: 'meta.k8s.io/v1',
          columnDefinitions: some({ name: 'Name', type: 'string' }),
          rows: [{ object: { kind: 'PartialObjectMetadata', metadata: { uid: '{given.uid}' } } }],
        },
      },
    },
    { situation: 'missing object', title: 'by its name', request: read(), expect: notFound(kind) },
    {
      situation: 'bad parameter',
      title: 'a resourceVersion that is no number',
      given: [made],
      request: read({}, { resourceVersion: 'abc' }),
      expect: {
        code: traitsOf(kind).storedApart ? 400 : 500,
        body: { kind: 'Status', message: containing('resourceVersion: Invalid value: "abc"') },
      },
    },
    {
      situation: 'bad parameter',
      title: 'a media type that is not served',
      given: [made],
      request: read({ accept: 'text/csv' }),
      expect: notAcceptable(kind),
    },
    {
      situation: 'forbidden',
      title: 'to a user without rights',
      request: read(nobody),
      expect: refusal(403, 'Forbidden', kind.forbidden('get', 'object')),
    },
  ]);
}

function listCases(kind: KindUnderTest): Case[] {
  const { made, collection, name, scope, prefix, plural } = kind;
  const ours = { labelSelector: 'case={name}' };
  const list = (query: Record<string, string>, at = collection): RawRequest => ({
    method: 'GET',
    path: at,
    query,
  });
  const found = (path: string): Row[] => [
    {
      situation: 'success',
      title: 'what the selector matches, and nothing else',
      given: [made],
      request: list(ours, path),
      expect: listOf(kind, [{ metadata: { name, uid: '{given.uid}' } }]),
    },
    {
      situation: 'success',
      title: 'a watch begins with what is there',
      given: [made],
      request: list({ ...ours, watch: 'true', resourceVersion: '0', timeoutSeconds: '1' }, path),
      expect: {
        code: 200,
        contentType: 'application/json',
        body: { type: 'ADDED', object: { kind: kind.kind, metadata: { name, uid: '{given.uid}' } } },
      },
    },
    ...listParameters((query) => list(query, path)),
    {
      situation: 'forbidden',
      title: 'to a user without rights',
      request: { ...list({}, path), headers: nobody },
      expect: refusal(
        403,
        'Forbidden',
        path === collection
          ? kind.forbidden('list', 'collection')
          : kind.forbidden('list', 'collection').replace(/in the namespace .*/, 'at the cluster scope'),
      ),
    },
  ];
  return [
    ...cases(kind.key('list'), [...found(collection), ...otherForms(kind)]),
    ...(scope === 'Namespaced' ? cases(kind.listAllKey, found(`${prefix}/${plural}`)) : []),
  ];
}

function listOf(kind: KindUnderTest, items: readonly Pattern[]): Case['expect'] {
  return {
    code: 200,
    contentType: 'application/json',
    body: {
      kind: `${kind.kind}List`,
      apiVersion: kind.apiVersion,
      metadata: { resourceVersion: matching(/^\d+$/) },
      items,
    },
  };
}

function otherForms({ made, collection, name }: KindUnderTest): Row[] {
  const request = (as: string): RawRequest => ({
    method: 'GET',
    path: collection,
    query: { labelSelector: 'case={name}' },
    headers: { accept: `application/json;as=${as};g=meta.k8s.io;v=v1` },
  });
  return [
    {
      situation: 'success',
      title: 'as a table',
      given: [made],
      request: request('Table'),
      expect: { code: 200, body: { kind: 'Table', rows: [{ object: { metadata: { name } } }] } },
    },
    {
      situation: 'success',
      title: 'metadata alone',
      given: [made],
      request: request('PartialObjectMetadataList'),
      expect: {
        code: 200,
        body: { kind: 'PartialObjectMetadataList', items: [{ metadata: { name }, spec: absent }] },
      },
    },
  ];
}

function listParameters(request: (query: Record<string, string>) => RawRequest): Row[] {
  const rows: [string, Record<string, string>, Case['expect']][] = [
    [
      'labelSelector',
      { labelSelector: '!!' },
      refusal(400, 'BadRequest', containing('unable to parse requirement')),
    ],
    [
      'fieldSelector',
      { fieldSelector: 'spec.nothing=a' },
      refusal(400, 'BadRequest', containing('spec.nothing')),
    ],
    ['limit', { limit: 'abc' }, refusal(400, 'BadRequest', containing('invalid syntax'))],
    ['continue', { continue: 'abc' }, refusal(400, 'BadRequest', containing('continue key is not valid'))],
    [
      'resourceVersionMatch',
      { resourceVersionMatch: 'Exact' },
      invalidOptions('resourceVersionMatch', 'FieldValueForbidden'),
    ],
    [
      'sendInitialEvents',
      { sendInitialEvents: 'true' },
      invalidOptions('sendInitialEvents', 'FieldValueForbidden'),
    ],
    [
      'a resourceVersion of the future',
      { resourceVersion: '900000000000', resourceVersionMatch: 'NotOlderThan', timeoutSeconds: '1' },
      {
        code: 504,
        body: {
          kind: 'Status',
          reason: 'Timeout',
          details: { causes: some({ reason: 'ResourceVersionTooLarge' }) },
        },
      },
    ],
  ];
  return rows.map(([title, query, expect]) => ({
    situation: 'bad parameter',
    title,
    request: request(query),
    expect,
  }));
}

const patchTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

function patchCases(kind: KindUnderTest): Case[] {
  const { made, path, object, apiVersion, name } = kind;
  const patch = (
    type: keyof typeof patchTypes,
    body: unknown,
    query: Record<string, string> = {},
  ): RawRequest => ({
    method: 'PATCH',
    path,
    query,
    headers: { 'content-type': patchTypes[type] },
    body,
  });
  const touch = { metadata: { annotations: { touched: 'by-patch' } } };
  const applied = { apiVersion, kind: kind.kind, metadata: { name, ...touch.metadata } };
  const manager = { fieldManager: 'contract' };
  return cases(kind.key('patch'), [
    {
      situation: 'success',
      title: 'a JSON patch',
      given: [made],
      request: patch('json', [{ op: 'add', path: '/metadata/annotations', value: { touched: 'by-patch' } }]),
      expect: touched(kind, 'by-patch'),
      afterwards: [{ request: { method: 'GET', path }, expect: touched(kind, 'by-patch') }],
    },
    {
      situation: 'success',
      title: 'a merge patch',
      given: [made],
      request: patch('merge', touch),
      expect: touched(kind, 'by-patch'),
      afterwards: [{ request: { method: 'GET', path }, expect: touched(kind, 'by-patch') }],
    },
    {
      situation: 'success',
      title: 'a strategic merge patch',
      given: [made],
      request: patch('strategic', touch),
      expect: kind.isCustom ? unsupportedMediaType(kind) : touched(kind, 'by-patch'),
    },
    {
      situation: 'success',
      title: 'apply',
      given: [made],
      request: patch('apply', applied, manager),
      expect: touched(kind, 'by-patch'),
      afterwards: [
        {
          request: { method: 'GET', path },
          expect: {
            code: 200,
            body: { metadata: { managedFields: some({ manager: 'contract', operation: 'Apply' }) } },
          },
        },
      ],
    },
    {
      situation: 'success',
      title: 'apply creates',
      request: patch('apply', object, manager),
      expect: stored(kind, 201),
      leaves: [path],
    },
    {
      situation: 'success',
      title: 'a dry run changes nothing',
      given: [made],
      request: patch('merge', touch, { dryRun: 'All' }),
      expect: touched(kind, 'by-patch'),
      afterwards: [
        {
          request: { method: 'GET', path },
          expect: { code: 200, body: { metadata: { uid: '{given.uid}', annotations: untouched } } },
        },
      ],
    },
    {
      situation: 'missing object',
      title: 'a merge patch',
      request: patch('merge', touch),
      expect: notFound(kind),
    },
    {
      situation: 'bad body',
      title: 'a JSON patch that is no list',
      given: [made],
      request: patch('json', touch),
      expect: refusal(400, 'BadRequest', containing('cannot unmarshal')),
    },
    {
      situation: 'bad body',
      title: 'a merge patch that breaks off',
      given: [made],
      request: patch('merge', broken),
      expect: refusal(400, 'BadRequest'),
    },
    {
      situation: 'bad body',
      title: 'a JSON patch whose test fails',
      given: [made],
      request: patch('json', [{ op: 'test', path: '/metadata/name', value: 'other' }]),
      expect: refusal(
        422,
        'Invalid',
        containing('the server rejected our request due to an error in our request'),
      ),
    },
    {
      situation: 'bad body',
      title: 'a type that is none',
      given: [made],
      request: { method: 'PATCH', path, body: touch },
      expect: unsupportedMediaType(kind),
    },
    {
      situation: 'bad body',
      title: 'another name',
      given: [made],
      request: patch('apply', { ...applied, metadata: { name: 'other' } }, manager),
      expect: refusal(400, 'BadRequest'),
    },
    ...writeParameters('PatchOptions', (query) => patch('merge', touch, query)),
    {
      situation: 'bad parameter',
      title: 'force of what is no apply',
      given: [made],
      request: patch('merge', touch, { force: 'true' }),
      expect: invalidOptions('force', 'FieldValueForbidden'),
    },
    {
      situation: 'bad parameter',
      title: 'apply without a field manager',
      given: [made],
      request: patch('apply', applied),
      expect: invalidOptions('fieldManager', 'FieldValueRequired'),
    },
    {
      situation: 'forbidden',
      title: 'to a user without rights',
      request: { ...patch('merge', touch), headers: { 'content-type': patchTypes.merge, ...nobody } },
      expect: refusal(403, 'Forbidden', kind.forbidden('patch', 'object')),
    },
    {
      situation: 'conflict',
      title: 'a resourceVersion of the past',
      given: [made],
      request: patch('merge', { metadata: { resourceVersion: '1', annotations: { touched: 'late' } } }),
      expect: refusal(409, 'Conflict', containing('the object has been modified')),
    },
    {
      situation: 'conflict',
      title: 'apply of what another manager owns',
      given: [made],
      request: patch('apply', { ...applied, metadata: { name, labels: { case: 'other' } } }, manager),
      expect: refusal(409, 'Conflict', undefined, {
        details: { causes: some({ reason: 'FieldManagerConflict', field: '.metadata.labels.case' }) },
      }),
    },
  ]);
}

/** No annotation of ours; what controllers annotate is theirs. */
const untouched = new Special('untouched', (value, place) =>
  typeof value === 'object' && value !== null && 'touched' in value ? [`${place}: it was touched`] : [],
);

function replaceCases(kind: KindUnderTest): Case[] {
  const { made, path, object, resource } = kind;
  const { createsOnReplace, needsResourceVersion } = traitsOf(kind);
  const touch = {
    metadata: {
      annotations: { touched: 'by-replace' },
      managedFields: null,
      ...(!needsResourceVersion && { resourceVersion: null }),
    },
  };
  const replace = (body: unknown, query: Record<string, string> = {}): RawRequest => ({
    method: 'PUT',
    path,
    query,
    body,
  });
  return cases(kind.key('replace'), [
    {
      situation: 'success',
      title: 'the object is another afterwards',
      given: [made],
      request: { method: 'PUT', path, givenWith: touch },
      expect: touched(kind, 'by-replace'),
      afterwards: [{ request: { method: 'GET', path }, expect: touched(kind, 'by-replace') }],
      within: 'eventually',
    },
    {
      situation: 'missing object',
      title: createsOnReplace ? 'it is created' : 'by its name',
      request: replace(object),
      expect: createsOnReplace ? stored(kind, 201) : notFound(kind),
      leaves: createsOnReplace ? [path] : [],
    },
    {
      situation: 'bad body',
      title: 'JSON that breaks off',
      given: [made],
      request: replace(broken),
      expect: refusal(400, 'BadRequest', containing('unexpected end of JSON input')),
    },
    {
      situation: 'bad body',
      title: 'another name',
      given: [made],
      request: { method: 'PUT', path, givenWith: { metadata: { name: 'other' } } },
      expect: refusal(400, 'BadRequest', containing('does not match the name on the URL')),
    },
    {
      situation: 'bad body',
      title: 'an unknown field, strictly',
      given: [made],
      request: {
        method: 'PUT',
        path,
        query: { fieldValidation: 'Strict' },
        givenWith: { unknownField: 1 },
      },
      expect: refusal(400, 'BadRequest', containing('strict decoding error: unknown field "unknownField"')),
    },
    ...writeParameters('UpdateOptions', (query) => replace(object, query)),
    {
      situation: 'forbidden',
      title: 'to a user without rights',
      request: { ...replace(object), headers: nobody },
      expect: refusal(403, 'Forbidden', kind.forbidden('update', 'object')),
    },
    {
      situation: 'conflict',
      title: 'a resourceVersion of the past',
      given: [made],
      request: { method: 'PUT', path, givenWith: { metadata: { resourceVersion: '1' } } },
      expect: refusal(
        409,
        'Conflict',
        containing(
          `Operation cannot be fulfilled on ${resource} "${kind.name}": the object has been modified`,
        ),
      ),
    },
    {
      situation: 'conflict',
      title: 'the uid of another',
      given: [made],
      request: {
        method: 'PUT',
        path,
        givenWith: { metadata: { uid: '6ba7b810-9dad-11d1-80b4-00c04fd430c8', resourceVersion: null } },
      },
      expect: refusal(409, 'Conflict', containing('Precondition failed: UID in precondition')),
    },
  ]);
}

function deleteCases(kind: KindUnderTest): Case[] {
  const { made, path } = kind;
  const remove = (body?: unknown, query: Record<string, string> = {}): RawRequest => ({
    method: 'DELETE',
    path,
    query,
    ...(body !== undefined && { body }),
  });
  const options = { apiVersion: 'v1', kind: 'DeleteOptions' };
  const { deletedLater } = traitsOf(kind);
  return cases(kind.key('delete'), [
    {
      situation: 'success',
      title: 'the object is gone',
      given: [made],
      request: remove(undefined, { gracePeriodSeconds: '0' }),
      expect: deleted(kind),
      afterwards: [{ request: { method: 'GET', path }, expect: notFound(kind) }],
      within: deletedLater ? 'eventually' : 'at once',
    },
    {
      situation: 'success',
      title: 'a dry run deletes nothing',
      given: [made],
      request: remove(undefined, { dryRun: 'All', gracePeriodSeconds: '0' }),
      expect: { code: 200, contentType: 'application/json', body: { apiVersion: matching(/./) } },
      afterwards: [
        {
          request: { method: 'GET', path },
          expect: { code: 200, body: { metadata: { uid: '{given.uid}', deletionTimestamp: absent } } },
        },
      ],
    },
    { situation: 'missing object', title: 'by its name', request: remove(), expect: notFound(kind) },
    {
      situation: 'bad body',
      title: 'JSON that breaks off',
      given: [made],
      request: remove(broken),
      expect: brokenOptions(kind),
    },
    {
      situation: 'bad body',
      title: 'a policy that is none',
      given: [made],
      request: remove({ ...options, propagationPolicy: 'Some' }),
      expect: invalidOptions('propagationPolicy', 'FieldValueNotSupported'),
    },
    {
      situation: 'bad parameter',
      title: 'propagationPolicy',
      given: [made],
      request: remove(undefined, { propagationPolicy: 'Some' }),
      expect: invalidOptions('propagationPolicy', 'FieldValueNotSupported'),
    },
    {
      situation: 'bad parameter',
      title: 'dryRun',
      given: [made],
      request: remove(undefined, { dryRun: 'Some' }),
      expect: invalidOptions('dryRun', 'FieldValueNotSupported'),
    },
    {
      situation: 'bad parameter',
      title: 'gracePeriodSeconds',
      given: [made],
      request: remove(undefined, { gracePeriodSeconds: 'abc' }),
      expect: refusal(400, 'BadRequest', containing('invalid syntax')),
    },
    {
      situation: 'forbidden',
      title: 'to a user without rights',
      request: { ...remove(), headers: nobody },
      expect: refusal(403, 'Forbidden', kind.forbidden('delete', 'object')),
    },
    {
      situation: 'conflict',
      title: 'the uid of another',
      given: [made],
      request: remove({ ...options, preconditions: { uid: '6ba7b810-9dad-11d1-80b4-00c04fd430c8' } }),
      expect: refusal(409, 'Conflict', containing('6ba7b810-9dad-11d1-80b4-00c04fd430c8')),
    },
  ]);
}

/** Until 1.34, options that cannot be read were a failure of the server's. */
function brokenOptions({ release }: KindUnderTest): Case['expect'] {
  if (release !== '1.34') return refusal(400, 'BadRequest', containing('unexpected end of JSON input'));
  return { code: 500, body: { kind: 'Status', message: containing('unexpected end of JSON input') } };
}

/** What answers the deletion of an object that is gone at once: most kinds a Status with its uid, some the object. */
function deleted(kind: KindUnderTest): Case['expect'] {
  const { answersDeleted, deletedLater } = traitsOf(kind);
  if (deletedLater) return { code: 200, body: { apiVersion: matching(/./) } };
  if (answersDeleted) {
    return { code: 200, body: { kind: kind.kind, metadata: { uid: '{given.uid}' } } };
  }
  const details = { name: kind.name, uid: '{given.uid}', kind: kind.plural };
  return { code: 200, body: { kind: 'Status', status: 'Success', details } };
}

function deleteCollectionCases(kind: KindUnderTest): Case[] {
  const { made, path, collection } = kind;
  const ours = { labelSelector: `kubewright-contract-run={run},case={name}` };
  const remove = (query: Record<string, string>, body?: unknown): RawRequest => ({
    method: 'DELETE',
    path: collection,
    query: { ...ours, ...query },
    ...(body !== undefined && { body }),
  });
  const { deletedLater } = traitsOf(kind);
  return cases(kind.key('deleteCollection'), [
    {
      situation: 'success',
      title: 'what the selector matches is gone',
      given: [made],
      request: remove({ gracePeriodSeconds: '0' }),
      expect: listOf(kind, [{ metadata: { name: kind.name, uid: '{given.uid}' } }]),
      afterwards: [{ request: { method: 'GET', path }, expect: notFound(kind) }],
      within: deletedLater ? 'eventually' : 'at once',
    },
    {
      situation: 'missing object',
      title: 'nothing that the selector matches',
      request: remove({}),
      expect: listOf(kind, []),
    },
    {
      situation: 'bad body',
      title: 'JSON that breaks off',
      request: remove({}, broken),
      expect: brokenOptions(kind),
    },
    {
      situation: 'bad parameter',
      title: 'dryRun',
      request: remove({ dryRun: 'Some' }),
      expect: invalidOptions('dryRun', 'FieldValueNotSupported'),
    },
    {
      situation: 'bad parameter',
      title: 'limit',
      request: remove({ limit: 'abc' }),
      expect: refusal(400, 'BadRequest', containing('invalid syntax')),
    },
    {
      situation: 'bad parameter',
      title: 'a token to continue that is none',
      given: [made],
      request: remove({ continue: 'abc' }),
      expect: refusal(400, 'BadRequest', containing('invalid continue token: continue key is not valid')),
      afterwards: [{ request: { method: 'GET', path }, expect: { code: 200 } }],
    },
    {
      situation: 'bad parameter',
      title: 'a resourceVersion of the future',
      given: [made],
      request: remove({ resourceVersion: '900000000000', timeoutSeconds: '1' }),
      expect: refusal(504, 'Timeout', containing('Too large resource version')),
      afterwards: [{ request: { method: 'GET', path }, expect: { code: 200 } }],
    },
    {
      situation: 'forbidden',
      title: 'to a user without rights',
      request: { ...remove({}), headers: nobody },
      expect: refusal(403, 'Forbidden', kind.forbidden('deletecollection', 'collection')),
    },
    {
      situation: 'conflict',
      title: 'the uid of another',
      given: [made],
      request: remove(
        {},
        {
          apiVersion: 'v1',
          kind: 'DeleteOptions',
          preconditions: { uid: '6ba7b810-9dad-11d1-80b4-00c04fd430c8' },
        },
      ),
      expect: refusal(409, 'Conflict', containing('6ba7b810-9dad-11d1-80b4-00c04fd430c8')),
    },
  ]);
}
