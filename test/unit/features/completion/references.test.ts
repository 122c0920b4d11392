import { describe, expect, test } from 'vitest';
import { completes, offered, offers } from './completing.ts';

const deployment = (container: string, pod = '') => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
        tier: front
    spec:
${pod}      containers:
        - name: server
          ports:
            - name: http
              containerPort: 8080
            - containerPort: 9090
${container}`;

const others = `---
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  color: blue
  "on": "1"
---
apiVersion: v1
kind: Secret
metadata:
  name: keys
stringData:
  token: x
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  ports:
    - name: web
      port: 80
---
apiVersion: v1
kind: Namespace
metadata:
  name: shop
`;

describe('names in the same Pod', () => {
  const volumes = `      volumes:
        - name: data
          emptyDir: {}
        - name: certs
          secret:
            secretName: keys
`;
  offers(deployment('          volumeMounts:\n            - name: |\n', volumes), ['data', 'certs']);
  completes(
    deployment('          volumeMounts:\n            - name: ce|\n', volumes),
    'certs',
    deployment('          volumeMounts:\n            - name: certs|\n', volumes),
  );
  const probe = (port: string) =>
    deployment(`          readinessProbe:\n            httpGet:\n              port: ${port}\n`);
  offers(probe('|'), ['http', '8080', '9090']);
  completes(probe('|'), '8080', probe('8080|'));
  completes(probe('"|"'), 'http', probe('"http"|'));
  offers(
    deployment(
      '          env:\n            - name: A\n              valueFrom:\n                resourceFieldRef:\n                  containerName: |\n',
    ),
    ['server'],
  );
  offers(
    'apiVersion: apps/v1\nkind: StatefulSet\nspec:\n  template:\n    spec:\n      containers:\n        - name: a\n          volumeMounts:\n            - name: |\n  volumeClaimTemplates:\n    - metadata:\n        name: disk\n',
    ['disk'],
  );
});

describe('names of objects of the file', () => {
  const env = (reference: string) =>
    `${deployment(`          env:\n            - name: A\n              valueFrom:\n                ${reference}\n`)}${others}`;
  offers(env('configMapKeyRef:\n                  name: |'), ['settings']);
  offers(env('configMapKeyRef:\n                  name: settings\n                  key: |'), [
    'color',
    'on',
  ]);
  completes(
    env('configMapKeyRef:\n                  name: settings\n                  key: |'),
    'on',
    env('configMapKeyRef:\n                  name: settings\n                  key: "on"|'),
  );
  offers(env('secretKeyRef: {name: keys, key: |}'), ['token']);
  offers(
    `${deployment('', '      volumes:\n        - name: c\n          configMap:\n            name: settings\n            items:\n              - key: |\n')}${others}`,
    ['color', 'on'],
  );
  offers(`${deployment('').replace('name: web\n', 'name: web\n  namespace: |\n')}${others}`, ['shop']);
  const backend = (text: string) =>
    `apiVersion: networking.k8s.io/v1\nkind: Ingress\nspec:\n  defaultBackend:\n    service:\n      ${text}\n${others}`;
  offers(backend('name: |'), ['web']);
  offers(backend('name: web\n      port:\n        name: |'), ['web']);
  offers(backend('name: web\n      port:\n        number: |'), ['80']);
});

describe('labels and ports of the selected Pods', () => {
  const service = (spec: string) =>
    `apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n${spec}---\n`;
  offers(`${service('  selector:\n    |\n')}${deployment('')}`, ['app', 'tier']);
  offers(`${service('  selector:\n    app: web\n    |\n')}${deployment('')}`, ['tier']);
  completes(
    `${service('  selector: |\n')}${deployment('')}`,
    'app',
    `${service('  selector:\n    app: web|\n')}${deployment('')}`,
  );
  offers(`${service('  selector:\n    app: web\n  ports:\n    - targetPort: |\n')}${deployment('')}`, [
    'http',
    '8080',
    '9090',
  ]);
  completes(
    deployment('').replace('      app: web\n', '      |\n'),
    'app',
    deployment('').replace('      app: web\n', '      app: web|\n'),
  );
  offers(deployment('').replace('        app: web\n        tier: front\n', '        |\n'), ['app']);
});

describe('names that the API itself has', () => {
  offers('apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nroleRef:\n  kind: |\n', [
    'Role',
    'ClusterRole',
  ]);
  completes(
    'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nspec:\n  scaleTargetRef:\n    kind: |\n',
    'Deployment',
    'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nspec:\n  scaleTargetRef:\n    kind: Deployment|\n',
  );
});

test('a reference says what it refers to', async () => {
  const [first] = await offered(
    `apiVersion: v1\nkind: Pod\nspec:\n  serviceAccountName: |\n---\napiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: robot\n`,
  );
  expect(first).toMatchObject({ label: 'robot', detail: 'ServiceAccount', kind: 18 });
});
