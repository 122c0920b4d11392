import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../../server/src/catalog/catalog.ts';
import type { CheckContext } from '../../../../server/src/checks/check-context.ts';
import { diagnose, loadSchemas } from '../../../../server/src/checks/check-document.ts';
import { partialContext } from '../../../../server/src/checks/partial/partial-object.ts';
import { parseDocuments } from '../../../../server/src/yaml/documents.ts';
import { withCatalog } from '../../catalog/built-catalog.ts';

let catalog: Catalog;
withCatalog('1.35', (opened) => {
  catalog = opened;
});

/**
 * What kube-apiserver 1.35.4 said to the creation of a Service (`provided port is not in the valid range. The range of valid
 * ports is 30000-32767`); a dry run of each was taken.
 */
const answers: readonly (readonly [port: number, told: string | undefined])[] = [
  [-1, 'warning node-port'],
  [0, undefined],
  [1, 'information node-port'],
  [80, 'information node-port'],
  [29999, 'information node-port'],
  [30000, undefined],
  [32767, undefined],
  [32768, 'information node-port'],
  [65535, 'information node-port'],
  [65536, 'warning node-port'],
  [80000, 'warning node-port'],
  [2147483648, 'error out-of-range'],
];

describe.each(['NodePort', 'LoadBalancer'])('a port of the nodes for a %s', (type) => {
  test.each(answers)('%d', async (port, told) => {
    expect(await toldOf(service(type, `ports:\n    - port: 80\n      nodePort: ${port}`))).toEqual(
      told ? [told] : [],
    );
  });
});

test('a type without such ports is another fault', async () => {
  expect(await toldOf(service('ClusterIP', 'ports:\n    - port: 80\n      nodePort: 80000'))).toEqual([
    'error service-type',
  ]);
});

test.each([
  [8080, ['information node-port']],
  [32000, []],
  [80000, ['error invalid-value']],
])('a port for checks of health: %d', async (port, told) => {
  const local = `externalTrafficPolicy: Local\n  healthCheckNodePort: ${port}\n  ports:\n    - port: 80`;
  expect(await toldOf(service('LoadBalancer', local))).toEqual(told);
});

test('of a part of a Service, what is written there', async () => {
  const part = service('NodePort', 'ports:\n    - port: 80\n      nodePort: 80000');
  expect(await toldOf(part, partialContext({ catalog, version: '1.35' }))).toEqual(['warning node-port']);
  const untyped = part.replace('  type: NodePort\n', '');
  expect(await toldOf(untyped, partialContext({ catalog, version: '1.35' }))).toEqual([]);
});

function service(type: string, rest: string): string {
  return `apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  type: ${type}\n  ${rest}\n`;
}

async function toldOf(text: string, context: CheckContext = { catalog, version: '1.35' }): Promise<string[]> {
  const documents = parseDocuments(text);
  await loadSchemas(documents, catalog);
  const found = documents.flatMap((document) => diagnose(document, context));
  return found.map(({ severity, code }) => `${severity} ${code}`);
}
