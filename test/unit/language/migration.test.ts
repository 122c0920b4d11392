import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { openCatalog } from '../../../server/src/catalog/open-catalog.ts';
import { loadSchemas } from '../../../server/src/features/diagnostics.ts';
import { judgeDocument } from '../../../server/src/workspace/judge-document.ts';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';
import { builtCatalog } from '../catalog/built-catalog.ts';

let built: Awaited<ReturnType<typeof builtCatalog>>;
let catalog: Catalog;

beforeAll(async () => {
  built = await builtCatalog();
  catalog = await openCatalog(built.read, '1.36');
});
afterAll(() => built.remove());

async function findingsOf(text: string) {
  const documents = parseDocuments(text);
  await loadSchemas(documents, catalog);
  return documents.flatMap((document) =>
    judgeDocument(document, { uri: 'file:///a.yaml' }, { catalog, version: '1.36' }),
  );
}

/** The text after every fix that changes an apiVersion. */
async function migrated(text: string): Promise<string> {
  const findings = await findingsOf(text);
  const edits = findings
    .filter(({ code }) => code.endsWith('-api-version'))
    .flatMap(({ fix }) => (fix ? [fix, ...(fix.more ?? [])] : []))
    .sort((left, right) => right.span.start - left.span.start);
  return edits.reduce(
    (result, { span, newText }) => result.slice(0, span.start) + newText + result.slice(span.end),
    text,
  );
}

const template = (labels: string) => `  template:
    metadata:
      labels: ${labels}
    spec:
      containers:
      - name: web
        image: nginx
`;

test.each<[name: string, before: string, after: string]>([
  [
    'Ingress: backends, path types, the default backend',
    `apiVersion: extensions/v1beta1
kind: Ingress
metadata:
  name: web # ours
spec:
  backend:
    serviceName: fallback
    servicePort: http
  rules:
  - host: example.com
    http:
      paths:
      - path: /a # first
        backend:
          serviceName: "a"
          servicePort: 80
      - backend: {servicePort: 81, serviceName: b}
        pathType: Exact
        path: /b
`,
    `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: web # ours
spec:
  defaultBackend:
    service:
      name: fallback
      port:
        name: http
  rules:
  - host: example.com
    http:
      paths:
      - path: /a # first
        pathType: ImplementationSpecific
        backend:
          service:
            name: "a"
            port:
              number: 80
      - backend: {service: {name: b, port: {number: 81}}}
        pathType: Exact
        path: /b
`,
  ],
  [
    'Ingress in an item of a list, in JSON',
    '{"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "networking.k8s.io/v1beta1", "kind": "Ingress", "metadata": {"name": "a"}, "spec": {"rules": [{"http": {"paths": [{"path": "/", "backend": {"serviceName": "b", "servicePort": 80}}]}}]}}]}',
    '{"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "networking.k8s.io/v1", "kind": "Ingress", "metadata": {"name": "a"}, "spec": {"rules": [{"http": {"paths": [{"path": "/", "pathType": "ImplementationSpecific", "backend": {"service": {"name": "b", "port": {"number": 80}}}}]}}]}}]}',
  ],
  [
    'Ingress with four columns and CRLF',
    'apiVersion: networking.k8s.io/v1beta1\r\nkind: Ingress\r\nmetadata:\r\n    name: a\r\nspec:\r\n    backend:\r\n        serviceName: a\r\n        servicePort: 80\r\n',
    'apiVersion: networking.k8s.io/v1\r\nkind: Ingress\r\nmetadata:\r\n    name: a\r\nspec:\r\n    defaultBackend:\r\n        service:\r\n            name: a\r\n            port:\r\n                number: 80\r\n',
  ],
  [
    'workloads: the selector that was the labels of the template',
    `apiVersion: extensions/v1beta1\nkind: Deployment\nmetadata: {name: a}\nspec:\n${template('{app: web, "tier": a}')}`,
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n  selector:\n    matchLabels:\n      app: web\n      "tier": a\n${template('{app: web, "tier": a}')}`,
  ],
  [
    'autoscalers of v2beta1',
    `apiVersion: autoscaling/v2beta1
kind: HorizontalPodAutoscaler
metadata: {name: a}
spec:
  maxReplicas: 3
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: a}
  metrics:
  - type: Resource
    resource:
      name: cpu
      targetAverageUtilization: 80
  - type: Resource
    resource: {name: memory, targetAverageValue: 1Gi}
`,
    `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: a}
spec:
  maxReplicas: 3
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: a}
  metrics:
  - type: Resource
    resource:
      name: cpu
      target:
        type: Utilization
        averageUtilization: 80
  - type: Resource
    resource: {name: memory, target: {type: AverageValue, averageValue: 1Gi}}
`,
  ],
  [
    'nothing but the version where nothing moved',
    `apiVersion: autoscaling/v2beta2
kind: HorizontalPodAutoscaler
metadata: {name: a}
spec:
  maxReplicas: 3
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: a}
---
apiVersion: policy/v1beta1
kind: PodDisruptionBudget
metadata: {name: a}
spec: {minAvailable: 1, selector: {matchLabels: {a: b}}}
---
apiVersion: batch/v1beta1
kind: CronJob
metadata: {name: a}
spec:
  schedule: "* * * * *"
  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: b}]}}}}
`,
    `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: a}
spec:
  maxReplicas: 3
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: a}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: a}
spec: {minAvailable: 1, selector: {matchLabels: {a: b}}}
---
apiVersion: batch/v1
kind: CronJob
metadata: {name: a}
spec:
  schedule: "* * * * *"
  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: b}]}}}}
`,
  ],
])('%s', async (_name, before, after) => {
  expect(await migrated(before)).toBe(after);
  expect((await findingsOf(after)).map(({ message }) => message)).toEqual([]);
});

test('a comment between the fields that move is not lost: the version alone is changed', async () => {
  const before = `apiVersion: networking.k8s.io/v1beta1
kind: Ingress
metadata: {name: a}
spec:
  backend:
    serviceName: a # why
    servicePort: 80
`;
  expect(await migrated(before)).toBe(before.replace('v1beta1', 'v1'));
});
