import {
  type Disposable,
  MarkdownString,
  ThemeColor,
  type ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  window,
} from 'vscode';
import type { CommandId } from '../contributions/commands.ts';
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
  /** Dimmed where there is nothing to see under it. */
  readonly look?: 'dimmed';
  /** What can be done with it: the words by which menus know it. */
  readonly context: string;
  /** Whether there may be lines under it. */
  readonly opens?: 'closed-at-first' | 'never';
  /** What a click or Enter does: a command, what screen readers say of it, and what it is run on. */
  readonly runs?: { readonly command: CommandId; readonly title: string; readonly on: object };
}

/** What a line's tooltip says, of texts from anywhere: line by line, or as a table under a heading. */
export type Tooltip = readonly string[] | TooltipTable;

/** A tooltip with a table, a row for each value that has a name. */
export interface TooltipTable {
  readonly heading: string;
  readonly rows: readonly { readonly name: string; readonly value: string }[];
}

const dimmedScheme = 'kubewright-dimmed';
const dimmedLine = Uri.parse(`${dimmedScheme}:/line`);

/** Gives dimmed lines their colour, which is that of what is disabled. */
export function colorDimmedLines(): Disposable {
  return window.registerFileDecorationProvider({
    provideFileDecoration: ({ scheme }) =>
      scheme === dimmedScheme ? { color: new ThemeColor('disabledForeground'), propagate: false } : undefined,
  });
}

/** A line of a view. Nothing in it is a link or an icon, and nothing is hidden. */
export function treeLine({
  id,
  label,
  description,
  tooltip,
  spoken,
  icon,
  look,
  context,
  opens,
  runs,
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
  // A label has a colour by a decoration of a resource alone: it is none of anything, and has no badge and no words.
  if (look === 'dimmed') item.resourceUri = dimmedLine;
  if (runs !== undefined) item.command = { command: runs.command, title: runs.title, arguments: [runs.on] };
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
