import type { CodeAction, Diagnostic, TextEdit } from 'vscode-languageserver';
import type { Catalog } from '../../../../server/src/catalog/catalog.ts';
import { composeCatalogs } from '../../../../server/src/catalog/definitions.ts';
import { documentFindings, loadFor } from '../../../../server/src/diagnostics/document-findings.ts';
import { lspDiagnostic } from '../../../../server/src/documents/lsp-diagnostic.ts';
import { OpenDocument } from '../../../../server/src/documents/open-document.ts';
import {
  type CodeActionContext,
  codeActions,
} from '../../../../server/src/features/code-actions/code-actions.ts';
import { DefinitionIndex } from '../../../../server/src/workspace/definition-index.ts';
import { LineIndex } from '../../../../server/src/yaml/lines.ts';

/** What a text is judged by, beside its definitions. */
export interface Judged {
  readonly catalog: Catalog;
  readonly uri?: string;
  readonly languageId?: string;
  readonly version?: string;
  readonly clusters?: CodeActionContext['clusters'];
  readonly snippets?: CodeActionContext['snippets'];
}

/** A text as it is open in an editor, and what an editor may ask of it. */
export class Asking {
  readonly document: OpenDocument;
  readonly #context: CodeActionContext;

  constructor(
    text: string,
    { catalog, uri = 'file:///example.yaml', languageId = 'yaml', version = '1.36', ...other }: Judged,
  ) {
    this.document = new OpenDocument(uri, languageId, 1, text);
    const definitions = new DefinitionIndex();
    definitions.setOpen(uri, this.document.documents);
    this.#context = {
      catalog: composeCatalogs(catalog, definitions.kinds()),
      version: version as CodeActionContext['version'],
      snippets: 'not taken',
      ...other,
    } as CodeActionContext;
  }

  /** All that is wrong with the text. */
  async diagnostics(): Promise<Diagnostic[]> {
    const { uri, documents, lines, template } = this.document;
    const file = { uri, template };
    await loadFor(documents, file, this.#context.catalog);
    const findings = documents.flatMap((one) => documentFindings(one, file, this.#context));
    return findings.map((finding) => lspDiagnostic(finding, { uri, lines }));
  }

  /** What is offered for a problem. */
  offered(diagnostic: Diagnostic): Promise<CodeAction[]> {
    return this.ask([diagnostic]);
  }

  /** The menu for problems, or what is asked for by kind, with what comes from elsewhere. */
  ask(diagnostics: Diagnostic[], only?: string[], others: CodeAction[] = []): Promise<CodeAction[]> {
    const { lines, text, uri } = this.document;
    const range = lines.range({ start: 0, end: text.length });

    const context = { diagnostics, ...(only && { only }) };
    return codeActions(this.document, { textDocument: { uri }, range, context }, this.#context, others);
  }
}

/** The text after an action of plain edits. Throws where they overlap. */
export function afterAction(text: string, { title, edit }: CodeAction): string {
  const edits = Object.values(edit?.changes ?? {}).flat() as TextEdit[];
  const lines = new LineIndex(text);
  const changes = edits.map(({ range, newText }) => ({
    start: lines.offsetAt(range.start),
    end: lines.offsetAt(range.end),
    newText,
  }));
  let result = '';
  let from = 0;
  // Of those at one place the first comes first, as the protocol has it.
  for (const { start, end, newText } of changes.toSorted((left, right) => left.start - right.start)) {
    if (start < from) throw new Error(`the edits of "${title}" overlap`);
    result += text.slice(from, start) + newText;
    from = end;
  }
  return result + text.slice(from);
}

/** What is not to ignore the problem. */
export function fixesAmong(actions: readonly CodeAction[]): CodeAction[] {
  return actions.filter(({ title }) => !title.startsWith('Ignore "'));
}
