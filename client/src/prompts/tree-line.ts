import { MarkdownString, type ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { plainText } from './plain-text.ts';

/** What a line of a view shows. Its texts may come from anywhere. */
export interface TreeLine {
  /** Unique in the view, and stable. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: Tooltip;
  /** What screen readers say; the label and the description where it is left out. */
  readonly spoken?: string;
  readonly icon?: ThemeIcon;
  /** What can be done with it: the words by which menus know it. */
  readonly context: string;
  /** Whether there may be lines under it. */
  readonly opens?: 'closed-at-first' | 'never';
}

/** What a line's tooltip says, of texts from anywhere: line by line, or as a table under a heading. */
export type Tooltip = readonly string[] | TooltipTable;

/** A tooltip with a table, a row for each value that has a name. */
export interface TooltipTable {
  readonly heading: string;
  readonly rows: readonly { readonly name: string; readonly value: string }[];
}

/** A line of a view. Nothing in it is a link or an icon, and nothing is hidden. */
export function treeLine({
  id,
  label,
  description,
  tooltip,
  spoken,
  icon,
  context,
  opens,
}: TreeLine): TreeItem {
  const state =
    opens === 'closed-at-first' ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None;
  const item = new TreeItem(plainText(label), state);
  item.id = id;
  item.contextValue = context;
  if (description !== undefined) item.description = plainText(description);
  if (tooltip !== undefined) withTooltip(item, tooltip);
  if (spoken !== undefined) item.accessibilityInformation = { label: plainText(spoken) };
  if (icon !== undefined) item.iconPath = icon;
  return item;
}

/** Gives a line its tooltip, when that is wanted. */
export function withTooltip(item: TreeItem, tooltip: Tooltip): TreeItem {
  item.tooltip = 'rows' in tooltip ? tableOf(tooltip) : tooltip.map((line) => plainText(line)).join('\n');
  return item;
}

/** Markdown, of which no text in it makes any. */
function tableOf({ heading, rows }: TooltipTable): MarkdownString {
  const markdown = new MarkdownString();
  markdown.appendText(plainText(heading));
  markdown.appendMarkdown('\n\n| | |\n|:--|:--|\n');
  for (const { name, value } of rows) markdown.appendMarkdown(`| ${inTable(name)} | ${inTable(value)} |\n`);
  return markdown;
}

/** Text in a cell of a Markdown table: nothing in it is markup. */
function inTable(text: string): string {
  return plainText(text).replace(
    /[\\`*_{}[\]()#+\-.!|<>~&$@:]/g,
    (character) => `&#${character.codePointAt(0)};`,
  );
}
