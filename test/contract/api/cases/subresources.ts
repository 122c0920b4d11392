import { invalidOptions, notAcceptable, notFound, refusal, stored } from '../answers.ts';
import type { Case, RawRequest, Situation } from '../case.ts';
import { operationKey } from '../operations.ts';
import { containing, matching, type Pattern } from '../patterns.ts';
import type { KindUnderTest } from '../served-kinds.ts';
import { statusOfKind } from '../statuses.ts';
import { traitsOf } from '../traits.ts';

/** The cases of every subresource of a kind that has an operation of its own. */
export function subresourceCases(kind: KindUnderTest): Case[] {
  return kind.subresources.flatMap(({ name, verbs }) => {
    if (!verbs.includes('patch') || !(name in changes)) return [];
    return partCases(kind, changes[name]!(kind), name);
  });
}

/** What a subresource is changed by, and what shows that it was. */
interface Change {
  /** As identifiers name it. */
  title: string;
  /** A merge patch, and what of the given object is replaced. */
  change: Readonly<Record<string, unknown>>;
  /** Of the subresource, once it is changed. */
  changed: Pattern;
  /** Of the subresource, before. */
  whole: Pattern;
  /** How a patch is sent. */
  patchType: string;
  /** What it is patched by, where that is not `change`. */
  patch?: unknown;
  /** What a replace sends, where it is not the given object. */
  replacement?: Readonly<Record<string, unknown>>;
}

const merge = 'application/merge-patch+json';

const changes: Readonly<Record<string, (kind: KindUnderTest) => Change>> = {
  status: (kind) => {
    const status = statusOfKind(kind);
    const identity = { kind: kind.kind, metadata: { name: kind.name, uid: '{given.uid}' } };
    return {
      title: 'Status',
      change: { status },
      changed: { ...identity, status: status as Pattern },
      whole: identity,
      patchType: merge,
    };
  },
  scale: ({ name }) => {
    const scale = { kind: 'Scale', apiVersion: 'autoscaling/v1', metadata: { name, uid: '{given.uid}' } };
    return {
      title: 'Scale',
      change: { spec: { replicas: 1 } },
      changed: { ...scale, spec: { replicas: 1 } },
      whole: { ...scale, status: { replicas: 0 } },
      patchType: merge,
      replacement: {
        kind: 'Scale',
        apiVersion: 'autoscaling/v1',
        metadata: { name, namespace: '{ns}' },
        spec: { replicas: 1 },
      },
    };
  },
  approval: ({ kind, name }) => {
    const condition = { type: 'Approved', status: 'True', reason: 'Tried', message: 'by the suite' };
    return {
      title: 'Approval',
      change: { status: { conditions: [condition] } },
      changed: { kind, metadata: { name, uid: '{given.uid}' }, status: { conditions: [condition] } },
      whole: { kind, metadata: { name, uid: '{given.uid}' } },
      patchType: merge,
    };
  },
  ephemeralcontainers: ({ kind, name }) => {
    const debug = { name: 'debug', image: 'registry.k8s.io/pause:3.10' };
    return {
      title: 'Ephemeralcontainers',
      change: { spec: { ephemeralContainers: [debug] } },
      changed: { kind, metadata: { name, uid: '{given.uid}' }, spec: { ephemeralContainers: [debug] } },
      whole: { kind, metadata: { name, uid: '{given.uid}' } },
      patchType: 'application/strategic-merge-patch+json',
    };
  },
  resize: ({ kind, name }) => {
    const limits = { cpu: '20m' };
    const resized = [{ name: 'main', resources: { limits } }];
    return {
      title: 'Resize',
      change: { spec: { containers: resized } },
      changed: { kind, metadata: { name, uid: '{given.uid}' }, spec: { containers: resized } },
      whole: { kind, metadata: { name, uid: '{given.uid}' } },
      patchType: 'application/strategic-merge-patch+json',
      replacement: {},
    };
  },
};

const nobody = { 'impersonate-user': '{nobody}' };
const broken = '{"metadata":';

