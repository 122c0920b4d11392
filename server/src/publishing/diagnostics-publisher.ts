import type { Diagnostic } from 'vscode-languageserver';
import { FindingCache } from '../diagnostics/finding-cache.ts';
import { isForeignDocument } from '../documents/foreign-document.ts';
import { lspDiagnostic } from '../documents/lsp-diagnostic.ts';
import type { OpenDocument } from '../documents/open-document.ts';
import { openDocumentFindings } from '../workspace/open-document-findings.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { LiveFindings } from './live-findings.ts';
import type { LiveObjectsHost } from './live-objects.ts';
import { turns } from './turns.ts';

/** How diagnostics reach the client, and how time passes. */
export interface PublisherHost extends LiveObjectsHost {
  send(uri: string, version: number | undefined, diagnostics: Diagnostic[]): void;
  /** Runs something later; the result takes it back. */
  later(milliseconds: number, action: () => void): () => void;
  pause(): Promise<void>;
  /** What a document defines has changed: all that are open are to be published. */
  definitionsChanged(): void;
  failed(error: unknown): void;
}

/** Follows the open documents and sends what is wrong with each, once per version. */
export class DiagnosticsPublisher {
  readonly #workspace: Workspace;
  readonly #host: PublisherHost;
  /** Of documents with a run to come or under way: how to stop it. */
  readonly #runs = new Map<string, () => void>();
  readonly #cache = new FindingCache();
  readonly #live: LiveFindings;

  constructor(workspace: Workspace, host: PublisherHost) {
    this.#workspace = workspace;
    this.#host = host;
    this.#live = new LiveFindings(host);
  }

  /** Checks a document now: it was opened, or what it is judged by has changed. */
  publish(document: OpenDocument): void {
    this.#stop(document.uri);
    try {
      if (this.#workspace.opened(document)) this.#host.definitionsChanged();
      else this.#start(document);
    } catch (error) {
      this.#host.failed(error);
    }
  }

  /** Checks a document when nothing has been typed for a moment. */
  publishSoon(document: OpenDocument): void {
    this.#stop(document.uri);
    this.#runs.set(
      document.uri,
      this.#host.later(typingPause, () => this.publish(document)),
    );
  }

  #start(document: OpenDocument): void {
    const run = new AbortController();
    this.#runs.set(document.uri, () => run.abort());
    this.#run(document, run.signal).catch(this.#host.failed);
  }

  /** Forgets a document: its problems leave the client's list. */
  close(uri: string): void {
    this.#stop(uri);
    this.#live.close(uri);
    this.#host.send(uri, undefined, []);
  }

  /** What is known of objects in clusters is out of date. */
  expireLiveObjects(): void {
    this.#live.expire();
  }

  #stop(uri: string): void {
    this.#runs.get(uri)?.();
    this.#runs.delete(uri);
  }

  async #run(document: OpenDocument, signal: AbortSignal): Promise<void> {
    const diagnostics = await this.#diagnostics(document, signal);
    if (signal.aborted) return;
    this.#host.send(document.uri, document.version, diagnostics);
    // What is wrong with the text alone is told without waiting for a cluster.
    const hasNews = await this.#asksClusters(document);
    if (signal.aborted) return;
    if (hasNews) await this.#run(document, signal);
    else this.#runs.delete(document.uri);
  }

  async #asksClusters(document: OpenDocument): Promise<boolean> {
    const { liveObjects, diagnostics, severities } = this.#workspace.settings;
    const isWanted = diagnostics === 'on' && severities['immutable-field'] !== 'off';
    if (liveObjects === 'unknown' || !isWanted || isForeignDocument(document)) return false;
    const context = await this.#workspace.contextOf(document.uri);
    return await this.#live.refresh(document, context);
  }

  async #diagnostics(document: OpenDocument, signal: AbortSignal): Promise<Diagnostic[]> {
    const { uri, lines } = document;
    const findings = await openDocumentFindings(document, this.#workspace, {
      cache: this.#cache,
      hints: (one, context) => this.#live.of(one, document, context),
      turn: turns(() => this.#host.pause()),
      isCancelled: () => signal.aborted,
    });
    return findings.map((finding) => lspDiagnostic(finding, { uri, lines }));
  }
}

/** Milliseconds without a key before an edit is checked. */
const typingPause = 100;
