import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { type MaskedTemplate, maskPlaceholders, maskTemplate } from '../helm/masked-template.ts';
import { readableText } from '../helm/readable-text.ts';
import { knownPlaceholders, type Placeholders } from '../placeholders/placeholders.ts';
import { compose } from '../yaml/compose.ts';
import { type MutableDocument, parseDocuments, updateDocuments } from '../yaml/documents.ts';
import { LineIndex } from '../yaml/lines.ts';
import type { YamlDocument } from '../yaml/nodes.ts';

/** A text that a client has open, with its YAML documents. Masked and parsed when first asked for that after a change. */
export class OpenDocument {
  readonly uri: string;
  readonly languageId: string;
  #version: number;
  #revision = 0;
  #text: string;
  /** Of the text as it is, where it was asked for since: a text in which nothing is wrong is never asked. */
  #lines: LineIndex | undefined;
  #documents: MutableDocument[] | undefined;
  #isStale = true;
  #isTemplate: boolean;
  #placeholders = knownPlaceholders;
  /** Of the text as it is, where it was asked for since. */
  #template: { readonly of: MaskedTemplate | undefined } | undefined;

  constructor(uri: string, languageId: string, version: number, text: string) {
    this.uri = uri;
    this.languageId = languageId;
    this.#version = version;
    this.#text = text;
    this.#isTemplate = helmLanguages.has(languageId);
  }

  get version(): number {
    return this.#version;
  }

  /** Another one as soon as anything of the document is read differently. */
  get revision(): number {
    return this.#revision;
  }

  get text(): string {
    return this.#text;
  }

  get lines(): LineIndex {
    this.#lines ??= new LineIndex(this.#text);
    return this.#lines;
  }

  /** Its actions, where it is a Helm template, or has some of another tool that YAML cannot read. */
  get template(): MaskedTemplate | undefined {
    this.#template ??= {
      of: this.#isTemplate ? maskTemplate(this.#text) : maskPlaceholders(this.#text, this.#placeholders),
    };
    return this.#template.of;
  }

  /** The text as it is read as YAML: of a template with its actions masked. As long as `text`. */
  get yaml(): string {
    return this.template?.text ?? this.#text;
  }

  /** What other tools fill in of the text is told by these from now on. */
  knowPlaceholders(placeholders: Placeholders): void {
    if (this.#placeholders === placeholders) return;
    this.#placeholders = placeholders;
    if (this.#isTemplate) return;
    this.#template = undefined;
    this.#isStale = true;
    this.#revision++;
  }

  /** From now on the text is read as a Helm template. */
  becomeTemplate(): void {
    if (this.#isTemplate) return;
    this.#isTemplate = true;
    this.#template = undefined;
    this.#isStale = true;
    this.#revision++;
  }

  /** Documents that a change left alone are the same objects as before it. */
  get documents(): readonly YamlDocument[] {
    if (this.#documents && !this.#isStale) return this.#documents;
    this.#documents = this.#documents
      ? updateDocuments(this.#documents, this.yaml, compose)
      : parseDocuments(this.yaml, compose);
    this.#isStale = false;
    if (this.template) this.#documents = this.#mended(this.#documents, this.template);
    return this.#documents;
  }

  /** The documents of a template without the branches that cannot be read beside the rest. */
  #mended(documents: MutableDocument[], template: MaskedTemplate): MutableDocument[] {
    const readable = readableText(template, documents);
    if (!readable) return documents;
    const unplaced = template.unplaced.concat(readable.left).sort((a, b) => a - b);
    this.#template = { of: { ...template, unplaced, unread: readable.unread } };
    return updateDocuments(documents, readable.text, compose);
  }

  /** Applies changes one after the other, as `textDocument/didChange` has them. */
  update(changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    for (const change of changes) {
      this.#text = 'range' in change ? this.#splice(change) : change.text;
      this.#lines = undefined;
    }
    this.#version = version;
    this.#revision++;
    this.#isStale = true;
    this.#template = undefined;
  }

  #splice({ range, text }: Extract<TextDocumentContentChangeEvent, { range: unknown }>): string {
    const from = this.lines.offsetAt(range.start);
    const to = Math.max(from, this.lines.offsetAt(range.end));
    return this.text.slice(0, from) + text + this.text.slice(to);
  }
}

/** What clients call the language of Helm's templates. */
const helmLanguages = new Set(['helm', 'helm-template', 'gotmpl-yaml']);
