import type { TextDocument, TextDocumentChangeEvent } from 'vscode';

type Send<Event> = (event: Event) => Promise<void>;

/** How much of a text is looked at. */
const longestLook = 200_000;

/** Whether a JSON text holds a Kubernetes object, as far as its start says. */
export function looksLikeJsonManifest(text: string): boolean {
  const start = text.slice(0, longestLook);
  return /"apiVersion"\s*:/.test(start) && /"kind"\s*:/.test(start);
}

/**
 * Keeps from the language server the JSON files that hold no Kubernetes object, of which editors open many. One that
 * begins to hold one is opened for the server then. Part of the language client's middleware; other languages pass.
 */
export class JsonManifests {
  /** Of JSON documents that the server does not have: how to open them for it. */
  readonly #withheld = new Map<string, Send<TextDocument>>();

  readonly didOpen = async (document: TextDocument, next: Send<TextDocument>): Promise<void> => {
    if (isJson(document) && !looksLikeJsonManifest(document.getText())) {
      this.#withheld.set(document.uri.toString(), next);
    } else await next(document);
  };

  readonly didChange = async (
    event: TextDocumentChangeEvent,
    next: Send<TextDocumentChangeEvent>,
  ): Promise<void> => {
    const uri = event.document.uri.toString();
    const open = this.#withheld.get(uri);
    if (!open) {
      await next(event);
    } else if (looksLikeJsonManifest(event.document.getText())) {
      this.#withheld.delete(uri);
      await open(event.document);
    }
  };

  readonly didClose = async (document: TextDocument, next: Send<TextDocument>): Promise<void> => {
    if (!this.#withheld.delete(document.uri.toString())) await next(document);
  };
}

function isJson({ languageId }: TextDocument): boolean {
  return languageId === 'json';
}
