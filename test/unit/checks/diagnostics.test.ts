import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { withCatalog } from '../catalog/built-catalog.ts';
import { annotate } from './annotate.ts';

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

/** Each with what the editor shows under its lines: see `annotate`. */
const manifests: Record<string, string> = {
  'unknown fields, values and types, with the word that was meant': `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicaz: 2
#~^^^^^^^^ error unknown-field: Unknown field \`replicaz\`. Did you mean \`replicas\`? -> replicas
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web
          image: nginx
          imagePullPolicy: always
#~                         ^^^^^^ error unsupported-value: \`imagePullPolicy\` does not take "always". Did you mean "Always"? | Supported: "Always", "IfNotPresent", "Never". -> Always
          ports:
            - containerPort: "80"
#~                           ^^^^ error wrong-type: \`containerPort\` takes an integer, not the string "80". -> 80
              protocol: Tcp
#~                      ^^^ error unsupported-value: \`protocol\` does not take "Tcp". Did you mean "TCP"? | Supported: "SCTP", "TCP", "UDP". -> TCP
          enviroment: x
#~        ^^^^^^^^^^ error unknown-field: Unknown field \`enviroment\`.`,

  "Kubernetes' reading of YAML: booleans, octals, null": `
apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  labels:
    on: yes
#~      ^^^ error wrong-type: \`true\` takes a string, not the boolean yes. -> "yes"
data:
  enabled: yes
#~         ^^^ error wrong-type: \`enabled\` takes a string, not the boolean yes. -> "yes"
  mode: 0644
#~      ^^^^ error wrong-type: \`mode\` takes a string, not the number 0644. -> "0644"
  count: 5
#~       ^ error wrong-type: \`count\` takes a string, not the number 5. -> "5"
  nothing: null
  quoted: "yes"
  odd: yEs
  when: 2024-01-01
immutable: off`,

  'duplicate, missing and null fields, numbers beyond their width, maps for lists': `
apiVersion: v1
kind: Pod
metadata:
  name: a
  name: b
#~^^^^ error duplicate-field: \`name\` is already in this map.
spec:
  containers:
    - image: x
#~    ^^^^^ error missing-required: \`containers[0]\` lacks the required field \`name\`.
    - name: b
#~    ^^^^ error missing-required: \`containers[1]\` lacks the required field \`image\`.
    -
#~  ^ error missing-required: \`containers[2]\` lacks the required field \`name\`.
#~  ^ error missing-required: \`containers[2]\` lacks the required field \`image\`.
  terminationGracePeriodSeconds: 1.5
#~                               ^^^ error wrong-type: \`terminationGracePeriodSeconds\` takes an integer, not the number 1.5.
  activeDeadlineSeconds: 99999999999999999999
#~                       ^^^^^^^^^^^^^^^^^^^^ error out-of-range: \`activeDeadlineSeconds\` 99999999999999999999 does not fit into 64 bits.
  priority: 3000000000
#~          ^^^^^^^^^^ error out-of-range: \`priority\` 3000000000 does not fit into 32 bits.
  hostNetwork: "true"
#~             ^^^^^^ error wrong-type: \`hostNetwork\` takes true or false, not the string "true". -> true
  nodeSelector:
#~^^^^^^^^^^^^ error wrong-type: \`nodeSelector\` takes a map, not a list.
    - a
  tolerations:
#~^^^^^^^^^^^ error wrong-type: \`tolerations\` takes a list, not a map.
    key: a`,

  'a value that cannot be read is told once, and not by what it stands for': `
apiVersion: v1
kind: Service
metadata:
  name: @web
#~      ^ error bad-start: A value cannot start with \`@\`; put it in quotes.
spec:
  sessionAffinity: {None
#~                 ^ error unclosed-bracket: This \`{\` is never closed.
  ports:
    - port: 80
      name: *http
#~          ^^^^^ error unknown-alias: No anchor \`&http\` stands before \`*http\`.
      colour: blue
#~    ^^^^^^ error unknown-field: Unknown field \`colour\`.`,

  'a line in the wrong place is told once, and not by the lines that hang on it': `
apiVersion: v1
kind: Pod
metadata:
  name: a
spec:
  containers:
    - name: a
       image: b
#~     ^^^^^^^^ error bad-indentation: This line is not indented like those around it.
      ports:
        - containerPort: 80
      unheard: of`,

  'lines under a word without its colon, or without a space behind it': `
apiVersion: v1
kind: Pod
metadata:
  labels
#~^^^^^^ error missing-colon: \`labels\` is no \`key: value\`. -> labels:
    app: a
  name: a
spec:
  containers
#~^^^^^^^^^^ error missing-colon: \`containers\` is no \`key: value\`.
    - name: a
      image: b`,

  'marks of a merge': `
apiVersion: v1
kind: Pod
metadata:
  name: a
spec:
  containers:
    - name: a
<<<<<<< HEAD
#~^^^^^^^ error missing-colon: \`<<<<<<< HEAD\` is no \`key: value\`.
      image: b
    - name: c
      image: d`,

  'a head without its colon': `
apiVersion: v1
kind Pod
#~^^^^ error missing-colon: \`kind Pod\` is no \`key: value\`. -> kind:
metadata:
  name: a`,

  'a line that is too far left of a text is what is wrong, and not the text': `
apiVersion: v1
kind: ConfigMap
metadata:
  name: a
data:
  run: |
    x
   y
#~ ^ error bad-indentation: This line is not indented like those around it.`,

  'a field in the wrong place is told where it belongs, and not that it is missing there': `
apiVersion: apps/v1
kind: Deployment
metadata:
  labels: {app: a}
  spec: {}
#~^^^^ error unknown-field: Unknown field \`spec\`.
name: a
#~^^^^ error unknown-field: Unknown field \`name\`. | It belongs in \`metadata\`.
spec:
  containers:
#~^^^^^^^^^^ error unknown-field: Unknown field \`containers\`. | It belongs in \`spec.template.spec\`.
    - name: a
      image: b
  selector: {matchLabels: {app: a}}
  template:
    metadata: {labels: {app: a}}
    replicas: 2
#~  ^^^^^^^^ error unknown-field: Unknown field \`replicas\`. | It belongs in \`spec\`.
    spec:
      restartPolicy: Always`,

  'a field of an object that is not there, in another that is not, is told once': `
apiVersion: batch/v1
kind: CronJob
metadata: {name: a}
spec:
  schedule: "@daily"
  jobTemplate:
    spec:
      containers:
#~    ^^^^^^^^^^ error unknown-field: Unknown field \`containers\`. | It belongs in \`spec.jobTemplate.spec.template.spec\`.
        - name: a
          image: b`,

  'and of all objects that are not there': `
apiVersion: v1
kind: Service
metadata:
  name: a
  ports:
#~^^^^^ error unknown-field: Unknown field \`ports\`. | It belongs in \`spec\`.
    - port: 80`,

  'a field that an item of a list lacks, and one that may be in several': `
apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  image: b
#~^^^^^ error unknown-field: Unknown field \`image\`. | It belongs in \`spec.containers[1]\`.
  workingDir: /
#~^^^^^^^^^^ error unknown-field: Unknown field \`workingDir\`.
  containers:
    - name: a
      image: c
      securityContext:
        envFrom: []
#~      ^^^^^^^ error unknown-field: Unknown field \`envFrom\`. | It belongs in \`spec.containers[0]\`.
    - name: d`,

  'the whole of an object in another part of it': `
apiVersion: v1
kind: Service
metadata:
  name: a
  spec:
#~^^^^ error unknown-field: Unknown field \`spec\`. | It belongs at the top of the object.
    ports: [{port: 80}]`,

  'a question to the server, of which it keeps no metadata': `
apiVersion: authorization.k8s.io/v1
kind: SubjectAccessReview
metadata:
  ownerReferences:
    - kind: ""
spec: {user: a, resourceAttributes: {verb: get, resource: pods}}`,

  'a source of a claim without a kind, which the server drops, and a resource of an Ingress without one': `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: a}
spec:
  accessModes: [ReadWriteOnce]
  resources: {requests: {storage: 1Gi}}
  dataSource: {name: b, apiGroup: snapshot.storage.k8s.io}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: a}
spec:
  defaultBackend:
    resource: {name: b}
#~  ^^^^^^^^ error missing-required: \`kind\` is required. | spec.defaultBackend.resource.kind: Required value.`,

  'an object without a name, a field that is there but empty': `
apiVersion: v1
kind: Pod
metadata: {}
#~^^^^^^^^ error missing-required: \`name\` is required. | metadata.name: Required value: name or generateName is required.
spec:
#~^^^^ error missing-required: \`spec\` must not be empty.`,

  'empty choices and int-or-string': `
apiVersion: v1
kind: Service
metadata:
  name: a
spec:
  type: ""
  internalTrafficPolicy: ""
#~                       ^^ error unsupported-value: \`internalTrafficPolicy\` does not take "". | Supported: "Cluster", "Local".
  ports:
    - port: 80
      name: a
      targetPort: http
    - port: 81
      name: b
      targetPort: 8080
    - port: 82
      name: c
      targetPort: 1.5
#~                ^^^ error wrong-type: \`targetPort\` takes an integer or a string, not the number 1.5. -> "1.5"`,

  'quantities, base64 and times': `
apiVersion: v1
kind: ResourceQuota
metadata:
  name: a
spec:
  hard:
    cpu: 1.5
    memory: 1Gb
#~          ^^^ error bad-format: \`memory\` "1Gb" is not a quantity such as 500m, 1.5 or 128Mi.
    pods: "10"
    storage: ""
#~           ^^ error bad-format: \`storage\` "" is not a quantity such as 500m, 1.5 or 128Mi.
    x: yes
#~     ^^^ error wrong-type: \`x\` takes a string or a number, not the boolean yes. -> "yes"
---
apiVersion: v1
kind: Secret
metadata:
  name: a
  creationTimestamp: null
data:
  good: aGVsbG8=
  bad: hello!
#~     ^^^^^^ error bad-format: \`bad\` "hello!" is not base64.
---
apiVersion: coordination.k8s.io/v1
kind: Lease
metadata: {name: a, creationTimestamp: yesterday}
#~                                     ^^^^^^^^^ error bad-format: \`creationTimestamp\` "yesterday" is not a time such as 2026-01-31T12:00:00Z.
spec:
  renewTime: 2024-01-01T00:00:00.000000Z
  acquireTime: 2024-01-01T00:00:00Z
#~             ^^^^^^^^^^^^^^^^^^^^ error bad-format: \`acquireTime\` "2024-01-01T00:00:00Z" is not a time such as 2026-01-31T12:00:00Z.`,

  'kinds and versions: removed, misspelt, of another group, of an unknown group, missing': `
apiVersion: batch/v1beta1
#~          ^^^^^^^^^^^^^ error removed-api-version: "batch/v1beta1" was removed in Kubernetes 1.25. | Use batch/v1 CronJob. -> batch/v1
kind: CronJob
metadata: {name: a}
---
apiVersion: v1
kind: Endpoints
#~    ^^^^^^^^^ warning deprecated deprecated-api-version: "v1" is deprecated since Kubernetes 1.33. | Use discovery.k8s.io/v1 EndpointSlice.
metadata: {name: a}
---
apiVersion: apps/v1
kind: Deploymnt
#~    ^^^^^^^^^ error unknown-kind: "apps/v1" has no kind "Deploymnt". | Did you mean "Deployment"? -> Deployment
metadata: {name: a}
---
apiVersion: v1
#~          ^^ error unknown-api-version: "v1" has no kind "Deployment". | Did you mean "apps/v1"? -> apps/v1
kind: Deployment
metadata: {name: a}
---
apiVersion: app/v1
#~          ^^^^^^ error unknown-api-version: "app/v1" has no kind "Deployment". | Did you mean "apps/v1"? -> apps/v1
kind: Deployment
metadata: {name: a}
---
apiVersion: example.com/v1
kind: Widget
#~    ^^^^^^ hint unknown-group: Nothing is known of the kind "Widget". | There is no CustomResourceDefinition for example.com/v1 Widget in this workspace.
metadata: {name: a}
---
apiVersion: apps/v9
#~          ^^^^^^^ error unknown-api-version: Kubernetes has no API version "apps/v9". | Did you mean "apps/v1"? -> apps/v1
kind: Thing
metadata: {name: a}
---
kind: Service
#~^^^^ error missing-api-version: This object lacks the required field \`apiVersion\`.
metadata: {name: a}
---
apiVersion: apps/v1
#~^^^^^^^^^^ error missing-kind: This object lacks the required field \`kind\`.
metadata: {name: a}`,

  'what is not an object of an API is left alone': `
apiVersion: v1
kind: Config
clusters: []
---
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resourcez: []
---
apiVersion: v2
name: chart
---
services:
  web:
    image: nginx
---
kind: pipeline
type: docker
---
- a
- b
---
just text
---`,

  'every item of a List and of a typed list': `
apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: ConfigMap
    metadata: {name: a}
    dat: {}
#~  ^^^ error unknown-field: Unknown field \`dat\`. Did you mean \`data\`? -> data
  - apiVersion: v1
    kind: Pod
    metadata: {name: b}
    spec: {containers: []}
#~                     ^^ error missing-required: \`containers\` must not be empty.
  - kind: Secret
#~  ^^^^ error missing-api-version: This object lacks the required field \`apiVersion\`.
    metadata: {name: c}
---
apiVersion: v1
kind: PodList
metadata: {}
items:
  - metadata: {name: a}
    spec:
      containers: [{name: a, imag: b}]
#~                           ^^^^ error unknown-field: Unknown field \`imag\`. Did you mean \`image\`? -> image
itemz: []
#~^^^^^ error unknown-field: Unknown field \`itemz\`.`,

  'a Job whose Pods never end': `
apiVersion: batch/v1
kind: Job
metadata: {generateName: a-}
spec:
  template:
    spec:
#~  ^^^^ error job-restart-policy: \`restartPolicy\` is required. | spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never".
      containers: [{name: a, image: b}]
---
apiVersion: batch/v1
kind: CronJob
metadata: {name: a}
spec:
  schedule: "* * * * *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Always
#~                       ^^^^^^ error job-restart-policy: \`restartPolicy\` is required. | spec.jobTemplate.spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never".
          containers: [{name: a, image: b}]`,

  'a broken document does not reach its neighbour': `
apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: [{name: a, image: b}
#~            ^ error unclosed-bracket: This \`[\` is never closed.
---
apiVersion: v1
kind: Pod
metadata: {name: b}
spec:
  containers: [{name: a, image: b, x: y}]
#~                                 ^ error unknown-field: Unknown field \`x\`.`,

  'a broken kubeconfig or compose file is none of its business': `
apiVersion: v1
kind: Config
clusters: [
---
services:
  web: {image: "nginx
---
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [
---
apiVersion: v1
kind: Pod
metadata: {name: "a
#~        ^ error unclosed-bracket: This \`{\` is never closed.
#~               ^^ error unclosed-quote: This \`"\` is never closed. -> "a"`,

  'a Helm template has no findings': `
apiVersion: v1
kind: Service
metadata:
  name: {{ .Release.Name }}
{{- if .Values.x }}
spec:
  prts: []
{{- end }}`,

  'a CustomResourceDefinition of the same file: its kinds are checked by its schema': `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          required: [spec]
          properties:
            spec:
              type: object
              required: [size]
              properties:
                size: {type: integer, minimum: 1, maximum: 10}
                wide: {type: integer, format: int32}
                color: {type: string, enum: [red, green], default: red}
                host: {type: string, pattern: '^([a-z]+\\.)+[a-z]+$', maxLength: 12}
                port: {x-kubernetes-int-or-string: true}
                tags: {type: array, x-kubernetes-list-type: set, items: {type: string}}
                parts:
                  type: array
                  x-kubernetes-list-type: map
                  x-kubernetes-list-map-keys: [name]
                  items: {type: object, required: [name], properties: {name: {type: string}}}
                free: {type: object, x-kubernetes-preserve-unknown-fields: true}
---
apiVersion: example.com/v1
kind: Widget
metadata: {name: a, labls: {}}
#~                  ^^^^^ error unknown-field: Unknown field \`labls\`. Did you mean \`labels\`? -> labels
spec:
  size: 11
#~      ^^ error out-of-range: \`size\` must be at most 10.
  wide: 3000000000
  color: blue
#~       ^^^^ error unsupported-value: \`color\` does not take "blue". | Supported: "red", "green".
  host: nowhere
#~      ^^^^^^^ error bad-pattern: \`host\` must match the pattern ^([a-z]+\\.)+[a-z]+$.
  port: true
#~      ^^^^ error wrong-type: \`port\` takes an integer or a string, not the boolean true. -> "true"
  tags: [a, b, a]
#~             ^ error duplicate-item: \`tags\` has this item twice. | Already in this list: "a".
  parts: [{name: x}, {name: x}, {}]
#~                   ^^^^^^^^^ error duplicate-item: \`parts\` has this item twice. | Already in this list: name: "x".
#~                              ^^ error missing-required: \`parts[2]\` lacks the required field \`name\`.
  free: {any: thing}
  sise: 3
#~^^^^ error unknown-field: Unknown field \`sise\`.
---
apiVersion: example.com/v1
kind: Widget
metadata: {name: b}
spec: {color: null}
#~^^^^ error missing-required: \`spec\` lacks the required field \`size\`.
---
apiVersion: example.com/v2
kind: Widget
#~    ^^^^^^ hint unknown-group: Nothing is known of the kind "Widget". | There is no CustomResourceDefinition for example.com/v2 Widget in this workspace. Did you mean "example.com/v1"? -> example.com/v1
metadata: {name: c}
---
apiVersion: example.com/v1
kind: WidgetList
items:
  - metadata: {name: d}
    spec: {size: 0}
#~               ^ error out-of-range: \`size\` must be at least 1.`,

  'aliases: a value is checked once': `
a: &a [x, x, x, x]
#~^ error unknown-field: Unknown field \`a\`.
b: &b [*a, *a, *a, *a]
#~^ error unknown-field: Unknown field \`b\`.
apiVersion: v1
kind: ConfigMap
metadata: {name: a}
data: *b
#~^^^^ error wrong-type: \`data\` takes a map, not a list.`,

  'merged fields are checked where they are written': `
apiVersion: v1
kind: Pod
metadata: {name: a}
spec: &spec
  containers:
    - {name: a, image: b, prots: []}
#~                        ^^^^^ error unknown-field: Unknown field \`prots\`. Did you mean \`ports\`? -> ports
---
apiVersion: v1
kind: ReplicationController
metadata: {name: a}
spec:
  selector: {a: b}
  template:
    metadata: {labels: {a: b}}
    spec:
      <<: {hostNetwrk: true}
#~         ^^^^^^^^^^ error unknown-field: Unknown field \`hostNetwrk\`. Did you mean \`hostNetwork\`? -> hostNetwork
      containers: [{name: a, image: b}]`,

  'template actions in strings do not hide the rest': `
apiVersion: v1
kind: ConfigMap
metadata: {name: a}
data:
  alert: |
    {{ define "x" }}
  template: "{{ .Values.a }}"
dta: {}
#~^^^ error unknown-field: Unknown field \`dta\`.`,
};

describe('diagnostics', () => {
  for (const [name, annotated] of Object.entries(manifests)) {
    test(name, async () => {
      expect(await annotate(annotated, catalog)).toBe(annotated);
    });
  }
});
