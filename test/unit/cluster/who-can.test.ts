import { describe, expect, it } from 'vitest';
import { readAccess } from '../../../client/src/cluster/access/read-access.ts';
import {
  type AccessObjects,
  type Grant,
  type Subject,
  whoCan,
} from '../../../client/src/cluster/access/who-can.ts';
import type { KubeObject, Resource } from '../../../client/src/cluster/kube-object.ts';
import { whoCanText } from '../../../client/src/objects/who-can-text.ts';
import { configMaps, namespaces, refusal, resource } from '../client/fake-cluster.ts';

const maps: Resource = { ...configMaps, verbs: ['create', 'delete', 'get', 'list'] };
const spaces: Resource = { ...namespaces, verbs: ['create', 'delete', 'get', 'list'] };
const pods = resource({
  kind: 'Pod',
  plural: 'pods',
  verbs: ['get'],
  subresources: [
    { name: 'log', kind: 'Pod', verbs: ['get'] },
    { name: 'exec', kind: 'PodExecOptions', verbs: ['create', 'get'] },
  ],
});
const nodes = resource({ kind: 'Node', plural: 'nodes', scope: 'Cluster', verbs: ['get'] });

type Rule = Readonly<Record<'verbs' | 'resources', string[]>> & {
  resourceNames?: string[];
  apiGroups?: string[];
};
const rule = (verbs: string, resources: string, ...resourceNames: string[]): Rule => ({
  verbs: verbs.split(' '),
  apiGroups: [''],
  resources: resources.split(' '),
  ...(resourceNames.length > 0 ? { resourceNames } : {}),
});
const role = (name: string, namespace: string | undefined, rules: readonly Rule[] | null): KubeObject => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: namespace === undefined ? 'ClusterRole' : 'Role',
  metadata: namespace === undefined ? { name } : { name, namespace },
  rules,
});
const binding = (of: string, namespace: string | undefined, subjects: unknown): KubeObject => {
  const [kind, name] = of.split('/');
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding',
    metadata: namespace === undefined ? { name: 'b' } : { name: 'b', namespace },
    roleRef: { kind, name },
    subjects,
  };
};
const ann = { kind: 'User', name: 'ann' };

interface Made {
  readonly clusterRoles?: Readonly<Record<string, readonly Rule[] | null>>;
  readonly roles?: Readonly<Record<string, readonly Rule[]>>;
  readonly everywhere?: readonly [role: string, subjects: unknown][];
  readonly inShop?: readonly [role: string, subjects: unknown][];
}

const objectsOf = ({ clusterRoles = {}, roles = {}, everywhere = [], inShop = [] }: Made): AccessObjects => ({
  clusterRoles: Object.entries(clusterRoles).map(([name, rules]) => role(name, undefined, rules)),
  roles: Object.entries(roles).map(([name, rules]) => role(name, 'shop', rules)),
  clusterRoleBindings: everywhere.map(([of, subjects]) => binding(of, undefined, subjects)),
  roleBindings: inShop.map(([of, subjects]) => binding(of, 'shop', subjects)),
});

const wordsOf = ({ kind, namespace, name }: Subject, { verbs, namespace: where, names }: Grant) =>
  [
    `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`,
    verbs.join(' '),
    where ?? 'everywhere',
    ...(names.length > 0 ? [names.join(' ')] : []),
  ].join(', ');

