import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Diagnostic,
  type Position,
  type Range,
  type SnippetTextEdit,
  type TextEdit,
} from 'vscode-languageserver';
import type { CheckContext } from '../../checks/check-context.ts';
import type { Finding, Fix } from '../../checks/finding.ts';
import { sentenceOf, textOf } from '../../checks/sentences.ts';
import { documentFindings, type FileContext, loadFor } from '../../diagnostics/document-findings.ts';
import type { DocumentContent } from '../../documents/document-version.ts';
import type { DiagnosticData } from '../../documents/lsp-diagnostic.ts';
import { type LineIndex, lineStartAt } from '../../yaml/lines.ts';
import type { Span, YamlDocument } from '../../yaml/nodes.ts';
import { countAhead } from '../../yaml/sorted.ts';
import { escapeSnippet } from '../completion/snippet.ts';
import { fixAllChanges } from './fix-all.ts';
import { withChanges } from './fixes/edited-text.ts';
import { type Judge, type JudgedText, judgeOf, longestJudged, Patience } from './fixes/judge.ts';
import { type Mending, mendingFixes } from './fixes/mending-fixes.ts';
import { isHidden } from './fixes/mends-syntax.ts';
import { ignoringFixes } from './ignore.ts';
import { insertAllMissing, isMissing } from './insert-all-missing.ts';

/** The action that mends all of a file that has one right answer. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.kubewright`;

/** What code actions depend on besides the document. */
export interface CodeActionContext extends CheckContext {
  /** What the file changes, where a kustomization names it as a patch. */
  readonly patch?: FileContext['patch'];
  /** Whether the client takes edits that are snippets. */
  readonly snippets: 'taken' | 'not taken';
}

/**
 * What mends the problems that a person's cursor is on, the likeliest first; `others` come behind that, and last of all
 * what has a comment ignore them. Asked for the kind `source.fixAll`, what mends all of the file that has one right answer.
 * Rejects when the catalog cannot be read.
 */
export async function codeActions(
  document: DocumentContent,
  { context: asked, range }: CodeActionParams,
  context: CodeActionContext,
  others: readonly CodeAction[] = [],
): Promise<CodeAction[]> {
  const isAskedFor = (kind: string) =>
    !asked.only || asked.only.some((only) => kind === only || kind.startsWith(`${only}.`));
  const judged = new JudgedFile(document, context);
  const actions: CodeAction[] = [];
  if (isAskedFor(CodeActionKind.QuickFix)) {
    const own = asked.diagnostics.filter(({ source }) => source === 'kubewright');
    const isThere = (diagnostic: Diagnostic) => touches(diagnostic.range, range);
    for (const diagnostic of own) {
      const fixes = isThere(diagnostic) ? judged.fixesOf(diagnostic) : carried(document.uri, diagnostic);
      actions.push(...(await fixes));
    }
    for (const diagnostic of own.filter(isThere)) actions.push(...(await judged.insertAllBeside(diagnostic)));
    actions.push(...others);
    for (const diagnostic of own) actions.push(...(await judged.ignoring(diagnostic)));
  }
  if (asked.only && isAskedFor(fixAllKind)) actions.push(...(await judged.fixAll()));
  return once(actions);
}

function touches(left: Range, right: Range): boolean {
  return isUpTo(left.start, right.end) && isUpTo(right.start, left.end);
}

function isUpTo(left: Position, right: Position): boolean {
  return left.line < right.line || (left.line === right.line && left.character <= right.character);
}

/** Each edit once: several problems may be mended by the same. */
function once(actions: readonly CodeAction[]): CodeAction[] {
  const known = new Map<string, CodeAction>();
  for (const action of actions) {
    const identity = JSON.stringify([action.kind, action.edit ?? action.command]);
    const same = known.get(identity);
    if (same) same.diagnostics = [...(same.diagnostics ?? []), ...(action.diagnostics ?? [])];
    else known.set(identity, { ...action });
  }
  return [...known.values()];
}

