import type { KubeObject } from '../object-store.ts';

/** The objects of `--samples`, in the order in which they are created: a small shop with a little of everything. */
export function sampleObjects(): KubeObject[] {
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    ...configuration(),
    ...deployments(),
    ...services(),
    ...workloads(),
    ...policies(),
    viewerBinding(),
    ...coffee(),
  ];
}

const namespace = 'shop';

/** The user of the context `viewer` may look at what is here. */
function viewerBinding(): KubeObject {
  const apiGroup = 'rbac.authorization.k8s.io';
  return {
    apiVersion: `${apiGroup}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'viewer' },
    roleRef: { apiGroup, kind: 'ClusterRole', name: 'view' },
    subjects: [{ apiGroup, kind: 'User', name: 'viewer' }],
  };
}

function configuration(): KubeObject[] {
  return [
    shopObject('v1', 'ConfigMap', 'web', {
      data: { 'site.properties': 'title=The Shop\ntheme=light\n', LOG_LEVEL: 'info' },
    }),
    shopObject('v1', 'Secret', 'database', {
      type: 'Opaque',
      data: { username: base64('shop'), password: base64('not-a-real-password') },
    }),
  ];
}

function deployments(): KubeObject[] {
  return [
    deployment('web', 3, { image: 'shop/web:1.4.0', ports: [{ name: 'http', containerPort: 8080 }] }),
    deployment('api', 2, {
      image: 'shop/api:2.1.0',
      ports: [{ name: 'http', containerPort: 3000 }],
      env: [{ name: 'LOG_LEVEL', valueFrom: { configMapKeyRef: { name: 'web', key: 'LOG_LEVEL' } } }],
      resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '128Mi' } },
    }),
    deployment('worker', 1, { image: 'shop/worker:2.1.0' }),
    deployment('reports', 1, { image: 'shop/reports-crash:0.9.0' }),
    deployment('search', 1, { image: 'shop/doesnotexist:1.0.0' }),
  ];
}

function services(): KubeObject[] {
  return [
    service('web', 80, 'http'),
    service('api', 3000, 'http'),
    service('database', 5432, 'postgres'),
    shopObject('networking.k8s.io/v1', 'Ingress', 'shop', {
      spec: {
        rules: [
          {
            host: 'shop.example.com',
            http: {
              paths: [
                {
                  path: '/api',
                  pathType: 'Prefix',
                  backend: { service: { name: 'api', port: { number: 3000 } } },
                },
                {
                  path: '/',
                  pathType: 'Prefix',
                  backend: { service: { name: 'web', port: { number: 80 } } },
                },
              ],
            },
          },
        ],
      },
    }),
  ];
}

function workloads(): KubeObject[] {
  return [
    shopObject('apps/v1', 'StatefulSet', 'database', {
      spec: {
        serviceName: 'database',
        replicas: 2,
        selector: { matchLabels: { app: 'database' } },
        template: template('database', {
          image: 'shop/postgres:17',
          ports: [{ name: 'postgres', containerPort: 5432 }],
          volumeMounts: [{ name: 'data', mountPath: '/var/lib/postgresql/data' }],
        }),
        volumeClaimTemplates: [
          {
            metadata: { name: 'data' },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
          },
        ],
      },
    }),
    shopObject('batch/v1', 'Job', 'import-catalogue', {
      spec: { template: jobTemplate('import-catalogue', 'shop/import:2.1.0') },
    }),
    shopObject('batch/v1', 'CronJob', 'nightly-report', {
      spec: {
        schedule: '0 3 * * *',
        jobTemplate: { spec: { template: jobTemplate('nightly-report', 'shop/report:2.1.0') } },
      },
    }),
  ];
}

function policies(): KubeObject[] {
  return [
    shopObject('autoscaling/v2', 'HorizontalPodAutoscaler', 'web', {
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        minReplicas: 2,
        maxReplicas: 6,
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } },
          },
        ],
      },
    }),
    shopObject('policy/v1', 'PodDisruptionBudget', 'web', {
      spec: { minAvailable: 2, selector: { matchLabels: { app: 'web' } } },
    }),
  ];
}

function coffee(): KubeObject[] {
  const beans = (name: string, spec: object) => shopObject('example.com/v1', 'Coffee', name, { spec });
  return [
    {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'coffees.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'coffees', singular: 'coffee', kind: 'Coffee', shortNames: ['cof'] },
        versions: [coffeeVersion()],
      },
    },
    beans('espresso', { origin: 'Ethiopia', roast: 'dark', grams: 18 }),
    beans('filter', { origin: 'Kenya', roast: 'light', grams: 15 }),
  ];
}

function coffeeVersion(): object {
  return {
    name: 'v1',
    served: true,
    storage: true,
    subresources: { status: {} },
    additionalPrinterColumns: [
      { name: 'Origin', type: 'string', jsonPath: '.spec.origin' },
      { name: 'Roast', type: 'string', jsonPath: '.spec.roast' },
    ],
    schema: {
      openAPIV3Schema: {
        type: 'object',
        properties: {
          spec: {
            type: 'object',
            required: ['origin'],
            properties: {
              origin: { type: 'string', description: 'The country that the beans come from.' },
              roast: { type: 'string', enum: ['light', 'medium', 'dark'], default: 'medium' },
              grams: { type: 'integer', minimum: 1, maximum: 1000 },
            },
          },
          status: { type: 'object', properties: { brewed: { type: 'integer' } } },
        },
      },
    },
  };
}

function deployment(name: string, replicas: number, container: object): KubeObject {
  return shopObject('apps/v1', 'Deployment', name, {
    spec: { replicas, selector: { matchLabels: { app: name } }, template: template(name, container) },
  });
}

function service(name: string, port: number, targetPort: string): KubeObject {
  return shopObject('v1', 'Service', name, {
    spec: { selector: { app: name }, ports: [{ name: targetPort, port, targetPort }] },
  });
}

function template(name: string, container: object): object {
  return { metadata: { labels: { app: name } }, spec: { containers: [{ name, ...container }] } };
}

function jobTemplate(name: string, image: string): object {
  return { spec: { restartPolicy: 'Never', containers: [{ name, image }] } };
}

function shopObject(apiVersion: string, kind: string, name: string, content: object): KubeObject {
  return {
    apiVersion,
    kind,
    metadata: { name, namespace, labels: { 'app.kubernetes.io/part-of': 'shop' } },
    ...content,
  };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
