import type { KubeObject } from '../object-store.ts';

const group = 'rbac.authorization.k8s.io';

/**
 * The roles that every cluster has and people use, with their bindings: facts of kube-apiserver 1.35.4. What gathers others
 * gets its rules by that.
 */
export const bootstrapRoles: readonly KubeObject[] = [
  clusterRole('cluster-admin', undefined, withRules([rule(['*'], ['*'], ['*']), forPaths(['*'], ['*'])])),
  clusterRole('admin', undefined, gathered('admin')),
  clusterRole('edit', 'admin', gathered('edit')),
  clusterRole('view', 'edit', gathered('view')),
  clusterRole(
    'system:aggregate-to-admin',
    'admin',
    withRules([
      rule(['authorization.k8s.io'], ['localsubjectaccessreviews'], ['create']),
      rule(
        ['rbac.authorization.k8s.io'],
        ['rolebindings', 'roles'],
        ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
      ),
    ]),
  ),
  clusterRole(
    'system:aggregate-to-edit',
    'edit',
    withRules([
      rule(
        [''],
        ['pods/attach', 'pods/exec', 'pods/portforward', 'pods/proxy', 'secrets', 'services/proxy'],
        ['get', 'list', 'watch'],
      ),
      rule([''], ['serviceaccounts'], ['impersonate']),
      rule(
        [''],
        ['pods', 'pods/attach', 'pods/exec', 'pods/portforward', 'pods/proxy'],
        ['create', 'delete', 'deletecollection', 'patch', 'update'],
      ),
      rule([''], ['pods/eviction'], ['create']),
      rule(
        [''],
        [
          'configmaps',
          'persistentvolumeclaims',
          'replicationcontrollers',
          'replicationcontrollers/scale',
          'secrets',
          'serviceaccounts',
          'services',
          'services/proxy',
        ],
        ['create', 'delete', 'deletecollection', 'patch', 'update'],
      ),
      rule([''], ['serviceaccounts/token'], ['create']),
      rule(['', 'events.k8s.io'], ['events'], ['create', 'delete', 'deletecollection', 'patch', 'update']),
      rule(
        ['apps'],
        [
          'daemonsets',
          'deployments',
          'deployments/rollback',
          'deployments/scale',
          'replicasets',
          'replicasets/scale',
          'statefulsets',
          'statefulsets/scale',
        ],
        ['create', 'delete', 'deletecollection', 'patch', 'update'],
      ),
      rule(
        ['autoscaling'],
        ['horizontalpodautoscalers'],
        ['create', 'delete', 'deletecollection', 'patch', 'update'],
      ),
      rule(['batch'], ['cronjobs', 'jobs'], ['create', 'delete', 'deletecollection', 'patch', 'update']),
      rule(
        ['extensions'],
        [
          'daemonsets',
          'deployments',
          'deployments/rollback',
          'deployments/scale',
          'ingresses',
          'networkpolicies',
          'replicasets',
          'replicasets/scale',
          'replicationcontrollers/scale',
        ],
        ['create', 'delete', 'deletecollection', 'patch', 'update'],
      ),
      rule(['policy'], ['poddisruptionbudgets'], ['create', 'delete', 'deletecollection', 'patch', 'update']),
      rule(
        ['networking.k8s.io'],
        ['ingresses', 'networkpolicies'],
        ['create', 'delete', 'deletecollection', 'patch', 'update'],
      ),
      rule(
        ['coordination.k8s.io'],
        ['leases'],
        ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
      ),
      rule(
        ['resource.k8s.io'],
        ['resourceclaims', 'resourceclaimtemplates'],
        ['create', 'delete', 'deletecollection', 'patch', 'update'],
      ),
    ]),
  ),
  clusterRole(
    'system:aggregate-to-view',
    'view',
    withRules([
      rule(
        [''],
        [
          'configmaps',
          'endpoints',
          'persistentvolumeclaims',
          'persistentvolumeclaims/status',
          'pods',
          'replicationcontrollers',
          'replicationcontrollers/scale',
          'serviceaccounts',
          'services',
          'services/status',
        ],
        ['get', 'list', 'watch'],
      ),
      rule(
        [''],
        [
          'bindings',
          'limitranges',
          'namespaces/status',
          'pods/log',
          'pods/status',
          'replicationcontrollers/status',
          'resourcequotas',
          'resourcequotas/status',
        ],
        ['get', 'list', 'watch'],
      ),
      rule([''], ['namespaces'], ['get', 'list', 'watch']),
      rule(['', 'events.k8s.io'], ['events'], ['get', 'list', 'watch']),
      rule(['discovery.k8s.io'], ['endpointslices'], ['get', 'list', 'watch']),
      rule(
        ['apps'],
        [
          'controllerrevisions',
          'daemonsets',
          'daemonsets/status',
          'deployments',
          'deployments/scale',
          'deployments/status',
          'replicasets',
          'replicasets/scale',
          'replicasets/status',
          'statefulsets',
          'statefulsets/scale',
          'statefulsets/status',
        ],
        ['get', 'list', 'watch'],
      ),
      rule(
        ['autoscaling'],
        ['horizontalpodautoscalers', 'horizontalpodautoscalers/status'],
        ['get', 'list', 'watch'],
      ),
      rule(['batch'], ['cronjobs', 'cronjobs/status', 'jobs', 'jobs/status'], ['get', 'list', 'watch']),
      rule(
        ['extensions'],
        [
          'daemonsets',
          'daemonsets/status',
          'deployments',
          'deployments/scale',
          'deployments/status',
          'ingresses',
          'ingresses/status',
          'networkpolicies',
          'replicasets',
          'replicasets/scale',
          'replicasets/status',
          'replicationcontrollers/scale',
        ],
        ['get', 'list', 'watch'],
      ),
      rule(['policy'], ['poddisruptionbudgets', 'poddisruptionbudgets/status'], ['get', 'list', 'watch']),
      rule(
        ['networking.k8s.io'],
        ['ingresses', 'ingresses/status', 'networkpolicies'],
        ['get', 'list', 'watch'],
      ),
      rule(
        ['resource.k8s.io'],
        ['resourceclaims', 'resourceclaims/status', 'resourceclaimtemplates'],
        ['get', 'list', 'watch'],
      ),
    ]),
  ),
  clusterRole(
    'system:basic-user',
    undefined,
    withRules([
      rule(['authorization.k8s.io'], ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'], ['create']),
      rule(['authentication.k8s.io'], ['selfsubjectreviews'], ['create']),
    ]),
  ),
  clusterRole(
    'system:discovery',
    undefined,
    withRules([
      forPaths(
        [
          '/api',
          '/api/*',
          '/apis',
          '/apis/*',
          '/healthz',
          '/livez',
          '/openapi',
          '/openapi/*',
          '/readyz',
          '/version',
          '/version/',
        ],
        ['get'],
      ),
    ]),
  ),
  clusterRole(
    'system:public-info-viewer',
    undefined,
    withRules([forPaths(['/healthz', '/livez', '/readyz', '/version', '/version/'], ['get'])]),
  ),
  boundTo('cluster-admin', ['system:masters']),
  boundTo('system:basic-user', ['system:authenticated']),
  boundTo('system:discovery', ['system:authenticated']),
  boundTo('system:public-info-viewer', ['system:authenticated', 'system:unauthenticated']),
];

/** @param to the role whose rules these are part of, by its label */
function clusterRole(name: string, to: string | undefined, rules: object): KubeObject {
  const labels = to === undefined ? {} : { [partOf(to)]: 'true' };
  return { ...bootstrapped('ClusterRole', name, labels), ...rules };
}

/** The role of the same name is given to groups. */
function boundTo(name: string, groups: readonly string[]): KubeObject {
  return {
    ...bootstrapped('ClusterRoleBinding', name, {}),
    roleRef: { apiGroup: group, kind: 'ClusterRole', name },
    subjects: groups.map((one) => ({ apiGroup: group, kind: 'Group', name: one })),
  };
}

function bootstrapped(kind: string, name: string, labels: Record<string, string>): KubeObject {
  return {
    apiVersion: `${group}/v1`,
    kind,
    metadata: {
      name,
      labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults', ...labels },
      annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
    },
  };
}

function partOf(role: string): string {
  return `${group}/aggregate-to-${role}`;
}

function gathered(role: string) {
  return {
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [partOf(role)]: 'true' } }] },
    rules: null,
  };
}

function withRules(rules: readonly object[]) {
  return { rules };
}

function rule(apiGroups: readonly string[], resources: readonly string[], verbs: readonly string[]) {
  return { apiGroups, resources, verbs };
}

function forPaths(nonResourceURLs: readonly string[], verbs: readonly string[]) {
  return { nonResourceURLs, verbs };
}
