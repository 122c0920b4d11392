import type { Catalog, Kind, KubernetesVersion } from '../../../catalog/catalog.ts';
import type { Schema } from '../../../catalog/schema.ts';
import type { Finding, Fix } from '../../../checks/finding.ts';
import { field, stringField } from '../../../manifest/fields.ts';
import type { MapNode, Span, YamlNode } from '../../../yaml/nodes.ts';
import type { WrittenText } from './written-text.ts';

/** What is known to whoever looks for fixes of a finding. */
export interface Fixing {
  readonly finding: Finding;
  readonly written: WrittenText;
  /** The object that the finding is in; undefined where the document is none that the catalog knows. */
  readonly object: FaultyObject | undefined;
  readonly catalog: Catalog;
  readonly version: KubernetesVersion;
}

/** An object of a document: the whole of it, or an item of a list. */
export interface FaultyObject {
  readonly map: MapNode;
  readonly kind: Kind;
  readonly schema: Schema;
}

/**
 * Gives fixes of a finding that may be right: none where it knows of none. They are offered only where they mend it
 * (`mendingFixes`), so a fixer need not be sure.
 */
export type Fixer = (fixing: Fixing) => Iterable<Fix>;

/** The object around a stretch of a document. */
export function objectAround(
  root: YamlNode | undefined,
  span: Span,
  catalog: Catalog,
): FaultyObject | undefined {
  if (root?.type !== 'map') return undefined;
  const kind = catalog.find(stringField(root, 'apiVersion') ?? '', stringField(root, 'kind') ?? '');
  const items = kind?.listOf && field(root, 'items')?.value;
  if (items?.type === 'list') {
    const item = items.items.find(({ value }) => value && isAround(value.span, span))?.value;
    const inner = objectAround(item, span, catalog);
    if (inner) return inner;
  }
  const schema = kind && catalog.schema(kind);
  return kind && schema && { map: root, kind, schema };
}

function isAround(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
