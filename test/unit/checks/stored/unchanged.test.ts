import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../../server/src/catalog/catalog.ts';
import { composeCatalogs, kindsOfDefinition } from '../../../../server/src/catalog/definitions.ts';
import { loadSchemas } from '../../../../server/src/checks/check-document.ts';
import { checkImmutableFields } from '../../../../server/src/checks/stored/immutable-fields.ts';
import { namedObjects } from '../../../../server/src/checks/stored/named-objects.ts';
import type { JsonObject } from '../../../../server/src/defaults/draft.ts';
import { parseDocuments } from '../../../../server/src/yaml/documents.ts';
import { toValue } from '../../../../server/src/yaml/value.ts';
import { customDefinition } from '../../../support/custom-definition.ts';
import { withCatalog } from '../../catalog/built-catalog.ts';
import { withMarks } from '../annotate.ts';

let builtIn: Catalog;

withCatalog('1.35', (opened) => {
  builtIn = opened;
});

/** A manifest with the hints below its lines that it has beside what a cluster has: see `withMarks`. */
async function hinted(
  annotated: string,
  stored: string,
  withheld: readonly string[] = [],
  catalog: Catalog = builtIn,
): Promise<string> {
  const text = annotated
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#~'))
    .join('\n');
  const documents = parseDocuments(text);
  await loadSchemas(documents, catalog);
  const object = toValue(parseDocuments(stored)[0]!.root) as JsonObject;
  const findings = documents.flatMap(({ root }) =>
    Array.from(namedObjects(root, catalog)).flatMap((written) =>
      checkImmutableFields(written, { cluster: 'shop', object, withheld }, { catalog, version: '1.35' }),
    ),
  );
  return withMarks(text, findings);
}

const deployment = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop, uid: u, resourceVersion: '7', generation: 3}
spec:
  progressDeadlineSeconds: 600
  replicas: 2
  revisionHistoryLimit: 10
  selector:
    matchLabels: {app: web, tier: front}
  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 25%, maxUnavailable: 25%}}
  template:
    metadata: {labels: {app: web, tier: front}}
    spec:
      containers:
      - name: web
        image: nginx
        imagePullPolicy: Always
        ports: [{containerPort: 80, protocol: TCP}]
        resources: {requests: {cpu: 500m}}
        terminationMessagePath: /dev/termination-log
        terminationMessagePolicy: File
      dnsPolicy: ClusterFirst
      restartPolicy: Always
      schedulerName: default-scheduler
      securityContext: {}
      terminationGracePeriodSeconds: 30
status: {replicas: 2}`;

const job = `
apiVersion: batch/v1
kind: Job
metadata: {name: load, namespace: shop}
spec:
  backoffLimit: 6
  completionMode: NonIndexed
  completions: 1
  manualSelector: false
  parallelism: 1
  podReplacementPolicy: TerminatingOrFailed
  selector: {matchLabels: {batch.kubernetes.io/controller-uid: u}}
  suspend: false
  template:
    metadata:
      labels: {batch.kubernetes.io/controller-uid: u, batch.kubernetes.io/job-name: load, controller-uid: u, job-name: load}
    spec:
      containers:
      - name: sidecar
        image: proxy
        imagePullPolicy: Always
        resources: {}
        terminationMessagePath: /dev/termination-log
        terminationMessagePolicy: File
      - name: load
        image: busybox
        imagePullPolicy: Always
        env: [{name: B, value: b}, {name: A, value: a}]
        resources: {limits: {cpu: 500m, memory: 1Gi}, requests: {cpu: 500m, memory: 1Gi}}
        terminationMessagePath: /dev/termination-log
        terminationMessagePolicy: File
      dnsPolicy: ClusterFirst
      restartPolicy: Never
      schedulerName: default-scheduler
      securityContext: {}
      terminationGracePeriodSeconds: 30`;

const claim = `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data, finalizers: [kubernetes.io/pvc-protection]}
spec:
  accessModes: [ReadWriteOnce]
  resources: {requests: {storage: 2Gi}}
  storageClassName: fast
  volumeMode: Filesystem
  volumeName: pv-7
