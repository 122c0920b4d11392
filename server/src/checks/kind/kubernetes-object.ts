import type { Catalog, Kind } from '../../catalog/catalog.ts';
import { field } from '../../manifest/fields.ts';
import { type ObjectFormat, objectFormat } from '../../manifest/format.ts';
import { printedLine } from '../../manifest/printed-line.ts';
import type { MapEntry, MapNode, ScalarNode, YamlNode } from '../../yaml/nodes.ts';
import { isPrinted } from '../../yaml/printed.ts';
import { groupOf } from './type-meta.ts';

/** What a document's root says it is. */
export type Identity =
  /** No Kubernetes object, or one that no API server takes: to be left alone. */
  | { readonly is: 'foreign' }
  | {
      readonly is: 'object';
      readonly map: MapNode;
      /** Where a template prints it as a whole line, what stands for that. */
      readonly apiVersion: ScalarNode;
      readonly kind: ScalarNode;
    }
  /** An object but for its `kind` or `apiVersion`. */
  | {
      readonly is: 'incomplete';
      readonly map: MapNode;
      readonly lacks: 'kind' | 'apiVersion';
      readonly has: MapEntry;
    };

/**
 * Tells a Kubernetes object by what it says: `apiVersion` and `kind`. One of them alone counts when the rest leaves no
 * doubt, because other formats have fields of these names, too.
 */
export function identify(root: YamlNode | undefined, catalog: Catalog): Identity {
  if (root?.type !== 'map') return foreign;
  const apiVersion = field(root, 'apiVersion');
  const kind = field(root, 'kind');
  const apiVersionWord = wordOf(apiVersion);
  const kindWord = wordOf(kind);
  if (apiVersionWord && kindWord) {
    const object: Identity = { is: 'object', map: root, apiVersion: apiVersionWord, kind: kindWord };
    if (isPrinted(apiVersionWord.text)) return isOfKind(kindWord.text, root, catalog) ? object : foreign;
    const known = catalog.find(apiVersionWord.text, kindWord.text);
    if (!known && !isApiVersion(apiVersionWord.text)) {
      return isSlip(apiVersionWord.text, kindWord.text, catalog) && looksLikeObject(root) ? object : foreign;
    }
    const format = known ? formatOf(known) : objectFormat(apiVersionWord.text, kindWord.text);
    if (format === 'client-side') return foreign;
    if (!known && groupOf(apiVersionWord.text) === '' && !looksLikeObject(root)) return foreign;
    if (!known && isOfProgram(apiVersionWord.text, kindWord.text, catalog)) return foreign;
    return object;
  }
  const line = kindWord && !apiVersion ? printedLine(root) : undefined;
  const isTold = line && (looksLikeObject(root) || field(root, 'spec')?.value?.type === 'map');
  if (isTold && kindWord && isOfKind(kindWord.text, root, catalog)) {
    return { is: 'object', map: root, apiVersion: line, kind: kindWord };
  }
  if (!looksLikeObject(root)) return foreign;
  if (kind && kindWord && isUnset(apiVersion) && isTelling(kindWord.text, catalog)) {
    return { is: 'incomplete', map: root, lacks: 'apiVersion', has: kind };
  }
  if (apiVersion && apiVersionWord && isUnset(kind) && isServedByCatalog(apiVersionWord.text, catalog)) {
    return { is: 'incomplete', map: root, lacks: 'kind', has: apiVersion };
  }
  return foreign;
}

const foreign: Identity = { is: 'foreign' };

/** What the objects of a kind are: asked several times for each. */
function formatOf(kind: Kind): ObjectFormat {
  const known = formats.get(kind);
  if (known) return known;
  const format = objectFormat(kind.apiVersion, kind.kind);
  formats.set(kind, format);
  return format;
}

const formats = new WeakMap<Kind, ObjectFormat>();

/** Whether a map with a printed apiVersion is an object: its kind or its shape says so. */
function isOfKind(kind: string, map: MapNode, catalog: Catalog): boolean {
  return catalog.findByKind(kind).length > 0 || looksLikeObject(map);
}

function isApiVersion(text: string): boolean {
  return /^(?:[a-z0-9](?:[-.a-z0-9]*[a-z0-9])?\/)?[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/i.test(text);
}

/**
 * Whether a program alone can know of a kind: the group of a CustomResourceDefinition has a dot. One without, of a kind that
 * is known, is a slip: `core/v1 Pod`.
 */
export function isOfProgram(apiVersion: string, kind: string, catalog: Catalog): boolean {
  const group = groupOf(apiVersion);
  if (group === '' || group.includes('.') || catalog.ownsGroup(group)) return false;
  return catalog.findByKind(kind).length === 0;
}

/** Clusters serve kinds by the hundred, whose names are other formats' words, too. */
function isTelling(kind: string, catalog: Catalog): boolean {
  return catalog.findByKind(kind).some(({ origin }) => origin.from !== 'cluster');
}

/** Whether characters that no apiVersion has are all that keeps it from being one: `v1]`. */
function isSlip(apiVersion: string, kind: string, catalog: Catalog): boolean {
  return catalog.find(apiVersion.replace(/[^\w./-]/g, ''), kind) !== undefined;
}

function isServedByCatalog(apiVersion: string, catalog: Catalog): boolean {
  return catalog.kinds().some((kind) => kind.apiVersion === apiVersion);
}

/** `metadata` with a map below it is in every object and in hardly anything else. */
function looksLikeObject(map: MapNode): boolean {
  return field(map, 'metadata')?.value?.type === 'map';
}

function wordOf(entry: MapEntry | undefined): ScalarNode | undefined {
  const value = entry?.value;
  return value?.type === 'scalar' && typeof value.value === 'string' && value.value !== ''
    ? value
    : undefined;
}

function isUnset(entry: MapEntry | undefined): boolean {
  const value = entry?.value;
  return !value || (value.type === 'scalar' && (value.value === null || value.value === ''));
}
