import { invalidOptions, refusal, schemeLine } from '../answers.ts';
import type { Case, Expectation, RawRequest, Situation } from '../case.ts';
import { operationKey } from '../operations.ts';
import { absent, some } from '../patterns.ts';
import type { KindUnderTest } from '../served-kinds.ts';

/** The cases of bindings of a Pod: by the Pod itself, and in the collection that bindings have of their own. */
export function bindingCases(pods: KindUnderTest): Case[] {
  return [
    ...casesOf(pods, `${pods.path}/binding`, 'createNamespacedPodBinding'),
    ...casesOf(pods, '/api/v1/namespaces/{ns}/bindings', 'createNamespacedBinding'),
    ...ownCases(pods),
    ...collectionCases(pods),
  ];
}

/** What is the same for both. */
function casesOf(pods: KindUnderTest, path: string, identifier: string): Case[] {
  const bind = (more: object = {}, query: Record<string, string> = {}): RawRequest => ({
    method: 'POST',
    path,
    query,
    body: { ...binding, ...more },
  });
  const row = rowOf(pods, identifier, bind());
  const metadata = (fields: object) => ({ metadata: { name: '{name}', ...fields } });
  return [
    row('success', 'it is on the node, and says so', {
      expect: made,
      afterwards: [
        pod({
          metadata: { generation: 1 },
          spec: { nodeName: '{name}' },
          status: {
            phase: 'Pending',
            conditions: [{ type: 'PodScheduled', status: 'True', reason: absent, message: absent }],
          },
        }),
      ],
    }),
    row('success', 'with annotations and labels', {
      request: bind(metadata({ annotations: { colour: 'red' }, labels: { taste: 'sweet' } })),
      expect: made,
      afterwards: [
        pod({
          metadata: {
            annotations: { colour: 'red' },
            labels: { taste: pods.release === '1.34' ? absent : 'sweet', case: '{name}' },
          },
        }),
      ],
    }),
    row('success', 'only tried', {
      request: bind({}, { dryRun: 'All' }),
      expect: made,
      afterwards: [pod({ spec: { nodeName: absent } })],
    }),
    row('success', 'to a node without a kind', {
      request: bind({ target: { name: '{name}' } }),
      expect: made,
    }),
    row('success', 'once nothing holds it back any more', {
      given: [gated(pods), ungate(pods)],
      expect: made,
      afterwards: [pod({ spec: { nodeName: '{name}' } })],
    }),
    row('conflict', 'something holds it back', {
      given: [gated(pods)],
      expect: bindingConflict('pod {name} has non-empty .spec.schedulingGates'),
      afterwards: [
        pod({
          status: {
            conditions: some({
              type: 'PodScheduled',
              status: 'False',
              reason: 'SchedulingGated',
              message: 'Scheduling is blocked due to non-empty scheduling gates',
            }),
          },
        }),
      ],
    }),
    row('conflict', 'it is on a node already', {
      given: [pods.made, bind()],
      expect: bindingConflict('pod {name} is already assigned to node "{name}"'),
    }),
    row('conflict', 'it is going', {
      given: [
        {
          ...pods.made,
          body: {
            ...pods.object,
            metadata: { ...(pods.object.metadata as object), finalizers: ['{run}.example.com/hold'] },
          },
        },
        { method: 'DELETE', path: pods.path },
      ],
      expect: bindingConflict('pod {name} is being deleted, cannot be assigned to a host'),
      afterwards: [
        {
          request: {
            method: 'PATCH',
            path: pods.path,
            headers: { 'content-type': 'application/merge-patch+json' },
            body: { metadata: { finalizers: null } },
          },
          expect: { code: 200, body: { metadata: { finalizers: absent } } },
        },
      ],
    }),
    row('conflict', 'a version of the past', {
      request: bind(metadata({ resourceVersion: '1' })),
      expect: refusal(
        409,
        'Conflict',
        'Operation cannot be fulfilled on pods "{name}": StorageError: invalid object, Code: 4, Key: /registry/pods/{ns}/{name}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ResourceVersion in precondition: 1, ResourceVersion in object meta: {given.resourceVersion}',
        { details: { name: '{name}', kind: 'pods' } },
      ),
    }),
    row('bad body', 'no node', {
      request: bind({ target: { kind: 'Node', name: '' } }),
      expect: failure('target.name: Required value'),
    }),
    row('bad body', 'no node of another kind', {
      request: bind({ target: { kind: 'Pod' } }),
      expect: failure(
        '[target.kind: Unsupported value: "Pod": supported values: "Node", "<empty>", target.name: Required value]',
      ),
    }),
    row('bad body', 'another version', {
      request: bind({ apiVersion: 'v2' }),
      expect: refusal(
        400,
        'BadRequest',
        `Binding in version "v2" cannot be handled as a Binding: no kind "Binding" is registered for version "v2" in scheme "${schemeLine(pods)}"`,
      ),
    }),
    row('bad body', 'another namespace', {
      request: bind(metadata({ namespace: 'other' })),
      expect: refusal(
        400,
        'BadRequest',
        'the namespace of the provided object does not match the namespace sent on the request',
      ),
    }),
    row('missing object', 'there is no such namespace', {
      given: [],
      request: { ...bind(), path: path.replace('{ns}', '{run}-none') },
      expect: refusal(404, 'NotFound', 'namespaces "{run}-none" not found'),
    }),
  ];
}

