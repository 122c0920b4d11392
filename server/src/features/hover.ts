import { type Hover, type HoverParams, MarkupKind } from 'vscode-languageserver';
import type { Catalog, Kind, Lifecycle } from '../catalog/catalog.ts';
import type { JsonType, Schema } from '../catalog/schema.ts';
import type { CheckContext } from '../checks/check-context.ts';
import { hasSeveralKinds, meantKinds } from '../checks/kind/meant-kinds.ts';
import type { DocumentContent } from '../documents/document-version.ts';
import { inlinePatchAt } from '../kustomize/inline-patches.ts';
import { jsonPointerParts } from '../kustomize/json-patch.ts';
import { kindOfKustomization } from '../kustomize/kustomization-file.ts';
import { kustomizeCatalog } from '../kustomize/kustomize-catalog.ts';
import { targetKind } from '../kustomize/patch-target.ts';
import { stringField } from '../manifest/fields.ts';
import { isKustomizationFile } from '../manifest/kustomization-paths.ts';
import { readManifests } from '../manifest/manifest.ts';
import { type NodeAtOffset, nodeAtOffset } from '../manifest/node-at-offset.ts';
import { requiredBy } from '../rules/shared/required-fields.ts';
import type { YamlNode } from '../yaml/nodes.ts';
import { formatPath, type Path } from '../yaml/path.ts';
import { visibleText } from '../yaml/visible-text.ts';

/**
 * What stands under the cursor, as Markdown: of a field its type, default, allowed values and prose, on its key and on
 * its value; of `kind` and `apiVersion` the kind, with when it came and goes. Null where nothing is known.
 */
export async function hover(
  document: DocumentContent,
  { position }: HoverParams,
  context: CheckContext,
): Promise<Hover | null> {
  const offset = document.lines.offsetAt(position);
  const inPatch = isKustomizationFile(document.uri) && patchAt(document, offset, context.catalog);
  const isKustomizes = isKustomizationFile(document.uri) && !inPatch;
  const catalog = isKustomizes ? kustomizeCatalog : context.catalog;
  const target = inPatch ? inPatch.target : targetAt(document, offset, catalog);
  if (!target) return null;
  const value = await describe(target, catalog);
  if (!value) return null;
  return { contents: { kind: MarkupKind.Markdown, value }, range: document.lines.range(target.span) };
}

/** By the first of the kinds that it may be of which has it. */
async function describe(target: Target, catalog: Catalog): Promise<string | undefined> {
  for (const kind of [target.kind, ...(target.others ?? [])]) {
    await catalog.load(kind);
    const schema = catalog.schema(kind);
    const value = schema && (await describeTarget({ ...target, kind }, schema, catalog));
    if (value) return value;
  }
  return undefined;
}

interface Target {
  readonly kind: Kind;
  /** The further kinds that an object of a template may be. */
  readonly others?: readonly Kind[];
  /** From the object's root. */
  readonly path: Path;
  readonly span: { readonly start: number; readonly end: number };
}

/** What a patch that is written in a kustomization has at an offset; undefined outside of every patch. */
function patchAt(
  { documents }: DocumentContent,
  offset: number,
  catalog: Catalog,
): { target: Target | undefined } | undefined {
  const document = documents.find(({ span }) => offset >= span.start && offset <= span.end);
  const inlined = document && inlinePatchAt(document, offset);
  if (!inlined) return undefined;
  const { documents: patches, target } = inlined.patch;
  const root = patches.find(({ span }) => offset >= span.start && offset <= span.end)?.root;
  const found = root && nodeAtOffset(root, offset);
  if (!found) return { target: undefined };
  const own = catalog.find(stringField(root, 'apiVersion') ?? '', stringField(root, 'kind') ?? '');
  const kind = targetKind(target, catalog) ?? own;
  if (!kind) return { target: undefined };
  if (root.type === 'map') return { target: found.path.length > 0 ? targetIn(kind, found) : undefined };
  const isPointer = found.at === 'value' && (found.path[1] === 'path' || found.path[1] === 'from');
  const span = isPointer ? scalarSpan(found.node) : undefined;
  return { target: span && { kind, path: pointedPath(found.node!), span } };
}

