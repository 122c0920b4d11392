import { type Scene, type Step, step } from '../scene.ts';
import { patchTypes } from './kind-steps.ts';

/** What only some kinds do, beyond what every kind does. */
export function particularScenes(): Scene[] {
  const all = { ...services, ...admission, ...owners, ...secrets };
  return Object.entries(all).map(([title, steps]) => ({ kind: 'particular', title, steps }));
}

const inNamespace = '/api/v1/namespaces/{ns}';

function make(plural: string, object: Record<string, unknown>, query: Record<string, string> = {}): Step {
  return step('create', 'POST', `${inNamespace}/${plural}`, { body: object, query });
}

function change(plural: string, body: unknown, name = '{name}'): Step {
  const headers = { 'content-type': patchTypes.merge };
  return step('patch merge', 'PATCH', `${inNamespace}/${plural}/${name}`, { body, headers });
}

function look(plural: string, name = '{name}'): Step {
  return step('get', 'GET', `${inNamespace}/${plural}/${name}`);
}

function service(spec: Record<string, unknown>, name = '{name}'): Step {
  return make('services', { metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } });
}

const services: Record<string, readonly Step[]> = {
  'service headless': [
    service({ clusterIP: 'None' }),
    change('services', { spec: { clusterIP: '10.96.7.7' } }),
  ],
  'service headless without ports': [service({ clusterIP: 'None', ports: [] })],
  'service address out of range': [service({ clusterIP: '192.0.2.7' })],
  'service address that is none': [service({ clusterIP: 'abc' })],
  'service address taken': [service({ clusterIP: '10.96.0.1' })],
  'service address of the API': [
    service({ clusterIP: '10.96.0.0' }),
    service({ clusterIP: '10.96.255.255' }),
  ],
  'service addresses that disagree': [service({ clusterIP: '10.96.7.8', clusterIPs: ['10.96.7.9'] })],
  'service addresses alone': [service({ clusterIPs: ['10.96.7.10'] })],
  'service of IPv6': [service({ ipFamilies: ['IPv6'] })],
  'service of two families': [
    service({ ipFamilyPolicy: 'PreferDualStack' }),
    service({ ipFamilyPolicy: 'RequireDualStack' }, '{name}-b'),
    service({ ipFamilies: ['IPv4', 'IPv6'] }, '{name}-c'),
    service({ ipFamilyPolicy: 'SingleStack', ipFamilies: ['IPv4', 'IPv6'] }, '{name}-d'),
  ],
  'service node ports': [
    service({ type: 'NodePort' }),
    service({ type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] }, '{name}-b'),
    service({ type: 'NodePort', ports: [{ port: 80, nodePort: 40000 }] }, '{name}-c'),
    service({ ports: [{ port: 80, nodePort: 30080 }] }, '{name}-d'),
    change('services', { spec: { type: 'ClusterIP' } }),
    change('services', { spec: { type: 'LoadBalancer', externalTrafficPolicy: 'Local' } }),
    change('services', { spec: { type: 'ExternalName', externalName: 'example.com' } }),
    change('services', {
      spec: { type: 'ExternalName', externalName: 'example.com', clusterIP: '', clusterIPs: null },
    }),
    change('services', { spec: { type: 'ClusterIP' } }),
    change('services', { spec: { type: 'ClusterIP', externalName: null } }),
    look('services'),
  ],
  'service for load balancers': [
    service({ type: 'LoadBalancer' }),
    service({ type: 'LoadBalancer', allocateLoadBalancerNodePorts: false }, '{name}-b'),
    service({ type: 'LoadBalancer', externalTrafficPolicy: 'Local' }, '{name}-c'),
    service({ type: 'LoadBalancer', loadBalancerClass: 'example.com/class' }, '{name}-d'),
    change('services', { spec: { loadBalancerClass: 'example.com/other' } }, '{name}-d'),
    change('services', { status: { loadBalancer: { ingress: [{ ip: '192.0.2.9' }] } } }),
  ],
  'service external': [
    service({ type: 'ExternalName', externalName: 'example.com', ports: undefined }),
    service({ type: 'ExternalName' }, '{name}-b'),
    service({ type: 'ExternalName', externalName: 'example.com', clusterIP: '10.96.3.3' }, '{name}-c'),
  ],
  'service changed': [
    service({}),
    change('services', { spec: { clusterIP: '10.96.9.9' } }),
    change('services', { spec: { clusterIP: null } }),
    change('services', { spec: { clusterIP: '' } }),
    change('services', { spec: { clusterIP: '', clusterIPs: [] } }),
    change('services', { spec: { ipFamilies: ['IPv6'] } }),
    change('services', { spec: { ipFamilyPolicy: 'PreferDualStack' } }),
    change('services', { spec: { ports: [{ port: 81 }, { port: 82 }] } }),
    change('services', {
      spec: {
        ports: [
          { port: 81, name: 'a' },
          { port: 82, name: 'b' },
        ],
      },
    }),
    change('services', { spec: { sessionAffinity: 'ClientIP' } }),
    change('services', { spec: { sessionAffinity: 'None' } }),
    change('services', { spec: { sessionAffinity: 'None', sessionAffinityConfig: null } }),
    change('services', { spec: { selector: null, internalTrafficPolicy: 'Local' } }),
    look('services'),
  ],
};

