import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAccess } from '../../../client/src/cluster/access/read-access.ts';
import { type Subject, whoCan } from '../../../client/src/cluster/access/who-can.ts';
import type { Cluster } from '../../../client/src/cluster/cluster.ts';
import type { KubeObject, Resource } from '../../../client/src/cluster/kube-object.ts';
import { loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import { openCluster } from '../../../client/src/cluster/open.ts';
import { until } from '../../support/processes.ts';
import { chosenServer, type StartedChosen } from './chosen-server.ts';

// Who can do what, as the client finds it in roles and bindings, is what the server itself answers.

const chosen = await chosenServer(process.env);
const rbac = 'rbac.authorization.k8s.io/v1';

describe.skipIf(chosen.kind === 'any cluster')(`who can do what, on ${chosen.name}`, () => {
  let server: StartedChosen;
  let cluster: Cluster;

  beforeAll(async () => {
    server = await chosen.start();
    const files = { merged: [], extra: [server.kubeconfig] };
    const { contexts } = await loadKubeContexts(files);
    const current = contexts.find((context) => context.current) ?? contexts[0]!;
    cluster = openCluster(current, { files, allowExec: () => false });
    for (const namespace of ['shop', 'tea'])
      await create('v1', 'Namespace', { metadata: { name: namespace } });
    const role = (name: string, rules: object[]) =>
      create(rbac, 'ClusterRole', { metadata: { name }, rules });
    const core = { apiGroups: [''] };
    await role('who-some', [
      { ...core, resources: ['configmaps'], verbs: ['*'], resourceNames: ['one'] },
      { ...core, resources: ['configmaps'], verbs: ['list'] },
    ]);
    await role('who-all', [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }]);
    await role('who-parts', [{ ...core, resources: ['*/log', 'pods/exec'], verbs: ['get', 'create'] }]);
    const bind = (kind: string, name: string, of: string, subjects: object[], namespace?: string) =>
      create(rbac, kind, {
        metadata: namespace === undefined ? { name } : { name, namespace },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: of },
        subjects,
      });
    const user = (name: string) => ({ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name });
    const account = { kind: 'ServiceAccount', name: 'robot', namespace: 'tea' };
    await bind('ClusterRoleBinding', 'who-some', 'who-some', [user('some')]);
    await bind('ClusterRoleBinding', 'who-parts', 'who-parts', [account]);
    await bind('RoleBinding', 'who-all', 'who-all', [user('shopkeeper'), account], 'shop');
    await until('the roles are aggregated', async () => {
      const view = await cluster.get({
        resource: await find(rbac, 'ClusterRole'),
        namespace: undefined,
        name: 'view',
      });
      return Array.isArray(view.rules) && view.rules.length > 0;
    });
    await bind('RoleBinding', 'who-view', 'view', [user('viewer')], 'tea');
  }, 240_000);

  afterAll(async () => {
    await cluster?.dispose();
    await server?.stop();
  }, 60_000);

  const find = async (apiVersion: string, kind: string): Promise<Resource> =>
    (await cluster.discover()).find(apiVersion, kind)!;
  const create = async (
    apiVersion: string,
    kind: string,
    object: { metadata: { name?: string; namespace?: string }; [field: string]: unknown },
  ) =>
    cluster.create(await find(apiVersion, kind), object.metadata.namespace, {
      apiVersion,
      kind,
      ...object,
    } as KubeObject);

  const subjects: readonly Subject[] = [
    { kind: 'User', name: 'some', namespace: undefined },
    { kind: 'User', name: 'shopkeeper', namespace: undefined },
    { kind: 'User', name: 'viewer', namespace: undefined },
    { kind: 'User', name: 'stranger', namespace: undefined },
    { kind: 'ServiceAccount', name: 'robot', namespace: 'tea' },
  ];
  const kinds = ['ConfigMap', 'Pod', 'Secret', 'Namespace', 'Node'];

  test.each(kinds)('%s', async (kind) => {
    const resource = await find('v1', kind);
    const { objects, missing } = await readAccess(cluster);
    expect(missing).toEqual([]);
    const found = whoCan(objects, resource);
    const wrong: string[] = [];
    const places = resource.scope === 'Namespaced' ? [undefined, 'shop', 'tea'] : [undefined];
    const ofNamespace = kind === 'Namespace' ? ['shop', 'tea'] : [];
    for (const subject of subjects) {
      const grants = found.find((one) => sameSubject(one.subject, subject))?.grants ?? [];
      for (const namespace of [...places, ...ofNamespace]) {
        for (const name of ofNamespace.length > 0 && namespace !== undefined ? [namespace] : ['', 'one']) {
          for (const asked of verbsOf(resource)) {
            // Of a Namespace itself the server takes its own name for the namespace.
            const says = await allowed(subject, { resource, namespace, name, ...asked });
            const finds = grants.some(
              (grant) =>
                grant.verbs.includes(asked.words) &&
                (grant.namespace === undefined || grant.namespace === namespace) &&
                (grant.names.length === 0 || grant.names.includes(name)),
            );
            const isCreated = asked.subresource === '' && ['create', 'deletecollection'].includes(asked.verb);
            // Nothing that is created, or deleted by a selection, has a name; and many Namespaces are in none.
            if (name !== '' && isCreated) continue;
            if (kind === 'Namespace' && name !== '' && ['list', 'watch'].includes(asked.verb)) continue;
            if (says !== finds)
              wrong.push(`${subject.name} ${asked.words} ${namespace}/${name}: ${says}, found ${finds}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  async function allowed(
    subject: Subject,
    asked: {
      resource: Resource;
      namespace: string | undefined;
      name: string;
      verb: string;
      subresource: string;
    },
  ): Promise<boolean> {
    const { resource, namespace = '', name, verb, subresource } = asked;
    const { group, version, plural } = resource;
    const user =
      subject.kind === 'ServiceAccount'
        ? `system:serviceaccount:${subject.namespace}:${subject.name}`
        : subject.name;
    const review = await create('authorization.k8s.io/v1', 'SubjectAccessReview', {
      metadata: {},
      spec: {
        user,
        resourceAttributes: { group, version, resource: plural, subresource, namespace, name, verb },
      },
    } as never);
    return (review as unknown as { status: { allowed: boolean } }).status.allowed;
  }
});

function verbsOf({ verbs, subresources }: Resource) {
  const own = verbs.map((verb) => ({ words: verb, verb, subresource: '' }));
  const parts = subresources.flatMap(({ name, verbs: ofPart }) =>
    ofPart.map((verb) => ({ words: `${name}: ${verb}`, verb, subresource: name })),
  );
  return [...own, ...parts];
}

function sameSubject(one: Subject, other: Subject): boolean {
  return one.kind === other.kind && one.name === other.name && one.namespace === other.namespace;
}
