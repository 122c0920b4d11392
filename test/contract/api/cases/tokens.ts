import { refusal, schemeLine } from '../answers.ts';
import type { Case, Expectation, RawRequest, Situation } from '../case.ts';
import { operationKey } from '../operations.ts';
import { absent, matching, type Pattern } from '../patterns.ts';
import { runLabel } from '../run-case.ts';
import type { KindUnderTest } from '../served-kinds.ts';

/** The cases of tokens of a ServiceAccount: what may be asked for, what comes of it, and who logs in with it. */
export function tokenCases(accounts: KindUnderTest, pods: KindUnderTest): Case[] {
  const operation = operationKey({ prefix: '/api/v1', identifier: 'createNamespacedServiceAccountToken' });
  const path = `${accounts.path}/token`;
  const create = (body: unknown, query: Record<string, string> = {}): RawRequest => ({
    method: 'POST',
    path,
    query,
    body,
  });
  const pod: RawRequest = {
    ...pods.made,
    body: {
      ...pods.object,
      spec: { ...(pods.object.spec as object), serviceAccountName: '{name}' },
    },
  };
  const secret: RawRequest = {
    method: 'POST',
    path: '/api/v1/namespaces/{ns}/secrets',
    body: { apiVersion: 'v1', kind: 'Secret', metadata: { name: '{name}', labels: { [runLabel]: '{run}' } } },
  };
  const row = (
    situation: Situation,
    title: string,
    body: unknown,
    expect: Expectation,
    given: readonly RawRequest[] = [],
  ): Case => ({
    operation,
    situation,
    title,
    given: [accounts.made, ...given],
    request: create(body),
    expect,
  });
  const bound = (reference: object) => tokenRequest({ boundObjectRef: reference });
  const of = (kind: string, apiVersion = 'v1') => ({ kind, apiVersion, name: '{name}' });

  return [
    row('success', 'with nothing asked for', tokenRequest({}), {
      code: 201,
      contentType: 'application/json',
      body: {
        kind: 'TokenRequest',
        apiVersion: 'authentication.k8s.io/v1',
        metadata: {
          name: '{name}',
          namespace: '{ns}',
          uid: matching(/^[0-9a-f-]{36}$/),
          creationTimestamp: time,
          resourceVersion: absent,
        },
        spec: { audiences: [apiAudience], expirationSeconds: 3600, boundObjectRef: null },
        status: { token, expirationTimestamp: time },
      },
    }),
    row('success', 'a body of null', 'null', made({ audiences: [apiAudience], expirationSeconds: 3600 })),
    row(
      'success',
      'for others, and for longer',
      tokenRequest({ audiences: ['a', 'b'], expirationSeconds: 4294967296 }),
      made({ audiences: ['a', 'b'], expirationSeconds: 4294967296 }),
    ),
    row('success', 'bound to a Pod', bound(of('Pod')), made({ boundObjectRef: of('Pod') }), [pod]),
    row('success', 'bound to a Secret', bound(of('Secret')), made({ boundObjectRef: of('Secret') }), [
      secret,
    ]),
    row(
      'success',
      'a status that is sent is forgotten',
      { ...tokenRequest({}), status: { token: 'x' } },
      made({}),
    ),
    {
      ...row('success', 'a dry run gives one, too', tokenRequest({}), made({})),
      request: create(tokenRequest({}), { dryRun: 'All' }),
    },
    row('bad body', 'too short', tokenRequest({ expirationSeconds: 599 }), tooShort(599)),
    row('bad body', 'no time at all', tokenRequest({ expirationSeconds: 0 }), tooShort(0)),
    row(
      'bad body',
      'too long',
      tokenRequest({ expirationSeconds: 4294967297 }),
      refusedField(
        '',
        'spec.expirationSeconds',
        'Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds',
      ),
    ),
    row(
      'bad body',
      'another name',
      { ...tokenRequest({}), metadata: { name: 'other' } },
      refusedField(
        '{name}',
        'metadata.name',
        'Invalid value: "other": must match the service account name if specified',
      ),
    ),
    row(
      'bad body',
      'another namespace',
      { ...tokenRequest({}), metadata: { namespace: 'other' } },
      refusal(
        400,
        'BadRequest',
        'the namespace of the provided object does not match the namespace sent on the request',
      ),
    ),
    row(
      'bad body',
      'a list',
      '[]',
      refusal(
        400,
        'BadRequest',
        'the object provided is unrecognized (must be of type TokenRequest): couldn\'t get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" } (5b5d)',
      ),
    ),
    row(
      'bad body',
      'another kind',
      { apiVersion: 'v1', kind: 'Pod' },
      refusal(
        400,
        'BadRequest',
        'Pod in version "v1" cannot be handled as a TokenRequest: converting (v1.Pod) to (authentication.TokenRequest): unknown conversion',
      ),
    ),
    row(
      'bad body',
      'another version',
      { apiVersion: 'storage.k8s.io/v1', kind: 'TokenRequest' },
      refusal(
        400,
        'BadRequest',
        `TokenRequest in version "v1" cannot be handled as a TokenRequest: no kind "TokenRequest" is registered for version "storage.k8s.io/v1" in scheme "${schemeLine(accounts)}"`,
      ),
    ),
    {
      ...row(
        'bad body',
        'a field that is none, strictly',
        tokenRequest({ x: 1 }),
        refusal(
          400,
          'BadRequest',
          'TokenRequest in version "v1" cannot be handled as a TokenRequest: strict decoding error: unknown field "spec.x"',
        ),
      ),
      request: create(tokenRequest({ x: 1 }), { fieldValidation: 'Strict' }),
    },
    row(
      'bad body',
      'bound to what a token cannot be bound to',
      bound(of('Deployment', 'apps/v1')),
      refusal(400, 'BadRequest', 'cannot bind token to object of type apps/v1, Kind=Deployment'),
    ),
    row('bad body', 'bound to no name', bound({ kind: 'Pod', apiVersion: 'v1' }), noName),
    row(
      'bad body',
      'bound to the Pod of another',
      bound(of('Pod')),
      refusal(
        400,
        'BadRequest',
        'cannot bind token for serviceaccount "{name}" to pod running with different serviceaccount name.',
      ),
      [
        {
          ...pods.made,
          body: { ...pods.object, spec: { ...(pods.object.spec as object), serviceAccountName: 'default' } },
        },
      ],
    ),
    row(
      'missing object',
      'bound to a Secret that is not there',
      bound(of('Secret')),
      refusal(404, 'NotFound', 'secrets "{name}" not found', {
        details: { name: '{name}', kind: 'secrets' },
      }),
    ),
    row(
      'missing object',
      'bound to a Node that is not there',
      bound(of('Node')),
      refusal(404, 'NotFound', 'nodes "{name}" not found', { details: { name: '{name}', kind: 'nodes' } }),
    ),
    {
      ...row('missing object', 'in no namespace', tokenRequest({}), noNamespace),
      request: { ...create(tokenRequest({})), path: path.replace('{ns}', '{run}-none') },
    },
    row(
      'conflict',
      'the uid of another',
      { ...tokenRequest({}), metadata: { uid: strangeUid } },
      refusal(
        409,
        'Conflict',
        `Operation cannot be fulfilled on TokenRequest.authentication.k8s.io "{name}": the UID in the token request (${strangeUid}) does not match the UID of the service account ({given.uid})`,
        { details: { name: '{name}', group: 'authentication.k8s.io', kind: 'TokenRequest' } },
      ),
    ),
    row(
      'conflict',
      'bound to the uid of another',
      bound({ ...of('Pod'), uid: strangeUid }),
      refusal(
        409,
        'Conflict',
        `Operation cannot be fulfilled on Pod "{name}": the UID in the bound object reference (${strangeUid}) does not match the UID in record. The object might have been deleted and then recreated`,
        { details: { name: '{name}', kind: 'Pod' } },
      ),
      [pod],
    ),
    ...reviewed(accounts, create),
  ];
}

