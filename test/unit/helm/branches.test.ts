import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { composeCatalogs } from '../../../server/src/catalog/definitions.ts';
import { DefinitionIndex } from '../../../server/src/workspace/definition-index.ts';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';
import { withCatalog } from '../catalog/built-catalog.ts';
import { annotateTemplate } from './annotated-template.ts';

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: routers.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Router, plural: routers}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                listeners:
                  type: array
                  maxItems: 2
                  x-kubernetes-list-type: map
                  x-kubernetes-list-map-keys: [name, port]
                  items:
                    type: object
                    required: [name, port]
                    properties:
                      name: {type: string, maxLength: 8}
                      port: {type: integer}
                names: {type: array, x-kubernetes-list-type: set, items: {type: string}}
                source: {type: object, maxProperties: 1, additionalProperties: {type: string}}
`;

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  const definitions = new DefinitionIndex();
  definitions.setOpen('file:///routers.yaml', parseDocuments(definition));
  catalog = composeCatalogs(opened, definitions.kinds());
});

const head = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec:
`;

const templates: Record<string, string> = {
  'an item whose first line is in branches on that line': `${head}      containers:
        - {{ if .x }}name: a{{ else }}name: b{{ end }}
          image: web
          imagePullPolicy: Newer
#~                         ^^^^^ error unsupported-value: \`imagePullPolicy\` does not take "Newer". Did you mean "Never"? | Supported: "Always", "IfNotPresent", "Never". -> Never
        - {{- if .x }} name: a {{- end }} # or none
          image: web
`,
  'items that begin in branches on one line and go on below it': `${head}      containers:
        - name: first
          image: web
        {{ if .x }}- name: a{{ else }}- name: b{{ end }}
          image: web
          imagePullPolicy: Newer
#~                         ^^^^^ error unsupported-value: \`imagePullPolicy\` does not take "Newer". Did you mean "Never"? | Supported: "Always", "IfNotPresent", "Never". -> Never
          tyt: true
#~        ^^^ error unknown-field: Unknown field \`tyt\`. Did you mean \`tty\`? -> tty
        {{- if .y }}
        {{ with .z }}-   name: {{ . }}{{ end }} # or none

            image: [web]
#~          ^^^^^ error wrong-type: \`image\` takes a string, not a list.
            {{- toYaml .more | nindent 12 }}
        {{- end }}
        {{ if .x }}- env:{{ else if .y }}- args: {{ else }}- command:{{ end }}
            - a
          name: last
          tyt: true
#~        ^^^ error unknown-field: Unknown field \`tyt\`. Did you mean \`tty\`? -> tty
        {{ if .x }}- {name: c, image: web}{{ else }}- {name: d, image: web}{{ end }}
      replicaz: 1
#~    ^^^^^^^^ error unknown-field: Unknown field \`replicaz\`.
`,
  'values in brackets that a condition on their line chooses': `${head}      nodeSelector: {{ if .x }}{a: b}{{ else }}{c: d}{{ end }}
      securityContext: {{ with .x }}{runAsUser: {{ . }}}{{ end }} # or none
      hostNetwork: {{ if .x }}yes # so far {{ else }}no{{ end }}
      hostname: {{ if .x }}"a: b"{{ else if .y }}c{{ end }}
      unheard: 1
#~    ^^^^^^^ error unknown-field: Unknown field \`unheard\`.
      containers: [{name: a, image: {{ if .x }}{a: b}{{ end }}, unheard: 1}]
#~                                                              ^^^^^^^ error unknown-field: Unknown field \`unheard\`.
`,
  'an item whose first field is in branches below its dash': `${head}      containers:
        - {{ if .x }}
          name: a
          {{ else }}
          name: b
          {{ end }}
          image: web
        - {{- if .x }}
          name: c
          {{- end }}
          image: [web]
#~        ^^^^^ error wrong-type: \`image\` takes a string, not a list.
`,
  'an item whose first line is in branches around that line': `${head}      containers:
        {{- if .x }}
        - name: a
        {{- else if .y }}
        - name: b
          command: [b]
        {{- else }}
        - name: c
        {{- end }}
          image: web
          imagePullPolicy: Newer
#~                         ^^^^^ error unsupported-value: \`imagePullPolicy\` does not take "Newer". Did you mean "Never"? | Supported: "Always", "IfNotPresent", "Never". -> Never
        - name: d
          image: web
          ports:
            {{- if .x }}
            - containerPort: 80
            {{- else }}
            - containerPort: 0
#~                           ^ error missing-required: \`containerPort\` is required. | spec.template.spec.containers[0].ports[0].containerPort: Required value.
            {{- end }}
              name: http
`,
  'items in a condition on their line': `${head}      containers:
        {{ if .x }}- name: a{{ end }}
        - name: b
          image: web
          args:
          {{ if .x }}- --a={{ .a }}{{ end }}
          - --b
          {{- if .x }}- --c{{- end }}
          env:
          {{ if .x }}- {name: A, value: a}{{ else }}- {name: B, value: b}{{ end }}
          {{ with .y }}livenessProbe: {{ . }}{{ end }}
          imagePullPolicy: Newer
#~                         ^^^^^ error unsupported-value: \`imagePullPolicy\` does not take "Newer". Did you mean "Never"? | Supported: "Always", "IfNotPresent", "Never". -> Never
`,
  'an else that goes on with a list above': `${head}      containers:
        - name: a
          image: web
          args:
          - --a
          {{- if .x }}
          - --b
          env:
          - name: A
          {{- else }}
          - --c
          {{- end }}
          imagePullPolicy: Newer
#~                         ^^^^^ error unsupported-value: \`imagePullPolicy\` does not take "Newer". Did you mean "Never"? | Supported: "Always", "IfNotPresent", "Never". -> Never
---
${head}      containers:
      {{- if .x }}
      - name: a
        image: web
      volumes:
      - name: v
        emptyDir: {}
      {{- else }}
      - name: c
        image: web
        volumeMounts:
        - name: v
          mountPath: /v
      {{- end }}
`,
  'items of which some may come before others': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers: [{name: web, image: web}]
  volumes:
    {{- if .x }}
    - name: v
      emptyDir: {}
    {{- end }}
    - name: w
      {{- if .y }}
      emptyDir: {}
      {{- else }}
      secret: {secretName: w}
      {{- end }}
    - {name: w, emptyDir: {}}
#~           ^ error duplicate-volume: \`name\` "w" is there twice. | spec.volumes[2].name: Duplicate value: "w".
`,
  'a key of the object that branches choose': `apiVersion: v1
kind: Secret
metadata:
  name: web
{{- if .x }}
stringData:
{{- else }}
data:
{{- end }}
  a: YQ==
unheard: 1
#~^^^^^^^ error unknown-field: Unknown field \`unheard\`.
`,
  'a key that branches choose': `${head}      containers:
        - name: a
          image: web
          {{- if .x }}
          livenessProbe:
          {{- else }}
          readinessProbe:
          {{- end }}
            httpGet: {port: 80}
          {{ if .x }}startupProbe{{ else }}readinessProbe{{ end }}:
            tcpSocket: {port: 80}
`,
  'keys of a list of a custom kind that are printed': `apiVersion: example.com/v1
kind: Router
metadata:
  name: r
spec:
  listeners:
    - name: {{ .x }}
      port: 80
    - name: {{ .y }}
      port: 80
  names: ["{{ .a }}", "{{ .b }}", c, c]
#~                                   ^ error duplicate-item: \`names\` has this item twice. | Already in this list: "c".
`,
  'items and fields of a custom kind in branches': `apiVersion: example.com/v1
kind: Router
metadata:
  name: r
spec:
  listeners:
    {{- if .x }}
    - name: http
      port: 80
    {{- else }}
    - name: http
      port: 80
    {{- end }}
    {{- range .more }}
    - name: {{ .name }}
      port: {{ .port }}
    {{- end }}
    - name: far-too-long
#~          ^^^^^^^^^^^^ error bad-length: \`name\` must have at most 8 characters.
      port: 81
  source:
    {{- if .x }}
    file: a
    {{- else }}
    url: b
    {{- end }}
---
apiVersion: example.com/v1
kind: Router
metadata:
  name: r
spec:
  listeners:
#~^^^^^^^^^ error bad-length: \`listeners\` must have at most 2 items.
    - {name: a, port: 1}
    - {name: b, port: 1}
    - {name: a, port: 1}
#~  ^ error duplicate-item: \`listeners\` has this item twice. | Already in this list: name: "a", port: 1.
  names: [{{ .a }}]
`,
  'kinds and versions that a condition asks for': `{{- if .Capabilities.APIVersions.Has "policy/v1beta1" }}
apiVersion: policy/v1beta1
kind: PodDisruptionBudget
metadata:
  name: web
{{- end }}
---
{{- if and .x (.Capabilities.APIVersions.Has "networking.k8s.io/v1/Unheard") }}
apiVersion: networking.k8s.io/v1
kind: Unheard
metadata:
  name: web
{{- end }}
---
{{- if .Capabilities.APIVersions.Has "monitoring.example.com/v1" }}
apiVersion: monitoring.example.com/v1
kind: Monitor
metadata:
  name: web
{{- end }}
---
{{- $hasBudget := .Capabilities.APIVersions.Has "policy/v1beta1" -}}
{{- $old := semverCompare "<1.25-0" .Capabilities.KubeVersion.Version }}
{{- if and .x $hasBudget }}
apiVersion: policy/v1beta1
kind: PodDisruptionBudget
metadata:
  name: web
spec:
  minAvailable: [1]
{{- end }}
---
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  {{- if $old }}
  goneSince: {}
  {{- end }}
  unheard: {}
#~^^^^^^^ error unknown-field: Unknown field \`unheard\`.
  containers:
    - name: web
      image: web
---
{{- if .Values.x }}
apiVersion: policy/v1beta1
#~          ^^^^^^^^^^^^^^ error removed-api-version: "policy/v1beta1" was removed in Kubernetes 1.25. | Use policy/v1 PodDisruptionBudget. -> policy/v1
kind: PodDisruptionBudget
metadata:
  name: web
{{- end }}
`,
};

describe('branches of a template', () => {
  for (const [name, annotated] of Object.entries(templates)) {
    test(name, async () => expect(await annotateTemplate(annotated, catalog)).toBe(annotated));
  }
});
