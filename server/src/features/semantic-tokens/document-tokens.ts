import type { Catalog, Kind } from '../../catalog/catalog.ts';
import { compareKubernetesVersions } from '../../catalog/version.ts';
import type { CheckContext } from '../../checks/check-context.ts';
import { identify } from '../../checks/kind/kubernetes-object.ts';
import { meantKinds } from '../../checks/kind/meant-kinds.ts';
import type { DocumentContent } from '../../documents/document-version.ts';
import type { TemplateAction } from '../../helm/template-actions.ts';
import { kindOfKustomization } from '../../kustomize/kustomization-file.ts';
import { kustomizeCatalog } from '../../kustomize/kustomize-catalog.ts';
import { field } from '../../manifest/fields.ts';
import { isKustomizationFile } from '../../manifest/kustomization-paths.ts';
import { isTemplate } from '../../manifest/manifest.ts';
import type { MapNode, Span, YamlDocument, YamlNode } from '../../yaml/nodes.ts';
import { objectTokens, type TokenSource } from './object-tokens.ts';
import type { Token } from './token.ts';

/** The tokens of objects that are as they were, by their maps: from the start of the map, and by what they were made. */
const known = new WeakMap<MapNode, KnownTokens>();

/** The tokens of all documents of a file, in the order of the text. The schemas of its kinds are loaded. */
export function fileTokens(content: DocumentContent, context: CheckContext): Token[] {
  return tokensIn(content, { start: 0, end: content.text.length }, context);
}

/** The tokens of the documents and objects that a stretch of a file touches, and of these only what it touches. */
export function tokensIn(content: DocumentContent, range: Span, context: CheckContext): Token[] {
  const tokens: Token[] = [];
  for (const document of documentsIn(content, range)) {
    if (!content.template && document.text.includes('{{') && isTemplate(document)) continue;
    for (const object of objectsOf(document, content, context.catalog)) {
      if (object.map.span.start >= range.end || object.map.span.end <= range.start) continue;
      appendTokens(tokens, object, content, range, context);
    }
  }
  const inOrder = inTextOrder(tokens);
  return content.template ? outsideActions(inOrder, content.template.actions) : inOrder;
}

/** The documents of a file that a stretch of it touches. */
export function documentsIn({ documents }: DocumentContent, { start, end }: Span): YamlDocument[] {
  return documents.filter(({ span }) => span.start < end && span.end > start);
}

/** An object of a document and the catalog that knows its kind. */
interface KnownObject {
  readonly map: MapNode;
  readonly catalog: Catalog;
  /** Its kind; of several that it may be in a template, the preferred one. */
  kind(): Kind | undefined;
}

/** The objects of a document: its own and, where it is a list of objects, those behind it. */
function* objectsOf(
  { root }: YamlDocument,
  { uri }: DocumentContent,
  catalog: Catalog,
): Generator<KnownObject> {
  if (root?.type !== 'map') return;
  if (isKustomizationFile(uri)) {
    const { apiVersion, kind } = kindOfKustomization(root);
    yield { map: root, catalog: kustomizeCatalog, kind: () => kustomizeCatalog.find(apiVersion, kind) };
    return;
  }
  yield* objectsAt(root, catalog, 0);
}

const deepestList = 4;

function* objectsAt(node: YamlNode, catalog: Catalog, depth: number): Generator<KnownObject> {
  const identity = identify(node, catalog);
  if (identity.is !== 'object') return;
  const { map, kind } = identity;
  yield { map, catalog, kind: () => meantKinds(map, catalog)[0] };
  const items = field(map, 'items')?.value;
  if (depth >= deepestList || !/List$/.test(kind.text) || items?.type !== 'list') return;
  for (const { value, alias } of items.items) {
    if (value && !alias) yield* objectsAt(value, catalog, depth + 1);
  }
}

function appendTokens(
  tokens: Token[],
  { map, catalog, kind }: KnownObject,
  content: DocumentContent,
  range: Span,
  context: CheckContext,
): void {
  const { start } = map.span;
  const before = known.get(map);
  if (before?.catalog === catalog) {
    const moved = start - before.start;
    for (const token of before.tokens) {
      const offset = token.offset + moved;
      if (offset >= range.end || offset + token.length <= range.start) continue;
      tokens.push(moved === 0 ? token : { ...token, offset });
    }
    return;
  }
  const found = kind();
  const schema = found && catalog.schema(found);
  if (!schema) return;
  const source: TokenSource = { text: content.text, catalog, range, isDeprecated: deprecation(context) };
  const made = objectTokens(map, schema, source);
  for (const token of made) tokens.push(token);
  const isWhole = range.start <= start && range.end >= map.span.end;
  if (isWhole && !content.template) known.set(map, { catalog, start, tokens: made });
}

/** The tokens of an object as they were made, and where it began then. */
interface KnownTokens {
  readonly catalog: Catalog;
  readonly start: number;
  readonly tokens: readonly Token[];
}

function deprecation({ catalog, version }: CheckContext): TokenSource['isDeprecated'] {
  return (apiVersion, kind) => {
    const { deprecated, removed } = catalog.lifecycle(apiVersion, kind) ?? {};
    return [deprecated, removed].some(
      (since) => since !== undefined && compareKubernetesVersions(since, version) <= 0,
    );
  };
}

/** A list's own fields may stand behind its items, and a typed list has a schema of its items, too: each place counts once. */
function inTextOrder(tokens: Token[]): Token[] {
  const isSorted = tokens.every(({ offset }, index) => index === 0 || endOf(tokens[index - 1]!) <= offset);
  if (isSorted) return tokens;
  const kept: Token[] = [];
  for (const token of tokens.toSorted((left, right) => left.offset - right.offset)) {
    const last = kept.at(-1);
    if (!last || endOf(last) <= token.offset) kept.push(token);
  }
  return kept;
}

function endOf({ offset, length }: Token): number {
  return offset + length;
}

/** What an action stands in has the colours of a template. Both are in the order of the text. */
function outsideActions(tokens: readonly Token[], actions: readonly TemplateAction[]): Token[] {
  let next = 0;
  return tokens.filter(({ offset, length }) => {
    while (next < actions.length && actions[next]!.end <= offset) next++;
    const action = actions[next];
    return !action || action.start >= offset + length;
  });
}
