import { expect, test } from 'vitest';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { withCatalog } from '../catalog/built-catalog.ts';
import { Asking } from '../features/code-actions/asking.ts';

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

const pod = (spec: string) => `apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n${spec}`;
const priority = (name: string, value: string) =>
  `apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata:\n  name: ${name}\nvalue: ${value}\n`;
const definition = (schema: string) =>
  `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: widgets.example.com\nspec:\n  group: example.com\n  names: {kind: Widget, plural: widgets}\n  scope: Namespaced\n  versions:\n    - name: v1\n      served: true\n      storage: true\n      schema: {openAPIV3Schema: ${schema}}\n`;

/** What is written, what is marked of it, and the headline: the field may be set, only not so. */
const refused: readonly (readonly [name: string, text: string, marked: string, headline: string])[] = [
  [
    'a priority',
    priority('a', '2000000000'),
    '2000000000',
    '`value`: maximum allowed value of a user defined priority is 1000000000.',
  ],
  [
    'a name that the system has not',
    priority('system-a', '1'),
    'system-a',
    '`name`: system-a is not a known system priority class.',
  ],
  [
    'a priority that is another one of the system',
    priority('system-node-critical', '1'),
    'system-node-critical',
    '`name`: value of system-node-critical PriorityClass must be 2000001000.',
  ],
  [
    'a size below zero',
    pod('  containers: [{name: a, image: b}]\n  volumes: [{name: c, emptyDir: {sizeLimit: -1Gi}}]\n'),
    '-1Gi',
    '`sizeLimit` must be a valid resource quantity.',
  ],
  [
    'a way to mount',
    pod(
      '  containers: [{name: a, image: b, volumeMounts: [{name: c, mountPath: /c, mountPropagation: Bidirectional}]}]\n  volumes: [{name: c, emptyDir: {}}]\n',
    ),
    'Bidirectional',
    '`mountPropagation` may be Bidirectional only in privileged containers.',
  ],
  [
    'a way to mount that takes another one',
    pod(
      '  containers: [{name: a, image: b, volumeMounts: [{name: c, mountPath: /c, recursiveReadOnly: Enabled}]}]\n  volumes: [{name: c, emptyDir: {}}]\n',
    ),
    'Enabled',
    '`recursiveReadOnly` may only be specified when readOnly is true.',
  ],
  [
    'resources that lack some',
    pod(
      '  containers: [{name: a, image: b, resources: {limits: {hugepages-2Mi: 2Mi}, requests: {hugepages-2Mi: 2Mi}}}]\n',
    ),
    'resources',
    '`resources`: HugePages require cpu or memory.',
  ],
  [
    'a number of replicas',
    'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata:\n  name: a\nspec:\n  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: a}\n  minReplicas: 0\n  maxReplicas: 2\n  metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}}]\n',
    '0',
    '`metrics` must have an Object or External metric for zero replicas.',
  ],
  [
    'a schema that takes null at its root',
    definition('{type: object, nullable: true}'),
    'true',
    '`nullable` cannot be true at the root.',
  ],
  [
    'items that may be null in a set',
    definition(
      '{type: object, properties: {spec: {type: array, x-kubernetes-list-type: set, items: {type: string, nullable: true}}}}',
    ),
    'true',
    '`nullable` cannot be true when x-kubernetes-list-type is set.',
  ],
  [
    'keys that may be null in a list',
    definition(
      '{type: object, properties: {spec: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name], items: {type: object, required: [name], properties: {name: {type: string, nullable: true}}}}}}',
    ),
    'true',
    '`nullable` cannot be true for a key of x-kubernetes-list-map-keys.',
  ],
  [
    'a policy for a folder that nobody wants to lose',
    'apiVersion: v1\nkind: PersistentVolume\nmetadata:\n  name: a\nspec:\n  capacity: {storage: 1Gi}\n  accessModes: [ReadWriteOnce]\n  persistentVolumeReclaimPolicy: Recycle\n  hostPath: {path: /}\n',
    'Recycle',
    '`persistentVolumeReclaimPolicy` may not be Recycle for the hostPath "/".',
  ],
];

test.each(refused)('a value that is forbidden: %s', async (_, text, marked, headline) => {
  const asking = new Asking(text, { catalog });
  const { lines } = asking.document;
  const found = (await asking.diagnostics()).map(({ message, range }) => ({
    headline: String(message).split('\n')[0],
    marked: text.slice(lines.offsetAt(range.start), lines.offsetAt(range.end)),
  }));
  expect(found).toContainEqual({ headline, marked });
});

test('a field that is forbidden, whatever it says', async () => {
  const text =
    'apiVersion: v1\nkind: Service\nmetadata:\n  name: a\nspec:\n  type: ExternalName\n  externalName: a.b\n  ipFamilies: [IPv4]\n';
  const [found] = await new Asking(text, { catalog }).diagnostics();
  expect(String(found?.message).split('\n')[0]).toBe(
    '`ipFamilies` may not be set for ExternalName services.',
  );
});
