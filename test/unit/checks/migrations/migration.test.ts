import { expect, test } from 'vitest';
import type { Catalog } from '../../../../server/src/catalog/catalog.ts';
import { loadSchemas } from '../../../../server/src/checks/check-document.ts';
import { documentFindings } from '../../../../server/src/diagnostics/document-findings.ts';
import { parseDocuments } from '../../../../server/src/yaml/documents.ts';
import { messageOf } from '../../../support/message.ts';
import { withCatalog } from '../../catalog/built-catalog.ts';

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

async function findingsOf(text: string) {
  const documents = parseDocuments(text);
  await loadSchemas(documents, catalog);
  return documents.flatMap((document) =>
    documentFindings(document, { uri: 'file:///a.yaml' }, { catalog, version: '1.36' }),
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
  const left = (await findingsOf(after)).filter(({ severity }) => severity !== 'hint');
  expect(left.map(messageOf)).toEqual([]);
});

test.each<[name: string, before: string, after: string]>([
  [
    'comments go where their fields go',
    `apiVersion: networking.k8s.io/v1beta1
kind: Ingress
metadata: {name: a}
spec:
  backend:
    # of another team
    serviceName: a # why
    # by name
    servicePort: http # and this
  tls: [] # later
`,
    `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: a}
spec:
  defaultBackend:
    service:
      # of another team
      name: a # why
      port:
        # by name
        name: http # and this
  tls: [] # later
`,
  ],
  [
    'autoscalers of v2beta1: metrics of Pods, of an object, of elsewhere',
    `apiVersion: autoscaling/v2beta1
kind: HorizontalPodAutoscaler
metadata: {name: a}
spec:
  maxReplicas: 3
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: a}
  metrics:
    - type: Pods
      pods:
        metricName: packets # a second
        selector: {matchLabels: {a: b}}
        targetAverageValue: 1k
    - type: Object
      object:
        target:
          apiVersion: networking.k8s.io/v1
          kind: Ingress
          name: main
        metricName: requests
        targetValue: 2k
    - type: External
      external: {metricName: queue, metricSelector: {matchLabels: {q: w}}, targetAverageValue: 30}
    - type: External
      external:
        targetValue: "30"
        metricName: queue
`,
    `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: a}
spec:
  maxReplicas: 3
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: a}
  metrics:
    - type: Pods
      pods:
        metric:
          name: packets # a second
          selector: {matchLabels: {a: b}}
        target:
          type: AverageValue
          averageValue: 1k
    - type: Object
      object:
        describedObject:
          apiVersion: networking.k8s.io/v1
          kind: Ingress
          name: main
        metric:
          name: requests
        target:
          type: Value
          value: 2k
    - type: External
      external: {metric: {name: queue, selector: {matchLabels: {q: w}}}, target: {type: AverageValue, averageValue: 30}}
    - type: External
      external:
        target:
          type: Value
          value: "30"
        metric:
          name: queue
`,
  ],
  [
    'a definition of one version, which is made the first of the versions',
    `apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  # the only one
  version: v1alpha1 # so far
  scope: Namespaced
  names:
    plural: widgets
    kind: Widget
  preserveUnknownFields: false
  subresources:
    status: {}
  additionalPrinterColumns:
    - name: Size
      type: integer
      JSONPath: .spec.size # of it
  validation:
    openAPIV3Schema:
      # what it has
      properties:
        spec:
          type: object
          properties:
            size:
              type: integer
            note:
              type: string
              description: |
                A text
                  of its own.
`,
    `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  # the only one
  versions:
  - name: v1alpha1 # so far
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        # what it has
        properties:
          spec:
            type: object
            properties:
              size:
                type: integer
              note:
                type: string
                description: |
                  A text
                    of its own.
    subresources:
      status: {}
    additionalPrinterColumns:
      - name: Size
        type: integer
        jsonPath: .spec.size # of it
  scope: Namespaced
  names:
    plural: widgets
    kind: Widget
  preserveUnknownFields: false
`,
  ],
  [
    'a definition of several versions, without a schema, with a conversion',
    `apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  version: v1
  versions:
  - name: v1
    served: true
    storage: true
    additionalPrinterColumns:
    - {name: Size, type: integer, JSONPath: .spec.size}
  - name: v1beta1
    served: true
    storage: false
  names: {plural: widgets, kind: Widget}
  preserveUnknownFields: true
  conversion:
    strategy: Webhook
    webhookClientConfig:
      url: https://example.com/convert
    conversionReviewVersions: ["v1"]
`,
    `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  versions:
  - name: v1
    served: true
    storage: true
    additionalPrinterColumns:
    - {name: Size, type: integer, jsonPath: .spec.size}
    schema:
      openAPIV3Schema:
        type: object
        x-kubernetes-preserve-unknown-fields: true
  - name: v1beta1
    served: true
    storage: false
    schema:
      openAPIV3Schema:
        type: object
        x-kubernetes-preserve-unknown-fields: true
  names: {plural: widgets, kind: Widget}
  conversion:
    strategy: Webhook
    webhook:
      clientConfig:
        url: https://example.com/convert
      conversionReviewVersions: ["v1"]
  scope: Namespaced
`,
  ],
  [
    'a definition in JSON',
    `{
  "apiVersion": "apiextensions.k8s.io/v1beta1",
  "kind": "CustomResourceDefinition",
  "metadata": {"name": "widgets.example.com"},
  "spec": {
    "group": "example.com",
    "version": "v1",
    "names": {"plural": "widgets", "kind": "Widget"},
    "scope": "Cluster",
    "validation": {
      "openAPIV3Schema": {
        "type": "object"
      }
    }
  }
}
`,
    `{
  "apiVersion": "apiextensions.k8s.io/v1",
  "kind": "CustomResourceDefinition",
  "metadata": {"name": "widgets.example.com"},
  "spec": {
    "group": "example.com",
    "versions": [
      {
        "name": "v1",
        "served": true,
        "storage": true,
        "schema": {
          "openAPIV3Schema": {
            "type": "object"
          }
        }
      }
    ],
    "names": {"plural": "widgets", "kind": "Widget"},
    "scope": "Cluster"
  }
}
`,
  ],
  [
    'webhooks: the defaults that they had',
    `apiVersion: admissionregistration.k8s.io/v1beta1
kind: ValidatingWebhookConfiguration
metadata: {name: checks}
webhooks:
  - name: a.example.com # ours
    sideEffects: None
    clientConfig: {url: https://example.com/check}
    rules:
      - apiGroups: [apps]
        apiVersions: [v1]
        operations: [CREATE]
        resources: [deployments]
    failurePolicy: Fail
`,
    `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: checks}
webhooks:
  - name: a.example.com # ours
    sideEffects: None
    clientConfig: {url: https://example.com/check}
    rules:
      - apiGroups: [apps]
        apiVersions: [v1]
        operations: [CREATE]
        resources: [deployments]
    failurePolicy: Fail
    admissionReviewVersions: ["v1beta1"]
    matchPolicy: Exact
    timeoutSeconds: 30
`,
  ],
  [
    'endpoint slices: the topology of an endpoint',
    `apiVersion: discovery.k8s.io/v1beta1
kind: EndpointSlice
metadata: {name: a}
addressType: IPv4
endpoints:
- addresses: ["10.0.0.1"]
  topology:
    kubernetes.io/hostname: node-1 # here
    topology.kubernetes.io/region: west
    topology.kubernetes.io/zone: west-1
- addresses: ["10.0.0.2"]
  topology: {"kubernetes.io/hostname": "node-2"}
`,
    `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: a}
addressType: IPv4
endpoints:
- addresses: ["10.0.0.1"]
  nodeName: node-1 # here
  zone: west-1
  deprecatedTopology:
    topology.kubernetes.io/region: west
- addresses: ["10.0.0.2"]
  nodeName: "node-2"
`,
  ],
  [
    'devices: what a request asks for, and what a device is',
    `apiVersion: resource.k8s.io/v1beta1
kind: ResourceClaim
metadata: {name: a}
spec:
  devices:
    requests:
    - name: gpu
      deviceClassName: gpu.example.com # any
      # two of them
      allocationMode: ExactCount
      count: 2
---
apiVersion: resource.k8s.io/v1beta1
kind: ResourceClaimTemplate
metadata: {name: a}
spec: {spec: {devices: {requests: [{name: gpu, deviceClassName: gpu.example.com}]}}}
---
apiVersion: resource.k8s.io/v1beta1
kind: ResourceSlice
metadata: {name: a}
spec:
  driver: gpu.example.com
  nodeName: node-1
  pool: {name: a, generation: 1, resourceSliceCount: 1}
  devices:
  - name: gpu-0
    basic:
      attributes:
        model: {string: a}
      capacity:
        memory: {value: 40Gi}
`,
    `apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: a}
spec:
  devices:
    requests:
    - name: gpu
      exactly:
        deviceClassName: gpu.example.com # any
        # two of them
        allocationMode: ExactCount
        count: 2
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: a}
spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.example.com}}]}}}
---
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: a}
spec:
  driver: gpu.example.com
  nodeName: node-1
  pool: {name: a, generation: 1, resourceSliceCount: 1}
  devices:
  - name: gpu-0
    attributes:
      model: {string: a}
    capacity:
      memory: {value: 40Gi}
`,
  ],
  [
    'a version whose own successor is gone too: the one that is served',
    `apiVersion: flowcontrol.apiserver.k8s.io/v1beta1
kind: PriorityLevelConfiguration
metadata: {name: a}
spec:
  type: Limited
  limited:
    assuredConcurrencyShares: 5
    limitResponse: {type: Reject}
`,
    `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: PriorityLevelConfiguration
metadata: {name: a}
spec:
  type: Limited
  limited:
    nominalConcurrencyShares: 5
    limitResponse: {type: Reject}
`,
  ],
])('%s', async (_name, before, after) => {
  expect(await migrated(before)).toBe(after);
  const left = (await findingsOf(after)).filter(({ severity }) => severity !== 'hint');
  expect(left.map(messageOf)).toEqual([]);
});

