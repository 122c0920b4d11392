import type { DocumentSymbol } from 'vscode-languageserver';
import { masked } from '../yaml/printed.ts';

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