status: {phase: Bound, capacity: {storage: 2Gi}}`;

const service = `
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  clusterIP: 10.0.0.7
  clusterIPs: [10.0.0.7]
  internalTrafficPolicy: Cluster
  ipFamilies: [IPv4]
  ipFamilyPolicy: SingleStack
  ports: [{name: http, port: 80, protocol: TCP, targetPort: 80}]
  selector: {app: web}
  sessionAffinity: None
  type: ClusterIP`;

const statefulSet = `
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec:
  persistentVolumeClaimRetentionPolicy: {whenDeleted: Retain, whenScaled: Retain}
  podManagementPolicy: OrderedReady
  replicas: 1
  revisionHistoryLimit: 10
  selector: {matchLabels: {app: db}}
  serviceName: db
  template:
    metadata: {labels: {app: db}}
    spec: {containers: [{name: db, image: postgres}]}
  updateStrategy: {type: RollingUpdate, rollingUpdate: {partition: 0}}
  volumeClaimTemplates:
  - apiVersion: v1
    kind: PersistentVolumeClaim
    metadata: {name: data, creationTimestamp: null}
    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}, volumeMode: Filesystem}
    status: {phase: Pending}`;

/** What is written, with its hints; what the cluster has; fields that are withheld. */
type Case = [what: string, annotated: string, stored: string, withheld?: readonly string[]];

const cases: Case[] = [
  [
    'a selector, whose label and whose lack of one differ',
    `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector:
    matchLabels:
#~  ^^^^^^^^^^^ hint immutable-field: \`matchLabels\` cannot be changed: cluster "shop" has another. | spec.selector.matchLabels: field is immutable; cluster "shop" has app=web, tier=front. Keep that, or delete the object and create it anew.
      app: shop
  template:
    metadata: {labels: {app: shop}}
    spec: {containers: [{name: web, image: nginx}]}`,
    deployment,
  ],
  [
    'one label of it',
    `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector:
    matchLabels: {tier: front, app: shop}
#~                                  ^^^^ hint immutable-field: \`app\` cannot be changed: cluster "shop" has web. | spec.selector.matchLabels.app: field is immutable; cluster "shop" has web. Keep that, or delete the object and create it anew. -> web
  template:
    metadata: {labels: {app: shop, tier: front}}
    spec: {containers: [{name: web, image: nginx}]}`,
    deployment,
  ],
  [
    'nothing, where the same is written in other words or is left out',
    `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 5
  selector: {matchLabels: {tier: front, app: web}}
  template:
    metadata: {labels: {tier: front, app: web, new: label}}
    spec:
      containers: [{name: web, image: nginx:2, ports: [{containerPort: 80}], resources: {requests: {cpu: 0.5}}}]`,
    deployment,
  ],
  [
    'nothing in a Job that is as it was, whatever was put in by others',
    `
apiVersion: batch/v1
kind: Job
metadata: {name: load}
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: load
        image: busybox
        env: [{name: A, value: a}, {name: B, value: b}]
        resources: {limits: {cpu: '0.5', memory: 1024Mi}}`,
    job,
  ],
  [
    "the container's own place, though the cluster has another one before it",
    `
apiVersion: batch/v1
kind: Job
metadata: {name: load}
spec:
  completions: 3
#~             ^ hint immutable-field: \`completions\` cannot be changed: cluster "shop" has 1. | spec.completions: field is immutable; cluster "shop" has 1. Keep that, or delete the object and create it anew. -> 1
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: load
        image: "busybox:2"
#~             ^^^^^^^^^^^ hint immutable-field: \`image\` cannot be changed: cluster "shop" has busybox. | spec.template.spec.containers[1].image: field is immutable; cluster "shop" has busybox. Keep that, or delete the object and create it anew. -> "busybox"
        command: [sleep]
