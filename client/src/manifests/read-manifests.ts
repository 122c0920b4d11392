import { withArticle } from '../../../server/src/catalog/kind-article.ts';
import { type DocumentForm, documentForm } from '../../../server/src/manifest/document-form.ts';
import { field, stringField } from '../../../server/src/manifest/fields.ts';
import { objectFormat } from '../../../server/src/manifest/format.ts';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';
import type { MapNode, Span, YamlNode, YamlProblem } from '../../../server/src/yaml/nodes.ts';
import { syntaxSeverities } from '../../../server/src/yaml/syntax-severities.ts';
import { toValue } from '../../../server/src/yaml/value.ts';
import type { KubeObject } from '../cluster/kube-object.ts';

/** An object that a file describes. */
export interface ManifestObject {
  /** The file or editor, as a URI or a path: callers choose. */
  readonly source: string;
  /** All that is written there. */
  readonly text: string;
  readonly object: KubeObject;
  /** Where it is written. */
  readonly node: MapNode;
}

/** Something of a file that cannot be sent. */
export interface ManifestProblem {
  readonly source: string;
  readonly message: string;
  readonly span: Span;
}

/** Something of a file that is no object of a cluster, and is not sent. */
export interface LeftOut {
  readonly source: string;
  /** Where it begins, the first line being 1. */
  readonly line: number;
  /** Why, to stand behind the place: `is a template: ...`. */
  readonly reason: string;
}

/** What a text holds, in its order. */
export interface Manifests {
  readonly objects: readonly ManifestObject[];
  readonly problems: readonly ManifestProblem[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * The Kubernetes objects of a YAML text, those inside a `List` or `<Kind>List` one by one. What is no object of a cluster
 * is left out, with the reason; an object that cannot be read whole is a problem and never sent.
 */
export function readManifests(source: string, text: string): Manifests {
  const objects: ManifestObject[] = [];
  const problems: ManifestProblem[] = [];
  const leftOut: LeftOut[] = [];
  for (const document of parseDocuments(text)) {
    const form = documentForm(document);
    if (form === 'empty') continue;
    const { root, span } = document;
    const problem = document.problems.find(isInTheWay);
    // Of what is too deep there is no root.
    if (problem && (form === 'object' || problem.code === 'too-deep')) {
      problems.push({ source, message: problem.message, span: problem.span });
    } else if (form !== 'object' || root?.type !== 'map') {
      const reason =
        problem && form === 'other' ? `cannot be read: ${problem.message}` : reasonOf(form, root);
      leftOut.push({ source, line: lineAt(text, root?.span.start ?? span.start), reason });
    } else {
      for (const item of itemsOf(root)) {
        const read = readItem(source, text, item);
        if ('object' in read) objects.push(read);
        else if ('reason' in read) leftOut.push(read);
        else problems.push(read);
      }
    }
  }
  return { objects, problems, leftOut };
}

/** What is not read whole is never sent. */
function isInTheWay({ code }: YamlProblem): boolean {
  return !syntaxSeverities.has(code) || code === 'too-deep' || code === 'unread-text';
}

function reasonOf(form: DocumentForm, root: YamlNode | undefined): string {
  switch (form) {
    case 'client-side':
      return clientSideReason(stringField(root, 'apiVersion') ?? '', stringField(root, 'kind') ?? '');
    case 'template':
      return 'is a template: render it first, with `helm template` or what else makes objects of it';
    case 'patch':
      return 'is a patch: apply what `kustomize build` makes of it';
    default:
      return 'is no Kubernetes object: it has no apiVersion and kind of one';
  }
}

function clientSideReason(apiVersion: string, kind: string): string {
  return `is ${withArticle(kind)} of ${apiVersion}, which a program reads and no cluster serves`;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function itemsOf(root: MapNode): readonly (YamlNode | undefined)[] {
  if (!stringField(root, 'kind')?.endsWith('List')) return [root];
  const items = field(root, 'items')?.value;
  return items?.type === 'list' ? items.items.map(({ value }) => value) : [root];
}

/** A list may hold what no cluster serves, too. */
function readItem(
  source: string,
  text: string,
  node: YamlNode | undefined,
): ManifestObject | ManifestProblem | LeftOut {
  const [apiVersion, kind] = [stringField(node, 'apiVersion'), stringField(node, 'kind')];
  if (node && apiVersion && kind && objectFormat(apiVersion, kind) === 'client-side') {
    return { source, line: lineAt(text, node.span.start), reason: clientSideReason(apiVersion, kind) };
  }
  return readObject(source, text, node);
}

function readObject(
  source: string,
  text: string,
  node: YamlNode | undefined,
): ManifestObject | ManifestProblem {
  const span = node?.span ?? { start: 0, end: 0 };
  if (node?.type !== 'map')
    return { source, message: 'An item of a list is no object: write its fields.', span };
  const object = jsonOf(toValue(node)) as KubeObject;
  if (typeof object.apiVersion !== 'string' || object.apiVersion === '') {
    return { source, message: 'The object has no apiVersion: write one.', span };
  }
  if (typeof object.kind !== 'string' || object.kind === '') {
    return { source, message: 'The object has no kind: write one.', span };
  }
  const { metadata } = object as { metadata?: unknown };
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) {
    return { source, message: `The ${object.kind} has no metadata: write at least metadata.name.`, span };
  }
  const { name, generateName } = object.metadata;
  if (!isText(name) && !isText(generateName)) {
    return { source, message: `The ${object.kind} has no name: write metadata.name.`, span };
  }
  return { source, text, object, node };
}

/** JSON has one sort of number: an integer that is too large for it to be exact goes as the nearest one. */
function jsonOf(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, jsonOf(field)]));
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
