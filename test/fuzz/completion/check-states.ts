import type { CompletionItem } from 'vscode-languageserver';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { complete } from '../../../server/src/features/completion/completion.ts';
import { findPath } from '../../../server/src/manifest/fields.ts';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';
import { LineIndex } from '../../../server/src/yaml/lines.ts';
import { acceptItem } from '../../support/snippets.ts';
import { shownItems } from '../../support/suggest-widget.ts';
import type { HalfTyped } from './half-typed.ts';

/** What is wrong with a completion, and where. */
export interface Failure {
  readonly state: string;
  readonly problem: string;
  readonly marked: string;
}

/** Stands for the cursor in a text; no manifest has it. */
export const mark = '\ue000';

/** Completes at a half-typed place and accepts what was there; undefined when all is as it was. */
export async function checkState(state: HalfTyped, catalog: Catalog): Promise<Failure | undefined> {
  const { head, tail, label, present, before, after } = state;
  const text = head + tail;
  const fail = (problem: string): Failure => ({
    state: state.state,
    problem,
    marked: `${head}${mark}${tail}`,
  });
  const { items } = await complete({
    text,
    uri: 'file:///workspace/app.yaml',
    position: new LineIndex(text).positionAt(head.length),
    catalog,
  });
  const labels = items.map((item) => item.label);
  if (new Set(labels).size < labels.length && state.is === 'key') return fail('an item is offered twice');
  const again = labels.find((offered) => present.includes(offered) && state.is === 'key');
  if (again) return fail(`a field that is there is offered`);
  const candidates = items.filter((item) => item.label === label);
  if (candidates.length === 0) return fail('not offered');
  const shown = shownItems(text, head.length, candidates);
  if (shown.length === 0) return fail('offered, and filtered out by the widget');
  return checkAccepted(state, shown[0]!, text, fail) ?? undefined;

  function checkAccepted(
    { path, is }: HalfTyped,
    item: CompletionItem,
    original: string,
    fail: (problem: string) => Failure,
  ): Failure | undefined {
    const marked = acceptItem(original, item, mark);
    const result = marked.replace(mark, '');
    const cursor = marked.indexOf(mark);
    if (!result.startsWith(before)) return fail(`what stands before is changed: ${shorten(result)}`);
    if (!result.endsWith(after) && !result.endsWith(after.replace(/^[ \t]+(?=[\r\n]|$)/, '')))
      return fail(`what stands behind is changed: ${tailOf(result)}`);
    if (cursor < before.length || cursor > result.length - after.trimStart().length)
      return fail('the cursor is elsewhere');
    if (state.inserted !== undefined && result !== before + state.inserted + after)
      return fail(`more than its colon: ${inserted(result)}`);
    const parsed = parseDocuments(result).find(({ span }) => span.end > before.length);
    const found = parsed?.root && findPath(parsed.root, path);
    if (!found) return fail(`not at its path: ${inserted(result)}`);
    if (is === 'key') {
      const start = found.entry?.key.span.start ?? -1;
      return start >= before.length && start <= before.length + 1
        ? undefined
        : fail(`another of its name: ${inserted(result)}`);
    }
    const { node } = found;
    if (node?.type !== 'scalar' || node.value !== is.value) return fail(`another value: ${inserted(result)}`);
    return undefined;
  }

  function inserted(result: string): string {
    return JSON.stringify(result.slice(before.length, result.length - after.length));
  }

  function shorten(result: string): string {
    return JSON.stringify(result.slice(Math.max(0, before.length - 30), before.length + 30));
  }

  function tailOf(result: string): string {
    return JSON.stringify(result.slice(before.length - 10).slice(0, 100));
  }
}
