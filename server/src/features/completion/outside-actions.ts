import type { CompletionList } from 'vscode-languageserver';
import type { DocumentContent } from '../../documents/document-version.ts';
import { masked } from '../../helm/masked-template.ts';

/** What may be offered in a template: nothing that would overwrite an action. */
export function outsideActions(list: CompletionList, { lines, yaml }: DocumentContent): CompletionList {
  const overwrites = list.items.some(({ textEdit }) => {
    if (!textEdit) return false;
    const { start, end } = 'range' in textEdit ? textEdit.range : textEdit.replace;
    return yaml.slice(lines.offsetAt(start), lines.offsetAt(end)).includes(masked);
  });
  return overwrites ? { isIncomplete: false, items: [] } : list;
}