describe('who can do what, by RBAC:', () => {
  it.each<Made & { by: string; of?: Resource; who: readonly string[] }>([
    { by: 'nothing', who: [] },
    {
      by: 'a ClusterRole that is bound everywhere',
      clusterRoles: { read: [rule('get list', 'configmaps')] },
      everywhere: [['ClusterRole/read', [ann]]],
      who: ['User ann, get list, everywhere'],
    },
    {
      by: 'one that is bound in a namespace',
      clusterRoles: { read: [rule('get list', 'configmaps')] },
      inShop: [['ClusterRole/read', [ann]]],
      who: ['User ann, get list, shop'],
    },
    {
      by: 'a Role, and one of its name elsewhere, which is not meant',
      clusterRoles: { read: [rule('*', '*')] },
      roles: { read: [rule('get', 'configmaps')] },
      inShop: [['Role/read', [ann]]],
      who: ['User ann, get, shop'],
    },
    { by: 'a role that is gone', inShop: [['Role/gone', [ann]]], who: [] },
    {
      by: 'a ClusterRoleBinding of a Role, which leads to none',
      roles: { read: [rule('get', 'configmaps')] },
      everywhere: [['Role/read', [ann]]],
      who: [],
    },
    {
      by: 'stars',
      clusterRoles: { all: [{ verbs: ['*'], resources: ['*'], apiGroups: ['*'] }] },
      everywhere: [['ClusterRole/all', [{ kind: 'Group', name: 'admins' }]]],
      who: ['Group admins, create delete get list, everywhere'],
    },
    {
      by: 'another group of the same plural',
      clusterRoles: { read: [{ ...rule('get', 'configmaps'), apiGroups: ['example.com'] }] },
      everywhere: [['ClusterRole/read', [ann]]],
      who: [],
    },
    {
      by: 'names, of which what is created has none',
      clusterRoles: { some: [rule('*', 'configmaps', 'web', 'api'), rule('list', 'configmaps')] },
      everywhere: [['ClusterRole/some', [ann]]],
      who: ['User ann, list, everywhere', 'User ann, delete get, everywhere, api web'],
    },
    {
      by: 'rules that are not there yet',
      clusterRoles: { aggregated: null },
      everywhere: [['ClusterRole/aggregated', [ann]]],
      who: [],
    },
    {
      by: 'a binding of nobody',
      clusterRoles: { all: [rule('*', '*')] },
      everywhere: [['ClusterRole/all', null]],
      who: [],
    },
    {
      by: 'ServiceAccounts, however they are named',
      clusterRoles: { read: [rule('get', 'configmaps')] },
      everywhere: [
        ['ClusterRole/read', [{ kind: 'ServiceAccount', name: 'robot', namespace: 'tea' }]],
        ['ClusterRole/read', [{ kind: 'User', name: 'system:serviceaccount:tea:robot' }]],
      ],
      inShop: [['ClusterRole/read', [{ kind: 'ServiceAccount', name: 'robot' }]]],
      who: [
        'ServiceAccount shop/robot, get, shop',
        'ServiceAccount tea/robot, get, everywhere',
        'ServiceAccount tea/robot, get, everywhere',
      ],
    },
    {
      by: 'parts of objects',
      of: pods,
      clusterRoles: { look: [rule('get', 'pods pods/log'), rule('create', '*/exec')] },
      everywhere: [['ClusterRole/look', [ann]]],
      who: ['User ann, get log: get exec: create, everywhere'],
    },
    {
      by: 'a role in a namespace, of what has none',
      of: nodes,
      clusterRoles: { all: [rule('*', '*')] },
      inShop: [['ClusterRole/all', [ann]]],
      who: [],
    },
    {
      by: 'a role in a namespace, of that namespace itself',
      of: spaces,
      clusterRoles: { all: [rule('*', '*')], other: [rule('get', 'namespaces', 'tea')] },
      inShop: [
        ['ClusterRole/all', [ann]],
        ['ClusterRole/other', [{ kind: 'User', name: 'bob' }]],
      ],
      who: ['User ann, delete get, shop, shop'],
    },
  ])('$by', ({ of = maps, who, ...made }) => {
    const found = whoCan(objectsOf(made), of);
    expect(found.flatMap(({ subject, grants }) => grants.map((grant) => wordsOf(subject, grant)))).toEqual(
      who,
    );
  });

  it('a page says it, and what is missing', () => {
    const objects = objectsOf({
      clusterRoles: { read: [rule('get', 'configmaps', 'web')], all: [rule('*', '*')] },
      everywhere: [['ClusterRole/all', [{ kind: 'Group', name: 'a\nGroup b' }]]],
      inShop: [['ClusterRole/read', [ann]]],
    });
    const missing = ['list roles: forbidden'];
    expect(whoCanText('prod', maps, { objects, missing })).toBe(
      [
        'Who can do what with configmaps of prod, by its roles and bindings (RBAC).',
        'Not seen here: the group system:masters, which may do anything, and other authorizers, such as webhooks and that of nodes.',
        'NOT COMPLETE: list roles: forbidden',
        '',
        'User ann',
        '    get: in namespace shop, only web',
        '        by RoleBinding b of ClusterRole read',
        '',
        'Group a␊Group b',
        '    create, delete, get, list: everywhere',
        '        by ClusterRoleBinding b of ClusterRole all',
        '',
      ].join('\n'),
    );
    expect(whoCanText('prod', maps, { objects: objectsOf({}), missing: [] })).toMatch(
      /\n\nNo binding that could be read gives anybody anything\.\n$/,
    );
  });

  it('what may not be listed is missing, and any other failure is one', async () => {
    const kinds = ['ClusterRole', 'Role', 'ClusterRoleBinding'].map((kind) =>
      resource({ kind, plural: kind, group: 'rbac.authorization.k8s.io' }),
    );
    const refusing = (code: number) => ({
      discover: async () => ({
        serverVersion: 'v1.35.4',
        resources: kinds,
        find: (_: string, wanted: string) => kinds.find(({ kind }) => kind === wanted),
      }),
      list: async ({ kind }: Resource) => {
        if (kind === 'Role') throw refusal({ code, reason: 'Forbidden', message: 'roles are forbidden' });
        return [role('all', undefined, [])];
      },
    });
    const { objects, missing } = await readAccess(refusing(403));
    expect([objects.clusterRoles.length, objects.roles.length]).toEqual([1, 0]);
    expect([...missing].sort()).toEqual([
      expect.stringContaining('roles are forbidden'),
      'the server has no RoleBinding: it does not authorize by RBAC',
    ]);
    await expect(readAccess(refusing(500))).rejects.toThrow('roles are forbidden');
  });
});
