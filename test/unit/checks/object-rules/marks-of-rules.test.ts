import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../../server/src/catalog/catalog.ts';
import { diagnose, loadSchemas } from '../../../../server/src/checks/check-document.ts';
import { lspDiagnostic } from '../../../../server/src/documents/lsp-diagnostic.ts';
import { parseDocuments } from '../../../../server/src/yaml/documents.ts';
import { LineIndex } from '../../../../server/src/yaml/lines.ts';
import { withCatalog } from '../../catalog/built-catalog.ts';
import { annotate } from '../annotate.ts';

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

/** Each with what the editor shows under its lines: see `annotate`. */
const manifests: Record<string, string> = {
  'a mismatch is marked at one of its ends': `
apiVersion: apps/v1
kind: Deployment
metadata: {name: a}
spec:
  strategy:
    type: Recreate
    rollingUpdate: {maxSurge: 1}
#~  ^^^^^^^^^^^^^ error rolling-update: \`rollingUpdate\` may not be set when strategy \`type\` is 'Recreate'. | spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy \`type\` is 'Recreate'.
  selector:
    matchLabels:
      app: a
  template:
    metadata:
      labels:
        app: b
#~           ^ error selector-mismatch: \`selector\` and the template's \`labels\` differ in \`app\`. | spec.template.metadata.labels: Invalid value: {"app":"b"}: \`selector\` does not match template \`labels\`.
    spec:
      containers: [{name: a, image: b}]`,
  'a mount without a volume, and the volume that nobody mounts': `
apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers:
    - name: a
      image: b
      volumeMounts:
        - name: dta
#~              ^^^ error unknown-volume: \`name\` names "dta", which is not there. | spec.containers[0].volumeMounts[0].name: Not found: "dta".
          mountPath: /data
  volumes:
    - name: data
      emptyDir: {}`,
  'what is missing is told once, whatever follows from it': `
apiVersion: apps/v1
kind: Deployment
metadata: {name: a}
spec:
  selectr: {}
#~^^^^^^^ error unknown-field: Unknown field \`selectr\`. Did you mean \`selector\`? -> selector
  template:
    metadata: {labels: {app: a}}
    spec:
      containers:
        - image: b
#~        ^^^^^ error missing-required: \`containers[0]\` lacks the required field \`name\`.
          ports: [{name: http}]
#~                 ^^^^ error missing-required: \`ports[0]\` lacks the required field \`containerPort\`.
---
apiVersion: v1
kind: Pod
#~    ^^^ error missing-required: \`Pod\` lacks the required field \`spec\`.
metadata: {name: a}`,
  'a fault of one label is marked at that label': `
apiVersion: v1
kind: ConfigMap
metadata:
  name: Bad_Name
#~      ^^^^^^^^ error object-name: \`name\` "Bad_Name" must be lower-case letters, digits, "-" and ".". | metadata.name: Invalid value: "Bad_Name": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com').
  labels:
    a b: c
#~  ^^^ error label-key: \`labels.a b\` "a b" must be a name such as "app" or "example.com/app". | metadata.labels: Invalid value: "a b": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc').
    d: e f
#~     ^^^ error label-value: \`labels.d\` "e f" must be letters, digits, "-", "_" and ".". | metadata.labels: Invalid value: "e f": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345').`,
  'defaults are judged: a port without a protocol takes that of TCP': `
apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers:
    - {name: a, image: b, ports: [{containerPort: 80, hostPort: 80}, {containerPort: 81, hostPort: 80, protocol: TCP}]}
#~                                                                                                 ^^ error duplicate-host-port: \`hostPort\` "TCP//80" is there twice. | spec.containers[0].ports[1].hostPort: Duplicate value: "TCP//80".
    - {name: a, image: b}
#~           ^ error duplicate-container: \`name\` "a" is there twice. | spec.containers[1].name: Duplicate value: "a".`,
  'an autoscaler of v1 is judged in the shape of v2': `
apiVersion: autoscaling/v1
kind: HorizontalPodAutoscaler
metadata: {name: a}
spec:
  maxReplicas: 1
#~             ^ error autoscaler-replicas: \`maxReplicas\` 1 must be greater than or equal to \`minReplicas\`. | spec.maxReplicas: Invalid value: 1: must be greater than or equal to \`minReplicas\`.
  minReplicas: 2
  scaleTargetRef: {kind: Deployment, name: a, apiVersion: apps/v1}
  targetCPUUtilizationPercentage: -5
#~                                ^^ error number-range: \`averageUtilization\` -5 must be greater than 0. | spec.metrics[0].resource.target.averageUtilization: Invalid value: -5: must be greater than 0.`,
  'what a broken document seems to lack is not held against it': `
apiVersion: v1
kind: Pod
metadata: {name: A_}
#~               ^^ error object-name: \`name\` "A_" must be lower-case letters, digits, "-" and ".". | metadata.name: Invalid value: "A_": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com').
spec:
  containers:
    - name: a
      image: "b
#~           ^^ error unclosed-quote: This \`"\` is never closed. -> "b"
      volumeMounts: [{name: x, mountPath: /x}]`,
  'null is nothing of a field, but the zero value of an item and of the value of a map': `
apiVersion: v1
kind: Pod
metadata: {name: a, labels: {a: null}}
spec:
  nodeName: null
  containers:
    - name: a
      image: b
      args: [null]
      resources:
        requests: {cpu: 1}
#~                      ^ error resource-limit: \`requests.cpu\` 1 is more than the limit 0. | spec.containers[0].resources.requests: Invalid value: "1": must be less than or equal to cpu limit of 0.
        limits: {cpu: null}`,
  'a schema in a definition has a type in every part, and a property that is null is such a part': `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: as.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: A, listKind: AList, plural: as, singular: a}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            list:
              type: array
              items:
                type: object
                properties:
                  port:
#~                ^^^^ error structural-schema: \`type\` is required. | spec.validation.openAPIV3Schema.properties[list].items.properties[port].type: Required value: must not be empty for specified object fields.
            words: {type: array, items: x}
#~                                      ^ error structural-schema: \`items\` is required. | spec.validation.openAPIV3Schema.properties[words].items: Required value: must be specified.
            any: {type: object, additionalProperties: x}
#~                                                    ^ error custom-schema: \`additionalProperties\` "x": boolean or JSON schema expected. | spec.validation.openAPIV3Schema.properties[any].additionalProperties: Invalid value: "x": boolean or JSON schema expected.
            either: {type: string, anyOf: [{default: x}]}
#~                                          ^^^^^^^ error structural-schema: \`default\` must be undefined to be structural. | spec.validation.openAPIV3Schema.properties[either].anyOf[0].default: Forbidden: must be undefined to be structural.`,
  'a Job that lacks an image is no fragment': `
apiVersion: batch/v1
kind: Job
metadata: {name: a}
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: a
#~        ^^^^ error missing-required: \`containers[0]\` lacks the required field \`image\`.
          command: [a]`,
  'a slip in the apiVersion of a known kind': `
apiVersion: v1]
#~          ^^^ error unknown-api-version: "v1]" has no kind "Pod". | Did you mean "v1"? -> v1
kind: Pod
metadata: {name: a}`,
  'an escape that is none, in the apiVersion': `
apiVersion: "\\dv1"
#~           ^^ error bad-escape: \`\\d\` is no escape; write \`\\\\\` for a backslash, or use single quotes.
kind: Pod
metadata: {name: a}`,
  'a fragment of a workload is judged as a part, which is told once': `
apiVersion: apps/v1
kind: Deployment
#~    ^^^^^^^^^^ information partial-object: A part of a Deployment, as in a patch. | The whole has \`selector\` too. What is missing in it is not told; what is in it is checked.
metadata: {name: a}
spec:
  template:
    spec:
      containers:
        - name: a
          env: [{name: B, value: c}]
          imagee: x
#~        ^^^^^^ error unknown-field: Unknown field \`imagee\`. Did you mean \`image\`? -> image`,
};

describe('what the server would refuse is marked where it is written', () => {
  for (const [name, annotated] of Object.entries(manifests)) {
    test(name, async () => {
      expect(await annotate(annotated, catalog)).toBe(annotated);
    });
  }
});

test('two ends of one contradiction are one problem, which shows the other end', async () => {
  const text =
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n  selector: {matchLabels: {app: a}}\n  template:\n    metadata: {labels: {app: b}}\n    spec: {containers: [{name: a, image: a}]}\n';
  const documents = parseDocuments(text);
  await loadSchemas(documents, catalog);
  const findings = diagnose(documents[0]!, { catalog, version: '1.36' });
  const diagnostics = findings.map((finding) =>
    lspDiagnostic(finding, { uri: 'file:///a.yaml', lines: new LineIndex(text) }),
  );
  expect(diagnostics.map(({ range, relatedInformation }) => ({ range, relatedInformation }))).toEqual([
    {
      range: { start: { line: 6, character: 29 }, end: { line: 6, character: 30 } },
      relatedInformation: [
        {
          location: {
            uri: 'file:///a.yaml',
            range: { start: { line: 4, character: 32 }, end: { line: 4, character: 33 } },
          },
          message: '`app` is the other end.',
        },
      ],
    },
  ]);
});
