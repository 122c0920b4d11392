import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { KubeObject } from '../../../../sandbox/src/object-store.ts';
import { printTable } from '../../../../sandbox/src/table/table.ts';
import { type Catalog, type Kind, kubernetesVersions } from '../../../../server/src/catalog/catalog.ts';
import { kindsOfDefinition } from '../../../../server/src/catalog/definitions.ts';
import { openCatalog } from '../../../../server/src/catalog/open-catalog.ts';
import { readCatalog, withCatalog } from '../../catalog/built-catalog.ts';

function fixture(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../../fixtures/table', name), 'utf8'));
}

const definitions = fixture('definitions.json') as object[];
const recorded = fixture('kubernetes-1.35.json') as {
  apiVersion: string;
  kind: string;
  now: string;
  rows: { cells: unknown[]; object: KubeObject }[];
}[];

let catalog: Catalog;
withCatalog('1.35', (opened) => {
  catalog = opened;
});

function kindOf(apiVersion: string, name: string): Kind {
  const custom = definitions.flatMap((definition) =>
    kindsOfDefinition(definition, { from: 'cluster', id: 'test', name: 'test' }),
  );
  const found = catalog.find(apiVersion, name) ?? custom.find(({ kind }) => kind.kind === name)?.kind;
  if (!found) throw new Error(`no kind ${apiVersion} ${name}`);
  return found;
}

/** Recorded from kube-apiserver 1.35.4: objects, and the cells that it printed for them at that time. */
test.each(recorded)('the table of $apiVersion $kind is the server’s', ({ apiVersion, kind, now, rows }) => {
  const table = printTable(
    kindOf(apiVersion, kind),
    rows.map((row) => row.object),
    new Date(now),
    '1.35',
  );
  expect(table.rows).toEqual(rows);
});

test('a kind without columns of its own shows its name and when it was made', () => {
  const kind = { ...kindOf('v1', 'Binding'), columns: [] };
  const object = {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { name: 'b', creationTimestamp: '2026-01-01T00:00:00Z' },
  };
  expect(printTable(kind, [object], new Date('2026-01-02T00:00:00Z'))).toEqual({
    columnDefinitions: [
      { name: 'Name', type: 'string', format: 'name', description: '', priority: 0 },
      { name: 'Created At', type: 'date', format: '', description: '', priority: 0 },
    ],
    rows: [{ cells: ['b', '2026-01-01T00:00:00Z'], object }],
  });
});

test('1.36 marks the default IngressClass and names the architecture of a Node', () => {
  const print = (apiVersion: string, kind: string, rest: object, version: string) => {
    const object = { apiVersion, kind, metadata: { name: 'x' }, ...rest };
    return printTable(kindOf(apiVersion, kind), [object], new Date(0), version).rows[0]?.cells;
  };
  const ingressClass = {
    metadata: { name: 'x', annotations: { 'ingressclass.kubernetes.io/is-default-class': 'true' } },
  };
  const node = { status: { nodeInfo: { kernelVersion: '6.1', architecture: 'amd64' } } };
  expect(
    ['1.35', '1.36'].map(
      (version) => print('networking.k8s.io/v1', 'IngressClass', ingressClass, version)?.[0],
    ),
  ).toEqual(['x', 'x (default)']);
  expect(['1.35', '1.36'].map((version) => print('v1', 'Node', node, version)?.[8])).toEqual([
    '6.1',
    '6.1 (amd64)',
  ]);
});

test.each(kubernetesVersions)('every column of every kind of %s has a cell', async (version) => {
  const kinds = (await openCatalog(readCatalog, version)).kinds();
  const missing = kinds
    .filter((kind) => kind.columns.length > 0)
    .flatMap((kind) => {
      const object = {
        apiVersion: kind.apiVersion,
        kind: kind.kind,
        metadata: { name: 'x', creationTimestamp: '2026-01-01T00:00:00Z' },
      };
      const { rows } = printTable(kind, [object], new Date('2026-01-02T00:00:00Z'));
      return kind.columns
        .filter((_, index) => rows[0]?.cells[index] === null)
        .map(({ name }) => `${kind.kind}: ${name}`);
    });
  expect(missing).toEqual([]);
});

test('objects of any shape are printed', () => {
  for (const kind of catalog.kinds()) {
    for (const odd of [null, 'x', 7, [], [null, 'x', [1]], {}, { a: null }]) {
      const object = {
        apiVersion: kind.apiVersion,
        kind: kind.kind,
        metadata: odd,
        spec: odd,
        status: odd,
        subsets: odd,
        data: odd,
      };
      expect(printTable(kind, [object as unknown as KubeObject], new Date(0)).rows[0]?.cells.length).toBe(
        // The age of an IPAddress has no column.
        (kind.columns.length || 2) + (kind.kind === 'IPAddress' ? 1 : 0),
      );
    }
  }
});