function pointedPath(pointer: YamlNode): Path {
  const parts = pointer.type === 'scalar' ? jsonPointerParts(pointer.text) : [];
  return parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part === '-' ? 0 : part));
}

function targetAt({ documents, uri }: DocumentContent, offset: number, catalog: Catalog): Target | undefined {
  const document = documents.find(({ span }) => offset >= span.start && offset <= span.end);
  if (!document?.root) return undefined;
  if (isKustomizationFile(uri)) {
    const found = nodeAtOffset(document.root, offset);
    if (!found || found.path.length === 0) return undefined;
    return targetIn(kindOfKustomization(document.root), found);
  }
  const manifest = readManifests(document).findLast(
    ({ root }) => offset >= root.span.start && offset <= root.span.end,
  );
  const found = manifest && nodeAtOffset(manifest.root, offset);
  if (!manifest?.apiVersion || !manifest.kind || !found || found.path.length === 0) return undefined;
  const isOfAny = hasSeveralKinds(manifest.root);
  const [kind, ...others] = isOfAny
    ? meantKinds(manifest.root, catalog)
    : [catalog.find(manifest.apiVersion, manifest.kind)];
  const target = kind && targetIn(kind, found);
  return target && { ...target, others: others.flatMap((other) => other ?? []) };
}

function targetIn(kind: Kind, found: NodeAtOffset): Target | undefined {
  const span = found.at === 'key' ? found.entry?.key.span : scalarSpan(found.node);
  return span && { kind, path: found.path, span };
}

function scalarSpan(node: YamlNode | undefined): Target['span'] | undefined {
  return node?.type === 'scalar' ? node.span : undefined;
}

async function describeTarget(target: Target, root: Schema, catalog: Catalog): Promise<string | undefined> {
  const [first] = target.path;
  if (target.path.length === 1 && (first === 'kind' || first === 'apiVersion')) {
    return describeKind(target.kind, root, catalog);
  }
  const found = schemaAt(root, target.path);
  if (!found) return undefined;
  const prose = found.parent && (await catalog.describe(found.parent, found.name));
  return sections([
    `**${escapeMarkdown(formatPath(target.path))}** ${code(typeName(found.schema))}${found.required ? ' (required)' : ''}`,
    valuesLine(found.schema),
    expressionLines(found.schema),
    prose ?? (found.parent ? undefined : await catalog.describe(found.schema)),
  ]);
}

async function describeKind(kind: Kind, schema: Schema, catalog: Catalog): Promise<string> {
  const scope = kind.scope === 'Namespaced' ? 'in a namespace' : 'cluster-wide';
  return sections([
    `**${escapeMarkdown(kind.kind)}** ${code(kind.apiVersion)}${kind.plural ? ` (${scope})` : ''}`,
    lifecycleLine(catalog.lifecycle(kind.apiVersion, kind.kind)),
    originLine(kind),
    expressionLines(schema),
    await catalog.describe(schema),
  ]);
}

function originLine({ origin }: Kind): string | undefined {
  if (origin.from === 'definition') return `From ${escapeMarkdown(fileName(origin.uri))}.`;
  return origin.from === 'cluster' ? `From cluster ${escapeMarkdown(origin.name)}.` : undefined;
}

interface FieldSchema {
  readonly schema: Schema;
  /** The object that declares the field, and its name there; undefined for values of maps and items of lists. */
  readonly parent?: Schema;
  readonly name?: string;
  readonly required?: boolean;
}

function schemaAt(root: Schema, path: Path): FieldSchema | undefined {
  let found: FieldSchema = { schema: root };
  for (const part of path) {
    const next = step(found.schema, part);
    if (!next) return undefined;
    found = next;
  }
  return found;
}

function step(schema: Schema, part: string | number): FieldSchema | undefined {
  if (typeof part === 'number') return schema.items && { schema: schema.items };
  const declared = schema.property(part);
  if (declared)
    return { schema: declared, parent: schema, name: part, required: requiredBy(schema, part) !== undefined };
  return schema.values && schema.values !== 'any' ? { schema: schema.values } : undefined;
}

