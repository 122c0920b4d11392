import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import type { Catalog, CatalogReader, KubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import { openCatalog } from '../../../server/src/catalog/open-catalog.ts';

export const factsFolder = join(import.meta.dirname, '../../../server/facts');

/** The catalog of the facts as they stand, which `test/support/build-once.ts` builds before the first test of a run. */
export const catalogFolder = join(import.meta.dirname, '../../../dist/catalog');

/** Reads a file of the built catalog; rejects when there is none of that name. */
export const readCatalog: CatalogReader = (name) => readFile(join(catalogFolder, name), 'utf8');

/** Opens the built catalog before the tests of a file, once; `use` is given it. */
export function withCatalog(
  version: KubernetesVersion,
  use: (catalog: Catalog) => void | Promise<void>,
): void {
  beforeAll(async () => use(await openCatalog(readCatalog, version)));
}
