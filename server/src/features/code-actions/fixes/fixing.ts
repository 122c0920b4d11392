import type { Catalog, Kind, KubernetesVersion } from '../../../catalog/catalog.ts';
import type { Schema } from '../../../catalog/schema.ts';
import type { Finding, Fix } from '../../../checks/finding.ts';
import { field, isInside, stringField } from '../../../manifest/fields.ts';
import type { MapNode, Span, YamlNode } from '../../../yaml/nodes.ts';
import type { Path } from '../../../yaml/path.ts';
import type { FileObject } from '../../completion/file-objects.ts';
import type { Move } from './moved-data.ts';
import type { WrittenText } from './written-text.ts';

/** What is known to whoever looks for fixes of a finding. */
export interface Fixing {
  readonly finding: Finding;
  readonly written: WrittenText;
  /** The object that the finding is in; undefined where the document is none that the catalog knows. */
  readonly object: FaultyObject | undefined;
  readonly catalog: Catalog;
  readonly version: KubernetesVersion;
  /** Whether nothing is printed into the document that cannot be seen; else only what is asked for is written. */
  readonly isWhole: boolean;
  /** The objects of the file, whose names and labels may be meant. */
  readonly objects: () => readonly FileObject[];
  /** Whether the rules may be asked once more, which takes time. */
  readonly mayAsk: () => boolean;
}

/** An object of a document: the whole of it, or an item of a list. */
export interface FaultyObject {
  /** Where it stands in the document. */
  readonly path: Path;
  readonly map: MapNode;
  readonly kind: Kind;
  readonly schema: Schema;
}

/** A fix that is tried before it is offered. */
export interface Attempt extends Fix {
  /** The field that stands in another place then, and nothing else does. */
  readonly moves?: Move;
}

/**
 * Gives fixes of a finding that may be right: none where it knows of none. They are offered only where they mend it
 * (`mendingFixes`), so a fixer need not be sure.
 */
export type Fixer = (fixing: Fixing) => Iterable<Attempt>;

/** The object around a stretch of a document. */
export function objectAround(
  root: YamlNode | undefined,
  span: Span,
  catalog: Catalog,
  path: Path = [],
): FaultyObject | undefined {
  if (root?.type !== 'map') return undefined;
  const kind = catalog.find(stringField(root, 'apiVersion') ?? '', stringField(root, 'kind') ?? '');
  const items = kind?.listOf && field(root, 'items')?.value;
  if (items?.type === 'list') {
    const index = items.items.findIndex(({ value }) => value && isInside(span, value.span));
    const inner = objectAround(items.items[index]?.value, span, catalog, [...path, 'items', index]);
    if (inner) return inner;
  }
  const schema = kind && catalog.schema(kind);
  return kind && schema && { path, map: root, kind, schema };
}