#~      ^^^^^^^ hint immutable-field: \`command\` cannot be changed: cluster "shop" does not have it. | spec.template.spec.containers[1].command: field is immutable; cluster "shop" does not have it. Leave it out, or delete the object and create it anew.`,
    job,
  ],
  [
    'a claim that is asked for less, and otherwise',
    `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec:
  accessModes: [ReadWriteMany]
#~              ^^^^^^^^^^^^^ hint immutable-field: \`accessModes[0]\` cannot be changed: cluster "shop" has ReadWriteOnce. | spec.accessModes[0]: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims; cluster "shop" has ReadWriteOnce. Keep that, or delete the object and create it anew. -> ReadWriteOnce
  resources: {requests: {storage: 1Gi}}
#~                                ^^^ hint immutable-field: \`storage\` cannot be changed: cluster "shop" has 2Gi. | spec.resources.requests.storage: field can not be less than status.capacity; cluster "shop" has 2Gi. Keep that, or delete the object and create it anew. -> 2Gi`,
    claim,
  ],
  [
    'nothing in a claim that is asked for more',
    `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 4096Mi}}}`,
    claim,
  ],
  [
    "an address, in the object's own list",
    `
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: Service
  metadata: {name: web}
  spec:
    clusterIP: None
#~             ^^^^ hint immutable-field: \`clusterIP\` cannot be changed: cluster "shop" has 10.0.0.7. | spec.clusterIP: may not change once set; cluster "shop" has 10.0.0.7. Keep that, or delete the object and create it anew. -> 10.0.0.7
    selector: {app: shop}
    ports: [{name: http, port: 80}]`,
    service,
  ],
  [
    'all that a StatefulSet is made with',
    `
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec:
  serviceName: data
#~             ^^^^ hint immutable-field: \`serviceName\` cannot be changed: cluster "shop" has db. | spec.serviceName: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden; cluster "shop" has db. Keep that, or delete the object and create it anew. -> db
  replicas: 3
  selector: {matchLabels: {app: db}}
  template:
    metadata: {labels: {app: db}}
    spec: {containers: [{name: db, image: postgres:17}]}
  volumeClaimTemplates:
  - metadata: {name: data}
    spec:
      accessModes: [ReadWriteOnce]
      resources: {requests: {storage: 2Gi}}
#~                                    ^^^ hint immutable-field: \`storage\` cannot be changed: cluster "shop" has 1Gi. | spec.volumeClaimTemplates[0].spec.resources.requests.storage: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden; cluster "shop" has 1Gi. Keep that, or delete the object and create it anew. -> 1Gi`,
    statefulSet,
  ],
  [
    'what a Pod does not let change, and not what it does',
    `
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  hostname: front
#~          ^^^^^ hint immutable-field: \`hostname\` cannot be changed: cluster "shop" has web. | spec.hostname: pod updates may not change fields other than \`spec.containers[*].image\`,\`spec.initContainers[*].image\`,\`spec.activeDeadlineSeconds\`,\`spec.tolerations\` (only additions to existing tolerations),\`spec.terminationGracePeriodSeconds\` (allow it to be set to 1 if it was previously negative); cluster "shop" has web. Keep that, or delete the object and create it anew. -> web
  activeDeadlineSeconds: 60
  tolerations: [{key: a, operator: Exists}]
  containers:
  - name: web
    image: nginx:2
    args: [-v]
#~  ^^^^ hint immutable-field: \`args\` cannot be changed: cluster "shop" does not have it. | spec.containers[0].args: pod updates may not change fields other than \`spec.containers[*].image\`,\`spec.initContainers[*].image\`,\`spec.activeDeadlineSeconds\`,\`spec.tolerations\` (only additions to existing tolerations),\`spec.terminationGracePeriodSeconds\` (allow it to be set to 1 if it was previously negative); cluster "shop" does not have it. Leave it out, or delete the object and create it anew.`,
    `
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  hostname: web
  nodeName: node
  containers:
  - name: web
    image: nginx
    volumeMounts: [{mountPath: /token, name: token}]
  - {name: injected, image: proxy}
  tolerations: [{effect: NoExecute, key: node.kubernetes.io/not-ready, operator: Exists, tolerationSeconds: 300}]
  volumes: [{name: token, projected: {defaultMode: 420, sources: []}}]`,
  ],
  [
    'nothing of what is withheld, but the type of a Secret',
    `
apiVersion: v1
kind: Secret
metadata: {name: key}
type: example.com/key
#~    ^^^^^^^^^^^^^^^ hint immutable-field: \`type\` cannot be changed: cluster "shop" has Opaque. | type: field is immutable; cluster "shop" has Opaque. Keep that, or delete the object and create it anew. -> Opaque
immutable: true
data: {a: YQ==}
stringData: {b: b}`,
    'apiVersion: v1\nkind: Secret\nmetadata: {name: key}\ntype: Opaque\nimmutable: true',
    ['data', 'stringData'],
  ],
  [
    'data that is frozen',
    `
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data:
  a: x, y
#~   ^^^^ hint immutable-field: \`a\` cannot be changed: cluster "shop" has yes. | data.a: field is immutable when \`immutable\` is set; cluster "shop" has yes. Keep that, or delete the object and create it anew. -> "yes"
  b: b
  c: c
#~   ^ hint immutable-field: \`c\` cannot be changed: cluster "shop" does not have it. | data.c: field is immutable when \`immutable\` is set; cluster "shop" does not have it. Leave it out, or delete the object and create it anew.`,
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\nimmutable: true\ndata: {a: "yes", b: b, z: z}',
  ],
  [
    'a finalizer that comes too late',
    `
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  finalizers: [example.com/a, example.com/b]
#~                            ^^^^^^^^^^^^^ hint immutable-field: \`finalizers[1]\` cannot be changed: cluster "shop" does not have it. | metadata.finalizers[1]: no new finalizers can be added if the object is being deleted, found new finalizers []string{"example.com/b"}; cluster "shop" does not have it.`,
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [example.com/a]}",
  ],
  [
    'an alias, where it stands',
    `
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, labels: {a: &a old}}
data:
  a: *a
#~   ^^ hint immutable-field: \`a\` cannot be changed: cluster "shop" has new. | data.a: field is immutable when \`immutable\` is set; cluster "shop" has new. Keep that, or delete the object and create it anew.`,
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\nimmutable: true\ndata: {a: new}',
  ],
  [
    'nothing that is of another type, unknown, or not written yet',
    `
apiVersion: batch/v1
kind: Job
metadata: {name: load}
spec:
  completions: many
  parallelism:
  selector: [a]
  template:
    spec:
      unknown: field
      containers: {name: load}
      restartPolicy: ""`,
    job,
  ],
];

