import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../../server/src/catalog/schema.ts';
import { toInternalObject } from '../../../../server/src/checks/object-rules/check-rules.ts';
import type { JsonObject } from '../../../../server/src/defaults/draft.ts';
import { complete } from '../../../../server/src/features/completion/completion.ts';
import { violations } from '../../../../server/src/rules/violations.ts';
import type { Path } from '../../../../server/src/yaml/path.ts';
import { stringify } from '../../../../server/src/yaml/stringify.ts';
import { unknown } from '../../../../server/src/yaml/unknown.ts';
import { atCursor } from '../../../support/cursor.ts';
import { recordedObjects, withValue } from '../recorded-objects.ts';
import { catalog, offered, offers } from './completing.ts';

const service = (spec: string) => `apiVersion: v1\nkind: Service\nmetadata:\n  name: a\nspec:\n${spec}`;
const claim = (spec: string) =>
  `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: a\nspec:\n${spec}`;
const pod = (spec: string) => `apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n${spec}`;
const deployment = (spec: string) =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\nspec:\n${spec}`;
const binding = (actions: string) =>
  `apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicyBinding\nmetadata:\n  name: a\nspec:\n  validationActions: ${actions}\n`;
const quota = (scopes: string) =>
  `apiVersion: v1\nkind: ResourceQuota\nmetadata:\n  name: a\nspec:\n  scopes: ${scopes}\n`;
const selector = (expression: string) =>
  pod(
    `  affinity:\n    nodeAffinity:\n      requiredDuringSchedulingIgnoredDuringExecution:\n        nodeSelectorTerms:\n          - matchExpressions:\n              - key: a\n${expression}`,
  );

describe('an item of a list is none that excludes those that are there, nor one of them', () => {
  offers(binding('[|]'), ['Audit', 'Deny', 'Warn']);
  offers(binding('[Deny, |]'), ['Audit']);
  offers(binding('\n    - Audit\n    - |'), ['Deny', 'Warn']);
  offers(claim('  accessModes: |\n'), ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod']);
  offers(claim('  accessModes: [ReadWriteOncePod, |]\n'), []);
  offers(claim('  accessModes:\n    - |\n    - ReadWriteOnce\n'), ['ReadOnlyMany', 'ReadWriteMany']);
  offers(claim('  accessModes:\n    - ReadWrite|\n'), [
    'ReadOnlyMany',
    'ReadWriteMany',
    'ReadWriteOnce',
    'ReadWriteOncePod',
  ]);
  offers(service('  ipFamilies: [IPv4, |]\n'), ['IPv6']);
  offers(quota('[BestEffort, |]'), [
    'CrossNamespacePodAffinity',
    'NotTerminating',
    'PriorityClass',
    'Terminating',
    'VolumeAttributesClass',
  ]);
  offers(
    'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata:\n  name: a\nspec:\n  policyTypes: [Ingress, |]\n',
    ['Egress'],
  );
  offers(
    'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata:\n  name: a\nwebhooks:\n  - name: a.example.com\n    rules:\n      - operations: ["*", |]\n',
    [],
  );
});

describe('a value does not contradict what stands beside it', () => {
  offers(service('  type: |\n'), ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort']);
  offers(service('  clusterIP: None\n  type: |\n'), ['ClusterIP']);
  offers(service('  type: |\n  ports:\n    - port: 80\n      nodePort: 30000\n'), [
    'ExternalName',
    'LoadBalancer',
    'NodePort',
  ]);
  offers(service('  type: |\n  ports:\n    - port: 80\n      nodePort:\n'), [
    'ClusterIP',
    'ExternalName',
    'LoadBalancer',
    'NodePort',
  ]);
  offers(service('  ipFamilies: [IPv4, IPv6]\n  ipFamilyPolicy: |\n'), [
    'PreferDualStack',
    'RequireDualStack',
  ]);
  offers(deployment('  strategy:\n    type: |\n'), ['Recreate', 'RollingUpdate']);
  offers(deployment('  strategy:\n    type: |\n    rollingUpdate:\n      maxSurge: 1\n'), ['RollingUpdate']);
  offers(deployment('  strategy:\n    type: |\n    rollingUpdate:\n'), ['Recreate', 'RollingUpdate']);
  offers(deployment('  strategy: {rollingUpdate: {maxSurge: 1}, type: |}\n'), ['RollingUpdate']);
  offers(
    deployment('  strategy:\n    rollingUpdate: {maxSurge: 1}\n    type: |\n').replaceAll('\n', '\r\n'),
    ['RollingUpdate'],
  );
  offers(
    'apiVersion: v1\nkind: List\nitems:\n  - apiVersion: apps/v1\n    kind: Deployment\n    spec:\n      strategy:\n        rollingUpdate: {maxSurge: 1}\n        type: |\n',
    ['RollingUpdate'],
  );
  offers(
    '{"apiVersion": "apps/v1", "kind": "Deployment", "spec": {"strategy": {"rollingUpdate": {"maxSurge": 1}, "type": "|"}}}',
    ['RollingUpdate'],
  );
  offers(pod('  hostPID: true\n  shareProcessNamespace: |\n'), ['false']);
  offers(pod('  hostNetwork: true\n  hostUsers: |\n'), ['true']);
  offers(pod('  tolerations:\n    - tolerationSeconds: 30\n      effect: |\n'), ['NoExecute']);
  offers(selector('                operator: |\n'), ['DoesNotExist', 'Exists', 'Gt', 'In', 'Lt', 'NotIn']);
  offers(selector('                values: [b, c]\n                operator: |\n'), ['In', 'NotIn']);
  offers(
    'apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata:\n  name: a\nsubjects:\n  - apiGroup: rbac.authorization.k8s.io\n    kind: |\n',
    ['User', 'Group'],
  );
});

describe('a field that may not be set for what is written has no values', () => {
  offers(service('  type: ClusterIP\n  externalTrafficPolicy: |\n'), []);
  offers(service('  type: NodePort\n  externalTrafficPolicy: |\n'), ['Cluster', 'Local']);
  offers(service('  type: ExternalName\n  ipFamilies: [|]\n'), []);
});

describe('what is refused only because something is not written yet is offered', () => {
  offers(service('  externalTrafficPolicy: |\n'), ['Cluster', 'Local']);
  offers(service('  externalTrafficPolicy: |\n  type:\n'), ['Cluster', 'Local']);
  offers(pod('  dnsPolicy: |\n'), ['ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None']);
  offers(pod('  tolerations:\n    - operator: |\n'), ['Equal', 'Exists']);
  const mounting = (context: string) =>
    pod(
      `  containers:\n    - name: a\n${context}      volumeMounts:\n        - name: a\n          mountPropagation: |\n`,
    );
  offers(mounting(''), ['Bidirectional', 'HostToContainer', 'None']);
  offers(mounting('      securityContext:\n        runAsUser: 1000\n'), [
    'Bidirectional',
    'HostToContainer',
    'None',
  ]);
  offers(mounting('      securityContext:\n        privileged: false\n'), ['HostToContainer', 'None']);
  offers(selector('                values: []\n                operator: |\n'), [
    'DoesNotExist',
    'Exists',
    'Gt',
    'In',
    'Lt',
    'NotIn',
  ]);
  offers(
    'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata:\n  name: a\nspec:\n  minReplicas: 0\n  metrics:\n    - type: |\n',
    ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'],
  );
  offers(
    'apiVersion: flowcontrol.apiserver.k8s.io/v1\nkind: PriorityLevelConfiguration\nspec:\n  type: |\n',
    ['Exempt', 'Limited'],
  );
});

describe('what is not known contradicts nothing', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of another tool
  offers(service('  type: ${TYPE}\n  externalTrafficPolicy: |\n'), ['Cluster', 'Local']);

  test('in a template, where one of two may be printed', async () => {
    const { text, position } = atCursor(service('  type: ClusterIP\n  externalTrafficPolicy: |\n'));
    const context = { text, position, uri: 'file:///chart/templates/a.yaml', catalog: catalog() };
    const { items } = await complete({ ...context, isTemplate: true });
    expect(items.map(({ label }) => label)).toEqual(['Cluster', 'Local']);
  });

  test('and where everything is wrong by something else, that may be what changes', async () => {
    const level = (spec: string) =>
      `apiVersion: flowcontrol.apiserver.k8s.io/v1\nkind: PriorityLevelConfiguration\nmetadata:\n  name: a\nspec:\n${spec}`;
    const labels = (
      await offered(
        level('  limited:\n    limitResponse:\n      type: |\n      queuing:\n        queues: -1\n'),
      )
    ).map(({ label }) => label);
    expect(labels).toEqual(['Queue', 'Reject']);
  });
});

/** Of each field that has few values, so many objects are looked at. */
const mostOfField = 3;

test('nothing is left out of any recorded object that the rules take there', async () => {
  const wrong: unknown[] = [];
  const looked = new Map<string, number>();
  let left = 0;
  for (const object of recordedObjects) {
    const kind = catalog().find(String(object.apiVersion), String(object.kind));
    if (!kind) continue;
    await catalog().load(kind);
    for (const { path, field, values } of places(object, catalog().schema(kind)!, [])) {
      const times = looked.get(field) ?? 0;
      looked.set(field, times + 1);
      if (times >= mostOfField) continue;
      const labels = (await offered(textAt(object, path))).map(({ label }) => label);
      const before = new Set(refusals(object, path, unknown));
      const list = path.slice(0, -1).reduce<unknown>((inner, part) => (inner as JsonObject)?.[part], object);
      for (const value of values) {
        if (labels.includes(String(value)) || (Array.isArray(list) && list.includes(value))) continue;
        left++;
        const isRefused = refusals(object, path, value).some((one) => !before.has(one));
        if (!isRefused && !isRefusedField(object, path)) wrong.push({ object, at: path.join('.'), value });
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(left).toBeGreaterThan(100);
}, 300_000);

/** Whether a field may not be set at all. */
function isRefusedField(object: JsonObject, path: Path): boolean {
  const at = path.findLastIndex((part) => typeof part === 'string') + 1;
  return violationsOf(object, path, unknown).some(
    ({ path: named }) => named.join() === path.slice(0, at).join(),
  );
}

function refusals(object: JsonObject, path: Path, value: unknown): string[] {
  return violationsOf(object, path, value).map(({ code, field, detail }) => `${code} ${field} ${detail}`);
}

function violationsOf(object: JsonObject, path: Path, value: unknown) {
  const kind = catalog().find(String(object.apiVersion), String(object.kind))!;
  return violations({
    object: toInternalObject(withValue(object, path, value), kind, { catalog: catalog(), version: '1.36' }),
    operation: 'create',
    scope: kind.scope,
    kubernetesVersion: '1.36',
  });
}

function textAt(object: JsonObject, path: Path): string {
  const [before = '', after = ''] = stringify(withValue(object, path, 'cursorHere')).split('cursorHere');
  return `${before}|${after.replaceAll('|', ' ')}`;
}

/** The fields of few values that an object has or may have, and where another item of such a list would be. */
function* places(
  value: unknown,
  schema: Schema,
  path: Path,
): Generator<{ path: Path; field: string; values: readonly unknown[] }> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      if (schema.items) yield* places(item, schema.items, [...path, index]);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const name of schema.propertyNames) {
    const inner = schema.property(name)!;
    const isType = path.length === 0 && (name === 'apiVersion' || name === 'kind');
    const written = (value as JsonObject)[name];
    const isList = inner.types[0] === 'array';
    const values = isType ? [] : valuesOf(isList ? inner.items : inner);
    const item = isList ? [Array.isArray(written) ? written.length : 0] : [];
    if (values.length > 0) yield { path: [...path, name, ...item], field: `${schema.name}.${name}`, values };
    if (Object.hasOwn(value, name)) yield* places(written, inner, [...path, name]);
  }
  const { values } = schema;
  if (!values || values === 'any') return;
  for (const [key, inner] of Object.entries(value)) yield* places(inner, values, [...path, key]);
}

function valuesOf(schema: Schema | undefined): readonly unknown[] {
  if (schema?.types.length !== 1) return [];
  if (schema.types[0] === 'boolean') return [true, false];
  return (schema.enum ?? []).filter((value) => typeof value === 'string' && value !== '');
}
