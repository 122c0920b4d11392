import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildCatalog } from '../../../scripts/catalog/build-catalog.ts';
import type { CatalogReader } from '../../../server/src/catalog/catalog.ts';

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