const containers = [{ name: 'main', image: 'registry.k8s.io/pause:3.10' }];

function pod(spec: Record<string, unknown>, name = '{name}', metadata: Record<string, unknown> = {}): Step {
  return make('pods', {
    metadata: { name, ...metadata },
    spec: {
      schedulerName: '{run}-nobody',
      serviceAccountName: 'default',
      automountServiceAccountToken: false,
      terminationGracePeriodSeconds: 0,
      containers,
      ...spec,
    },
  });
}

function sized(requests: Record<string, string>, limits: Record<string, string>) {
  return { containers: [{ ...containers[0], resources: { requests, limits } }] };
}

function hold(plural: string, name: string): Step {
  return make(plural, { metadata: { name, finalizers: ['example.com/held'] } });
}

const admission: Record<string, readonly Step[]> = {
  'namespace terminating': [
    step('create', 'POST', '/api/v1/namespaces', { body: { metadata: { name: '{name}' } } }),
    step('create', 'POST', '/api/v1/namespaces/{name}/configmaps', {
      body: { metadata: { name: 'held', finalizers: ['example.com/held'] } },
    }),
    step('delete', 'DELETE', '/api/v1/namespaces/{name}'),
    step('create', 'POST', '/api/v1/namespaces/{name}/configmaps', { body: { metadata: { name: 'new' } } }),
    step('create', 'POST', '/apis/apps/v1/namespaces/{name}/deployments', {
      body: {
        metadata: { name: 'new' },
        spec: {
          selector: { matchLabels: { a: 'b' } },
          template: { metadata: { labels: { a: 'b' } }, spec: { containers } },
        },
      },
    }),
    step('delete', 'DELETE', '/api/v1/namespaces/{name}'),
    step('patch merge', 'PATCH', '/api/v1/namespaces/{name}/configmaps/held', {
      body: { metadata: { finalizers: null } },
      headers: { 'content-type': patchTypes.merge },
    }),
  ],
  'priority classes': [
    step('create', 'POST', '/apis/scheduling.k8s.io/v1/priorityclasses', {
      body: { metadata: { name: '{name}' }, value: 1000, preemptionPolicy: 'Never' },
    }),
    pod({ priorityClassName: '{name}' }),
    pod({ priorityClassName: 'none-such' }, '{name}-b'),
    pod({ priorityClassName: 'system-node-critical' }, '{name}-c'),
    pod({ priority: 5 }, '{name}-d'),
    pod({ priorityClassName: '{name}', priority: 5 }, '{name}-e'),
    pod({ priorityClassName: '{name}', preemptionPolicy: 'PreemptLowerPriority' }, '{name}-f'),
    step('create', 'POST', '/apis/scheduling.k8s.io/v1/priorityclasses', {
      body: { metadata: { name: '{name}-high' }, value: 2000000000 },
    }),
    step('create', 'POST', '/apis/scheduling.k8s.io/v1/priorityclasses', {
      body: { metadata: { name: 'system-{name}' }, value: 5 },
    }),
  ],
  'runtime classes': [
    step('create', 'POST', '/apis/node.k8s.io/v1/runtimeclasses', {
      body: {
        metadata: { name: '{name}' },
        handler: 'contract',
        overhead: { podFixed: { cpu: '10m' } },
        scheduling: { nodeSelector: { a: 'b' }, tolerations: [{ key: 'k', operator: 'Exists' }] },
      },
    }),
    pod({ runtimeClassName: '{name}' }),
    pod({ runtimeClassName: 'none-such' }, '{name}-b'),
    pod({ runtimeClassName: '{name}', overhead: { cpu: '20m' } }, '{name}-c'),
    pod({ overhead: { cpu: '20m' } }, '{name}-d'),
    pod({ runtimeClassName: '{name}', nodeSelector: { a: 'c' } }, '{name}-e'),
  ],
  'limit ranges': [
    make('limitranges', {
      metadata: { name: '{name}' },
      spec: {
        limits: [
          {
            type: 'Container',
            default: { cpu: '200m', memory: '64Mi' },
            defaultRequest: { cpu: '100m' },
            min: { cpu: '50m' },
            max: { cpu: '500m', memory: '1Gi' },
          },
          { type: 'PersistentVolumeClaim', max: { storage: '2Gi' }, min: { storage: '1Gi' } },
        ],
      },
    }),
    pod({}),
    pod(sized({ cpu: '100m' }, { cpu: '600m' }), '{name}-b'),
    pod(sized({ cpu: '10m' }, { cpu: '100m' }), '{name}-c'),
    pod(sized({}, { memory: '128Mi' }), '{name}-d'),
    pod(sized({ cpu: '300m', memory: '2Gi' }, { memory: '3Gi' }), '{name}-e'),
    make('persistentvolumeclaims', {
      metadata: { name: '{name}' },
      spec: {
        accessModes: ['ReadWriteOnce'],
        storageClassName: '{name}',
        resources: { requests: { storage: '5Gi' } },
      },
    }),
    make('persistentvolumeclaims', {
      metadata: { name: '{name}-b' },
      spec: {
        accessModes: ['ReadWriteOnce'],
        storageClassName: '{name}',
        resources: { requests: { storage: '1Mi' } },
      },
    }),
    step('delete', 'DELETE', `${inNamespace}/limitranges/{name}`),
  ],
  'resource quotas': [
    make('resourcequotas', {
      metadata: { name: '{name}' },
      spec: {
        hard: {
          pods: '1',
          'requests.cpu': '200m',
          'count/configmaps': '1',
          services: '1',
          'services.nodeports': '0',
        },
      },
    }),
    step('patch merge/status', 'PATCH', `${inNamespace}/resourcequotas/{name}/status`, {
      headers: { 'content-type': patchTypes.merge },
      body: {
        status: {
          hard: {
            pods: '1',
            'requests.cpu': '200m',
            'count/configmaps': '1',
            services: '1',
            'services.nodeports': '0',
          },
          used: {
            pods: '0',
            'requests.cpu': '0',
            'count/configmaps': '1',
            services: '0',
            'services.nodeports': '0',
          },
        },
      },
    }),
    pod({}, '{name}-unsized'),
    pod(sized({ cpu: '300m' }, {}), '{name}-large'),
    pod(sized({ cpu: '100m' }, {})),
    pod(sized({ cpu: '100m' }, {}), '{name}-second'),
    make('configmaps', { metadata: { name: '{name}' } }),
    service({ type: 'NodePort' }, '{name}-n'),
    service({}),
    service({}, '{name}-second'),
    step('delete', 'DELETE', `${inNamespace}/resourcequotas/{name}`),
  ],
  'storage protected': [
    make('persistentvolumeclaims', {
      metadata: { name: '{name}' },
      spec: {
        accessModes: ['ReadWriteOnce'],
        storageClassName: '',
        resources: { requests: { storage: '1Gi' } },
      },
    }),
    change('persistentvolumeclaims', { spec: { resources: { requests: { storage: '2Gi' } } } }),
    change('persistentvolumeclaims', { spec: { storageClassName: 'other' } }),
  ],
  pods: [
    pod({}),
    change('pods', { spec: { containers: [{ name: 'main', image: 'other' }] } }),
    change('pods', { spec: { nodeName: 'other' } }),
    change('pods', { spec: { activeDeadlineSeconds: 5 } }),
    change('pods', { spec: { tolerations: [] } }),
    change('pods', { metadata: { labels: { a: 'b' } } }),
    pod({ nodeName: 'no-such-node-{run}' }, '{name}-b'),
    pod({ serviceAccountName: 'none-such' }, '{name}-c'),
    pod({ containers: [] }, '{name}-d'),
    pod(
      { hostNetwork: true, containers: [{ ...containers[0], ports: [{ containerPort: 80 }] }] },
      '{name}-e',
    ),
    pod({ tolerations: [{ key: 'a' }], restartPolicy: 'Sometimes' }, '{name}-f'),
    pod(sized({ cpu: '2' }, { cpu: '1' }), '{name}-g'),
    pod(sized({}, { cpu: '1', memory: '1Gi' }), '{name}-h'),
    pod({ schedulingGates: [{ name: 'example.com/gate' }] }, '{name}-i'),
    pod(
      {
        volumes: [
          { name: 'v', emptyDir: {} },
          { name: 'v', configMap: { name: 'x' } },
        ],
      },
      '{name}-j',
    ),
    hold('pods', '{name}-k'),
  ],
};

