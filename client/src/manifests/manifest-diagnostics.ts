import {
  type Diagnostic,
  type Disposable,
  languages,
  Range,
  type TextDocument,
  Uri,
  workspace,
} from 'vscode';
import type { Span } from '../../../server/src/yaml/nodes.ts';
import type { Refusal } from '../journal/refusal.ts';
import { serverProblem } from '../prompts/problem.ts';
import type { ManifestObject, ManifestProblem } from './read-manifests.ts';
import { findServerPath, parseServerPath } from './server-path.ts';

/** Why a server refused an object. */
export interface RefusedObject {
  readonly manifest: ManifestObject;
  readonly refusal: Refusal;
}

/** What the server refused, at the fields it is about; gone when the text changes, or with the next apply of the file. */
export class ManifestDiagnostics implements Disposable {
  readonly #collection = languages.createDiagnosticCollection('kubewright-apply');
  readonly #listener = workspace.onDidChangeTextDocument(({ document }) =>
    this.#collection.delete(document.uri),
  );

  /** Replaces what is shown of the files. */
  async show(
    sources: readonly string[],
    refused: readonly RefusedObject[],
    problems: readonly ManifestProblem[],
  ): Promise<void> {
    for (const source of sources) {
      const own = refused.filter(({ manifest }) => manifest.source === source).flatMap(spansOf);
      const unread = problems.filter((problem) => problem.source === source);
      const uri = Uri.parse(source, true);
      if (own.length === 0 && unread.length === 0) {
        this.#collection.delete(uri);
        continue;
      }
      const document = await workspace.openTextDocument(uri);
      this.#collection.set(
        uri,
        [...own, ...unread].map(({ span, message }) => diagnostic(document, span, message)),
      );
    }
  }

  dispose(): void {
    this.#listener.dispose();
    this.#collection.dispose();
  }
}

function spansOf({ manifest, refusal }: RefusedObject): { span: Span; message: string }[] {
  const { node } = manifest;
  const whole = node.entries.find(({ key }) => key.text === 'kind')?.span ?? node.span;
  if (refusal.fields.length === 0) return [{ span: whole, message: refusal.message }];
  return refusal.fields.map(({ path, message }) => ({
    span: findServerPath(node, parseServerPath(path)) ?? whole,
    message: `${path}: ${message}`,
  }));
}

function diagnostic(document: TextDocument, { start, end }: Span, message: string): Diagnostic {
  return serverProblem(new Range(document.positionAt(start), document.positionAt(end)), message);
}
