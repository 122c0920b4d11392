import type { Catalog, Kind } from '../../catalog/catalog.ts';
import { field, stringField } from '../../manifest/fields.ts';
import { pathSegment } from '../../rules/formats/path-segment.ts';
import type { MapNode, YamlNode } from '../../yaml/nodes.ts';
import { identify } from '../kind/kubernetes-object.ts';
import { listedObjects } from '../listed-objects.ts';

/** Names an object of a cluster. */
export interface ObjectName {
  readonly apiVersion: string;
  readonly kind: string;
  /** Undefined where the manifest names none. */
  readonly namespace: string | undefined;
  readonly name: string;
}

/** An object of a document that has a name of its own. */
export interface NamedObject {
  readonly map: MapNode;
  readonly kind: Kind;
  readonly name: ObjectName;
}

/** The named objects of a document, and of lists in it, of kinds that the catalog has. */
export function* namedObjects(root: YamlNode | undefined, catalog: Catalog): Generator<NamedObject> {
  for (const map of listedObjects(root, catalog)) {
    const identity = identify(map, catalog);
    if (identity.is !== 'object') continue;
    const kind = catalog.find(identity.apiVersion.text, identity.kind.text);
    const name = kind && nameOf(map, kind);
    if (name) yield { map, kind, name };
  }
}

function nameOf(map: MapNode, { apiVersion, kind, scope }: Kind): ObjectName | undefined {
  const metadata = field(map, 'metadata')?.value;
  const name = stringField(metadata, 'name');
  if (!isName(name)) return undefined;
  const isWritten = scope === 'Namespaced' && field(metadata, 'namespace')?.value !== undefined;
  const namespace = isWritten ? stringField(metadata, 'namespace') : undefined;
  if (isWritten && !isName(namespace)) return undefined;
  return { apiVersion, kind, namespace, name };
}

const longestName = 253;

function isName(text: string | undefined): text is string {
  return text !== undefined && text !== '' && text.length <= longestName && pathSegment(text).length === 0;
}
