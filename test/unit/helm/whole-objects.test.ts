import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { complete } from '../../../server/src/features/completion/completion.ts';
import { documentSymbols } from '../../../server/src/features/symbols.ts';
import { maskTemplate } from '../../../server/src/helm/masked-template.ts';
import { atCursor } from '../../support/cursor.ts';
import { acceptItem } from '../../support/snippets.ts';
import { withCatalog } from '../catalog/built-catalog.ts';
import { annotateTemplate, annotateWithPlaceholders, openedTemplate } from './annotated-template.ts';

const uri = 'file:///chart/templates/a.yaml';
let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

const apart: Record<string, string> = {
  'of two kinds': `{{- if .Values.scaled }}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: web
spec:
  scaleTargetRef: {kind: Deployment, name: web, apiVersion: apps/v1}
  minReplicas: -1
#~             ^^ error autoscaler-replicas: \`minReplicas\` -1 must be greater than or equal to 1. | spec.minReplicas: Invalid value: -1: must be greater than or equal to 1.
  maxReplicas: 2
  minAvailable: 1
#~^^^^^^^^^^^^ error unknown-field: Unknown field \`minAvailable\`.
{{- else }}
# One that stays
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: web
spec:
  minAvailable: 1
  maxReplicas: 0
#~^^^^^^^^^^^ error unknown-field: Unknown field \`maxReplicas\`.
{{- end }}
`,
  'in branches of branches, and in blocks below each other': `{{- if .Values.enabled }}
{{- if eq .Values.type "a" }}
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  replicas: 1
#~^^^^^^^^ error unknown-field: Unknown field \`replicas\`.
  ports: [{port: 80}]
{{- else }}
{{- if .Values.old }}
kind: Secret
{{- else }}
kind: ConfigMap
{{- end }}
apiVersion: v1
metadata:
  name: web
  lables: {}
#~^^^^^^ error unknown-field: Unknown field \`lables\`. Did you mean \`labels\`? -> labels
{{- end }}
{{- end }}
{{- with .Values.account }}
kind: ServiceAccount
apiVersion: v1
metadata:
  name: {{ . }}
spec: {}
#~^^^^ error unknown-field: Unknown field \`spec\`.
{{- end }}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: last
spec: {}
#~^^^^ error unknown-field: Unknown field \`spec\`.
`,
  'in JSON': `{{- if .Values.x }}
{"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "a"},
 "spec": 1}
#~^^^^^^ error unknown-field: Unknown field \`spec\`.
{{- else }}
{
  "apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"},
  "spec": 1
#~^^^^^^ error unknown-field: Unknown field \`spec\`.
}
{{- end }}
`,
};

const together: Record<string, string> = {
  'what all have is written once': `{{- if .Values.stateful }}
apiVersion: apps/v1
kind: StatefulSet
{{- else }}
apiVersion: apps/v1
kind: Deployment
{{- end }}
metadata:
  name: web
spec: {}
`,
  'what all have is in a branch of its own': `{{- if .Values.stateful }}
apiVersion: apps/v1
kind: StatefulSet
{{- else }}
apiVersion: apps/v1
kind: Deployment
{{- end }}
{{- if .Values.named }}
metadata:
  name: web
{{- end }}
`,
  'what all have is printed': `{{- if .Values.stateful }}
apiVersion: apps/v1
kind: StatefulSet
{{- else }}
apiVersion: apps/v1
kind: Deployment
{{- end }}
{{ include "shared" . }}
`,
  'what all have is printed, which has no place in the text': `{{- if .Values.stateful }}
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: web}
{{- else }}
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
{{- end }}
  {{- include "shared" . | nindent 2 }}
`,
  'one has no kind': `{{- if .Values.stateful }}
apiVersion: apps/v1
kind: StatefulSet
{{- else }}
apiVersion: apps/v1
{{- end }}
`,
  'a text looks like objects': `apiVersion: v1
kind: ConfigMap
metadata:
  name: web
data:
  {{- if .Values.x }}
  a: |
    apiVersion: v1
    kind: Pod
  {{- else }}
  b: |
    apiVersion: v1
    kind: Pod
  {{- end }}
`,
};

describe('whole objects in branches', () => {
  for (const [name, annotated] of Object.entries(apart)) {
    test(`are judged apart: ${name}`, async () => {
      expect(await annotateTemplate(annotated, catalog)).toBe(annotated);
    });
  }

  test.each(Object.entries(together))('are one where %s', (_name, text) => {
    expect(maskTemplate(text).text).not.toContain('---');
  });

  test('are apart with CRLF, in as many characters', () => {
    const text = apart['of two kinds']!.replace(/^#~.*\n/gm, '').replaceAll('\n', '\r\n');
    const masked = maskTemplate(text).text;
    expect(masked.length).toBe(text.length);
    expect(masked.match(/^--- +\r$/gm)).toHaveLength(1);
  });

  test('of other tools are judged apart', async () => {
    const annotated = `{% if scaled %}
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  replicas: 1
#~^^^^^^^^ error unknown-field: Unknown field \`replicas\`.
  ports: [{port: 80}]
{% else %}
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
spec: {}
#~^^^^ error unknown-field: Unknown field \`spec\`.
{% endif %}
`;
    expect(await annotateWithPlaceholders(annotated, catalog)).toBe(annotated);
  });

  test('have an outline each', async () => {
    const document = await openedTemplate(apart['of two kinds']!.replace(/^#~.*\n/gm, ''), catalog);
    const symbols = documentSymbols(document, undefined, { catalog, version: '1.36' });
    expect(symbols.map(({ name }) => name)).toEqual([
      'HorizontalPodAutoscaler/web',
      'PodDisruptionBudget/web',
    ]);
  });

  const scaler = `{{- if .Values.scaled }}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: web
spec:
`;
  const budget = `{{- else }}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: web
spec:
`;
  test.each([
    ['the first', `${scaler}  m|\n${budget}  maxUnavailable: 1\n{{- end }}\n`, 'maxReplicas', 'minAvailable'],
    ['the last', `${scaler}  maxReplicas: 1\n${budget}  m|\n{{- end }}\n`, 'minAvailable', 'maxReplicas'],
  ])('are completed each by its own kind: %s', async (_name, before, label, other) => {
    const { text, position } = atCursor(before);
    const document = await openedTemplate(text, catalog);
    const { items } = await complete({ text: document.yaml, uri, position, catalog });
    expect(items.map((item) => item.label)).not.toContain(other);
    const item = items.find((one) => one.label === label)!;
    expect(acceptItem(text, item)).toBe(text.replace(/ {2}m$/m, `  ${label}: |`));
  });
});
