import { field, valueAt } from '../../manifest/fields.ts';
import { readManifests } from '../../manifest/manifest.ts';
import type { YamlDocument, YamlNode } from '../../yaml/nodes.ts';
import { fieldName } from '../../yaml/tree.ts';
import type { Completion } from './completion-context.ts';

/** A named object of the file that is completed in. */
export interface FileObject {
  readonly kind: string;
  readonly name: string;
  readonly root: YamlNode;
}

/** The objects of the file, as they are written. */
export function objectsOfFile({ cursor, documents }: Completion): FileObject[] {
  return objectsIn(documents?.() ?? [cursor.document]);
}

/** The named objects of documents. */
export function objectsIn(documents: readonly YamlDocument[]): FileObject[] {
  return documents.slice(0, mostDocuments).flatMap(objectsOf);
}

/** The same, and behind them those of the files beside it. */
export function objectsInReach(completion: Completion): FileObject[] {
  return [...objectsOfFile(completion), ...objectsIn(completion.neighbours?.() ?? [])];
}

/** Of a root that is still there nothing has changed. */
const knownObjects = new WeakMap<YamlNode, readonly FileObject[]>();

function objectsOf(document: YamlDocument): readonly FileObject[] {
  const known = document.root && knownObjects.get(document.root);
  if (known) return known;
  const objects = readManifests(document).flatMap(({ kind, name, root }) =>
    kind !== undefined && name !== undefined && name !== '' ? [{ kind, name, root }] : [],
  );
  if (document.root) knownObjects.set(document.root, objects);
  return objects;
}

/** Nobody chooses a name from more. */
const mostDocuments = 500;

/** The document around the cursor, as it is written. */
export function ownDocument({ cursor, documents, lines, position }: Completion): YamlDocument {
  const offset = lines.offsetAt(position);
  return documents?.().find(({ span }) => span.start <= offset && offset <= span.end) ?? cursor.document;
}

/** The template of an object's Pods: of a Pod itself, of a workload, of a CronJob. */
export function podTemplateOf(root: YamlNode | undefined): YamlNode | undefined {
  const spec = field(root, 'spec')?.value;
  if (field(spec, 'containers')) return root;
  const template = field(spec, 'template')?.value;
  return template ?? valueAt(root, ['spec', 'jobTemplate', 'spec', 'template']);
}

/** The labels in an object's or a template's metadata. */
export function labelsOf(node: YamlNode | undefined): [string, string][] {
  return entriesOf(field(field(node, 'metadata')?.value, 'labels')?.value);
}

/** A map of strings. */
export function entriesOf(node: YamlNode | undefined): [string, string][] {
  if (node?.type !== 'map') return [];
  return node.entries.flatMap(({ key, value }) =>
    value?.type === 'scalar' ? [[fieldName(key), value.text] as [string, string]] : [],
  );
}
