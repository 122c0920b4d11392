import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { deprecationsIn } from '../../../server/src/catalog/deprecation.ts';
import type { OpenApiSchema } from '../../../server/src/catalog/openapi.ts';
import { Asking } from '../features/code-actions/asking.ts';
import { offered } from '../features/completion/completing.ts';
import { withCatalog } from './built-catalog.ts';

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

describe('what prose calls deprecated', () => {
  const properties: OpenApiSchema['properties'] = {
    old: { type: 'string' },
    fresh: { type: 'string' },
    count: { type: 'integer' },
  };
  test.each([
    ['Deprecated: nobody reads it.', {}],
    ['What it is. Deprecated: use fresh instead.', { successor: 'fresh' }],
    ['Deprecated: Use `Fresh` instead', { successor: 'fresh' }],
    ['DEPRECATED. An alias for fresh. Use fresh instead.', { successor: 'fresh', isAlias: true }],
    ['This field is deprecated, and does nothing.', {}],
    ['Deprecated: use count instead.', {}],
    ['Deprecated: use gone instead.', {}],
    ['Deprecated: This field is replaced by fresh.', {}],
    ['Deprecated: This field is replaced by what another version has.', undefined],
    ['Whether the version is deprecated.', undefined],
    ['The annotation is deprecated since v1.32.', undefined],
    ['Valid are Retain and Recycle (deprecated).', undefined],
    [undefined, undefined],
  ])('%s', (prose, expected) => {
    const found = deprecationsIn({ properties }, (field) => (field === 'old' ? prose : undefined));
    expect(found?.get('old')).toEqual(expected);
  });

  test('a schema may be anything', () => {
    expect(deprecationsIn({}, () => 'Deprecated: no.')).toBeUndefined();
    expect(deprecationsIn({ properties: null } as unknown as OpenApiSchema, () => '')).toBeUndefined();
    expect(deprecationsIn({ properties: { a: null } } as unknown as OpenApiSchema, () => 7)).toBeUndefined();
  });
});

describe('a deprecated field', () => {
  const hints = async (text: string) =>
    (await new Asking(text, { catalog }).diagnostics())
      .filter(({ severity }) => severity === 4)
      .map(({ message, code, tags }) => [code, message, tags]);

  test.each([
    [
      'of a Pod',
      'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  serviceAccount: b\n  containers: [{name: a, image: b}]\n',
      '`serviceAccount` is deprecated. Use `serviceAccountName`.',
    ],
    [
      'of a template, in a volume',
      'apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: a}\nspec:\n  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n    spec:\n      containers: [{name: a, image: b}]\n      volumes: [{name: c, awsElasticBlockStore: {volumeID: d}}]\n',
      '`awsElasticBlockStore` is deprecated.',
    ],
    [
      'of a Service',
      'apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {type: LoadBalancer, loadBalancerIP: 10.0.0.1, ports: [{port: 80}]}\n',
      '`loadBalancerIP` is deprecated.',
    ],
  ])('%s is struck through', async (_, text, message) => {
    expect(await hints(text)).toContainEqual(['deprecated-api-field', message, [2]]);
  });

  test('of a custom kind, where its definition says so', async () => {
    const text = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ws.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: W, plural: ws}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                old: {type: string, description: 'How big. Deprecated: use size instead.'}
                size: {type: string}
---
apiVersion: example.com/v1
kind: W
metadata: {name: a}
spec:
  old: b
`;
    expect(await hints(text)).toEqual([['deprecated-api-field', '`old` is deprecated. Use `size`.', [2]]]);
  });

  test('nothing is said of what has no value, or stands in a status', async () => {
    const text =
      'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  serviceAccount:\n  containers: [{name: a, image: b}]\nstatus: {resize: Proposed}\n';
    expect(await hints(text)).toEqual([]);
  });

  test('the word of the server on the same field is enough', async () => {
    const text =
      'apiVersion: v1\nkind: PersistentVolume\nmetadata: {name: a}\nspec:\n  accessModes: [ReadWriteOnce]\n  capacity: {storage: 1Gi}\n  cephfs: {monitors: [d]}\n';
    const found = await new Asking(text, { catalog }).diagnostics();
    expect(found.map(({ code, tags }) => [code, tags])).toEqual([['deprecated-field', [2]]]);
  });

  test('is struck through among completions, and the last of them', async () => {
    const items = await offered('apiVersion: v1\nkind: Pod\nspec:\n  serv|');
    const names = items.filter(({ label }) => label.startsWith('serviceAccount'));
    expect(names.map(({ label, tags }) => [label, tags])).toEqual([
      ['serviceAccountName', undefined],
      ['serviceAccount', [1]],
    ]);
  });
});
