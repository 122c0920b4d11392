import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { parseDocuments, updateDocuments } from '../yaml/documents.ts';
import { LineIndex } from '../yaml/lines.ts';
import type { YamlDocument } from '../yaml/nodes.ts';

/** A text that a client has open, with its YAML documents. Parsed when first asked after a change. */
export class OpenDocument {
  readonly uri: string;
  readonly languageId: string;
  #version: number;
  #lines: LineIndex;
  #documents: YamlDocument[] | undefined;
  #isStale = true;

  constructor(uri: string, languageId: string, version: number, text: string) {
    this.uri = uri;
    this.languageId = languageId;
    this.#version = version;
    this.#lines = new LineIndex(text);
  }

  get version(): number {
    return this.#version;
  }

  get text(): string {
    return this.#lines.text;
  }

  get lines(): LineIndex {
    return this.#lines;
  }

  /** Documents that a change left alone are the same objects as before it. */
  get documents(): readonly YamlDocument[] {
    if (!this.#documents || this.#isStale) {
      const { text } = this.#lines;
      this.#documents = this.#documents ? updateDocuments(this.#documents, text) : parseDocuments(text);
      this.#isStale = false;
    }
    return this.#documents;
  }

  /** Applies changes one after the other, as `textDocument/didChange` has them. */
  update(changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    for (const change of changes) {
      this.#lines = new LineIndex('range' in change ? this.#splice(change) : change.text);
    }
    this.#version = version;
    this.#isStale = true;
  }

  #splice({ range, text }: Extract<TextDocumentContentChangeEvent, { range: unknown }>): string {
    const from = this.#lines.offsetAt(range.start);
    const to = Math.max(from, this.#lines.offsetAt(range.end));
    return this.text.slice(0, from) + text + this.text.slice(to);
  }
}
