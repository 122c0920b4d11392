import type { Catalog } from '../../../../server/src/catalog/catalog.ts';
import { withCatalog } from '../../catalog/built-catalog.ts';
import { type Example, mends } from './fix-examples.ts';

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

const pod = (container: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n    - name: web\n${container}`;
const deployment = (spec: string) => `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n${spec}`;

const preferring =
  'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers: [{name: a, image: b}]\n  affinity:\n    podAffinity:\n      preferredDuringSchedulingIgnoredDuringExecution:\n        - podAffinityTerm: {topologyKey: zone, labelSelector: {}}\n';

/** What definitions that controller-gen writes have for an amount. */
const amounts =
  '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$';

/** A definition, and the begin of an object of its kind: the schema is that of `spec.size`. */
const widgets = (schema: string) =>
  `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: widgets.example.com\nspec:\n  group: example.com\n  names: {kind: Widget, plural: widgets}\n  scope: Namespaced\n  versions:\n    - name: v1\n      served: true\n      storage: true\n      schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {${schema}}}}}}}\n---\napiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: a\nspec:\n`;

const examples: readonly Example[] = [
  [
    'a required field comes with what is required in it, and a selector with the labels that are there',
    deployment(
      'spec:\n  replicas: 1\n  template:\n    metadata: {labels: {app: web}}\n    spec: {containers: [{name: a, image: b}]}\n',
    ),
    'missing-required',
    'Insert "selector"',
    deployment(
      'spec:\n  replicas: 1\n  template:\n    metadata: {labels: {app: web}}\n    spec: {containers: [{name: a, image: b}]}\n  selector:\n    matchLabels:\n      app: web\n',
    ),
  ],
  [
    'a name comes first in an item of a list',
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n  - image: nginx # web\n    tty: true\n',
    'missing-required',
    'Insert "name"',
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n  - name: change-me\n    image: nginx # web\n    tty: true\n',
  ],
  [
    'metadata comes before the spec, by four spaces as the document is indented',
    'apiVersion: v1\nkind: Service\nspec:\n    ports:\n        - port: 80\n',
    'missing-required',
    'Insert "metadata"',
    'apiVersion: v1\nkind: Service\nmetadata:\n    name: change-me\nspec:\n    ports:\n        - port: 80\n',
  ],
  [
    'under a key with nothing, its comment stays',
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec: # to do\n',
    'missing-required',
    'Fill in "spec"',
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n    - name: change-me\n      image: change-me # to do\n',
  ],
  [
    'in JSON',
    '{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": [{"name": "a"}]}}\n',
    'missing-required',
    'Insert "image"',
    '{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": [{"name": "a", "image": "change-me"}]}}\n',
  ],
  [
    'all that is missing at once',
    'apiVersion: networking.k8s.io/v1\nkind: Ingress\nspec:\n  rules:\n    - http:\n        paths:\n          - path: /\n',
    'missing-required',
    'Insert all 3 missing fields',
    'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: change-me\nspec:\n  rules:\n    - http:\n        paths:\n          - path: /\n            pathType: Exact\n            backend:\n              service:\n                name: change-me\n                port:\n                  number: 80\n',
  ],
  [
    'an apiVersion, of the only group that has the kind',
    'kind: CronJob\nmetadata:\n  name: a\n',
    'missing-api-version',
    'Insert "apiVersion: batch/v1"',
    'apiVersion: batch/v1\nkind: CronJob\nmetadata:\n  name: a\n',
  ],
  [
    'an apiVersion, of one of two groups',
    'kind: Event\nmetadata:\n  name: a\n',
    'missing-api-version',
    'Insert "apiVersion: events.k8s.io/v1"',
    'apiVersion: events.k8s.io/v1\nkind: Event\nmetadata:\n  name: a\n',
  ],
  [
    'base64',
    'apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ndata:\n  password: "grüße!"\n',
    'bad-format',
    'Encode as base64',
    'apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ndata:\n  password: Z3LDvMOfZSE=\n',
  ],
  [
    'a number that is to be base64',
    'apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ndata:\n  pin: 1234\n',
    'wrong-type',
    'Encode as base64',
    'apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ndata:\n  pin: MTIzNA==\n',
  ],
  [
    'a truth value that is to be base64, in JSON',
    '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "binaryData": {"debug": true}}\n',
    'wrong-type',
    'Encode as base64',
    '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "binaryData": {"debug": "dHJ1ZQ=="}}\n',
  ],
  [
    'a text whose base64 looks like a number',
    'apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ndata:\n  letter: "ӎz"\n',
    'bad-format',
    'Encode as base64',
    'apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ndata:\n  letter: "0456"\n',
  ],
  [
    'an amount of memory',
    pod('      image: nginx\n      resources:\n        limits:\n          memory: 1GB\n'),
    'bad-format',
    'Change to "1Gi"',
    pod('      image: nginx\n      resources:\n        limits:\n          memory: 1Gi\n'),
  ],
  [
    'an amount of CPU',
    pod('      image: nginx\n      resources:\n        requests:\n          cpu: 0.5 cpu\n'),
    'bad-format',
    'Change to "0.5"',
    pod('      image: nginx\n      resources:\n        requests:\n          cpu: 0.5\n'),
  ],
  [
    'small letters',
    pod('      image: nginx\n      resources:\n        limits:\n          memory: "100mb"\n'),
    'bad-format',
    'Change to "100M"',
    pod('      image: nginx\n      resources:\n        limits:\n          memory: "100M"\n'),
  ],
  [
    'a port in quotes',
    pod('      image: nginx\n      ports:\n        - containerPort: "8080"\n'),
    'wrong-type',
    'Write 8080 without quotes',
    pod('      image: nginx\n      ports:\n        - containerPort: 8080\n'),
  ],
  [
    'a truth value in another word',
    pod('      image: nginx\n      tty: "yes"\n'),
    'wrong-type',
    'Change to true',
    pod('      image: nginx\n      tty: true\n'),
  ],
  [
    'a variable without quotes',
    pod('      image: nginx\n      env:\n        - name: A\n          value: 1\n'),
    'wrong-type',
    'Quote "1"',
    pod('      image: nginx\n      env:\n        - name: A\n          value: "1"\n'),
  ],
  [
    'one value for a list',
    pod('      image: nginx\n      command: /bin/sh\n'),
    'wrong-type',
    'Make it a list',
    pod('      image: nginx\n      command: [/bin/sh]\n'),
  ],
  [
    'one map for a list of them',
    'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  ports:\n    name: http\n    port: 80\n',
    'wrong-type',
    'Make it a list',
    'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  ports:\n    - name: http\n      port: 80\n',
  ],
  [
    'labels as the selector has them',
    deployment(
      'spec:\n  selector:\n    matchLabels:\n      app: shop\n  template:\n    metadata:\n      labels:\n        app: web\n    spec: {containers: [{name: a, image: b}]}\n',
    ),
    'selector-mismatch',
    'Change the label to "shop"',
    deployment(
      'spec:\n  selector:\n    matchLabels:\n      app: shop\n  template:\n    metadata:\n      labels:\n        app: shop\n    spec: {containers: [{name: a, image: b}]}\n',
    ),
  ],
  [
    'a selector as the labels have it',
    deployment(
      'spec:\n  selector:\n    matchLabels:\n      app: shop\n  template:\n    metadata:\n      labels:\n        app: web\n    spec: {containers: [{name: a, image: b}]}\n',
    ),
    'selector-mismatch',
    'Change the selector to "web"',
    deployment(
      'spec:\n  selector:\n    matchLabels:\n      app: web\n  template:\n    metadata:\n      labels:\n        app: web\n    spec: {containers: [{name: a, image: b}]}\n',
    ),
  ],
  [
    'a label that is not there',
    deployment(
      'spec:\n  selector:\n    matchLabels:\n      tier: front\n  template:\n    metadata:\n      labels:\n        app: web\n    spec: {containers: [{name: a, image: b}]}\n',
    ),
    'selector-mismatch',
    'Add "tier: front" to the labels',
    deployment(
      'spec:\n  selector:\n    matchLabels:\n      tier: front\n  template:\n    metadata:\n      labels:\n        app: web\n        tier: front\n    spec: {containers: [{name: a, image: b}]}\n',
    ),
  ],
  [
    'a name that is there twice',
    pod('      image: nginx\n    - name: web\n      image: proxy\n'),
    'duplicate-container',
    'Change to "web-2"',
    pod('      image: nginx\n    - name: web-2\n      image: proxy\n'),
  ],
  [
    'a field of the container that stands in the Pod, with its comment',
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  readinessProbe: # soon\n    httpGet:\n      port: 80\n  containers:\n    - name: web\n      image: nginx\n',
    'unknown-field',
    'Move to "spec.containers[0]"',
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n    - name: web\n      image: nginx\n      readinessProbe: # soon\n        httpGet:\n          port: 80\n',
  ],
  [
    'a block one level too far up',
    deployment(
      'spec:\n  replicas: 1\n  selector:\n    matchLabels:\n      app: web\n  template:\n    metadata:\n      labels:\n        app: web\n  containers:\n    - name: web\n      image: nginx\n',
    ),
    'unknown-field',
    'Move to "spec.template.spec"',
    deployment(
      'spec:\n  replicas: 1\n  selector:\n    matchLabels:\n      app: web\n  template:\n    metadata:\n      labels:\n        app: web\n    spec:\n      containers:\n        - name: web\n          image: nginx\n',
    ),
  ],
  [
    'a block one level too far down',
    'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  spec:\n    ports:\n      - port: 80\n',
    'unknown-field',
    'Move to the top of the object',
    'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  ports:\n    - port: 80\n',
  ],
  [
    'the second of the containers that may have it',
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  imagePullPolicy: Always\n  containers:\n    - name: a\n      image: nginx\n    - name: b\n      image: nginx\n',
    'unknown-field',
    'Move to "spec.containers[1]"',
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n    - name: a\n      image: nginx\n    - name: b\n      image: nginx\n      imagePullPolicy: Always\n',
  ],
  [
    'a line at a column of its own',
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n    a: b\n  c: d\n',
    'bad-indentation',
    'Move the block to column 5',
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n    a: b\n    c: d\n',
  ],
  [
    'a deprecated field by its other name',
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  serviceAccount: shop\n  containers:\n    - name: web\n      image: nginx\n',
    'deprecated-api-field',
    'Rename to "serviceAccountName"',
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  serviceAccountName: shop\n  containers:\n    - name: web\n      image: nginx\n',
  ],
  [
    'a deprecated field beside the one in its place',
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  serviceAccount: shop\n  serviceAccountName: shop\n  containers:\n    - name: web\n      image: nginx\n',
    'deprecated-api-field',
    'Remove "serviceAccount"',
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  serviceAccountName: shop\n  containers:\n    - name: web\n      image: nginx\n',
  ],
  [
    'a volume for a mount',
    pod('      image: nginx\n      volumeMounts:\n        - name: cache\n          mountPath: /cache\n'),
    'unknown-volume',
    'Add an empty volume "cache"',
    pod(
      '      image: nginx\n      volumeMounts:\n        - name: cache\n          mountPath: /cache\n  volumes:\n    - name: cache\n      emptyDir: {}\n',
    ),
  ],
  [
    'an annotation whose place a field has taken',
    'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: a\n  annotations:\n    kubernetes.io/ingress.class: nginx\n    other: b\nspec:\n  defaultBackend:\n    service:\n      name: a\n      port:\n        number: 80\n',
    'deprecated-annotation',
    'Move to "spec.ingressClassName"',
    'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: a\n  annotations:\n    other: b\nspec:\n  defaultBackend:\n    service:\n      name: a\n      port:\n        number: 80\n  ingressClassName: nginx\n',
  ],
  [
    'a map that stands in a list',
    'apiVersion: v1\nkind: Service\nmetadata:\n  - name: web\n    labels:\n      app: web\nspec:\n  ports:\n    - port: 80\n',
    'wrong-type',
    'Make it no list',
    'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  labels:\n    app: web\nspec:\n  ports:\n    - port: 80\n',
  ],
  [
    'a word that stands in a list',
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name:\n    - web\n',
    'wrong-type',
    'Change to web',
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web\n',
  ],
  [
    'a word among containers',
    pod('      image: nginx\n    - proxy\n'),
    'wrong-type',
    'Change to `name: proxy`',
    pod('      image: nginx\n    - name: proxy\n'),
  ],
  [
    'labels that are not there at all',
    deployment(
      'spec:\n  selector:\n    matchLabels:\n      app: web\n  template:\n    metadata:\n      labels: {}\n    spec:\n      containers: [{name: a, image: b}]\n',
    ),
    'selector-mismatch',
    'Add "app: web" to the labels',
    deployment(
      'spec:\n  selector:\n    matchLabels:\n      app: web\n  template:\n    metadata:\n      labels:\n        app: web\n    spec:\n      containers: [{name: a, image: b}]\n',
    ),
  ],
  [
    'a port in quotes, where a name may stand as well',
    'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  ports:\n    - port: 80\n      targetPort: "8080" # of the container\n',
    'port-name',
    'Write 8080 without quotes',
    'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  ports:\n    - port: 80\n      targetPort: 8080 # of the container\n',
  ],
  [
    'the port of a probe in quotes, in a template of Pods and in braces',
    deployment(
      "spec:\n  selector:\n    matchLabels:\n      app: web\n  template:\n    metadata:\n      labels:\n        app: web\n    spec: {containers: [{name: a, image: b, livenessProbe: {tcpSocket: {port: '8080'}}}]}\n",
    ),
    'port-name',
    'Write 8080 without quotes',
    deployment(
      'spec:\n  selector:\n    matchLabels:\n      app: web\n  template:\n    metadata:\n      labels:\n        app: web\n    spec: {containers: [{name: a, image: b, livenessProbe: {tcpSocket: {port: 8080}}}]}\n',
    ),
  ],
  [
    'a port of a policy in quotes',
    'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata:\n  name: web\nspec:\n  podSelector: {}\n  egress:\n    - ports:\n        - port: "443"\n',
    'port-name',
    'Write 443 without quotes',
    'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata:\n  name: web\nspec:\n  podSelector: {}\n  egress:\n    - ports:\n        - port: 443\n',
  ],
  [
    'a port in quotes, in JSON',
    '{"apiVersion": "v1", "kind": "Service", "metadata": {"name": "a"}, "spec": {"ports": [{"port": 80, "targetPort": "8080"}]}}\n',
    'port-name',
    'Write 8080 without quotes',
    '{"apiVersion": "v1", "kind": "Service", "metadata": {"name": "a"}, "spec": {"ports": [{"port": 80, "targetPort": 8080}]}}\n',
  ],
  [
    'a number in quotes, where a percentage may stand as well',
    'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata:\n  name: web\nspec:\n  maxUnavailable: "1"\n',
    'percent',
    'Write 1 without quotes',
    'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata:\n  name: web\nspec:\n  maxUnavailable: 1\n',
  ],
  [
    'the same as a percentage',
    'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata:\n  name: web\nspec:\n  maxUnavailable: "25"\n',
    'percent',
    'Change to "25%"',
    'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata:\n  name: web\nspec:\n  maxUnavailable: "25%"\n',
  ],
  [
    'a number in quotes, in an object of a list',
    'apiVersion: v1\nkind: List\nitems:\n  - apiVersion: apps/v1\n    kind: DaemonSet\n    metadata:\n      name: web\n    spec:\n      updateStrategy:\n        rollingUpdate:\n          maxUnavailable: "2"\n      selector: {matchLabels: {app: web}}\n      template:\n        metadata: {labels: {app: web}}\n        spec: {containers: [{name: a, image: b}]}\n',
    'percent',
    'Write 2 without quotes',
    'apiVersion: v1\nkind: List\nitems:\n  - apiVersion: apps/v1\n    kind: DaemonSet\n    metadata:\n      name: web\n    spec:\n      updateStrategy:\n        rollingUpdate:\n          maxUnavailable: 2\n      selector: {matchLabels: {app: web}}\n      template:\n        metadata: {labels: {app: web}}\n        spec: {containers: [{name: a, image: b}]}\n',
  ],
  [
    'a number or text of a kind of ones own, in quotes',
    `${widgets('x-kubernetes-int-or-string: true, pattern: "^[0-9]+%$"')}  size: "5"\n`,
    'bad-pattern',
    'Write 5 without quotes',
    `${widgets('x-kubernetes-int-or-string: true, pattern: "^[0-9]+%$"')}  size: 5\n`,
  ],
  [
    'an amount of a kind of ones own, which is a number or a text',
    `${widgets(`anyOf: [{type: integer}, {type: string}], pattern: '${amounts}', x-kubernetes-int-or-string: true`)}  size: 1GB\n`,
    'bad-pattern',
    'Change to "1Gi"',
    `${widgets(`anyOf: [{type: integer}, {type: string}], pattern: '${amounts}', x-kubernetes-int-or-string: true`)}  size: 1Gi\n`,
  ],
  [
    'an amount of a kind of ones own, in quotes, of the units that its pattern has',
    `${widgets('type: string, pattern: "^[0-9]+(Mi|Gi)$"')}  size: '512 mb'\n`,
    'bad-pattern',
    'Change to "512Mi"',
    `${widgets('type: string, pattern: "^[0-9]+(Mi|Gi)$"')}  size: "512Mi"\n`,
  ],
  [
    'a share of more than everything',
    'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata:\n  name: web\nspec:\n  maxUnavailable: 150%\n',
    'percent',
    'Change to "100%"',
    'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata:\n  name: web\nspec:\n  maxUnavailable: 100%\n',
  ],
  [
    'a number that is no multiple of another',
    `${widgets('type: integer, multipleOf: 5')}  size: 23\n`,
    'out-of-range',
    'Change to 25',
    `${widgets('type: integer, multipleOf: 5')}  size: 25\n`,
  ],
  [
    'a number that is told in other words than digits',
    'apiVersion: batch/v1\nkind: CronJob\nmetadata:\n  name: a\nspec:\n  schedule: "@daily"\n  startingDeadlineSeconds: -5\n  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: b}]}}}}\n',
    'number-range',
    'Change to 0',
    'apiVersion: batch/v1\nkind: CronJob\nmetadata:\n  name: a\nspec:\n  schedule: "@daily"\n  startingDeadlineSeconds: 0\n  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: b}]}}}}\n',
  ],
  [
    'a weight beyond its range',
    `${preferring}          weight: 150\n`,
    'number-range',
    'Change to 100',
    `${preferring}          weight: 100\n`,
  ],
  [
    'a port of 0',
    pod('      image: nginx\n      ports:\n        - containerPort: 0\n'),
    'missing-required',
    'Fill in "containerPort"',
    pod('      image: nginx\n      ports:\n        - containerPort: 80\n'),
  ],
];

mends(examples, () => ({ catalog }));
