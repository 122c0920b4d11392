import { inlinePatchAt } from '../../kustomize/inline-patches.ts';
import { jsonPatchSchema } from '../../kustomize/kustomize-catalog.ts';
import { parseDocuments } from '../../yaml/documents.ts';
import type { CompletionContext } from './completion-context.ts';

/**
 * The same completion in a text that has nothing but the patch around an offset of a kustomization, at its place; undefined
 * outside of every patch.
 */
export function patchContext(context: CompletionContext, offset: number): CompletionContext | undefined {
  const { text, uri, documents } = context;
  const document = (documents?.() ?? parseDocuments(text)).find(
    ({ span }) => offset >= span.start && offset <= span.end,
  );
  const found = document && inlinePatchAt(document, offset);
  if (!found) return undefined;
  const { start, end } = found.span;
  const patch = text.slice(start, end);
  const isList = /^\s*(?:-\s|-$|\[)/.test(patch);
  const alone = blank(text.slice(0, start)) + patch + blank(text.slice(end));
  return {
    ...context,
    text: alone,
    documents: () => parseDocuments(alone),
    uri: `${uri}/patch.yaml`,
    ...(isList && { schema: jsonPatchSchema() }),
  };
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}
