import type { LineIndex } from '../yaml/lines.ts';
import type { OpenDocument } from './open-document.ts';

/** What of a document is read to answer a question about it. */
export type DocumentContent = Pick<
  OpenDocument,
  'uri' | 'languageId' | 'text' | 'yaml' | 'lines' | 'documents' | 'template'
>;

/**
 * One version of an open document. Whoever waits while answering reads the document by this: what it gives is of one
 * text from the first read to the last. Throws where the document has changed since, because its trees are changed in
 * place and the text before is gone.
 */
export class DocumentVersion implements DocumentContent {
  readonly #document: OpenDocument;
  readonly #revision: number;
  /** Of this version's text, also when the document has changed. */
  readonly lines: LineIndex;

  constructor(document: OpenDocument) {
    this.#document = document;
    this.#revision = document.revision;
    this.lines = document.lines;
  }

  /** Whether the document has not changed since. */
  get isCurrent(): boolean {
    return this.#document.revision === this.#revision;
  }

  /** Whether this is a version of a document, whichever. */
  isOf(document: OpenDocument | undefined): boolean {
    return this.#document === document;
  }

  get uri(): string {
    return this.#document.uri;
  }

  get languageId(): string {
    return this.#document.languageId;
  }

  get text(): string {
    return this.lines.text;
  }

  get yaml(): OpenDocument['yaml'] {
    return this.#current().yaml;
  }

  get documents(): OpenDocument['documents'] {
    return this.#current().documents;
  }

  get template(): OpenDocument['template'] {
    return this.#current().template;
  }

  #current(): OpenDocument {
    if (this.isCurrent) return this.#document;
    throw new Error(`${this.uri} has changed: take its version of now`);
  }
}

/**
 * What an action gives that reads one version; undefined where the document changes before it has ended, whatever came
 * of it then. Rejects as the action does.
 */
export async function unlessChanged<Result>(
  version: DocumentVersion,
  action: (version: DocumentVersion) => Result | Promise<Result>,
): Promise<{ readonly result: Result } | undefined> {
  try {
    const result = await action(version);
    return version.isCurrent ? { result } : undefined;
  } catch (error) {
    if (version.isCurrent) throw error;
    return undefined;
  }
}
