import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { composeCatalogs } from '../../../server/src/catalog/definitions.ts';
import { complete } from '../../../server/src/features/completion/completion.ts';
import { foldingRanges } from '../../../server/src/features/folding.ts';
import { hover } from '../../../server/src/features/hover.ts';
import { documentSymbols } from '../../../server/src/features/symbols.ts';
import { DefinitionIndex } from '../../../server/src/workspace/definition-index.ts';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';
import { atCursor } from '../../support/cursor.ts';
import { acceptItem } from '../../support/snippets.ts';
import { withCatalog } from '../catalog/built-catalog.ts';
import { annotateTemplate, openedTemplate } from './annotated-template.ts';

const uri = 'file:///chart/templates/a.yaml';
/** Two groups that have the kind `Gauge`; `low` is a field of both, of another type in the one, which does not require it. */
const gauges = (['a.example.com', 'b.example.com'] as const)
  .map(
    (group) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gauges.${group}}
spec:
  group: ${group}
  scope: Namespaced
  names: {kind: Gauge, plural: gauges}
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
              required: [unit${group === 'a.example.com' ? ', low' : ''}]
              properties:
                unit: {type: string}
                low: {type: ${group === 'a.example.com' ? 'integer' : 'string'}}
                ${group.slice(0, 1)}Only: {type: string, enum: [x, y]}
`,
  )
  .join('---\n');

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  const definitions = new DefinitionIndex();
  definitions.setOpen('file:///gauges.yaml', parseDocuments(gauges));
  catalog = composeCatalogs(opened, definitions.kinds());
});

const judged: Record<string, string> = {
  'by a helper, of a kind with one version': `apiVersion: {{ include "apiVersion" . }}
kind: Deployment
metadata:
  name: {{ .Release.Name }}
spec:
  replicas: two
#~          ^^^ error wrong-type: \`replicas\` takes an integer, not the string "two".
  replicaz: 2
#~^^^^^^^^ error unknown-field: Unknown field \`replicaz\`.
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: other}
#~                  ^^^^^ error selector-mismatch: \`selector\` and the template's \`labels\` differ in \`app\`. | spec.template.metadata.labels: Invalid value: {"app":"other"}: \`selector\` does not match template \`labels\`.
    spec:
      containers:
        - image: {{ .Values.image }}
#~        ^^^^^ error missing-required: \`containers[0]\` lacks the required field \`name\`.
`,
  'by a helper, of a kind whose versions differ': `apiVersion: {{ include "hpa" . }}
kind: HorizontalPodAutoscaler
metadata:
  name: web
spec:
  scaleTargetRef: {kind: Deployment, name: web, apiVersion: apps/v1}
  maxReplicas: 0
#~             ^ error autoscaler-replicas: \`maxReplicas\` 0 must be greater than 0. | spec.maxReplicas: Invalid value: 0: must be greater than 0.
  minReplicas: {{ .Values.min }}
  targetCPUUtilizationPercentage: 50
  metrics: []
  behaviour: {}
#~^^^^^^^^^ error unknown-field: Unknown field \`behaviour\`. Did you mean \`behavior\`? -> behavior
`,
  'of a custom kind that two groups have': `apiVersion: {{ .Values.group }}/v1
kind: Gauge
metadata:
  name: g
spec:
  unit: C
  aOnly: x
  bOnly: y
  low: 1
  none: 1
#~^^^^ error unknown-field: Unknown field \`none\`.
---
apiVersion: {{ .Values.group }}/v1
kind: Gauge
metadata:
  name: g
spec: {}
#~^^^^ error missing-required: \`spec\` lacks the required field \`unit\`.
`,
  'by a helper, as a whole line': `{{ include "head" . }}
kind: Service
metadata: {name: b}
spec: {prts: []}
#~     ^^^^ error unknown-field: Unknown field \`prts\`. Did you mean \`ports\`? -> ports
---
kind: HorizontalPodAutoscaler
metadata:
  name: web
{{- include "head" . | nindent 0 }}
spec:
  scaleTargetRef: {kind: Deployment, name: web, apiVersion: apps/v1}
  minReplicas: -1