test.each<[name: string, text: string, messages: string[]]>([
  [
    'an empty selector of a budget',
    'apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: a}\nspec: {minAvailable: 1, selector: {}}\n',
    [
      '"policy/v1beta1" was removed in Kubernetes 1.25. | Use policy/v1 PodDisruptionBudget. Beware: this empty selector selected no Pod, and selects every Pod of the namespace there.',
    ],
  ],
  [
    'a kind that nothing replaces',
    'apiVersion: policy/v1beta1\nkind: PodSecurityPolicy\nmetadata: {name: a}\nspec: {}\n',
    [
      '"policy/v1beta1" was removed in Kubernetes 1.25. | No kind replaces it: labels `pod-security.kubernetes.io/enforce` of Namespaces do.',
    ],
  ],
])('%s is told', async (_name, text, messages) => {
  expect((await findingsOf(text)).map(messageOf)).toEqual(messages);
});

test('what only its author knows is left to be said', async () => {
  const text = `apiVersion: admissionregistration.k8s.io/v1beta1
kind: MutatingWebhookConfiguration
metadata: {name: a}
webhooks: [{name: a.example.com, clientConfig: {url: "https://example.com/a"}}]
`;
  const after = await migrated(text);
  expect((await findingsOf(after)).map(messageOf)).toEqual([
    '`webhooks[0]` lacks the required field `sideEffects`.',
  ]);
});
