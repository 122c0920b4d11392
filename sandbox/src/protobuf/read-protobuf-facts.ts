import type { CatalogReader } from '../../../server/src/catalog/catalog.ts';
import type { ProtobufFacts } from './protobuf-facts.ts';

/** Gives the catalog's facts of protobuf, which are read when they are first asked for. Rejects when they cannot be read. */
export function lazyProtobufFacts(readCatalog: CatalogReader): () => Promise<ProtobufFacts> {
  let facts: Promise<ProtobufFacts> | undefined;
  return () => {
    facts ??= readCatalog('protobuf.json').then((text) => JSON.parse(text) as ProtobufFacts);
    return facts;
  };
}
