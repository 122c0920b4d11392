import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/processes.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { ask } from '../support/sandbox-client.ts';

// The answers are those of kube-apiserver 1.35.4 to the same requests.

let sandbox: Sandbox;
const rbac = '/apis/rbac.authorization.k8s.io/v1';
const authorization = '/apis/authorization.k8s.io/v1';
const authentication = '/apis/authentication.k8s.io/v1';
const inShop = `${rbac}/namespaces/rights/`;

const as = (user: string, ...groups: string[]) => ({
  'impersonate-user': user,
  ...(groups.length > 0 ? { 'impersonate-group': groups[0]! } : {}),
});

beforeAll(async () => {
  sandbox = await startSandbox({ kubernetesVersion: '1.35' });
  const objects: [string, object][] = [
    ['/api/v1/namespaces', { metadata: { name: 'rights' } }],
    [
      `${inShop}roles`,
      {
        metadata: { name: 'writer' },
        rules: [
          {
            apiGroups: ['rbac.authorization.k8s.io'],
            resources: ['roles', 'rolebindings'],
            verbs: ['create', 'get', 'update'],
          },
          { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] },
          {
            apiGroups: [''],
            resources: ['configmaps'],
            resourceNames: ['one'],
            verbs: ['get', 'list', 'watch'],
          },
        ],
      },
    ],
    [`${inShop}rolebindings`, binding('writer', 'Role', 'writer', { kind: 'User', name: 'ann' })],
    [
      `${inShop}rolebindings`,
      binding('viewers', 'ClusterRole', 'view', { kind: 'ServiceAccount', name: 'robot' }),
    ],
    [
      `${rbac}/clusterroles`,
      {
        metadata: { name: 'rights-extra', labels: { 'rights.example.com/to-all': 'true' } },
        rules: [{ apiGroups: ['example.com'], resources: ['*'], verbs: ['get'] }],
      },
    ],
    [
      `${rbac}/clusterroles`,
      {
        metadata: { name: 'rights-all' },
        aggregationRule: {
          clusterRoleSelectors: [{ matchLabels: { 'rights.example.com/to-all': 'true' } }],
        },
      },
    ],
    [
      `${rbac}/clusterrolebindings`,
      binding('rights-all', 'ClusterRole', 'rights-all', { kind: 'Group', name: 'team' }),
    ],
  ];
  for (const [path, object] of objects) {
    const { code } = await ask(sandbox, 'POST', path, object);
    expect([path, code]).toEqual([path, 201]);
  }
  await until('the rules are aggregated', async () => {
    const { body } = await ask(sandbox, 'GET', `${rbac}/clusterroles/rights-all`);
    return body?.rules !== undefined && body.rules !== null;
  });
});
afterAll(() => sandbox?.stop());

function binding(name: string, kind: string, role: string, subject: { kind: string; name: string }) {
  return {
    metadata: { name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name: role },
    subjects: [{ ...subject, ...(subject.kind === 'ServiceAccount' ? { namespace: 'rights' } : {}) }],
  };
}

const robot = 'system:serviceaccount:rights:robot';

