import { expect, test } from 'vitest';
import { serverWarnings } from '../../../server/src/rules/server-warnings.ts';
import type { AdmissionAttributes } from '../../../server/src/rules/shared/admission-attributes.ts';
import { warningText } from '../../../server/src/rules/shared/warning.ts';

function warned(object: AdmissionAttributes['object']): string[] {
  const attributes = { object, operation: 'create', scope: 'Namespaced', kubernetesVersion: '1.35' } as const;
  return serverWarnings(attributes, 'built-in').map(warningText);
}

const podOf = (paths: readonly string[]) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a' },
  spec: {
    volumes: [{ name: 'v', configMap: { name: 'c', items: paths.map((path) => ({ key: 'k', path })) } }],
  },
});
const said = (path: string, other: string) =>
  `volume "v" (ConfigMap "c"): overlapping paths: ${JSON.stringify(path)} with ${JSON.stringify(other)}`;

test("paths in each other's place are told, however long they are", () => {
  const long = 'a/'.repeat(5_000);
  expect(warned(podOf([`${long}b`, `${long}b/c`, `${long}c`]))).toEqual([said(`${long}b/c`, `${long}b`)]);
});

test('each of a thousand files in the place of a folder is told', () => {
  const files = Array.from({ length: 1_000 }, (_, index) => `a/${index}`);
  expect(warned(podOf([...files, 'a']))).toEqual(files.map((file) => said('a', file)));
});

test("paths are in each other's place by their folders alone", () => {
  expect(warned(podOf(['a', 'ab', 'a-b/c', 'a/b', 'a//b', '/a', 'a/b/']))).toEqual([
    said('a/b', 'a'),
    said('a//b', 'a'),
    said('a/b', 'a'),
    said('a/b', 'a/b'),
  ]);
});

test('paths of a million slashes take no time', () => {
  const slashes = '/'.repeat(1_000_000);
  expect(warned(podOf([`${slashes}b`, `${slashes}c`, slashes])).length).toBe(0);
});

test('a key pair is looked at however long it is', () => {
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'kubernetes.io/tls',
    metadata: { name: 'a' },
    stringData: { 'tls.crt': 'none\n'.repeat(100_000), 'tls.key': 'none' },
  };
  expect(warned(secret)).toEqual(['tls: failed to find any PEM data in certificate input']);
});