/** What only the Pod's own has: a name twice, and a uid that counts. */
function ownCases(pods: KindUnderTest): Case[] {
  const bind = (metadata: object): RawRequest => ({
    method: 'POST',
    path: `${pods.path}/binding`,
    body: { ...binding, metadata },
  });
  const row = rowOf(pods, 'createNamespacedPodBinding', bind({ name: '{name}' }));
  return [
    row('bad body', 'another name', {
      request: bind({ name: 'other' }),
      expect: refusal(400, 'BadRequest', 'name in URL does not match name in Binding object'),
    }),
    row('conflict', 'the uid of another', {
      request: bind({ name: '{name}', uid: strangeUid }),
      expect: refusal(
        409,
        'Conflict',
        `Operation cannot be fulfilled on pods "{name}": StorageError: invalid object, Code: 4, Key: /registry/pods/{ns}/{name}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${strangeUid}, UID in object meta: {given.uid}`,
      ),
    }),
  ];
}

function collectionCases(pods: KindUnderTest): Case[] {
  const path = '/api/v1/namespaces/{ns}/bindings';
  const create: RawRequest = { method: 'POST', path, body: binding };
  const row = rowOf(pods, 'createNamespacedBinding', create);
  return [
    row('success', 'the uid of another is forgotten', {
      request: { ...create, body: { ...binding, metadata: { name: '{name}', uid: strangeUid } } },
      expect: made,
    }),
    row('missing object', 'there is no such Pod', {
      given: [],
      expect: refusal(404, 'NotFound', 'pods "{name}" not found', {
        details: { name: '{name}', kind: 'pods' },
      }),
    }),
    row('bad parameter', 'dryRun', {
      request: { ...create, query: { dryRun: 'Some' } },
      expect: invalidOptions('dryRun', 'FieldValueNotSupported'),
    }),
    row('bad parameter', 'a collection is not read', {
      given: [],
      request: { method: 'GET', path },
      expect: refusal(405, 'MethodNotAllowed'),
    }),
    row('bad parameter', 'no binding is read', {
      given: [],
      request: { method: 'GET', path: `${path}/{name}` },
      expect: refusal(404, 'NotFound', 'the server could not find the requested resource'),
    }),
    row('forbidden', 'to a user without rights', {
      given: [],
      request: { ...create, headers: { 'impersonate-user': '{nobody}' } },
      expect: refusal(
        403,
        'Forbidden',
        'bindings is forbidden: User "{nobody}" cannot create resource "bindings" in API group "" in the namespace "{ns}"',
      ),
    }),
  ];
}

function rowOf(pods: KindUnderTest, identifier: string, usual: RawRequest) {
  const operation = operationKey({ prefix: '/api/v1', identifier });
  return (
    situation: Situation,
    title: string,
    { given = [pods.made], request = usual, expect, ...more }: Partial<Case> & Pick<Case, 'expect'>,
  ): Case => ({ operation, situation, title, given, request, expect, ...more });
}

const strangeUid = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

/** To a node that is not there: nothing runs. */
const binding = {
  apiVersion: 'v1',
  kind: 'Binding',
  metadata: { name: '{name}' },
  target: { kind: 'Node', name: '{name}' },
};

const made: Expectation = {
  code: 201,
  contentType: 'application/json',
  body: { kind: 'Status', apiVersion: 'v1', status: 'Success', code: 201 },
};

function pod(body: Expectation['body']): { request: RawRequest; expect: Expectation } {
  const request = { method: 'GET', path: '/api/v1/namespaces/{ns}/pods/{name}' };
  return { request, expect: { code: 200, ...(body !== undefined && { body }) } };
}

function gated(pods: KindUnderTest): RawRequest {
  const spec = { ...(pods.object.spec as object), schedulingGates: [{ name: 'example.com/wait' }] };
  return { ...pods.made, body: { ...pods.object, spec } };
}

function ungate({ path }: KindUnderTest): RawRequest {
  return {
    method: 'PATCH',
    path,
    headers: { 'content-type': 'application/merge-patch+json' },
    body: { spec: { schedulingGates: null } },
  };
}

function bindingConflict(why: string): Expectation {
  return refusal(409, 'Conflict', `Operation cannot be fulfilled on pods/binding "{name}": ${why}`, {
    details: { name: '{name}', kind: 'pods/binding' },
  });
}

/** The server gives no reason for these. */
function failure(message: string): Expectation {
  return { code: 500, body: { kind: 'Status', status: 'Failure', message, reason: absent, details: absent } };
}
