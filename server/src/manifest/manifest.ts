import type { MapNode, ScalarNode, YamlDocument, YamlNode } from '../yaml/nodes.ts';
import type { Path } from '../yaml/path.ts';
import { isPrinted } from '../yaml/printed.ts';
import { field, stringField } from './fields.ts';
import { type ObjectFormat, objectFormat } from './format.ts';
import { printedLine } from './printed-line.ts';

/** One Kubernetes object in a text: a document, or an item of a list in one. */
export interface Manifest {
  readonly document: YamlDocument;
  readonly root: MapNode;
  /** Where it stands in the document: empty, or `items` and the item's index. */
  readonly path: Path;
  /** As written, half-typed too; items of a typed list (`PodList`) have their list's where they have none. */
  readonly apiVersion: string | undefined;
  readonly kind: string | undefined;
  /** Undefined where it is not written in this very object. */
  readonly apiVersionNode: ScalarNode | undefined;
  readonly kindNode: ScalarNode | undefined;
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  /** The manifest of the list that this is an item of. */
  readonly list: Manifest | undefined;
}

/**
 * The Kubernetes objects of a document: the one at its root and, where that is a `List` or a `<Kind>List`, each of
 * its items behind it. Empty when the document is something else: it has no apiVersion and kind, or those of a
 * program's configuration file.
 */
export function readManifests(document: YamlDocument): Manifest[] {
  const { root } = document;
  if (documentFormat(document) !== 'kubernetes' || root?.type !== 'map') return [];
  const manifest = manifestOf(document, root, [], undefined);
  return [manifest, ...listItems(manifest)];
}

/** What a document is by its content; undefined when it does not have the shape of a Kubernetes object. */
export function documentFormat({ root }: YamlDocument): ObjectFormat | undefined {
  const apiVersion = stringField(root, 'apiVersion') ?? printedApiVersion(root);
  const kind = stringField(root, 'kind');
  if (!apiVersion || !kind || !isApiVersion(apiVersion) || !/^[\w.-]+$/.test(kind)) return undefined;
  return objectFormat(apiVersion, kind);
}

/** Reads a map as an object, whatever it has of apiVersion and kind. */
export function manifestOf(
  document: YamlDocument,
  root: MapNode,
  path: Path,
  list: Manifest | undefined,
): Manifest {
  const metadata = field(root, 'metadata')?.value;
  const itemKind = list?.kind !== 'List' ? list?.kind?.slice(0, -'List'.length) : undefined;
  return {
    document,
    root,
    path,
    apiVersion:
      stringField(root, 'apiVersion') ?? (itemKind ? list?.apiVersion : undefined) ?? printedApiVersion(root),
    kind: stringField(root, 'kind') ?? itemKind,
    apiVersionNode: scalarField(root, 'apiVersion'),
    kindNode: scalarField(root, 'kind'),
    name: stringField(metadata, 'name'),
    namespace: stringField(metadata, 'namespace'),
    list,
  };
}

/** Whether this is the kind of a list of objects: `List`, `PodList`, and not a kind that merely ends so. */
export function isList(manifest: Manifest): boolean {
  return /List$/.test(manifest.kind ?? '') && field(manifest.root, 'items')?.value?.type === 'list';
}

/**
 * Whether a document is a template (Helm, Go): template actions stand where YAML has its own structure or a bare
 * value. Actions inside quotes and block scalars, as in alert rules, do not count.
 */
export function isTemplate(document: YamlDocument): boolean {
  return document.text.includes('{{') && document.root !== undefined && holdsAction(document.root, document);
}

/** What a line that a template prints says of an object without an apiVersion, the rest of which leaves no doubt. */
function printedApiVersion(root: YamlNode | undefined): string | undefined {
  if (root?.type !== 'map' || field(root, 'apiVersion')) return undefined;
  return field(root, 'metadata')?.value?.type === 'map' ? printedLine(root)?.text : undefined;
}

function isApiVersion(text: string): boolean {
  return isPrinted(text) || /^[\w.-]+(?:\/[\w.-]+)?$/.test(text);
}

function listItems(list: Manifest): Manifest[] {
  const items = field(list.root, 'items')?.value;
  if (!isList(list) || items?.type !== 'list') return [];
  return items.items.flatMap(({ value }, index) =>
    value?.type === 'map' ? [manifestOf(list.document, value, ['items', index], list)] : [],
  );
}

function scalarField(root: MapNode, name: string): ScalarNode | undefined {
  const value = field(root, name)?.value;
  return value?.type === 'scalar' ? value : undefined;
}

function holdsAction(node: YamlNode, document: YamlDocument): boolean {
  if (node.type === 'scalar') return node.style === 'plain' && node.text.includes('{{');
  if (node.type === 'list') return node.items.some(({ value }) => value && holdsAction(value, document));
  return node.entries.some(
    ({ key, value }) =>
      document.text[key.span.start - document.span.start] === '{' ||
      holdsAction(key, document) ||
      (value && holdsAction(value, document)),
  );
}
