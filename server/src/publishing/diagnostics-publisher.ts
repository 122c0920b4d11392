import type { Diagnostic } from 'vscode-languageserver';
import type { Finding, Judgement } from '../checks/check-document.ts';
import { moved } from '../checks/moved-finding.ts';
import { judgeDocument, loadForJudging, withSeverities } from '../diagnostics/judge-document.ts';
import { withoutIgnored } from '../diagnostics/suppression.ts';
import { isLeftAlone } from '../documents/left-alone.ts';
import { limited, mostDiagnostics, tooLargeNote } from '../documents/limits.ts';
import { lspDiagnostic } from '../documents/lsp-diagnostic.ts';
import type { OpenDocument } from '../documents/open-document.ts';
import { pathFindings } from '../kustomize/kustomization-findings.ts';
import { isKustomizationFile } from '../manifest/kustomization-paths.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { YamlDocument } from '../yaml/nodes.ts';
import { LiveHints } from './live-hints.ts';
import type { LiveObjectsHost } from './live-objects.ts';

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
  readonly #known = new WeakMap<YamlDocument, { judgement: Judgement; findings: readonly Finding[] }>();
  readonly #live: LiveHints;

  constructor(workspace: Workspace, host: PublisherHost) {
    this.#workspace = workspace;
    this.#host = host;
    this.#live = new LiveHints(host);
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
    if (liveObjects === 'unknown' || !isWanted || isLeftAlone(document)) return false;
    const judgement = await this.#workspace.judgementOf(document.uri);
    return await this.#live.refresh(document, judgement);
  }

  async #diagnostics(document: OpenDocument, signal: AbortSignal): Promise<Diagnostic[]> {
    const { diagnostics: state, severities } = this.#workspace.settings;
    if (state === 'off' || isLeftAlone(document)) return [];
    const judgement = await this.#workspace.judgementOf(document.uri);
    if (signal.aborted) return [];
    const { documents } = document;
    await loadForJudging(
      documents.filter((one) => this.#known.get(one)?.judgement !== judgement),
      document,
      judgement,
      this.#workspace.kustomizations.targetOf(document.uri),
    );
    const diagnostics: Diagnostic[] = [];
    let resumed = performance.now();
    for (const one of documents) {
      if (performance.now() - resumed > longestTurn) {
        await this.#host.pause();
        resumed = performance.now();
      }
      if (signal.aborted || diagnostics.length > mostDiagnostics) break;
      const tooLarge = tooLargeNote(one, document.lines);
      if (tooLarge) {
        diagnostics.push(tooLarge);
        continue;
      }
      const { start } = one.span;
      const hints = this.#live.of(one, document, judgement);
      const findings = inOrder(this.#findings(one, document, judgement), hints);
      for (const finding of withSeverities(findings, severities)) {
        diagnostics.push(lspDiagnostic(moved(finding, start), document.lines));
      }
    }
    return limited(diagnostics.concat(await this.#missingFiles(document)));
  }

  /** Of a kustomization that is a file: one that is not has no neighbours. */
  async #missingFiles({ uri, documents, lines }: OpenDocument): Promise<Diagnostic[]> {
    const workspace = this.#workspace;
    if (!isKustomizationFile(uri) || (await workspace.read(uri)) === undefined) return [];
    const findings: Diagnostic[] = [];
    for (const one of documents) {
      const missing = withSeverities(
        withoutIgnored(await pathFindings(one, uri, (path) => workspace.read(path)), one),
        workspace.settings.severities,
      );
      findings.push(...missing.map((finding) => lspDiagnostic(finding, lines)));
    }
    return findings;
  }

  /** With spans from the start of the document, which may move before they are used again. */
  #findings(document: YamlDocument, file: OpenDocument, judgement: Judgement): readonly Finding[] {
    const known = this.#known.get(document);
    const patch = this.#workspace.kustomizations.targetOf(file.uri);
    // What a template's blocks leave certain in a document is not up to its own text alone, nor is what a patch is for.
    if (known?.judgement === judgement && !file.template && !patch) return known.findings;
    const { start } = document.span;
    const findings = judgeDocument(document, file, judgement, patch).map((finding) => moved(finding, -start));
    this.#known.set(document, { judgement, findings });
    return findings;
  }
}

/** Milliseconds without a key before an edit is checked. */
const typingPause = 100;
/** Milliseconds of work before other messages get their turn. */
const longestTurn = 30;

function inOrder(findings: readonly Finding[], hints: readonly Finding[]): readonly Finding[] {
  if (hints.length === 0) return findings;
  return [...findings, ...hints].sort((left, right) => left.span.start - right.span.start);
}
