import type { CompletionItem } from 'vscode';
import { withoutIcons } from './plain-text.ts';

/**
 * Gives suggestions labels in which VS Code draws no icon: a name of a file may look like one. What is inserted and what
 * typing looks for stay.
 */
export function labelPlainly(items: readonly CompletionItem[]): void {
  for (const item of items) {
    if (typeof item.label === 'string') item.label = plainLabel(item, item.label);
    else item.label = { ...item.label, label: plainLabel(item, item.label.label) };
  }
}

function plainLabel(item: CompletionItem, label: string): string {
  const plain = withoutIcons(label);
  if (plain === label) return label;
  item.insertText ??= label;
  item.filterText ??= label;
  return plain;
}
