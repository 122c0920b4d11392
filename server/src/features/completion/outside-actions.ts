import type { CompletionList } from 'vscode-languageserver';
import type { DocumentContent } from '../../documents/document-version.ts';
import type { Position } from '../../yaml/lines.ts';
import { masked } from '../../yaml/printed.ts';

/** What may be offered in a template: nothing that would overwrite an action, or put in what stands for one. */
export function outsideActions(list: CompletionList, { lines, yaml }: DocumentContent): CompletionList {
  const overwrites = list.items.some(({ textEdit }) => {
    if (!textEdit) return false;
    const { start, end } = 'range' in textEdit ? textEdit.range : textEdit.replace;
    return yaml.slice(lines.offsetAt(start), lines.offsetAt(end)).includes(masked);
  });
  if (overwrites) return { isIncomplete: false, items: [] };
  return { ...list, items: list.items.filter(({ textEdit }) => !textEdit?.newText.includes(masked)) };
}

/** Whether a position is within an action, whose language is not the manifest's; behind one that is not closed it is still. */
export function isInAction(position: Position, { template, lines, text }: DocumentContent): boolean {
  if (!template) return false;
  const offset = lines.offsetAt(position);
  const action = template.actions.find(({ end }) => end >= offset);
  if (!action || action.start >= offset) return false;
  return offset < action.end || !text.endsWith('}}', action.end);
}
