import type { CatalogReader, KubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import { compareKubernetesVersions } from '../../../server/src/catalog/version.ts';
import type { ProtobufFacts } from './protobuf-facts.ts';

/**
 * Gives the catalog's facts of protobuf as far as a version has them; they are read when they are first asked for. Rejects when
 * they cannot be read.
 */
export function lazyProtobufFacts(
  readCatalog: CatalogReader,
  version: KubernetesVersion,
): () => Promise<ProtobufFacts> {
  let facts: Promise<ProtobufFacts> | undefined;
  return () => {
    facts ??= readCatalog('protobuf.json').then((text) =>
      ofVersion(JSON.parse(text) as ProtobufFacts, version),
    );
    return facts;
  };
}

/** The fields that messages have in a version. */
function ofVersion({ modules, messages }: ProtobufFacts, version: KubernetesVersion): ProtobufFacts {
  const fields = Object.entries(messages).map(([name, all]) => [
    name,
    all.filter(({ since }) => since === undefined || compareKubernetesVersions(version, since) >= 0),
  ]);
  return { modules, messages: Object.fromEntries(fields) };
}
