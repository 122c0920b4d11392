import { field, stringField, valueAt } from '../../manifest/fields.ts';
import type { YamlNode } from '../../yaml/nodes.ts';
import { isPrinted } from '../../yaml/printed.ts';
import { entriesOf, type FileObject, labelsOf, podTemplateOf } from './file-objects.ts';

/** A label that something has or is selected by, and what that is. */
export interface KnownLabel {
  readonly key: string;
  /** Undefined where only the key is known. */
  readonly value?: string;
  /** `Deployment web`. */
  readonly of: string;
}

/** The labels of the objects of a kind: of Pods those of the templates that they are made from. */
export function labelsOfKind(kind: string, objects: readonly FileObject[]): KnownLabel[] {
  if (kind === 'Pod') return objects.flatMap(labelsOfPods);
  const own = labelsOfAll(objects.filter((object) => object.kind === kind));
  return kind === 'Namespace' ? [...own, ...namesOfNamespaces(objects)] : own;
}

/** The labels of the Pods that an object is or makes. */
export function labelsOfPods(object: FileObject): readonly KnownLabel[] {
  return readOnce(object).pods;
}

/** The labels that objects have themselves, whatever kind they are. */
export function labelsOfAll(objects: readonly FileObject[]): KnownLabel[] {
  return objects.flatMap((object) => readOnce(object).own);
}

/** What the objects select Pods by. */
export function selectorsOfPods(objects: readonly FileObject[]): KnownLabel[] {
  return objects.flatMap((object) => readOnce(object).selectors);
}

/** The entries of a selector, be it a `LabelSelector` or the map itself. */
export function selectedBy(selector: YamlNode | undefined): [string, string][] {
  return entriesOf(field(selector, 'matchLabels')?.value ?? selector);
}

/** What the objects' Pods ask of their Nodes. */
export function selectorsOfNodes(objects: readonly FileObject[]): KnownLabel[] {
  return objects.flatMap((object) => {
    const spec = field(podTemplateOf(object.root), 'spec')?.value;
    return known(entriesOf(field(spec, 'nodeSelector')?.value), object);
  });
}

/** Every Namespace has a label with its name; objects tell of those that the file does not have. */
function namesOfNamespaces(objects: readonly FileObject[]): KnownLabel[] {
  const label = (value: string, of: string): KnownLabel => ({ key: nameOfNamespace, value, of });
  return objects.flatMap((object) => {
    if (object.kind === 'Namespace') return [label(object.name, `Namespace ${object.name}`)];
    const namespace = stringField(field(object.root, 'metadata')?.value, 'namespace');
    return namespace && !isPrinted(namespace) ? [label(namespace, `Namespace ${namespace}`)] : [];
  });
}

const nameOfNamespace = 'kubernetes.io/metadata.name';

interface ObjectLabels {
  readonly own: readonly KnownLabel[];
  readonly pods: readonly KnownLabel[];
  readonly selectors: readonly KnownLabel[];
}

/** Objects of a file stay as long as they are written as they are, and each may be asked at every key. */
const labelsOfObjects = new WeakMap<FileObject, ObjectLabels>();

function readOnce(object: FileObject): ObjectLabels {
  const before = labelsOfObjects.get(object);
  if (before) return before;
  const read: ObjectLabels = {
    own: known(labelsOf(object.root), object),
    pods: known(labelsOf(podTemplateOf(object.root)), object),
    selectors: selectorsIn(object),
  };
  labelsOfObjects.set(object, read);
  return read;
}

function selectorsIn(object: FileObject): KnownLabel[] {
  if (object.kind === 'PersistentVolumeClaim') return [];
  const spec = valueAt(object.root, ['spec']);
  const selectors = ['selector', 'podSelector'].map((name) => field(spec, name)?.value);
  return selectors.flatMap((selector) => known(selectedBy(selector), object));
}

/** What a template prints is nobody's label. */
function known(entries: readonly [string, string][], { kind, name }: FileObject): KnownLabel[] {
  return entries
    .filter(([key, value]) => !isPrinted(key) && !isPrinted(value))
    .map(([key, value]) => ({ key, value, of: `${kind} ${name}` }));
}
