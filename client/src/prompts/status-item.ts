import { type Disposable, StatusBarAlignment, ThemeColor, window } from 'vscode';
import { plainText } from './plain-text.ts';

/** What an item of the status bar shows. Its texts may come from anywhere. */
export interface StatusItemTexts {
  /** A codicon. */
  readonly icon: string;
  readonly text: string;
  /** Line by line. */
  readonly tooltip: readonly string[];
  /** Whether a person should look at it. */
  readonly urgency: 'none' | 'warning';
  /** Of the text; undefined for the status bar's own. */
  readonly color?: ThemeColor | undefined;
}

/** An item of the status bar that runs a command at a click. */
export interface StatusItem extends Disposable {
  show(texts: StatusItemTexts): void;
  hide(): void;
}

/** The longest text that leaves room for the items beside it. */
const longestStatus = 100;

/** Makes an item of the status bar, hidden at first. `name` is what its context menu calls it. */
export function statusItem(id: string, name: string, command: string): StatusItem {
  const item = window.createStatusBarItem(id, StatusBarAlignment.Left, 50);
  item.name = name;
  item.command = command;
  return {
    show({ icon, text, tooltip, urgency, color }) {
      const shown = plainText(text, longestStatus);
      item.text = `$(${icon}) ${shown}`;
      item.tooltip = tooltip.map((line) => plainText(line)).join('\n');
      item.accessibilityInformation = { label: `${name}: ${shown}` };
      item.backgroundColor =
        urgency === 'warning' ? new ThemeColor('statusBarItem.warningBackground') : undefined;
      item.color = urgency === 'warning' ? undefined : color;
      item.show();
    },
    hide: () => item.hide(),
    dispose: () => item.dispose(),
  };
}
