import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { withCatalog } from '../catalog/built-catalog.ts';
import { annotateTemplate, findingsOf, openedTemplate } from './annotated-template.ts';

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

const judged: Record<string, string> = {
  'what is written for the versions that serve it': `{{- if .Capabilities.APIVersions.Has "policy/v1" }}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: web
spec:
  minAvailabl: 1
#~^^^^^^^^^^^ error unknown-field: Unknown field \`minAvailabl\`. Did you mean \`minAvailable\`? -> minAvailable
{{- end }}
`,
  'the other branch of what is gone': `{{- if .Capabilities.APIVersions.Has "policy/v1beta1" }}
apiVersion: policy/v1beta1
kind: PodDisruptionBudget
metadata:
  name: web
spec:
  oldField: 1
{{- else }}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: web
spec:
  minAvailabl: 1
#~^^^^^^^^^^^ error unknown-field: Unknown field \`minAvailabl\`. Did you mean \`minAvailable\`? -> minAvailable
{{- end }}
`,
  'an object of which only the version is chosen, one being gone': `{{- if .Capabilities.APIVersions.Has "policy/v1beta1" }}
apiVersion: policy/v1beta1
{{- else }}
apiVersion: policy/v1
{{- end }}
kind: PodDisruptionBudget
metadata:
  name: web
spec:
  {{- if .Capabilities.APIVersions.Has "policy/v1beta1" }}
  minAvailable: [1]
  oldField: 1
  {{- else }}
  minAvailable: [1]
#~^^^^^^^^^^^^ error wrong-type: \`minAvailable\` takes an integer or a string, not a list.
  newField: 1
#~^^^^^^^^ error unknown-field: Unknown field \`newField\`.
  {{- end }}
`,
  'an object of which only the version is chosen, both being there': `{{- if .Capabilities.APIVersions.Has "autoscaling/v2" }}
apiVersion: autoscaling/v2
{{- else }}
apiVersion: autoscaling/v1
{{- end }}
kind: HorizontalPodAutoscaler
metadata:
  name: web
spec:
  scaleTargetRef: {kind: Deployment, name: web, apiVersion: apps/v1}
  {{- if .Capabilities.APIVersions.Has "autoscaling/v2" }}
  maxReplicas: x
#~             ^ error wrong-type: \`maxReplicas\` takes an integer, not the string "x".
  unheard: 1
#~^^^^^^^ error unknown-field: Unknown field \`unheard\`.
  {{- else }}
  maxReplicas: x
#~             ^ error wrong-type: \`maxReplicas\` takes an integer, not the string "x".
  unheard: 1
  {{- end }}
`,
  'what is missing beside a field of other versions': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers: [{name: web}]
#~              ^^^^ error missing-required: \`containers[0]\` lacks the required field \`image\`.
  resourceClaims:
    - name: a
      {{- if semverCompare "<1.31-0" .Capabilities.KubeVersion.Version }}
      source: {resourceClaimName: a}
      {{- else }}
      resourceClaimName: a
      {{- end }}
  {{- if semverCompare "<1.25-0" .Capabilities.KubeVersion.Version }}
  activeDeadlineSeconds: -1
#~                       ^^ error number-range: \`activeDeadlineSeconds\` -1 must be between 1 and 2147483647, inclusive. | spec.activeDeadlineSeconds: Invalid value: -1: must be between 1 and 2147483647, inclusive.
  {{- end }}
`,
  'metadata, which is known of all versions': `{{- if semverCompare "<1.25-0" .Capabilities.KubeVersion.Version }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  clusterName: a
  lables: {}
#~^^^^^^ error unknown-field: Unknown field \`lables\`. Did you mean \`labels\`? -> labels
spec:
  oldField: {}
  selector: {matchLabels: {a: b}}
  template:
    metadata:
      labels: {a: b}
      anotations: {}
#~    ^^^^^^^^^^ error unknown-field: Unknown field \`anotations\`. Did you mean \`annotations\`? -> annotations
    spec:
      containers: [{name: web, image: web}]
{{- end }}
`,
};

describe('a branch for some versions', () => {
  for (const [name, annotated] of Object.entries(judged)) {
    test(name, async () => expect(await annotateTemplate(annotated, catalog)).toBe(annotated));
    test(`${name}, with CRLF`, async () => {
      const codes = async (text: string) => {
        const document = await openedTemplate(text, catalog);
        return findingsOf(document, { catalog, version: '1.36' }).map(({ code }) => code);
      };
      const text = annotated.replace(/^#~.*\n/gm, '');
      expect(await codes(text.replaceAll('\n', '\r\n'))).toEqual(await codes(text));
    });
  }

  const has = (what: string) => `.Capabilities.APIVersions.Has "${what}"`;
  const kube = '.Capabilities.KubeVersion.Version';

  test.each<[condition: string, of: 'both' | 'if' | 'else' | 'neither']>([
    ['.Values.x', 'both'],
    [has('v1'), 'if'],
    [has('v1/Pod'), 'if'],
    [has('v1/Pood'), 'else'],
    [has('policy/v1beta1'), 'else'],
    [has('policy/v1beta1/Eviction'), 'else'],
    [`$${has('apps/v1')}`, 'if'],
    [`(${has('apps/v1')})`, 'if'],
    [`not (${has('policy/v1beta1')})`, 'if'],
    [`not (or .x (${has('apps/v1')}))`, 'else'],
    [`and .x (${has('apps/v1')})`, 'both'],
    [`and .x (${has('apps/v1beta1')})`, 'else'],
    [`or (${has('apps/v1beta1')}) (${has('apps/v1beta2')})`, 'else'],
    [`or .x (not (${has('apps/v1beta1')}))`, 'if'],
    [has('monitoring.example.com/v1'), 'both'],
    [has('resource.k8s.io/v1beta2'), 'both'],
    [`semverCompare ">=1.21-0" ${kube}`, 'if'],
    [`semverCompare ">= 1.21.0" ${kube}`, 'if'],
    [`semverCompare ">=1.21-0" .Capabilities.KubeVersion.GitVersion`, 'if'],
    [`semverCompare "<1.21-0" ${kube}`, 'else'],
    [`semverCompare ">1.35" ${kube}`, 'if'],
    [`semverCompare ">1.36" ${kube}`, 'else'],
    [`semverCompare "<=1.36" ${kube}`, 'if'],
    [`semverCompare ">=1.36.4" ${kube}`, 'both'],
    [`semverCompare ">=1.99-0" ${kube}`, 'else'],
    [`semverCompare ">=1.19-0, <1.25-0" ${kube}`, 'else'],
    [`semverCompare "<1.19-0 || >=1.25-0" ${kube}`, 'if'],
    [`semverCompare "1.19 - 1.25" ${kube}`, 'neither'],
    [`semverCompare "~1.36.0" ${kube}`, 'both'],
    ['semverCompare ">=1.21-0" (include "kubeVersion" .)', 'neither'],
    [`semverCompare ">=1.21-0" ${kube} | not`, 'neither'],
    ['ge (int .Capabilities.KubeVersion.Minor) 21', 'neither'],
    [`and (${has('apps/v1')}`, 'neither'],
    ['$old', 'else'],
    ['not $old', 'if'],
    ['$twice', 'neither'],
    ['eq $old "a"', 'neither'],
    ['$other', 'both'],
  ])('%s', async (condition, of) => {
    const text = `{{- $old := ${has('apps/v1beta1')} }}
{{- $twice := ${has('apps/v1')} }}
{{- $twice = ${has('policy/v1')} }}
{{- $other := .Values.x }}
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers: [{name: web, image: web}]
  {{- if ${condition} }}
  inIf: 1
  {{- else if .Values.y }}
  inElseIf: 1
  {{- else }}
  inElse: 1
  {{- end }}
`;
    const document = await openedTemplate(text, catalog);
    const told = findingsOf(document, { catalog, version: '1.36' }).map(({ span }) =>
      text.slice(span.start, span.end),
    );
    const expected = { both: [true, true], if: [true, false], else: [false, true], neither: [false, false] };
    const [inIf, inElse] = expected[of];
    expect(told).toEqual([...(inIf ? ['inIf'] : []), ...(inElse ? ['inElseIf', 'inElse'] : [])]);
  });

  test('is read whatever its condition is, and however many alternatives there are', async () => {
    const alternatives = Array.from(
      { length: 5_000 },
      (_, index) => `  {{- else if ${has(`example${index}.com/v1`)} }}\n  field${index}: 1\n`,
    );
    const nested = `${'('.repeat(5_000)}${has('v1')}${')'.repeat(5_000)}`;
    const text = `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  {{- if ${nested} }}\n  first: 1\n${alternatives.join('')}  {{- end }}\n  last: 1\n`;
    const document = await openedTemplate(text, catalog);
    const found = findingsOf(document, { catalog, version: '1.36' });
    expect(found.filter(({ span }) => text.startsWith('last', span.start))).not.toEqual([]);
  });
});
