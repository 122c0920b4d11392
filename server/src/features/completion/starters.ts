import type { CompletionItem } from 'vscode-languageserver';
import { quoteString } from '../../yaml/stringify.ts';
import type { Completion } from './completion-context.ts';
import { toCompletionItem } from './completion-item.ts';
import type { EnclosingObject } from './enclosing-object.ts';
import { labelsOf, objectsOfFile, podTemplateOf } from './file-objects.ts';
import { escapeSnippet } from './snippet.ts';

/** Whole documents for an empty one, whose names follow each other as they are typed. */
export function starterItems(completion: Completion, object: EnclosingObject): CompletionItem[] {
  const { cursor, catalog } = completion;
  if (object.path.length > 0 || !object.empty || cursor.flow || cursor.hasColon || cursor.column !== 0)
    return [];
  const file = inFile(completion);
  return starters
    .filter(({ apiVersion, kind }) => catalog.find(apiVersion, kind))
    .map(({ apiVersion, kind, body }, index) =>
      toCompletionItem(completion, {
        label: kind,
        kind: 15,
        prefix: '',
        text: `apiVersion: ${apiVersion}\nkind: ${kind}\n${body(file)}\n$0`.replaceAll(
          '\n',
          cursor.style.lineBreak,
        ),
        sort: `9${String(index).padStart(2, '0')}`,
        detail: `A whole ${kind} (${apiVersion})`,
      }),
    );
}

/** What a new document takes from the others of its file. */
interface InFile {
  /** The first tab stop: the name of the workload that the document is likely about. */
  readonly name: string;
  /** The labels that select its Pods, one a line, behind a line break and so many spaces. */
  selector(indent: number): string;
}

function inFile(completion: Completion): InFile {
  const workload = objectsOfFile(completion).findLast(({ root }) => podTemplateOf(root));
  const labels = labelsOf(podTemplateOf(workload?.root));
  const written = labels.map(([key, value]) => escapeSnippet(`${quoteString(key)}: ${quoteString(value)}`));
  const lines = written.length > 0 ? written : ['app.kubernetes.io/name: $1'];
  return {
    name: `metadata:\n  name: \${1:${workload ? escapeSnippet(workload.name) : 'name'}}`,
    selector: (indent) => lines.map((line) => `\n${' '.repeat(indent)}${line}`).join(''),
  };
}

const podTemplate = `  selector:
    matchLabels:
      app.kubernetes.io/name: $1
  template:
    metadata:
      labels:
        app.kubernetes.io/name: $1
    spec:
      containers:
        - name: $1
          image: \${2:image}
          ports:
            - name: http
              containerPort: \${3:8080}
          resources:
            requests:
              cpu: 100m
              memory: 128Mi
            limits:
              memory: 128Mi`;

interface Starter {
  readonly apiVersion: string;
  readonly kind: string;
  readonly body: (file: InFile) => string;
}

/** Of a workload of its own, whatever else the file has. */
const ownName = `metadata:
  name: \${1:name}`;

/** The documents people start with most; each is accepted by the API server as it stands. */
const starters: readonly Starter[] = [
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    body: () => `${ownName}\nspec:\n  replicas: 2\n${podTemplate}`,
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    body: ({ name, selector }) => `${name}
spec:
  selector:${selector(4)}
  ports:
    - name: http
      port: \${2:80}
      targetPort: \${3:http}`,
  },
  { apiVersion: 'v1', kind: 'ConfigMap', body: ({ name }) => `${name}\ndata:\n  \${2:key}: \${3:value}` },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    body: ({ name }) => `${name}\ntype: Opaque\nstringData:\n  \${2:key}: \${3:value}`,
  },
  { apiVersion: 'v1', kind: 'Namespace', body: () => ownName },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    body: ({ name }) => `${name}
spec:
  rules:
    - host: \${2:example.com}
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: $1
                port:
                  name: \${3:http}`,
  },
  {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    body: () => `${ownName}\nspec:\n  serviceName: $1\n  replicas: 1\n${podTemplate}`,
  },
  { apiVersion: 'apps/v1', kind: 'DaemonSet', body: () => `${ownName}\nspec:\n${podTemplate}` },
  {
    apiVersion: 'batch/v1',
    kind: 'Job',
    body: () => `${ownName}
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: $1
          image: \${2:image}`,
  },
  {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    body: () => `${ownName}
spec:
  schedule: "\${2:0 3 * * *}"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: $1
              image: \${3:image}`,
  },
  {
    apiVersion: 'v1',
    kind: 'Pod',
    body: () => `${ownName}
  labels:
    app.kubernetes.io/name: $1
spec:
  containers:
    - name: $1
      image: \${2:image}`,
  },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    body: ({ name }) => `${name}
spec:
  accessModes:
    - \${2:ReadWriteOnce}
  resources:
    requests:
      storage: \${3:1Gi}`,
  },
  { apiVersion: 'v1', kind: 'ServiceAccount', body: ({ name }) => name },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    body: ({ name }) => `${name}
rules:
  - apiGroups: [\${2:""}]
    resources: [\${3:pods}]
    verbs: [\${4:get, list, watch}]`,
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    body: ({ name }) => `${name}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: \${2:Role}
  name: $1
subjects:
  - kind: ServiceAccount
    name: $1
    namespace: \${3:default}`,
  },
  {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    body: ({ name }) => `${name}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: \${2:Deployment}
    name: $1
  minReplicas: \${3:2}
  maxReplicas: \${4:10}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: \${5:80}`,
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    body: ({ name, selector }) => `${name}
spec:
  maxUnavailable: \${2:1}
  selector:
    matchLabels:${selector(6)}`,
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    body: ({ name, selector }) => `${name}
spec:
  podSelector:
    matchLabels:${selector(6)}
  policyTypes:
    - Ingress
  ingress:
    - from:
        - podSelector: {}`,
  },
];

/** Their kinds, what people start with most first. */
export const startedWith: readonly string[] = starters.map(({ kind }) => kind);