describe('who may ask for what', () => {
  test.each([
    { who: as('ann'), path: '/api/v1/namespaces/rights/configmaps/one', code: 404 },
    {
      who: as('ann'),
      path: '/api/v1/namespaces/rights/configmaps?fieldSelector=metadata.name%3Done',
      code: 200,
    },
    {
      who: as('ann'),
      path: '/api/v1/namespaces/rights/configmaps/two',
      code: 403,
      message:
        'configmaps "two" is forbidden: User "ann" cannot get resource "configmaps" in API group "" in the namespace "rights"',
    },
    {
      who: as('ann'),
      path: '/api/v1/namespaces/rights/configmaps',
      code: 403,
      message:
        'configmaps is forbidden: User "ann" cannot list resource "configmaps" in API group "" in the namespace "rights"',
    },
    {
      who: as('ann'),
      path: '/api/v1/namespaces/default/configmaps/one',
      code: 403,
      message:
        'configmaps "one" is forbidden: User "ann" cannot get resource "configmaps" in API group "" in the namespace "default"',
    },
    { who: as('ann'), path: '/api/v1/namespaces/rights/pods/web/log', code: 404 },
    {
      who: as('ann'),
      path: '/api/v1/pods?watch=1&fieldSelector=metadata.name%3Dx',
      code: 403,
      message:
        'pods "x" is forbidden: User "ann" cannot watch resource "pods" in API group "" at the cluster scope',
    },
    {
      who: as('ann'),
      path: '/api/v1/namespaces/default',
      code: 403,
      message:
        'namespaces "default" is forbidden: User "ann" cannot get resource "namespaces" in API group "" in the namespace "default"',
    },
    {
      who: as('ann'),
      path: '/apis/nosuch.io/v1/things',
      code: 403,
      message:
        'things.nosuch.io is forbidden: User "ann" cannot list resource "things" in API group "nosuch.io" at the cluster scope',
    },
    {
      who: as('ann'),
      path: '/logs/',
      code: 403,
      message: 'forbidden: User "ann" cannot get path "/logs/"',
    },
    { who: as('ann'), path: '/apis', code: 200 },
    { who: as('ann', 'team'), path: '/apis/example.com/v1/things/x', code: 404 },
    { who: as(robot), path: '/api/v1/namespaces/rights/pods', code: 200 },
    {
      who: as(robot),
      path: '/api/v1/namespaces/rights/secrets',
      code: 403,
      message: `secrets is forbidden: User "${robot}" cannot list resource "secrets" in API group "" in the namespace "rights"`,
    },
    {
      who: as('system:anonymous'),
      path: '/api/v1/pods',
      code: 403,
      message:
        'pods is forbidden: User "system:anonymous" cannot list resource "pods" in API group "" at the cluster scope',
    },
    { who: as('system:anonymous'), path: '/version', code: 200 },
    {
      who: as('system:anonymous'),
      path: '/api',
      code: 403,
      message: 'forbidden: User "system:anonymous" cannot get path "/api"',
    },
    { who: as('cia', 'system:masters'), path: '/api/v1/secrets', code: 200 },
  ])('$who.impersonate-user: $path gives $code', async ({ who, path, code, message }) => {
    const answer = await ask(sandbox, 'GET', path, undefined, who as Record<string, string>);
    expect(answer.code).toBe(code);
    if (message !== undefined) expect(answer.body?.message).toBe(message);
  });

  test('who may not speak for others', async () => {
    const headers = { 'impersonate-group': 'team' };
    const nobody = await ask(sandbox, 'GET', '/api', undefined, headers);
    expect([nobody.code, nobody.body?.message]).toEqual([
      400,
      'requested [{Group  team    }] without impersonating a user',
    ]);
  });
});

