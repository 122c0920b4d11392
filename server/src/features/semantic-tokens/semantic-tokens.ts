import type {
  SemanticTokens,
  SemanticTokensDelta,
  SemanticTokensDeltaParams,
  SemanticTokensRangeParams,
} from 'vscode-languageserver';
import type { CheckContext } from '../../checks/check-context.ts';
import { loadSchemas } from '../../checks/check-document.ts';
import type { DocumentContent } from '../../documents/document-version.ts';
import type { Span } from '../../yaml/nodes.ts';
import { documentsIn, fileTokens, tokensIn } from './document-tokens.ts';
import { encode } from './encode.ts';

export { legend } from './token.ts';

/**
 * What the parts of a file mean where its grammar cannot know: whole, as a difference to the answer before, and of the
 * lines that are seen. Keeps the last whole answer of each file, until it is forgotten.
 */
export class SemanticTokensFeature {
  readonly #answers = new Map<string, { readonly id: string; readonly data: readonly number[] }>();
  #count = 0;

  async full(content: DocumentContent, _params: unknown, context: CheckContext): Promise<SemanticTokens> {
    const data = await this.#data(content, context);
    return { resultId: this.#keep(content.uri, data), data };
  }

  async delta(
    content: DocumentContent,
    { previousResultId }: SemanticTokensDeltaParams,
    context: CheckContext,
  ): Promise<SemanticTokens | SemanticTokensDelta> {
    const data = await this.#data(content, context);
    const before = this.#answers.get(content.uri);
    const resultId = this.#keep(content.uri, data);
    if (before?.id !== previousResultId) return { resultId, data };
    return { resultId, edits: difference(before.data, data) };
  }

  async range(
    content: DocumentContent,
    { range }: SemanticTokensRangeParams,
    context: CheckContext,
  ): Promise<SemanticTokens> {
    const seen: Span = {
      start: content.lines.offsetAt(range.start),
      end: content.lines.offsetAt(range.end),
    };
    await loadSchemas(documentsIn(content, seen), context.catalog);
    return { data: encode(tokensIn(content, seen, context), content.lines) };
  }

  /** A file that is closed. */
  forget(uri: string): void {
    this.#answers.delete(uri);
  }

  async #data(content: DocumentContent, context: CheckContext): Promise<number[]> {
    await loadSchemas(content.documents, context.catalog);
    return encode(fileTokens(content, context), content.lines);
  }

  #keep(uri: string, data: readonly number[]): string {
    const id = String(++this.#count);
    this.#answers.set(uri, { id, data });
    return id;
  }
}

/** What makes one answer of another: the part between what both begin with and what both end with. */
export function difference(before: readonly number[], now: readonly number[]): SemanticTokensDelta['edits'] {
  const shorter = Math.min(before.length, now.length);
  let start = 0;
  while (start < shorter && before[start] === now[start]) start++;
  if (start === before.length && start === now.length) return [];
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === now[now.length - 1 - end]) end++;
  return [{ start, deleteCount: before.length - start - end, data: now.slice(start, now.length - end) }];
}
