import type { KubeObject } from '../object-store.ts';

/**
 * The roles that every cluster has and people use, with their bindings: facts of kube-apiserver 1.35.4. What aggregates
 * others gets its rules by that.
 */
export const bootstrapRoles: readonly KubeObject[] = [
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: {
      name: 'cluster-admin',
      labels: {
        'kubernetes.io/bootstrapping': 'rbac-defaults',
      },
      annotations: {
        'rbac.authorization.kubernetes.io/autoupdate': 'true',
      },
    },
    rules: [
      {
        apiGroups: ['*'],
        resources: ['*'],
        verbs: ['*'],
      },
      {
        nonResourceURLs: ['*'],
        verbs: ['*'],
      },
    ],
  },
  {
    aggregationRule: {
      clusterRoleSelectors: [
        {
          matchLabels: {
            'rbac.authorization.k8s.io/aggregate-to-admin': 'true',
          },
        },
      ],
    },
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: {
      name: 'admin',
      labels: {
        'kubernetes.io/bootstrapping': 'rbac-defaults',
      },
      annotations: {
        'rbac.authorization.kubernetes.io/autoupdate': 'true',
      },
    },
    rules: null,
  },
  {
    aggregationRule: {
      clusterRoleSelectors: [
        {
          matchLabels: {
            'rbac.authorization.k8s.io/aggregate-to-edit': 'true',
          },
        },
      ],
    },
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: {
      name: 'edit',
      labels: {
        'kubernetes.io/bootstrapping': 'rbac-defaults',
        'rbac.authorization.k8s.io/aggregate-to-admin': 'true',
      },
      annotations: {
        'rbac.authorization.kubernetes.io/autoupdate': 'true',
      },
    },
    rules: null,
  },
  {
    aggregationRule: {
      clusterRoleSelectors: [
        {
          matchLabels: {
            'rbac.authorization.k8s.io/aggregate-to-view': 'true',
          },
        },
      ],
    },
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: {
      name: 'view',
      labels: {
        'kubernetes.io/bootstrapping': 'rbac-defaults',
        'rbac.authorization.k8s.io/aggregate-to-edit': 'true',
      },
      annotations: {
        'rbac.authorization.kubernetes.io/autoupdate': 'true',
      },
    },
    rules: null,
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: {
      name: 'system:aggregate-to-admin',
      labels: {
        'kubernetes.io/bootstrapping': 'rbac-defaults',
        'rbac.authorization.k8s.io/aggregate-to-admin': 'true',
      },
      annotations: {
        'rbac.authorization.kubernetes.io/autoupdate': 'true',
      },
    },
    rules: [
      {
        apiGroups: ['authorization.k8s.io'],
        resources: ['localsubjectaccessreviews'],
        verbs: ['create'],
      },
      {
        apiGroups: ['rbac.authorization.k8s.io'],
        resources: ['rolebindings', 'roles'],
        verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
      },
    ],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: {
      name: 'system:aggregate-to-edit',
      labels: {
        'kubernetes.io/bootstrapping': 'rbac-defaults',
        'rbac.authorization.k8s.io/aggregate-to-edit': 'true',
      },
      annotations: {
        'rbac.authorization.kubernetes.io/autoupdate': 'true',
      },
    },
    rules: [
      {
        apiGroups: [''],
        resources: [
          'pods/attach',
          'pods/exec',
          'pods/portforward',
          'pods/proxy',
          'secrets',
          'services/proxy',
        ],
        verbs: ['get', 'list', 'watch'],
      },
      {
        apiGroups: [''],
        resources: ['serviceaccounts'],
        verbs: ['impersonate'],
      },
      {
        apiGroups: [''],
        resources: ['pods', 'pods/attach', 'pods/exec', 'pods/portforward', 'pods/proxy'],
        verbs: ['create', 'delete', 'deletecollection', 'patch', 'update'],
      },
      {
        apiGroups: [''],
        resources: ['pods/eviction'],
        verbs: ['create'],
      },
      {
        apiGroups: [''],
        resources: [
          'configmaps',
          'persistentvolumeclaims',
          'replicationcontrollers',
          'replicationcontrollers/scale',
          'secrets',
          'serviceaccounts',
          'services',
          'services/proxy',
        ],
        verbs: ['create', 'delete', 'deletecollection', 'patch', 'update'],
      },
      {
        apiGroups: [''],
        resources: ['serviceaccounts/token'],
        verbs: ['create'],
      },
      {
        apiGroups: ['', 'events.k8s.io'],
        resources: ['events'],
        verbs: ['create', 'delete', 'deletecollection', 'patch', 'update'],
      },
      {
        apiGroups: ['apps'],
        resources: [
          'daemonsets',
          'deployments',
          'deployments/rollback',
          'deployments/scale',
          'replicasets',
          'replicasets/scale',
          'statefulsets',
          'statefulsets/scale',
        ],
        verbs: ['create', 'delete', 'deletecollection', 'patch', 'update'],
      },
      {
        apiGroups: ['autoscaling'],
        resources: ['horizontalpodautoscalers'],
        verbs: ['create', 'delete', 'deletecollection', 'patch', 'update'],
      },
      {
        apiGroups: ['batch'],
        resources: ['cronjobs', 'jobs'],
        verbs: ['create', 'delete', 'deletecollection', 'patch', 'update'],
      },
      {
        apiGroups: ['extensions'],
        resources: [
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
        verbs: ['create', 'delete', 'deletecollection', 'patch', 'update'],
      },
      {
        apiGroups: ['policy'],
        resources: ['poddisruptionbudgets'],
        verbs: ['create', 'delete', 'deletecollection', 'patch', 'update'],
      },
      {
        apiGroups: ['networking.k8s.io'],
        resources: ['ingresses', 'networkpolicies'],
        verbs: ['create', 'delete', 'deletecollection', 'patch', 'update'],
      },
      {
        apiGroups: ['coordination.k8s.io'],
        resources: ['leases'],
        verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
      },
      {
        apiGroups: ['resource.k8s.io'],
        resources: ['resourceclaims', 'resourceclaimtemplates'],
        verbs: ['create', 'delete', 'deletecollection', 'patch', 'update'],
      },
    ],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: {
      name: 'system:aggregate-to-view',
      labels: {
        'kubernetes.io/bootstrapping': 'rbac-defaults',
        'rbac.authorization.k8s.io/aggregate-to-view': 'true',
      },
      annotations: {
        'rbac.authorization.kubernetes.io/autoupdate': 'true',
      },
    },
    rules: [
      {
        apiGroups: [''],
        resources: [
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
        verbs: ['get', 'list', 'watch'],
      },
      {
        apiGroups: [''],
        resources: [
          'bindings',
          'limitranges',
          'namespaces/status',
          'pods/log',
          'pods/status',
          'replicationcontrollers/status',
          'resourcequotas',
          'resourcequotas/status',
        ],
        verbs: ['get', 'list', 'watch'],
      },
      {
        apiGroups: [''],
        resources: ['namespaces'],
        verbs: ['get', 'list', 'watch'],
      },
      {
        apiGroups: ['', 'events.k8s.io'],
        resources: ['events'],
        verbs: ['get', 'list', 'watch'],
      },
      {
        apiGroups: ['discovery.k8s.io'],
        resources: ['endpointslices'],
        verbs: ['get', 'list', 'watch'],
      },
      {
        apiGroups: ['apps'],
        resources: [
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
        verbs: ['get', 'list', 'watch'],
      },
      {
        apiGroups: ['autoscaling'],
        resources: ['horizontalpodautoscalers', 'horizontalpodautoscalers/status'],
        verbs: ['get', 'list', 'watch'],
      },
      {
        apiGroups: ['batch'],
        resources: ['cronjobs', 'cronjobs/status', 'jobs', 'jobs/status'],
        verbs: ['get', 'list', 'watch'],
      },
      {
        apiGroups: ['extensions'],
        resources: [
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
        verbs: ['get', 'list', 'watch'],
      },
      {
        apiGroups: ['policy'],
        resources: ['poddisruptionbudgets', 'poddisruptionbudgets/status'],
        verbs: ['get', 'list', 'watch'],
      },
      {
        apiGroups: ['networking.k8s.io'],
        resources: ['ingresses', 'ingresses/status', 'networkpolicies'],
        verbs: ['get', 'list', 'watch'],
      },
      {
        apiGroups: ['resource.k8s.io'],
        resources: ['resourceclaims', 'resourceclaims/status', 'resourceclaimtemplates'],
        verbs: ['get', 'list', 'watch'],
      },
    ],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: {
      name: 'system:basic-user',
      labels: {
        'kubernetes.io/bootstrapping': 'rbac-defaults',
      },
      annotations: {
        'rbac.authorization.kubernetes.io/autoupdate': 'true',
      },
    },
    rules: [
      {
        apiGroups: ['authorization.k8s.io'],
        resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
        verbs: ['create'],
      },
      {
        apiGroups: ['authentication.k8s.io'],
        resources: ['selfsubjectreviews'],
        verbs: ['create'],
      },
    ],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: {
      name: 'system:discovery',
      labels: {
        'kubernetes.io/bootstrapping': 'rbac-defaults',
      },
      annotations: {
        'rbac.authorization.kubernetes.io/autoupdate': 'true',
      },
    },
    rules: [
      {
        nonResourceURLs: [
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
        verbs: ['get'],
      },
    ],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: {
      name: 'system:public-info-viewer',
      labels: {
        'kubernetes.io/bootstrapping': 'rbac-defaults',
      },
      annotations: {
        'rbac.authorization.kubernetes.io/autoupdate': 'true',
      },
    },
    rules: [
      {
        nonResourceURLs: ['/healthz', '/livez', '/readyz', '/version', '/version/'],
        verbs: ['get'],
      },
    ],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: {
      name: 'cluster-admin',
      labels: {
        'kubernetes.io/bootstrapping': 'rbac-defaults',
      },
      annotations: {
        'rbac.authorization.kubernetes.io/autoupdate': 'true',
      },
    },
    roleRef: {
      apiGroup: 'rbac.authorization.k8s.io',
      kind: 'ClusterRole',
      name: 'cluster-admin',
    },
    subjects: [
      {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'Group',
        name: 'system:masters',
      },
    ],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: {
      name: 'system:basic-user',
      labels: {
        'kubernetes.io/bootstrapping': 'rbac-defaults',
      },
      annotations: {
        'rbac.authorization.kubernetes.io/autoupdate': 'true',
      },
    },
    roleRef: {
      apiGroup: 'rbac.authorization.k8s.io',
      kind: 'ClusterRole',
      name: 'system:basic-user',
    },
    subjects: [
      {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'Group',
        name: 'system:authenticated',
      },
    ],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: {
      name: 'system:discovery',
      labels: {
        'kubernetes.io/bootstrapping': 'rbac-defaults',
      },
      annotations: {
        'rbac.authorization.kubernetes.io/autoupdate': 'true',
      },
    },
    roleRef: {
      apiGroup: 'rbac.authorization.k8s.io',
      kind: 'ClusterRole',
      name: 'system:discovery',
    },
    subjects: [
      {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'Group',
        name: 'system:authenticated',
      },
    ],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: {
      name: 'system:public-info-viewer',
      labels: {
        'kubernetes.io/bootstrapping': 'rbac-defaults',
      },
      annotations: {
        'rbac.authorization.kubernetes.io/autoupdate': 'true',
      },
    },
    roleRef: {
      apiGroup: 'rbac.authorization.k8s.io',
      kind: 'ClusterRole',
      name: 'system:public-info-viewer',
    },
    subjects: [
      {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'Group',
        name: 'system:authenticated',
      },
      {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'Group',
        name: 'system:unauthenticated',
      },
    ],
  },
];