/** What TokenReview and the server itself make of a token. */
function reviewed(accounts: KindUnderTest, create: (body: unknown) => RawRequest): Case[] {
  const operation = operationKey({
    prefix: '/apis/authentication.k8s.io/v1',
    identifier: 'createTokenReview',
  });
  const user: Pattern = {
    username: 'system:serviceaccount:{ns}:{name}',
    uid: matching(/^[0-9a-f-]{36}$/),
    groups: ['system:serviceaccounts', 'system:serviceaccounts:{ns}', 'system:authenticated'],
    extra: { 'authentication.kubernetes.io/credential-id': [matching(/^JTI=[0-9a-f-]{36}$/)] },
  };
  const review = (spec: object = {}): RawRequest => ({
    method: 'POST',
    path: '/apis/authentication.k8s.io/v1/tokenreviews',
    body: {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenReview',
      spec: { token: '{given.token}', ...spec },
    },
  });
  const row = (title: string, asked: object, reviewing: object, status: Pattern): Case => ({
    operation,
    situation: 'success',
    title,
    given: [accounts.made, create(tokenRequest(asked))],
    request: review(reviewing),
    expect: { code: 201, body: { kind: 'TokenReview', status } },
  });
  const login = { authorization: 'Bearer {given.token}' };
  return [
    row('a token of a ServiceAccount', {}, {}, { authenticated: true, user, audiences: [apiAudience] }),
    row(
      'a token for others, by one of them',
      { audiences: ['a', 'b'] },
      { audiences: ['c', 'b'] },
      { authenticated: true, user, audiences: ['b'] },
    ),
    row(
      'a token for others, by none of them',
      { audiences: ['a', 'b'] },
      {},
      {
        authenticated: absent,
        user: {},
        error: `[invalid bearer token, token audiences ["a" "b"] is invalid for the target audiences ["${apiAudience}"]]`,
      },
    ),
    {
      ...row(
        'a token that says more than was signed',
        {},
        {},
        {
          authenticated: absent,
          user: {},
          error: '[invalid bearer token, go-jose/go-jose: error in cryptographic primitive]',
        },
      ),
      request: review({ token: '{given.token}AAAA' }),
    },
    {
      operation: operationKey({
        prefix: '/apis/authentication.k8s.io/v1',
        identifier: 'createSelfSubjectReview',
      }),
      situation: 'success',
      title: 'who logs in with a token',
      disturbs: byCertificate,
      given: [accounts.made, create(tokenRequest({}))],
      request: {
        method: 'POST',
        path: '/apis/authentication.k8s.io/v1/selfsubjectreviews',
        headers: login,
        body: { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
      },
      expect: { code: 201, body: { kind: 'SelfSubjectReview', status: { userInfo: user } } },
    },
    {
      operation: operationKey({ prefix: '/api/v1', identifier: 'readNamespacedServiceAccount' }),
      situation: 'forbidden',
      title: 'with a token of its own, and no rights',
      disturbs: byCertificate,
      given: [accounts.made, create(tokenRequest({}))],
      request: { method: 'GET', path: accounts.path, headers: login },
      expect: refusal(
        403,
        'Forbidden',
        'serviceaccounts "{name}" is forbidden: User "system:serviceaccount:{ns}:{name}" cannot get resource "serviceaccounts" in API group "" in the namespace "{ns}"',
      ),
    },
    {
      operation: operationKey({ prefix: '/api/v1', identifier: 'readNamespacedServiceAccount' }),
      situation: 'forbidden',
      title: 'with a token for others',
      disturbs: byCertificate,
      given: [accounts.made, create(tokenRequest({ audiences: ['a'] }))],
      request: { method: 'GET', path: accounts.path, headers: login },
      expect: refusal(401, 'Unauthorized', 'Unauthorized'),
    },
  ];
}

const byCertificate = 'who logs in by a certificate is taken for its owner, whatever the token';
const apiAudience = 'https://kubernetes.default.svc';
const strangeUid = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
const token = matching(/^[\w-]+\.[\w-]+\.[\w-]+$/);
const time = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

function tokenRequest(spec: object): Record<string, unknown> {
  return { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec };
}

function made(spec: Pattern): Expectation {
  return { code: 201, body: { kind: 'TokenRequest', spec, status: { token } } };
}

function refusedField(name: string, field: string, message: string): Expectation {
  return refusal(
    422,
    'Invalid',
    `TokenRequest.authentication.k8s.io "${name}" is invalid: ${field}: ${message}`,
    {
      details: {
        group: 'authentication.k8s.io',
        kind: 'TokenRequest',
        causes: [{ reason: 'FieldValueInvalid', message, field }],
      },
    },
  );
}

function tooShort(seconds: number): Expectation {
  const message = `Invalid value: ${seconds}: may not specify a duration less than 10 minutes`;
  return refusedField('', 'spec.expirationSeconds', message);
}

const noName = refusal(400, 'BadRequest', 'Name parameter required.');
const noNamespace = refusal(404, 'NotFound', 'namespaces "{run}-none" not found', {
  details: { name: '{run}-none', kind: 'namespaces' },
});