#~             ^^ error autoscaler-replicas: \`minReplicas\` -1 must be greater than or equal to 1. | spec.minReplicas: Invalid value: -1: must be greater than or equal to 1.
  maxReplicas: 1
  targetCPUUtilizationPercentage: 50
  behaviour: {}
#~^^^^^^^^^ error unknown-field: Unknown field \`behaviour\`. Did you mean \`behavior\`? -> behavior
---
apiVersion: v1
kind: List
items:
  -
    {{- include "head" . | nindent 4 }}
    kind: Service
    metadata: {name: b}
    spec: {prts: []}
#~         ^^^^ error unknown-field: Unknown field \`prts\`. Did you mean \`ports\`? -> ports
`,
  'by a helper, with the metadata': `{{ include "head" . }}
kind: Service
spec:
  prts: []
#~^^^^ error unknown-field: Unknown field \`prts\`. Did you mean \`ports\`? -> ports
`,
  'by helpers in branches with whole objects': `{{- if .Values.x }}
{{ include "head" . }}
kind: Service
metadata: {name: b}
spec: {replicas: 1, ports: [{port: 80}]}
#~     ^^^^^^^^ error unknown-field: Unknown field \`replicas\`.
{{- else }}
{{ include "head" . }}
kind: ConfigMap
metadata: {name: b}
spec: {}
#~^^^^ error unknown-field: Unknown field \`spec\`.
{{- end }}
`,
  'or is not, of what is no object': `{{ include "head" . }}
kind: Service
name: b
---
{{ include "head" . }}
kind: Nothing
spec: {a: 1}
---
apiVersion:
{{ include "head" . }}
kind: Service
metadata: {name: b}
`,
  'of a kind that nobody knows': `apiVersion: {{ .Values.group }}/v1
kind: Nothing
metadata:
  name: g
spec: {a: 1}
`,
  'in branches, of versions that are there': `{{- if .Values.legacy }}
apiVersion: autoscaling/v1
{{- else }}
apiVersion: autoscaling/v2
{{- end }}
kind: HorizontalPodAutoscaler
metadata:
  name: web
spec:
  scaleTargetRef: {kind: Deployment, name: web, apiVersion: apps/v1}
  maxReplicas: 1
  targetCPUUtilizationPercentage: 50
  metric: []
#~^^^^^^ error unknown-field: Unknown field \`metric\`. Did you mean \`metrics\`? -> metrics
`,
  'in branches, of a version that is gone, whose fields are in branches too': `{{- $isStable := eq (include "ingress.isStable" .) "true" -}}
{{- if semverCompare ">=1.19-0" .Capabilities.KubeVersion.GitVersion -}}
apiVersion: networking.k8s.io/v1
{{- else -}}
apiVersion: extensions/v1beta1
{{- end }}
kind: Ingress
metadata:
  name: web
spec:
  tlz: []
#~^^^ error unknown-field: Unknown field \`tlz\`. Did you mean \`tls\`? -> tls
  rules:
    - http:
        paths:
          - path: /
            {{- if $isStable }}
            pathType: Prefix
            {{- end }}
            backend:
              {{- if $isStable }}
              service:
                name: web
                port: {number: 80}
              {{- else }}
              serviceName: web
              servicePort: 80
              {{- end }}
          - path: /b
            pathType: Prefix
            backend:
              {{- if eq (include "ingress.isStable" .) "true" }}
              service: {name: web, port: {number: 80}}
              {{- else }}
              serviceName: web
              servicePort: 80
              {{- end }}
`,
  'in branches with the kind': `{{- if .Values.stateful }}
kind: StatefulSet
{{- else }}
kind: Deployment
{{- end }}
apiVersion: apps/v1
metadata:
  name: web
spec:
  {{- if .Values.stateful }}
  serviceName: web
  {{- else }}
  strategy: {type: Recreate}
  {{- end }}
  stratagy: {}
