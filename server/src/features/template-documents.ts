import type { CompletionList, DocumentSymbol } from 'vscode-languageserver';
import type { DocumentContent } from '../documents/document-version.ts';
import { masked } from '../helm/masked-template.ts';

/** What may be offered in a template: nothing that would overwrite an action. */
export function outsideActions(list: CompletionList, { lines, yaml }: DocumentContent): CompletionList {
  const overwrites = list.items.some(({ textEdit }) => {
    if (!textEdit) return false;
    const { start, end } = 'range' in textEdit ? textEdit.range : textEdit.replace;
    return yaml.slice(lines.offsetAt(start), lines.offsetAt(end)).includes(masked);
  });
  return overwrites ? { isIncomplete: false, items: [] } : list;
}

/** An outline in which actions are shown as `{{…}}`, and what they print in whole lines is not. */
export function withActionsShown(symbols: readonly DocumentSymbol[]): DocumentSymbol[] {
  return symbols.flatMap((symbol) => {
    if (actionsOnly.test(symbol.name)) return [];
    const { detail, children } = symbol;
    return {
      ...symbol,
      name: show(symbol.name),
      ...(detail !== undefined && { detail: show(detail) }),
      ...(children && { children: withActionsShown(children) }),
    };
  });
}

const actions = new RegExp(`${masked}+`, 'g');
const actionsOnly = new RegExp(`^${masked}+$`);

function show(text: string): string {
  return text.replace(actions, '{{…}}');
}
