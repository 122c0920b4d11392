import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { documentFindings } from '../../../server/src/diagnostics/document-findings.ts';
import { isForeignDocument } from '../../../server/src/documents/foreign-document.ts';
import { complete } from '../../../server/src/features/completion/completion.ts';
import { documentSymbols } from '../../../server/src/features/symbols.ts';
import { atCursor } from '../../support/cursor.ts';
import { acceptItem } from '../../support/snippets.ts';
import { withCatalog } from '../catalog/built-catalog.ts';
import { annotateTemplate, openedTemplate } from './annotated-template.ts';

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

const helpers = 'file:///chart/templates/_helpers.tpl';

describe('templates that a file defines', () => {
  const annotated = `{{/* The name. */}}
{{- define "shop.name" -}}
{{- default .Chart.Name .Values.name | trunc 63 -}}
{{- end -}}
{{- define "shop.labels" }}
app: {{ include "shop.name" . }}
{{- end }}
{{ define "shop.port" }}80{{ end }}

{{- define "shop.service" -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "shop.name" . }}
  labels:
    {{- include "shop.labels" . | nindent 4 }}
spec:
  ports:
    - port: 0
#~          ^ error port-number: \`port\` 0 must be between 1 and 65535, inclusive. | spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive.
  portz: []
#~^^^^^ error unknown-field: Unknown field \`portz\`.
{{- end }}

{{- define "shop.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "shop.name" . }}
spec: {}
{{- end -}}
`;

  test('are judged each for itself, and nothing is missed in them', async () => {
    expect(isForeignDocument(await openedTemplate(annotated, catalog, helpers))).toBe(false);
    expect(await annotateTemplate(annotated, catalog)).toBe(annotated);
  });

  test('have an outline each', async () => {
    const document = await openedTemplate(annotated, catalog, helpers);
    const symbols = documentSymbols(document, undefined, { catalog, version: '1.36' });
    expect(symbols.map(({ name }) => name)).toEqual(['Service/{{…}}', 'Deployment/{{…}}']);
  });

  test.each([
    ['a field', '{{- define "a" -}}\napiVersion: v1\nkind: Service\nspec:\n  por|\n{{- end }}\n', 'ports'],
    [
      'a field of the second',
      '{{- define "a" }}\nx: 1\n{{- end }}\n{{- define "b" }}\napiVersion: apps/v1\nkind: Deployment\nspec:\n  repl|\n{{- end }}\n',
      'replicas',
    ],
    ['the first fields', '{{- define "a" -}}\napiVersion: v1\nkind: Service\n|\n{{- end }}\n', 'metadata'],
    [
      'a value',
      '{{- define "a" -}}\napiVersion: v1\nkind: Service\nspec: {type: |}\n{{- end }}\n',
      'NodePort',
    ],
  ])('are completed: %s', async (_what, marked, label) => {
    for (const uri of [helpers, 'file:///chart/templates/a.yaml']) {
      const { text, position } = atCursor(marked);
      const document = await openedTemplate(text, catalog, uri);
      const list = await complete({ text: document.yaml, uri, position, catalog });
      const item = list.items.find((one) => one.label === label);
      expect(item && acceptItem(document.text, item), uri).toContain(label);
    }
  });

  test('are offered nothing while they print no object', async () => {
    const { text, position } = atCursor('{{- define "labels" -}}\napp|\n{{- end }}\n');
    const document = await openedTemplate(text, catalog, helpers);
    expect((await complete({ text: document.yaml, uri: helpers, position, catalog })).items).toEqual([]);
  });

  test('leave the objects beside them alone', async () => {
    const text =
      '{{- define "a" }}\n- name: b\n{{- end }}\n\napiVersion: v1\nkind: Service\nmetadata:\n  name: c\n  lables: {}\n';
    const document = await openedTemplate(text, catalog, 'file:///chart/templates/a.yaml');
    const findings = document.documents.flatMap((one) =>
      documentFindings(one, document, { catalog, version: '1.36' }),
    );
    expect(findings.map(({ code }) => code)).toEqual(['missing-required', 'unknown-field']);
  });
});