#~^^^^^^^^ error unknown-field: Unknown field \`stratagy\`.
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web
          image: web
`,
};

describe('an object whose apiVersion is printed', () => {
  for (const [name, annotated] of Object.entries(judged)) {
    test(name, async () => {
      expect(await annotateTemplate(annotated, catalog)).toBe(annotated);
    });
  }

  test.each([
    ['by a helper', 'Deployment', 'repl', 'replicas'],
    [
      'by a helper, of the older version alone',
      'HorizontalPodAutoscaler',
      'target',
      'targetCPUUtilizationPercentage',
    ],
    ['by a helper, of the newer version alone', 'HorizontalPodAutoscaler', 'beh', 'behavior'],
    ['by a helper, of one group', 'Gauge', 'aO', 'aOnly'],
    ['by a helper, of the other group', 'Gauge', 'bO', 'bOnly'],
  ])('is completed: %s', async (_name, kind, typed, label) => {
    const before = `apiVersion: {{ include "v" . }}\nkind: ${kind}\nmetadata: {name: a}\nspec:\n  ${typed}|\n`;
    expect(await accepted(before, label)).toContain(`spec:\n  ${label}:`);
  });

  test.each(['autoscaling/v1', 'autoscaling/v2'])(
    'is completed where it is chosen by branches: %s last',
    async (last) => {
      const first = last === 'autoscaling/v1' ? 'autoscaling/v2' : 'autoscaling/v1';
      const head = `{{- if .a }}\napiVersion: ${first}\n{{- else }}\napiVersion: ${last}\n{{- end }}\nkind: HorizontalPodAutoscaler\nspec:\n`;
      expect(await accepted(`${head}  target|\n`, 'targetCPUUtilizationPercentage')).toContain('target');
      expect(await accepted(`${head}  beh|\n`, 'behavior')).toContain('behavior:');
    },
  );

  test('is completed where one of its branches has a version that is gone', async () => {
    const head =
      '{{- if .a }}\napiVersion: networking.k8s.io/v1\n{{- else }}\napiVersion: extensions/v1beta1\n{{- end }}\nkind: Ingress\nspec:\n';
    expect(await accepted(`${head}  ru|\n`, 'rules')).toContain('rules:');
  });

  test.each(['apiVersion: {{ .v }}', '{{ include "head" . }}'])(
    'is explained by the version that has the field: %s',
    async (head) => {
      const rest =
        '\nkind: HorizontalPodAutoscaler\nmetadata: {name: a}\nspec:\n  targetCPUUtilizationPercentage: 1\n  behavior: {}\n';
      const text = `${head}${rest}`;
      const document = await openedTemplate(text, catalog);
      for (const name of ['targetCPUUtilizationPercentage', 'behavior', 'kind']) {
        const position = document.lines.positionAt(text.indexOf(name));
        const answer = await hover(
          document,
          { textDocument: { uri }, position },
          { catalog, version: '1.36' },
        );
        expect(answer, name).not.toBeNull();
      }
    },
  );

  test('has an outline and folds', async () => {
    const text =
      'apiVersion: {{ .v }}\nkind: Deployment\nmetadata:\n  name: web\n---\napiVersion: {{ .v }}/v1\nkind: Nobody\nmetadata:\n  name: b\n---\n{{ include "head" . }}\nkind: Service\nmetadata:\n  name: c\n';
    const document = await openedTemplate(text, catalog);
    const symbols = documentSymbols(document, undefined, { catalog, version: '1.36' });
    expect(symbols.map(({ name }) => name)).toEqual(['Deployment/web', 'Nobody/b', 'Service/c']);
    expect(foldingRanges(document)).toContainEqual({ startLine: 2, endLine: 3 });
  });

  async function accepted(marked: string, label: string): Promise<string | undefined> {
    const { text, position } = atCursor(marked);
    const document = await openedTemplate(text, catalog);
    const list = await complete({ text: document.yaml, uri, position, catalog });
    const item = list.items.find((one) => one.label === label);
    return item && acceptItem(document.text, item);
  }
});