function partCases(kind: KindUnderTest, change: Change, subresource: string): Case[] {
  const path = `${kind.path}/${subresource}`;
  const given = [givenFor(kind, subresource)];
  const { title, changed, whole, patchType, patch = change.change } = change;
  const patching = (body: unknown, query: Record<string, string> = {}): RawRequest => ({
    method: 'PATCH',
    path,
    query,
    headers: { 'content-type': patchType },
    body,
  });
  const { needsResourceVersion, createsByStatus } = traitsOf(kind);
  const replacing: RawRequest = change.replacement
    ? replacementOf(kind, path, change)
    : {
        method: 'PUT',
        path,
        givenWith: {
          ...change.change,
          metadata: { managedFields: null, ...(!needsResourceVersion && { resourceVersion: null }) },
        },
      };
  const absentBody = { ...kind.object, ...change.replacement };
  const row = (
    verb: string,
    situation: Situation,
    name: string,
    rest: Pick<Case, 'request' | 'expect'> & Partial<Case>,
  ): Case => ({ operation: kind.key(verb, title), situation, title: name, ...rest });
  const refused = (verb: string, request: RawRequest) =>
    row(
      verb === 'get' ? 'read' : verb === 'update' ? 'replace' : verb,
      'forbidden',
      'to a user without rights',
      {
        request: { ...request, headers: { ...request.headers, ...nobody } },
        expect: refusal(403, 'Forbidden', kind.forbidden(verb, 'object', subresource)),
      },
    );
  return [
    row('read', 'success', 'it is there', {
      given,
      request: { method: 'GET', path },
      expect: { code: 200, body: whole },
    }),
    row('read', 'missing object', 'by its name', {
      request: { method: 'GET', path },
      expect: notFound(kind),
    }),
    row('read', 'bad parameter', 'a media type that is not served', {
      given,
      request: { method: 'GET', path, headers: { accept: 'text/csv' } },
      expect: notAcceptable(kind),
    }),
    refused('get', { method: 'GET', path }),
    row('patch', 'success', 'it is another afterwards', {
      given,
      request: patching(patch),
      expect: { code: 200, body: changed },
      within: 'eventually',
    }),
    row('patch', 'missing object', 'by its name', { request: patching(patch), expect: notFound(kind) }),
    row('patch', 'bad body', 'JSON that breaks off', {
      given,
      request: patching(broken),
      expect: refusal(400, 'BadRequest'),
    }),
    row('patch', 'bad parameter', 'dryRun', {
      given,
      request: patching(patch, { dryRun: 'Some' }),
      expect: invalidOptions('dryRun', 'FieldValueNotSupported'),
    }),
    refused('patch', patching(patch)),
    row('patch', 'conflict', 'a resourceVersion of the past', {
      given,
      request: patching({ ...(patch as object), metadata: { resourceVersion: '1' } }),
      expect: refusal(409, 'Conflict', containing('the object has been modified')),
    }),
    row('replace', 'success', 'it is another afterwards', {
      given,
      request: replacing,
      expect: { code: 200, body: changed },
      within: 'eventually',
    }),
    row('replace', 'missing object', 'by its name', {
      request: { method: 'PUT', path, body: absentBody },
      expect: createsByStatus ? stored(kind, 201) : notFound(kind),
      leaves: createsByStatus ? [kind.path] : [],
    }),
    row('replace', 'bad body', 'JSON that breaks off', {
      given,
      request: { method: 'PUT', path, body: broken },
      expect:
        kind.isCustom && title === 'Scale'
          ? refusal(400, 'BadRequest')
          : refusal(400, 'BadRequest', containing('unexpected end of JSON input')),
    }),
    row('replace', 'bad parameter', 'dryRun', {
      given,
      request: { ...replacing, query: { dryRun: 'Some' } },
      expect: invalidOptions('dryRun', 'FieldValueNotSupported'),
    }),
    refused('update', { method: 'PUT', path, body: absentBody }),
    row('replace', 'conflict', 'a resourceVersion of the past', {
      given,
      request: {
        ...replacing,
        ...(replacing.givenWith
          ? { givenWith: { ...replacing.givenWith, metadata: { managedFields: null, resourceVersion: '1' } } }
          : {
              body: {
                ...(replacing.body as object),
                metadata: { name: kind.name, namespace: '{ns}', resourceVersion: '1' },
              },
            }),
      },
      expect: refusal(409, 'Conflict', containing('the object has been modified')),
    }),
  ];
}

/** A Pod can be resized only where something is limited already. */
function givenFor(kind: KindUnderTest, subresource: string): RawRequest {
  if (subresource !== 'resize') return kind.made;
  return { ...kind.made, body: { ...kind.object, spec: limitedTo('10m', kind) } };
}

function limitedTo(cpu: string, { object }: KindUnderTest): Record<string, unknown> {
  const spec = object.spec as { containers: object[] };
  return {
    ...spec,
    containers: spec.containers.map((each) => ({ ...each, resources: { limits: { cpu } } })),
  };
}

function replacementOf(kind: KindUnderTest, path: string, { title, replacement }: Change): RawRequest {
  if (title !== 'Resize') {
    const metadata =
      kind.scope === 'Namespaced' ? { name: kind.name, namespace: '{ns}' } : { name: kind.name };
    return { method: 'PUT', path, body: { ...replacement, metadata } };
  }
  return { method: 'PUT', path, body: { ...kind.object, spec: limitedTo('20m', kind) } };
}

