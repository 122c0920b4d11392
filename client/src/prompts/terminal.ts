import { type Pseudoterminal, type Terminal, ThemeIcon, window } from 'vscode';
import { plainText } from './plain-text.ts';

/** A terminal tab that a program of the extension's own writes to. */
export interface OwnTerminal {
  /** May come from anywhere. */
  readonly name: string;
  /** A codicon. */
  readonly icon: string;
  readonly pty: Pseudoterminal;
}

/** The longest name that fits into a tab. */
const longestName = 120;

/** Opens a terminal tab, which VS Code does not restore, and shows it. The keyboard stays where it is. */
export function openTerminal({ name, icon, pty }: OwnTerminal): Terminal {
  const terminal = window.createTerminal({
    name: plainText(name, longestName),
    iconPath: new ThemeIcon(icon),
    isTransient: true,
    pty,
  });
  terminal.show(true);
  return terminal;
}