function dependent(name: string, block: boolean | undefined): Step {
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: '{name}', uid: '{given.uid}' };
  return make('secrets', {
    metadata: {
      name,
      ownerReferences: [{ ...owner, ...(block !== undefined && { blockOwnerDeletion: block }) }],
    },
  });
}

function cascade(propagationPolicy: string, block: boolean | undefined): Step[] {
  return [
    make('configmaps', { metadata: { name: '{name}' } }),
    dependent('{name}-d', block),
    step('delete', 'DELETE', `${inNamespace}/configmaps/{name}`, { query: { propagationPolicy } }),
    look('secrets', '{name}-d'),
    look('configmaps'),
    look('secrets', '{name}-d'),
  ];
}

const owners: Record<string, readonly Step[]> = {
  'cascade in the background': cascade('Background', undefined),
  'cascade in the foreground': cascade('Foreground', true),
  'cascade in the foreground unblocked': cascade('Foreground', undefined),
  'cascade that orphans': cascade('Orphan', true),
};

const secrets: Record<string, readonly Step[]> = {
  'secret types': [
    make('secrets', { metadata: { name: '{name}' }, type: 'kubernetes.io/tls' }),
    make('secrets', {
      metadata: { name: '{name}' },
      type: 'kubernetes.io/tls',
      stringData: { 'tls.crt': 'x' },
    }),
    make('secrets', {
      metadata: { name: '{name}' },
      type: 'kubernetes.io/dockerconfigjson',
      stringData: { '.dockerconfigjson': 'x' },
    }),
    make('secrets', { metadata: { name: '{name}' }, type: 'kubernetes.io/basic-auth' }),
    make('secrets', { metadata: { name: '{name}' }, type: 'kubernetes.io/ssh-auth' }),
    make('secrets', { metadata: { name: '{name}' }, type: 'kubernetes.io/service-account-token' }),
    make('secrets', { metadata: { name: '{name}' }, type: 'bootstrap.kubernetes.io/token' }),
    make('secrets', { metadata: { name: '{name}' }, data: { 'bad key': 'eA==' } }),
    make('secrets', { metadata: { name: '{name}' }, data: { key: 'not base64' } }),
    make('secrets', { metadata: { name: '{name}' }, immutable: true, stringData: { a: 'b' } }),
    change('secrets', { stringData: { a: 'c' } }),
    change('secrets', { immutable: false }),
    change('secrets', { type: 'other' }),
    look('secrets'),
  ],
};
