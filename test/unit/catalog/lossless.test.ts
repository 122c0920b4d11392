import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kubernetesVersions } from '../../../server/src/catalog/catalog.ts';
import type { Facts, IndexFile, LifecycleFile, SchemasFile } from '../../../server/src/catalog/files.ts';
import { catalogFolder, factsFolder, readCatalog } from './built-catalog.ts';

test.each(kubernetesVersions)(
  'the facts of %s can be rebuilt byte by byte from the catalog',
  async (version) => {
    const index = JSON.parse(await readCatalog(`${version}/index.json`)) as IndexFile;
    const schemas: Facts['schemas'] = {};
    for (const { schemas: file } of Object.values(index.chunks)) {
      Object.assign(schemas, JSON.parse(await readCatalog(file)) as SchemasFile);
    }
    const facts: Facts = {
      version: index.version,
      resources: index.resources,
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    };
    const dumped = await readFile(join(factsFolder, `kubernetes-${version}.json`), 'utf8');
    expect(JSON.stringify(facts) === dumped).toBe(true);
  },
);

test('the lifecycle can be rebuilt from the catalog', async () => {
  const { rows } = JSON.parse(await readCatalog('lifecycle.json')) as LifecycleFile;
  expect(rows).toEqual(JSON.parse(await readFile(join(factsFolder, 'lifecycle.json'), 'utf8')));
});

test('the facts of protobuf are in the catalog', async () => {
  const facts = await readFile(join(factsFolder, 'protobuf.json'), 'utf8');
  expect((await readCatalog('protobuf.json')) === facts).toBe(true);
});

test.each(kubernetesVersions)('what a server of %s has is in the catalog', async (version) => {
  const facts = await readFile(join(factsFolder, `server-${version}.json`), 'utf8');
  expect((await readCatalog(`${version}/server.json`)) === facts).toBe(true);
});

test('every other file of the catalog belongs to a version', async () => {
  const used = new Set(['lifecycle.json', 'protobuf.json']);
  for (const version of kubernetesVersions) {
    used.add(`${version}/index.json`);
    used.add(`${version}/server.json`);
    used.add(`${version}/internal.json`);
    const index = JSON.parse(await readCatalog(`${version}/index.json`)) as IndexFile;
    for (const { schemas, prose } of Object.values(index.chunks)) {
      used.add(schemas);
      if (prose !== undefined) used.add(prose);
    }
  }
  const entries = await readdir(catalogFolder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(catalogFolder.length + 1));
  expect(files.filter((file) => !used.has(file))).toEqual([]);
});