describe('who may give away what', () => {
  const held = 'is attempting to grant RBAC permissions not currently held:\n';
  test.each([
    {
      name: 'a role of more than one has',
      path: `${inShop}roles`,
      body: {
        metadata: { name: 'more' },
        rules: [
          {
            apiGroups: ['', 'apps'],
            resources: ['pods', 'deployments/scale'],
            verbs: ['get', 'list'],
            resourceNames: ['a'],
          },
          { apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles'], verbs: ['get'] },
        ],
      },
      code: 403,
      message: [
        `roles.rbac.authorization.k8s.io "more" is forbidden: user "ann" (groups=["system:authenticated"]) ${held}{APIGroups:[""], Resources:["deployments/scale"], ResourceNames:["a"], Verbs:["get" "list"]}`,
        '{APIGroups:[""], Resources:["pods"], ResourceNames:["a"], Verbs:["get" "list"]}',
        '{APIGroups:["apps"], Resources:["deployments/scale"], ResourceNames:["a"], Verbs:["get" "list"]}',
        '{APIGroups:["apps"], Resources:["pods"], ResourceNames:["a"], Verbs:["get" "list"]}',
      ].join('\n'),
    },
    {
      name: 'a role of what one has',
      path: `${inShop}roles`,
      body: {
        metadata: { name: 'same' },
        rules: [{ apiGroups: [''], resources: ['configmaps'], resourceNames: ['one'], verbs: ['get'] }],
      },
      code: 201,
    },
    {
      name: 'a binding to what everybody has',
      path: `${inShop}rolebindings`,
      body: binding('public', 'ClusterRole', 'system:public-info-viewer', { kind: 'User', name: 'bob' }),
      code: 201,
    },
    {
      name: 'a binding to everything',
      path: `${inShop}rolebindings`,
      body: binding('b', 'ClusterRole', 'cluster-admin', { kind: 'User', name: 'bob' }),
      code: 403,
      message: `rolebindings.rbac.authorization.k8s.io "b" is forbidden: user "ann" (groups=["system:authenticated"]) ${held}{APIGroups:["*"], Resources:["*"], Verbs:["*"]}\n{NonResourceURLs:["*"], Verbs:["*"]}`,
    },
    {
      name: 'a binding to no role',
      path: `${inShop}rolebindings`,
      body: binding('b', 'Role', 'nosuch', { kind: 'User', name: 'bob' }),
      code: 404,
      message: 'rolebindings.rbac.authorization.k8s.io "nosuch" not found',
    },
  ])('$name: $code', async ({ path, body, code, message }) => {
    const answer = await ask(sandbox, 'POST', path, body, as('ann'));
    expect(answer.code).toBe(code);
    if (message !== undefined) expect(answer.body?.message).toBe(message);
  });
});

describe('reviews', () => {
  const resource = { verb: 'get', resource: 'pods', subresource: 'log', namespace: 'rights' };
  test.each([
    {
      name: 'of oneself',
      path: `${authorization}/selfsubjectaccessreviews`,
      who: as('ann'),
      spec: { resourceAttributes: resource },
      status: {
        allowed: true,
        reason: 'RBAC: allowed by RoleBinding "writer/rights" of Role "writer" to User "ann"',
      },
    },
    {
      name: 'of oneself, about a path',
      path: `${authorization}/selfsubjectaccessreviews`,
      who: as('ann'),
      spec: { nonResourceAttributes: { verb: 'get', path: '/api' } },
      status: {
        allowed: true,
        reason:
          'RBAC: allowed by ClusterRoleBinding "system:discovery" of ClusterRole "system:discovery" to Group "system:authenticated"',
      },
    },
    {
      name: 'of somebody else',
      path: `${authorization}/subjectaccessreviews`,
      spec: { user: 'bea', resourceAttributes: resource },
      status: { allowed: false },
    },
    {
      name: 'of a service account',
      path: `${authorization}/subjectaccessreviews`,
      spec: { user: robot, resourceAttributes: { ...resource, subresource: undefined } },
      status: {
        allowed: true,
        reason:
          'RBAC: allowed by RoleBinding "viewers/rights" of ClusterRole "view" to ServiceAccount "robot/rights"',
      },
    },
    {
      name: 'of a group, in a namespace',
      path: `${authorization}/namespaces/rights/localsubjectaccessreviews`,
      spec: { groups: ['team'], resourceAttributes: { ...resource, group: 'example.com', resource: 'x' } },
      status: {
        allowed: true,
        reason:
          'RBAC: allowed by ClusterRoleBinding "rights-all" of ClusterRole "rights-all" to Group "team"',
      },
    },
    {
      name: 'of nobody',
      path: `${authorization}/subjectaccessreviews`,
      spec: { resourceAttributes: resource },
      message:
        '.authorization.k8s.io "" is invalid: spec.user: Invalid value: "": at least one of user or group must be specified',
    },
    {
      name: 'of another namespace',
      path: `${authorization}/namespaces/rights/localsubjectaccessreviews`,
      spec: { user: 'ann', resourceAttributes: { ...resource, namespace: 'other' } },
      message:
        '.authorization.k8s.io "" is invalid: spec.resourceAttributes.namespace: Invalid value: "other": must match metadata.namespace',
    },
    {
      name: 'of nothing',
      path: `${authorization}/selfsubjectaccessreviews`,
      spec: {},
      message:
        '.authorization.k8s.io "" is invalid: spec.resourceAttributes: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified',
    },
    {
      name: 'of a token that is nobody’s',
      path: `${authentication}/tokenreviews`,
      spec: { token: 'x' },
      status: { user: {}, error: 'invalid bearer token' },
    },
    {
      name: 'of who one is',
      path: `${authentication}/selfsubjectreviews`,
      who: { ...as('bob', 'g1'), 'impersonate-extra-scopes': 's' },
      spec: undefined,
      status: {
        userInfo: { username: 'bob', groups: ['g1', 'system:authenticated'], extra: { scopes: ['s'] } },
      },
    },
    {
      name: 'of a service account that one is',
      path: `${authentication}/selfsubjectreviews`,
      who: as(robot),
      spec: undefined,
      status: {
        userInfo: {
          username: robot,
          groups: ['system:serviceaccounts', 'system:serviceaccounts:rights', 'system:authenticated'],
        },
      },
    },
  ])('$name', async ({ path, who, spec, status, message }) => {
    const answer = await ask(sandbox, 'POST', path, spec ? { spec } : {}, who as Record<string, string>);
    if (message !== undefined) expect([answer.code, answer.body?.message]).toEqual([422, message]);
    else expect([answer.code, answer.body?.status]).toEqual([201, status]);
  });

  test('of all that one may', async () => {
    const path = `${authorization}/selfsubjectrulesreviews`;
    const { body } = await ask(sandbox, 'POST', path, { spec: { namespace: 'rights' } }, as('ann'));
    expect(body?.status.incomplete).toBe(false);
    expect(body?.status.resourceRules).toEqual(
      expect.arrayContaining([
        { verbs: ['get'], apiGroups: [''], resources: ['pods/log'] },
        {
          verbs: ['get', 'list', 'watch'],
          apiGroups: [''],
          resources: ['configmaps'],
          resourceNames: ['one'],
        },
        { verbs: ['create'], apiGroups: ['authentication.k8s.io'], resources: ['selfsubjectreviews'] },
      ]),
    );
    expect(body?.status.nonResourceRules).toContainEqual({
      verbs: ['get'],
      nonResourceURLs: ['/healthz', '/livez', '/readyz', '/version', '/version/'],
    });
    const none = await ask(sandbox, 'POST', path, { spec: {} });
    expect([none.code, none.body?.message]).toEqual([400, 'no namespace on request']);
  });
});