/** The cases of creating what belongs to one object: a token, a binding, an eviction. */
export function createdPartCases(kind: KindUnderTest): Case[] {
  return kind.subresources.flatMap(({ name, verbs }) => {
    const part = createdParts[name]?.(kind);
    if (!part || !verbs.includes('create')) return [];
    const path = `${kind.path}/${name}`;
    const create: RawRequest = { method: 'POST', path, body: part.body };
    const operation = operationKey({
      prefix: kind.prefix,
      identifier: `createNamespaced${kind.kind}${name[0]!.toUpperCase()}${name.slice(1)}`,
    });
    const row = (
      situation: Situation,
      title: string,
      rest: Pick<Case, 'request' | 'expect'> & Partial<Case>,
    ) => ({
      operation,
      situation,
      title,
      ...rest,
    });
    return [
      row('success', 'it is made', {
        given: [kind.made],
        request: create,
        expect: { code: 201, body: part.made },
        ...(part.afterwards && { afterwards: part.afterwards, within: 'eventually' as const }),
      }),
      row('missing object', 'by its name', { request: create, expect: notFound(kind) }),
      row('bad body', 'JSON that breaks off', {
        given: [kind.made],
        request: { ...create, body: broken },
        expect: refusal(400, 'BadRequest', containing('unexpected end of JSON input')),
      }),
      row('bad parameter', 'dryRun', {
        given: [kind.made],
        request: { ...create, query: { dryRun: 'Some' } },
        expect: invalidOptions('dryRun', 'FieldValueNotSupported'),
      }),
      row('forbidden', 'to a user without rights', {
        request: { ...create, headers: nobody },
        expect: refusal(403, 'Forbidden', kind.forbidden('create', 'object', name)),
      }),
      ...(part.conflict
        ? [
            row('conflict', part.conflict.title, {
              ...part.conflict,
              given: [kind.made, ...(part.conflict.given ?? [])],
            }),
          ]
        : []),
    ];
  });
}

interface CreatedPart {
  body: Record<string, unknown>;
  made: Pattern;
  afterwards?: Case['afterwards'] & object;
  conflict?: Pick<Case, 'title' | 'request' | 'expect'> & { given?: readonly RawRequest[] };
}

const createdParts: Readonly<Record<string, (kind: KindUnderTest) => CreatedPart>> = {
  token: ({ path }) => ({
    body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 600 } },
    made: { kind: 'TokenRequest', status: { token: matching(/^[\w-]+\.[\w-]+\.[\w-]+$/) } },
    conflict: {
      title: 'the name of another',
      request: {
        method: 'POST',
        path: `${path}/token`,
        body: {
          apiVersion: 'authentication.k8s.io/v1',
          kind: 'TokenRequest',
          spec: { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: '{name}' } },
        },
      },
      expect: refusal(404, 'NotFound', 'pods "{name}" not found'),
    },
  }),
  binding: (kind) => {
    const body = bindingOf(kind);
    const request: RawRequest = { method: 'POST', path: `${kind.path}/binding`, body };
    return {
      body,
      made: { kind: 'Status', status: 'Success', code: 201 },
      afterwards: [
        {
          request: { method: 'GET', path: kind.path },
          expect: { code: 200, body: { spec: { nodeName: '{name}' } } },
        },
      ],
      conflict: {
        title: 'it is bound already',
        given: [request],
        request,
        expect: refusal(409, 'Conflict', containing('is already assigned to node')),
      },
    };
  },
  eviction: (kind) => {
    const body = {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name: '{name}', namespace: '{ns}' },
    };
    return {
      body,
      made: { kind: 'Status', status: 'Success', code: 201 },
      afterwards: [{ request: { method: 'GET', path: kind.path }, expect: notFound(kind) }],
      conflict: {
        title: 'the uid of another',
        request: {
          method: 'POST',
          path: `${kind.path}/eviction`,
          body: {
            ...body,
            deleteOptions: { preconditions: { uid: '6ba7b810-9dad-11d1-80b4-00c04fd430c8' } },
          },
        },
        expect: refusal(409, 'Conflict', containing('the UID in the precondition')),
      },
    };
  },
};

/** To a node that is not there: nothing runs. */
export function bindingOf({ name }: KindUnderTest): Record<string, unknown> {
  return {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { name, namespace: '{ns}' },
    target: { apiVersion: 'v1', kind: 'Node', name: '{name}' },
  };
}
