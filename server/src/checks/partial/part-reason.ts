import { field, stringField } from '../../manifest/fields.ts';
import { isPatch } from '../../manifest/patch.ts';
import type { YamlDocument, YamlNode } from '../../yaml/nodes.ts';
import { fieldName } from '../../yaml/tree.ts';
import { isFragment } from './partial-object.ts';

/**
 * Why a document has but a part of an object:
 * - `patch`: to be merged into a whole one;
 * - `stub`: what identifies it, to find or delete it by;
 * - `local-config`: for tools alone, which send it to no cluster.
 */
export type PartReason = 'patch' | 'stub' | 'local-config';

/** The reason that a document, or an object in it, gives itself; undefined where it has to be whole. */
export function partReason(
  document: YamlDocument,
  object: YamlNode | undefined = document.root,
): PartReason | undefined {
  if (isLocalConfig(object)) return 'local-config';
  return isPatch(document) || isFragment(object) ? 'patch' : undefined;
}

/** Whether an object has a name and nothing that says what it should be: neither a `spec` nor any field of that rank. */
export function isStub(object: YamlNode | undefined): boolean {
  if (object?.type !== 'map') return false;
  // Nearly all objects have more, and mostly that comes last.
  const hasMore = object.entries.findLast(({ key }) => !fieldsOfStubs.has(fieldName(key))) !== undefined;
  return !hasMore && stringField(field(object, 'metadata')?.value, 'name') !== undefined;
}

const fieldsOfStubs = new Set(['apiVersion', 'kind', 'metadata', 'status']);

/** Kustomize 5 leaves out what has the annotation, whatever its value but "false". */
function isLocalConfig(root: YamlNode | undefined): boolean {
  const annotations = field(field(root, 'metadata')?.value, 'annotations')?.value;
  const value = field(annotations, 'config.kubernetes.io/local-config')?.value;
  return value?.type === 'scalar' && value.text !== 'false';
}
