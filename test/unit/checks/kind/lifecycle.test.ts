import { expect, test } from 'vitest';
import { openCatalog } from '../../../../server/src/catalog/open-catalog.ts';
import { readCatalog } from '../../catalog/built-catalog.ts';
import { annotate } from '../annotate.ts';

/** What stands under the first line of `apiVersion`, `kind`, by version of Kubernetes: those in which the kinds below change. */
async function verdicts(apiVersion: string, kind: string): Promise<Record<string, string>> {
  const judged = (['1.34', '1.35', '1.36'] as const).map(async (version) => {
    const catalog = await openCatalog(readCatalog, version);
    const shown = await annotate(
      `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: a}`,
      catalog,
      version,
    );
    const line = shown
      .split('\n')
      .find((candidate) => candidate.startsWith('#~') && /api-version/.test(candidate));
    return [version, line?.replace(/^#~ *\^+ /, '') ?? 'nothing'];
  });
  return Object.fromEntries(await Promise.all(judged));
}

test('a version counts from the release that brings it', async () => {
  const early = (version: string) =>
    `error future-api-version: "admissionregistration.k8s.io/v1" comes with Kubernetes 1.36. | The version chosen here is ${version}.`;
  expect(await verdicts('admissionregistration.k8s.io/v1', 'MutatingAdmissionPolicy')).toEqual({
    '1.34': early('1.34'),
    '1.35': early('1.35'),
    '1.36': 'nothing',
  });
});

test('a deprecated version is a warning from the release on that deprecates it, and names its replacement', async () => {
  const warning =
    'warning deprecated deprecated-api-version: "resource.k8s.io/v1beta1" is deprecated since Kubernetes 1.35. | It will be removed in 1.38. Use resource.k8s.io/v1 DeviceClass. -> resource.k8s.io/v1';
  expect(await verdicts('resource.k8s.io/v1beta1', 'DeviceClass')).toEqual({
    '1.34': 'nothing',
    '1.35': warning,
    '1.36': warning,
  });
});

test('a removed version is an error', async () => {
  const error =
    'error removed-api-version: "extensions/v1beta1" was removed in Kubernetes 1.22. | Use networking.k8s.io/v1 Ingress. -> networking.k8s.io/v1';
  expect(await verdicts('extensions/v1beta1', 'Ingress')).toEqual({
    '1.34': error,
    '1.35': error,
    '1.36': error,
  });
});
