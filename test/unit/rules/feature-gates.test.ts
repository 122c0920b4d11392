import { expect, test } from 'vitest';
import { type KubernetesVersion, kubernetesVersions } from '../../../server/src/catalog/catalog.ts';
import { openCatalog } from '../../../server/src/catalog/open-catalog.ts';
import { diagnose, loadSchemas } from '../../../server/src/checks/check-document.ts';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';
import { readCatalog } from '../catalog/built-catalog.ts';

const podTemplate = '{metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: b}]}}';
const pod = (spec: string, container = '') =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: b${container}}]${spec}}\n`;
const statefulSet = (maxUnavailable: string) =>
  `apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: a}\nspec: {selector: {matchLabels: {a: b}}, template: ${podTemplate}, updateStrategy: {type: RollingUpdate, rollingUpdate: {maxUnavailable: ${maxUnavailable}}}}\n`;
const autoscaler =
  'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: a}\nspec: {scaleTargetRef: {kind: Deployment, name: a, apiVersion: apps/v1}, maxReplicas: 3, behavior: {scaleUp: {tolerance: "-1", policies: [{type: Pods, value: 1, periodSeconds: 1}]}}}\n';
const driver =
  'apiVersion: storage.k8s.io/v1\nkind: CSIDriver\nmetadata: {name: a}\nspec: {nodeAllocatableUpdatePeriodSeconds: 5}\n';
const node = (spec: string) => `apiVersion: v1\nkind: Node\nmetadata: {name: a}\nspec: {${spec}}\n`;

/** The oldest of kube-apiserver 1.34.4, 1.35.4 and 1.36.3 that refused each, none of them told of any feature gate. */
const refusedSince: readonly (readonly [text: string, since: KubernetesVersion | 'never'])[] = [
  [node('podCIDR: 10.0.0.1/24'), '1.36'],
  [node('podCIDRs: [10.0.0.1/24]'), '1.36'],
  [node('podCIDR: 10.0.0.0/24'), 'never'],
  [node('podCIDR: ten'), '1.34'],
  [node('podCIDR: 10.0.0.0/24, podCIDRs: [~, "fd00::/64"]'), 'never'],
  [node('podCIDR: 10.0.0.0/24, podCIDRs: [10.0.1.0/24, 10.0.2.0/24]'), 'never'],
  [node('podCIDR: ten, podCIDRs: [10.0.0.0/24]'), '1.34'],
  [node('podCIDR: 10.0.0.0/24, podCIDRs: [10.0.0.0/24, ten]'), '1.34'],
  [pod(', hostAliases: [{ip: 010.0.0.1, hostnames: [a]}]'), '1.36'],
  [statefulSet('0'), 'never'],
  [statefulSet('"101%"'), 'never'],
  [statefulSet('-1'), 'never'],
  [pod('', ', restartPolicy: Always'), 'never'],
  [pod('', ', restartPolicy: Foo'), '1.35'],
  [pod(', initContainers: [{name: i, image: b, restartPolicy: Never}]'), 'never'],
  [pod(', initContainers: [{name: i, image: b, restartPolicy: Foo}]'), '1.35'],
  [pod(', hostnameOverride: Foo'), '1.35'],
  [pod(', hostNetwork: true, hostnameOverride: foo'), '1.35'],
  [pod(', volumes: [{name: v, image: {}}]'), '1.35'],
  [
    pod(', volumes: [{name: v, projected: {sources: [{podCertificate: {signerName: x, keyType: FOO}}]}}]'),
    'never',
  ],
  [autoscaler, '1.35'],
  [driver, '1.35'],
];

test.each(refusedSince)('%s is refused since %s', async (text, since) => {
  const refusing: string[] = [];
  for (const version of kubernetesVersions) {
    const catalog = await openCatalog(readCatalog, version);
    const documents = parseDocuments(text);
    await loadSchemas(documents, catalog);
    const findings = documents.flatMap((document) => diagnose(document, { catalog, version }));
    if (findings.some(({ severity }) => severity === 'error')) refusing.push(version);
  }
  const expected = since === 'never' ? [] : kubernetesVersions.filter((version) => version >= since);
  expect(refusing.sort()).toEqual([...expected].sort());
});