/** A document as it is, and what judges it as it would be. */
interface Judged {
  readonly judge: Judge;
  readonly before: JudgedText;
  /** What inserts all that it lacks, once that was asked for. */
  insertAll?: { readonly fix: Fix | undefined };
}

/** A finding, and the document that it is in. */
interface Found {
  readonly finding: Finding;
  readonly judged: Judged;
}

/** The documents of a file, judged when a problem of theirs is asked about. */
class JudgedFile {
  readonly #document: DocumentContent;
  readonly #context: CodeActionContext;
  readonly #patience = new Patience();
  readonly #judged = new Map<YamlDocument, Judged>();

  constructor(document: DocumentContent, context: CodeActionContext) {
    this.#document = document;
    this.#context = context;
  }

  async fixesOf(diagnostic: Diagnostic): Promise<CodeAction[]> {
    const found = await this.#found(diagnostic);
    if (!found) return carried(this.#document.uri, diagnostic);
    return mendingFixes(found.finding, this.#mending(found.judged, this.#patience)).map((fix, index) =>
      this.#action(fix, diagnostic, index === 0 ? 'first' : 'further'),
    );
  }

  /** What inserts all that the document lacks, where a problem is that it lacks something. */
  async insertAllBeside(diagnostic: Diagnostic): Promise<CodeAction[]> {
    const found = await this.#found(diagnostic);
    if (!found || !isMissing(found.finding, found.judged.before, this.#context)) return [];
    const { judged } = found;
    judged.insertAll ??= { fix: insertAllMissing(this.#mending(judged, this.#patience)) };
    const { fix } = judged.insertAll;
    return fix ? [this.#action(fix, diagnostic, 'further')] : [];
  }

  /** What has a comment ignore a problem, where that can be tried only if it does. */
  async ignoring(diagnostic: Diagnostic): Promise<CodeAction[]> {
    const fixes = ignoringFixes(this.#document, diagnostic);
    const found = fixes.length > 0 ? await this.#found(diagnostic) : undefined;
    const works = found ? fixes.filter((fix) => this.#isIgnoredBy(fix, found)) : fixes;
    return works.map((fix) => this.#action(fix, diagnostic, 'further'));
  }

  #isIgnoredBy(fix: Fix, { finding, judged: { judge, before } }: Found): boolean {
    if (judge.costs > longestJudged || !this.#patience.allows(judge)) return true;
    return isHidden(finding, before.findings, judge(withChanges(before.text, [fix])).findings);
  }

  /** The finding that a diagnostic tells of, and the document that it is in. */
  async #found(diagnostic: Diagnostic): Promise<Found | undefined> {
    const offset = this.#document.lines.offsetAt(diagnostic.range.start);
    const { documents } = this.#document;
    const index = documentAt(documents, offset);
    // What stands before the `---` of a document may be its own.
    for (const one of documents.slice(index, index + 2)) {
      const judged = await this.#judgedDocument(one);
      const finding = this.#findingOf(judged.before, diagnostic);
      if (finding) return { finding, judged };
    }
    return undefined;
  }

  #mending({ before, judge }: Judged, patience: Patience): Mending {
    return { before, judge, patience, context: this.#context, documents: this.#document.documents };
  }

  async fixAll(): Promise<CodeAction[]> {
    const edits: TextEdit[] = [];
    const patience = new Patience(mostForAll);
    for (const one of this.#document.documents) {
      if (one.text.length > longestJudged) continue;
      if (!patience.allows({ costs: looking + Math.ceil(one.text.length / 10) })) break;
      const judged = await this.#judgedDocument(one);
      if (judged.before.findings.length === 0 || judged.judge.costs > longestJudged) continue;
      const changes = await fixAllChanges(this.#mending(judged, patience));
      for (const { span, newText } of changes) {
        edits.push({ range: this.#document.lines.range(span), newText });
      }
    }
    if (edits.length === 0) return [];
    return [
      {
        title: 'Fix all that has one right answer',
        kind: fixAllKind,
        edit: { changes: { [this.#document.uri]: edits } },
      },
    ];
  }

  async #judgedDocument(document: YamlDocument): Promise<Judged> {
    const known = this.#judged.get(document);
    if (known) return known;
    const { uri, template, text, languageId } = this.#document;
    const file: FileContext = { uri, template, patch: this.#context.patch };
    await loadFor([document], file, this.#context.catalog);
    const findings = documentFindings(document, file, this.#context);
    const judge = judgeOf({ text, languageId, document }, file, this.#context, findings);
    const judged: Judged = { judge, before: { text, document, template, findings } };
    this.#judged.set(document, judged);
    return judged;
  }

  /** The finding that a diagnostic tells of: the same code at the same place, and of several there the one in its words. */
  #findingOf({ findings }: JudgedText, { code, range, message }: Diagnostic): Finding | undefined {
    const { lines } = this.#document;
    const start = lines.offsetAt(range.start);
    const found = findings.filter((one) => {
      if (one.code !== code || one.span.start !== start) return false;
      const end = lines.positionAt(one.span.end);
      return end.line === range.end.line && end.character === range.end.character;
    });
    if (found.length < 2) return found[0];
    return found.find(({ about }) => textOf(sentenceOf(about)) === message) ?? found[0];
  }

  #action(fix: Fix, diagnostic: Diagnostic, rank: 'first' | 'further'): CodeAction {
    const { lines, uri } = this.#document;
    const range = lines.range(fix.span);
    const more = (fix.more ?? []).map(({ span, newText }) => ({ range: lines.range(span), newText }));
    const isPreferred = rank === 'first' && fix.likelihood !== 'possible';
    const isSnippet = fix.snippet !== undefined && this.#context.snippets === 'taken';
    return {
      title: fix.title,
      kind: CodeActionKind.QuickFix,
      diagnostics: [diagnostic],
      ...(isPreferred && { isPreferred }),
      edit: isSnippet
        ? inDocument(uri, [snippetEdit(fix.span, fix.snippet!, this.#document.lines), ...more])
        : { changes: { [uri]: [{ range, newText: fix.newText }, ...more] } },
    };
  }
}

/**
 * An edit that is a snippet, from the start of its line: an editor adds the white space that stands before a snippet to
 * each of its lines.
 */
function snippetEdit(span: Span, snippet: string, lines: LineIndex): SnippetTextEdit {
  const start = lineStartAt(lines.text, span.start);
  const value = escapeSnippet(lines.text.slice(start, span.start)) + snippet;
  return { range: lines.range({ start, end: span.end }), snippet: { kind: 'snippet', value } };
}

/** The last document that begins at an offset or before it; the first where none does. */
function documentAt(documents: readonly YamlDocument[], offset: number): number {
  return Math.max(0, countAhead(documents, ({ span }) => span.start <= offset) - 1);
}

/** What it takes to look at a document in which nothing is wrong, in characters. */
const looking = 100;
/** Who asks for all of a file waits for it; what is left is mended when they ask again. */
const mostForAll = 10_000_000;

/** Snippets are taken only in edits of this form. */
function inDocument(uri: string, edits: (TextEdit | SnippetTextEdit)[]): NonNullable<CodeAction['edit']> {
  return { documentChanges: [{ textDocument: { uri, version: null }, edits }] };
}

/** The fix that a problem was told with, of what the text alone does not show. */
function carried(uri: string, diagnostic: Diagnostic): CodeAction[] {
  const fix = (diagnostic.data as DiagnosticData | undefined)?.fix;
  if (!fix) return [];
  const edits = fix.edits.map(({ range, newText }) => ({ range, newText }));
  return [
    {
      title: fix.title,
      kind: CodeActionKind.QuickFix,
      diagnostics: [diagnostic],
      isPreferred: true,
      edit: { changes: { [uri]: edits } },
    },
  ];
}
