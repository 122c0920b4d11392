import { expect, test } from 'vitest';
import type { Catalog } from '../../../../server/src/catalog/catalog.ts';
import { loadSchemas } from '../../../../server/src/checks/check-document.ts';
import type { ServingCluster } from '../../../../server/src/checks/kind/serving-cluster.ts';
import { documentFindings } from '../../../../server/src/diagnostics/document-findings.ts';
import { parseDocuments } from '../../../../server/src/yaml/documents.ts';
import { messageOf } from '../../../support/message.ts';
import { withCatalog } from '../../catalog/built-catalog.ts';
import { clusterOfVersion } from './serving.ts';

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

const uri = 'file:///a.yaml';

/** What is said at the apiVersion, while 1.36 is chosen and these clusters are connected. */
async function said(
  apiVersion: string,
  kind: string,
  clusters: readonly ServingCluster[],
): Promise<string[]> {
  const documents = parseDocuments(`apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: a}\n`);
  await loadSchemas(documents, catalog);
  const findings = documentFindings(documents[0]!, { uri }, { catalog, version: '1.36', clusters });
  return findings
    .filter(({ span }) => span.start === 'apiVersion: '.length)
    .map((finding) => {
      const { severity, code, fix, deprecated } = finding;
      return [severity, deprecated && 'deprecated', code, messageOf(finding), fix && `-> ${fix.newText}`]
        .filter(Boolean)
        .join(' | ');
    });
}

const cluster = (name: string, version: string, more: readonly string[] = []) =>
  clusterOfVersion(version, catalog, { name, more });

test('a kind that comes after the version of a cluster is told, with what that cluster serves instead', async () => {
  expect(await said('batch/v1', 'CronJob', [cluster('old', 'v1.20.4')])).toEqual([
    'warning | not-served-by-cluster | Cluster "old" does not serve "batch/v1". | Cluster "old" (v1.20.4) does not serve batch/v1 CronJob: it comes with Kubernetes 1.21. It serves batch/v1beta1.',
  ]);
  expect(await said('batch/v1', 'CronJobList', [cluster('old', 'v1.20.4')])).toEqual([
    'warning | not-served-by-cluster | Cluster "old" does not serve "batch/v1". | Cluster "old" (v1.20.4) does not serve batch/v1 CronJobList: it comes with Kubernetes 1.21. It serves batch/v1beta1.',
  ]);
  expect(await said('resource.k8s.io/v1', 'DeviceClass', [cluster('old', 'v1.29.0-gke.1')])).toEqual([
    'warning | not-served-by-cluster | Cluster "old" does not serve "resource.k8s.io/v1". | Cluster "old" (v1.29.0-gke.1) does not serve resource.k8s.io/v1 DeviceClass: it comes with Kubernetes 1.34.',
  ]);
});

test('a kind that is removed in the version of a cluster is told in place of its deprecation, with the fix', async () => {
  expect(await said('resource.k8s.io/v1beta1', 'DeviceClass', [cluster('new', 'v1.38.0')])).toEqual([
    'warning | not-served-by-cluster | Cluster "new" does not serve "resource.k8s.io/v1beta1". | Cluster "new" (v1.38.0) does not serve resource.k8s.io/v1beta1 DeviceClass: it was removed in Kubernetes 1.38. Use resource.k8s.io/v1 DeviceClass. | -> resource.k8s.io/v1',
  ]);
});

test('clusters are told together, at one place', async () => {
  const clusters = [
    cluster('a', 'v1.38.0'),
    cluster('b', 'v1.39.1'),
    cluster('c', 'v1.30.0'),
    cluster('d', 'v1.36.2'),
  ];
  expect(await said('resource.k8s.io/v1beta1', 'DeviceClass', clusters)).toEqual([
    'warning | not-served-by-cluster | 3 clusters do not serve "resource.k8s.io/v1beta1". | Clusters "a" (v1.38.0) and "b" (v1.39.1) do not serve resource.k8s.io/v1beta1 DeviceClass: it was removed in Kubernetes 1.38. Use resource.k8s.io/v1 DeviceClass. Cluster "c" (v1.30.0) does not serve resource.k8s.io/v1beta1 DeviceClass: it comes with Kubernetes 1.32.',
  ]);
  const many = Array.from({ length: 7 }, (_, index) => cluster(`c${index}`, 'v1.20.0'));
  expect((await said('batch/v1', 'CronJob', many))[0]).toContain(
    'Clusters "c0" (v1.20.0), "c1" (v1.20.0), "c2" (v1.20.0), "c3" (v1.20.0), "c4" (v1.20.0) and 2 more do not serve',
  );
});

test('what a cluster warns of is told quietly, unless the chosen version says it already', async () => {
  const clusters = [cluster('a', 'v1.37.0'), cluster('b', 'v1.38.0')];
  expect(await said('admissionregistration.k8s.io/v1beta1', 'MutatingAdmissionPolicy', clusters)).toEqual([
    'information | deprecated | deprecated-in-cluster | "admissionregistration.k8s.io/v1beta1" is deprecated since Kubernetes 1.37. | Clusters "a" (v1.37.0) and "b" (v1.38.0) warn of admissionregistration.k8s.io/v1beta1 MutatingAdmissionPolicy. It will be removed in 1.40. Use admissionregistration.k8s.io/v1 MutatingAdmissionPolicy. | -> admissionregistration.k8s.io/v1',
  ]);
  expect(await said('resource.k8s.io/v1beta1', 'DeviceClass', [cluster('a', 'v1.37.0')])).toEqual([
    expect.stringContaining('warning | deprecated | deprecated-api-version'),
  ]);
});

test('what the chosen version refuses is not told again', async () => {
  const clusters = [cluster('a', 'v1.30.0')];
  expect(await said('extensions/v1beta1', 'Ingress', clusters)).toEqual([
    expect.stringContaining('error | removed-api-version'),
  ]);
});

test('what a cluster serves it serves, and one that tells no version says nothing', async () => {
  const alpha = ['batch/v1 CronJob', 'resource.k8s.io/v1beta1 DeviceClass'];
  expect(await said('batch/v1', 'CronJob', [cluster('a', 'v1.20.4', alpha)])).toEqual([]);
  expect(await said('batch/v1', 'CronJob', [cluster('a', 'unknown')])).toEqual([]);
  expect(await said('batch/v1', 'CronJob', [cluster('a', '')])).toEqual([]);
  expect(await said('v1', 'List', [cluster('a', 'v1.20.4')])).toEqual([]);
  expect(await said('v1', 'Pod', [cluster('a', 'v1.20.4')])).toEqual([]);
});

test('a replacement that one of these clusters lacks is no fix', async () => {
  const lacking: ServingCluster = { ...cluster('a', 'v1.38.0'), serves: () => false };
  const [first] = await said('resource.k8s.io/v1beta1', 'DeviceClass', [lacking]);
  expect(first).toContain('Use resource.k8s.io/v1 DeviceClass.');
  expect(first).not.toContain('->');
});
