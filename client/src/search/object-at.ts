import { isList, readManifests } from '../../../server/src/manifest/manifest.ts';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';

/** An object as a text names it. */
export interface NamedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
}

/** The object of a YAML text that a place of it is in, an item of a list too; undefined where there is none with a name. */
export function objectAt(text: string, offset: number): NamedObject | undefined {
  const document = parseDocuments(text).findLast(({ span }) => span.start <= offset);
  if (!document) return undefined;
  const [own, ...items] = readManifests(document);
  const item = items.findLast(({ root }) => root.span.start <= offset);
  const manifest = own && isList(own) ? item : own;
  if (!manifest) return undefined;
  const { apiVersion, kind, namespace, name } = manifest;
  return apiVersion && kind && name ? { apiVersion, kind, namespace, name } : undefined;
}
