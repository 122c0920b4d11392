import type { CompletionItem } from 'vscode-languageserver';
import type { Completion } from './completion.ts';
import { offerItem } from './completion-edit.ts';
import type { EnclosingObject } from './completion-schema.ts';

/** Whole documents for an empty one, whose names follow each other as they are typed. */
export function starterItems(completion: Completion, object: EnclosingObject): CompletionItem[] {
  const { cursor, catalog } = completion;
  if (object.path.length > 0 || !object.empty || cursor.flow || cursor.hasColon || cursor.column !== 0)
    return [];
  return starters
    .filter(({ apiVersion, kind }) => catalog.find(apiVersion, kind))
    .map(({ apiVersion, kind, body }) =>
      offerItem(completion, {
        label: kind,
        kind: 15,
        prefix: '',
        text: `apiVersion: ${apiVersion}\nkind: ${kind}\n${body}`.replaceAll('\n', cursor.style.lineBreak),
        sort: `9${kind}`,
        detail: `A whole ${kind} (${apiVersion})`,
      }),
    );
}

const name = `metadata:
  name: \${1:name}`;

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
              memory: 128Mi
$0`;

/** The documents people start with most; each is accepted by the API server as it stands. */
const starters: readonly { apiVersion: string; kind: string; body: string }[] = [
  { apiVersion: 'apps/v1', kind: 'Deployment', body: `${name}\nspec:\n  replicas: 2\n${podTemplate}` },
  {
    apiVersion: 'v1',
    kind: 'Service',
    body: `${name}
spec:
  selector:
    app.kubernetes.io/name: $1
  ports:
    - name: http
      port: \${2:80}
      targetPort: \${3:http}
$0`,
  },
  { apiVersion: 'v1', kind: 'ConfigMap', body: `${name}\ndata:\n  \${2:key}: \${3:value}\n$0` },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    body: `${name}\ntype: Opaque\nstringData:\n  \${2:key}: \${3:value}\n$0`,
  },
  { apiVersion: 'v1', kind: 'Namespace', body: `${name}\n$0` },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    body: `${name}
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
                  name: \${3:http}
$0`,
  },
  {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    body: `${name}\nspec:\n  serviceName: $1\n  replicas: 1\n${podTemplate}`,
  },
  { apiVersion: 'apps/v1', kind: 'DaemonSet', body: `${name}\nspec:\n${podTemplate}` },
  {
    apiVersion: 'batch/v1',
    kind: 'Job',
    body: `${name}
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: $1
          image: \${2:image}
$0`,
  },
  {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    body: `${name}
spec:
  schedule: "\${2:0 3 * * *}"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: $1
              image: \${3:image}
$0`,
  },
];

/** Their kinds, what people start with most first. */
export const startedWith: readonly string[] = starters.map(({ kind }) => kind);
