import type { CatalogReader } from '../../server/src/catalog/catalog.ts';

/**
 * The types that an API server has objects in while it judges them, by package and name: `core.Toleration`. A struct is its
 * fields in order, `Key string;Operator core.TolerationOperator`, an embedded one without a name; another type is what it
 * stands for, behind `=`.
 */
export type InternalStructs = Readonly<Record<string, string>>;

/** Reads those of a version from the catalog. Rejects where they are missing. */
export async function readInternalStructs(
  readCatalog: CatalogReader,
  version: string,
): Promise<InternalStructs> {
  return JSON.parse(await readCatalog(`${version}/internal.json`)) as InternalStructs;
}
