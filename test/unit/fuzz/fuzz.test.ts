import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, test } from 'vitest';
import { fuzzServer } from '../../fuzz/fuzz-server.ts';
import { readCatalog } from '../catalog/built-catalog.ts';

const root = join(import.meta.dirname, '../../..');
const texts: string[] = [];

const templates = [
  `{{- define "a.labels" }}
app: {{ .x }}
{{- end }}
{{- if .Capabilities.APIVersions.Has "autoscaling/v2" }}
apiVersion: autoscaling/v2
{{- else }}
apiVersion: {{ include "a.version" . }}
{{- end }}
kind: HorizontalPodAutoscaler
metadata:
  name: {{ .x }}-a
  labels: {{- include "a.labels" . | nindent 4 }}
spec:
  {{- with .y }}
  metrics: {{ toYaml . | nindent 4 }}
  {{- end }}
  maxReplicas: {{ if .z }}2{{ else }}3{{ end }}
`,
  `apiVersion: v1
kind: Pod
metadata: {name: \${NAME}, labels: {a: <A>}}
spec:
  {% if x %}
  hostname: @@x@@
  {% endif %}
  \${EXTRA}
  containers:
    {{- range .c }}
    - {{ if .a }}name: a{{ else }}name: b{{ end }}
      image: "{{ .b | default "c" }}"
      command: [sh, -c, 'echo $(A)']
      args:
        - |
          {{ a }} \${b}
    {{- end }}
`,
];

beforeAll(async () => {
  for (const folder of ['samples', 'test/fixtures/workspace']) {
    const names = await readdir(join(root, folder), { recursive: true });
    for (const name of names.filter((name) => name.endsWith('.yaml')).sort()) {
      texts.push(await readFile(join(root, folder, name), 'utf8'));
    }
  }
});

test('20,000 random edits: no crash, no hang, ranges inside, answers those of a document opened afresh', async () => {
  await fuzzServer({ texts, languageId: 'yaml', steps: 20_000, seed: 1, readCatalog });
}, 600_000);

test('600 random edits of templates, of charts and of other tools', async () => {
  for (const languageId of ['helm', 'yaml']) {
    await fuzzServer({ texts: templates, languageId, steps: 300, seed: 1, readCatalog });
  }
}, 600_000);
