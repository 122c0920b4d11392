import type { Catalog, Kind } from '../../catalog/catalog.ts';
import { entriesThatMayBe } from '../../manifest/fields.ts';
import { printedLine } from '../../manifest/printed-line.ts';
import type { MapNode } from '../../yaml/nodes.ts';
import { isPrinted } from '../../yaml/printed.ts';
import { fieldName } from '../../yaml/tree.ts';

/**
 * The kinds that an object of a template may be, the preferred one first: its branches may choose among several apiVersions
 * and kinds, and an apiVersion that is printed may be any that has the kind. Of a kind that is printed nothing is known, and
 * versions that are not served are no kinds.
 */
export function meantKinds(object: MapNode, catalog: Catalog): Kind[] {
  const onlyVersion = onlyText(object, 'apiVersion');
  const onlyKind = onlyText(object, 'kind');
  if (
    onlyVersion !== undefined &&
    onlyKind !== undefined &&
    !isPrinted(onlyVersion) &&
    !isPrinted(onlyKind)
  ) {
    const only = catalog.find(onlyVersion, onlyKind);
    return only ? [only] : [];
  }
  const apiVersions = apiVersionsOf(object);
  const kinds = textsOf(object, 'kind');
  const found = new Set<Kind>();
  for (const kind of kinds) {
    if (isPrinted(kind)) return [];
    for (const apiVersion of apiVersions) {
      const one = catalog.find(apiVersion, kind);
      if (isPrinted(apiVersion)) for (const version of catalog.findByKind(kind)) found.add(version);
      else if (one) found.add(one);
    }
  }
  return [...found];
}

/** Whether more than what an object says once decides of which kind it is. */
export function hasSeveralKinds(object: MapNode): boolean {
  const apiVersions = apiVersionsOf(object);
  return apiVersions.length > 1 || apiVersions.some(isPrinted) || textsOf(object, 'kind').length > 1;
}

/** Whether it may be of one of several kinds that is not known: a version that is gone, or any that is printed. */
export function mayBeOfUnknownKind(object: MapNode, catalog: Catalog): boolean {
  if (!hasSeveralKinds(object)) return false;
  const apiVersions = apiVersionsOf(object);
  const isUnknown = (apiVersion: string, kind: string) =>
    isPrinted(apiVersion) || isPrinted(kind) || !catalog.find(apiVersion, kind);
  return textsOf(object, 'kind').some((kind) => apiVersions.some((version) => isUnknown(version, kind)));
}

/** What an object may say of its apiVersion; where it says nothing, a line that is printed may. */
function apiVersionsOf(object: MapNode): string[] {
  const texts = textsOf(object, 'apiVersion');
  const line = texts.length === 0 ? printedLine(object) : undefined;
  return line ? [line.text] : texts;
}

function textsOf(object: MapNode, name: string): string[] {
  const texts: string[] = [];
  for (const { key, value } of entriesThatMayBe(object, name)) {
    if (value?.type === 'scalar' && fieldName(key) === name && value.text !== '') texts.push(value.text);
  }
  return texts;
}

/** What a field says that is written once, as nearly every one is. */
function onlyText(object: MapNode, name: string): string | undefined {
  let text: string | undefined;
  for (const { key, value } of entriesThatMayBe(object, name)) {
    if (value?.type !== 'scalar' || fieldName(key) !== name || value.text === '') continue;
    if (text !== undefined) return undefined;
    text = value.text;
  }
  return text;
}
