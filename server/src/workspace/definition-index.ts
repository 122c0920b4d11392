import type { DefinedKind } from '../catalog/defined-kind.ts';
import { kindsOfDefinition } from '../catalog/definitions.ts';
import { largestDocument } from '../diagnostics/limits.ts';
import { field } from '../manifest/fields.ts';
import { isTemplate } from '../manifest/manifest.ts';
import { parseDocument, splitDocuments } from '../yaml/documents.ts';
import type { YamlDocument, YamlNode } from '../yaml/nodes.ts';
import { breaksDocument } from '../yaml/syntax-severities.ts';
import { toValue } from '../yaml/value.ts';

/**
 * The kinds that CustomResourceDefinitions in files bring: those of files on disk, and over them those of open
 * documents. Says by `revision` when they change.
 */
export class DefinitionIndex {
  readonly #onDisk = new Map<string, readonly DefinedKind[]>();
  readonly #open = new Map<string, readonly DefinedKind[]>();
  readonly #ofDocument = new WeakMap<YamlDocument, readonly DefinedKind[]>();
  #revision = 0;

  /** Grows by one with every change of `kinds()`. */
  get revision(): number {
    return this.#revision;
  }

  /** All kinds of all definitions, those of open documents first. */
  *kinds(): Generator<DefinedKind> {
    for (const kinds of this.#open.values()) yield* kinds;
    for (const [uri, kinds] of this.#onDisk) if (!this.#open.has(uri)) yield* kinds;
  }

  /** Takes what a file on disk has; `undefined` when there is no such file any more. Pauses between its documents. */
  async setFile(uri: string, text: string | undefined, pause: () => Promise<void>): Promise<void> {
    const kinds: DefinedKind[] = [];
    if (text !== undefined && mayDefine(text)) {
      for (const [index, span] of splitDocuments(text).entries()) {
        if (span.end - span.start > largestDocument) continue;
        if (!mayDefine(text.slice(span.start, span.end))) continue;
        for (const one of kindsOfDocument(parseDocument(text, span, index), uri)) kinds.push(one);
        await pause();
      }
    }
    this.#setOnDisk(uri, kinds);
  }

  /** Takes what a file on disk has that is read already. */
  setFileRead(uri: string, documents: readonly YamlDocument[]): void {
    this.#setOnDisk(
      uri,
      documents.flatMap((document) => this.#known(document, uri)),
    );
  }

  /** Takes what an open document has now. */
  setOpen(uri: string, documents: readonly YamlDocument[]): void {
    const kinds = documents.flatMap((document) => this.#known(document, uri));
    const before = this.#open.get(uri) ?? (this.#onDisk.has(uri) ? undefined : none);
    this.#open.set(uri, kinds);
    // Where the file was not open, its kinds come before those of others now.
    if (!before || !isSame(before, kinds)) this.#revision++;
  }

  /** From now on the file on disk counts again. */
  close(uri: string): void {
    const kinds = this.#open.get(uri);
    this.#open.delete(uri);
    if (kinds && (kinds.length > 0 || this.#onDisk.has(uri))) this.#revision++;
  }

  #setOnDisk(uri: string, kinds: readonly DefinedKind[]): void {
    const before = this.#onDisk.get(uri) ?? none;
    if (kinds.length > 0) this.#onDisk.set(uri, kinds);
    else this.#onDisk.delete(uri);
    if (!this.#open.has(uri) && !isSame(before, kinds)) this.#revision++;
  }

  #known(document: YamlDocument, uri: string): readonly DefinedKind[] {
    if (document.text.length > largestDocument || !mayDefine(document.text)) return none;
    const known = this.#ofDocument.get(document);
    if (known) return known;
    const kinds = kindsOfDocument(document, uri);
    this.#ofDocument.set(document, kinds);
    return kinds;
  }
}

const none: readonly DefinedKind[] = [];
const definitionKind = 'CustomResourceDefinition';
/** Some programs write a slash in JSON behind a backslash. */
const definitionVersion = /apiextensions\.k8s\.io\\?\/v1/;

/** Whether a text may hold a definition: cheap, and true of few. */
export function mayDefine(text: string): boolean {
  return text.includes(definitionKind) && definitionVersion.test(text);
}

/** Of a broken text, or a template of one, what can be read may be less than it says. */
function kindsOfDocument(document: YamlDocument, uri: string): readonly DefinedKind[] {
  const { root } = document;
  if (root?.type !== 'map') return none;
  const items = field(root, 'items')?.value;
  const candidates: YamlNode[] =
    items?.type === 'list' ? items.items.flatMap((item) => item.value ?? []) : [root];
  const kinds = candidates
    .filter(isDefinition)
    .flatMap((node) => kindsOfDefinition(toValue(node), { from: 'definition', uri }));
  const isWhole = !document.problems.some(breaksDocument) && !isTemplate(document);
  return isWhole ? kinds : kinds.map((kind) => ({ ...kind, read: 'in part' }));
}

function isDefinition(node: YamlNode): boolean {
  if (node.type !== 'map') return false;
  const text = (name: string) => {
    const value = field(node, name)?.value;
    return value?.type === 'scalar' ? value.text : undefined;
  };
  return text('kind') === definitionKind && text('apiVersion') === 'apiextensions.k8s.io/v1';
}

function isSame(left: readonly DefinedKind[], right: readonly DefinedKind[]): boolean {
  return left.length === right.length && left.every((kind, index) => kind === right[index]);
}