describe('hints at what a cluster would not let change', () => {
  test.each(cases)('%s', async (_what, annotated, stored, withheld) => {
    expect(await hinted(annotated, stored, withheld)).toBe(annotated);
  });

  test.each([deployment, job, claim, service, statefulSet])(
    'none at an object as the cluster has it',
    async (stored) => {
      expect(await hinted(stored, stored)).toBe(stored);
    },
  );
});

const kept = [{ rule: 'self == oldSelf', message: 'Value is immutable.' }];
const text = { type: 'string' };
const definition = customDefinition({
  group: 'example.com',
  kind: 'Disk',
  plural: 'disks',
  schema: schemaOf(),
});

function schemaOf() {
  const parts = {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name'],
    items: {
      type: 'object',
      properties: { name: text, file: { ...text, 'x-kubernetes-validations': kept }, note: text },
    },
  };
  const spec = {
    type: 'object',
    'x-kubernetes-validations': [
      { rule: 'self.region == oldSelf.region' },
      { rule: 'self.note != oldSelf.note' },
      { rule: 'self.free == oldSelf.free', optionalOldSelf: true },
      { rule: 7 },
    ],
    properties: {
      region: text,
      note: text,
      free: text,
      size: { 'x-kubernetes-int-or-string': true, 'x-kubernetes-validations': kept },
      since: { ...text, format: 'date-time', 'x-kubernetes-validations': kept },
      tags: { type: 'array', items: text, 'x-kubernetes-list-type': 'set', 'x-kubernetes-validations': kept },
      options: { type: 'object', additionalProperties: { ...text, 'x-kubernetes-validations': kept } },
      parts,
    },
  };
  return { type: 'object', properties: { spec } };
}

const disk = `
apiVersion: example.com/v1
kind: Disk
metadata: {name: a}
spec:
  region: eu
  note: old
  free: old
  size: 80
  since: '2026-01-01T00:00:00Z'
  tags: [a, b]
  options: {k: v}
  parts: [{name: one, file: a, note: n}, {name: two, file: b}]`;

/** What kube-apiserver 1.35.4 answers to an apply of each is the same, but for fields that are taken away. */
const custom: [what: string, annotated: string][] = [
  [
    'nothing that may change, is spelt otherwise, is new or in another order',
    `
apiVersion: example.com/v1
kind: Disk
metadata: {name: a}
spec:
  note: new
  free: new
  since: '2026-01-01T01:00:00+01:00'
  tags: [b, a]
  options: {l: w}
  parts: [{name: three, file: c}, {name: two, file: b}, {name: one, file: a, note: m}]`,
  ],
  [
    'what its definition keeps as it was',
    `
apiVersion: example.com/v1
kind: Disk
metadata: {name: a}
spec:
  region: us
#~        ^^ hint immutable-field: \`region\` cannot be changed: cluster "shop" has eu. | spec.region: failed rule: self.region == oldSelf.region; cluster "shop" has eu. Keep that, or delete the object and create it anew. -> eu
  size: "80"
#~      ^^^^ hint immutable-field: \`size\` cannot be changed: cluster "shop" has 80. | spec.size: Value is immutable; cluster "shop" has 80. Keep that, or delete the object and create it anew. -> 80
  tags: [a, c]
#~          ^ hint immutable-field: \`tags[2]\` cannot be changed: cluster "shop" does not have it. | spec.tags[2]: Value is immutable; cluster "shop" does not have it. Leave it out, or delete the object and create it anew.
  options: {k: w}
#~             ^ hint immutable-field: \`k\` cannot be changed: cluster "shop" has v. | spec.options.k: Value is immutable; cluster "shop" has v. Keep that, or delete the object and create it anew. -> v
  parts:
  - {name: two, file: c}
#~                    ^ hint immutable-field: \`file\` cannot be changed: cluster "shop" has b. | spec.parts[1].file: Value is immutable; cluster "shop" has b. Keep that, or delete the object and create it anew. -> b`,
  ],
];

describe('hints at what the definition of a custom resource keeps as it was', () => {
  test.each(custom)('%s', async (_what, annotated) => {
    const kinds = kindsOfDefinition(definition, { from: 'definition', uri: 'file:///definition.yaml' });
    expect(await hinted(annotated, disk, [], composeCatalogs(builtIn, kinds))).toBe(annotated);
  });
});
