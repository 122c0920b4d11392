import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { buildCatalog } from '../../../scripts/catalog/build-catalog.ts';
import type { Catalog, CatalogReader, KubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import { openCatalog } from '../../../server/src/catalog/open-catalog.ts';

export const factsFolder = join(import.meta.dirname, '../../../server/facts');

/** A catalog built from the facts into a folder of its own, and a reader over it. */
export async function builtCatalog(): Promise<{
  folder: string;
  read: CatalogReader;
  remove(): Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-catalog-'));
  const client = dirname(createRequire(import.meta.url).resolve('@kubernetes/client-node'));
  await buildCatalog({ facts: factsFolder, models: join(client, 'gen', 'models'), out: folder });
  return {
    folder,
    read: (name) => readFile(join(folder, name), 'utf8'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Opens a built catalog before the tests of a file, which `use` is given, and removes it behind them. */
export function withCatalog(
  version: KubernetesVersion,
  use: (catalog: Catalog) => void | Promise<void>,
): void {
  let built: Awaited<ReturnType<typeof builtCatalog>>;
  beforeAll(async () => {
    built = await builtCatalog();
    await use(await openCatalog(built.read, version));
  });
  afterAll(() => built.remove());
}