function typeName(schema: Schema): string {
  const definition = schema.name?.slice(schema.name.lastIndexOf('.') + 1);
  if (schema.items) return `[]${typeName(schema.items)}`;
  if (schema.intOrString) return 'integer or string';
  if (schema.types.length === 0) return 'any';
  const [type] = schema.types;
  if (type === 'object' && schema.values && schema.values !== 'any')
    return `map of ${typeName(schema.values)}`;
  if (definition && (type === 'object' || schema.types.length > 1)) return definition;
  return schema.types.map((name) => withFormat(name, schema.format)).join(' or ');
}

function withFormat(type: JsonType, format: string | undefined): string {
  return format === undefined ? type : `${type}, ${format}`;
}

function valuesLine(schema: Schema): string | undefined {
  const parts: string[] = [];
  if (isTelling(schema.default)) parts.push(`Default: ${code(schema.default)}`);
  if (schema.enum) parts.push(`Allowed: ${schema.enum.map(code).join(', ')}`);
  const { minimum, maximum, pattern } = schema.raw;
  if (typeof minimum === 'number') parts.push(`At least ${minimum}`);
  if (typeof maximum === 'number') parts.push(`At most ${maximum}`);
  if (typeof pattern === 'string') parts.push(`Pattern: ${code(pattern)}`);
  return parts.length > 0 ? parts.join('  \n') : undefined;
}

/** What the server checks by rules in CEL: of the value, and of a list's items, which nothing else is shown of. */
function expressionLines(schema: Schema): string | undefined {
  const own = rulesOf(schema);
  const ofItems = schema.items ? rulesOf(schema.items) : [];
  return sections([
    own.length > 0 ? `Checked by the server:\n${own.join('\n')}` : undefined,
    ofItems.length > 0 ? `Checked by the server in each item:\n${ofItems.join('\n')}` : undefined,
  ]);
}

/** The rules in CEL that a custom resource's schema has, each with what the server says when it is broken. */
function rulesOf(schema: Schema): string[] {
  const rules = schema.raw['x-kubernetes-validations'];
  if (!Array.isArray(rules)) return [];
  return rules.flatMap((entry: unknown) => {
    const { rule, message, messageExpression } = (entry ?? {}) as Record<string, unknown>;
    if (typeof rule !== 'string') return [];
    if (typeof message === 'string') return `- ${code(rule)}: ${escapeMarkdown(message)}`;
    const said = typeof messageExpression === 'string' ? `: ${code(messageExpression)}` : '';
    return `- ${code(rule)}${said}`;
  });
}

function inOneLine(text: string): string {
  return visibleText(text.replace(/\s+/g, ' ').trim());
}

/** Zero values are defaults by Go's nature, not by anybody's choice. */
function isTelling(value: unknown): boolean {
  if (value === undefined || value === '' || value === 0 || value === false || value === null) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

function lifecycleLine(lifecycle: Lifecycle | undefined): string | undefined {
  if (!lifecycle) return undefined;
  const { introduced, deprecated, removed, replacement } = lifecycle;
  const parts = [
    introduced && `since ${introduced}`,
    deprecated && `deprecated since ${deprecated}`,
    removed && `removed in ${removed}`,
    replacement &&
      `use ${replacement.group ? `${replacement.group}/` : ''}${replacement.version} ${replacement.kind}`,
  ].filter(Boolean);
  return parts.length > 0 ? `Kubernetes: ${parts.join(', ')}` : undefined;
}

/** A value as code in one line: an empty line within would end it, and what follows would be markup. */
function code(value: unknown): string {
  const text = inOneLine((typeof value === 'string' && value !== '' ? value : JSON.stringify(value)) ?? '');
  let longestRun = 0;
  for (const [run] of text.matchAll(/`+/g)) longestRun = Math.max(longestRun, run.length);
  const fence = '`'.repeat(longestRun + 1);
  return longestRun > 0 ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

function fileName(uri: string): string {
  try {
    return decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
  } catch {
    return uri;
  }
}

/** Names come from files: none of them may become a link, an image or HTML. */
function escapeMarkdown(text: string): string {
  return inOneLine(text).replace(/[\\`*_{}[\]()#+\-.!<>|&~]/g, '\\$&');
}

function sections(parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join('\n\n');
}
