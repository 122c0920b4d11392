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

/** A terminal tab with a program in it. */
export interface ProgramTab {
  /** May come from anywhere. */
  readonly name: string;
  /** A codicon. */
  readonly icon: string;
  /** Its file and what it is started with: no shell reads them. */
  readonly program: string;
  readonly args: readonly string[];
  /** Beside what terminals have. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Runs a program in a terminal tab, which VS Code does not restore, and puts the keyboard there: it asks the person. */
export function openProgramTab({ name, icon, program, args, environment }: ProgramTab): Terminal {
  const terminal = window.createTerminal({
    name: plainText(name, longestName),
    iconPath: new ThemeIcon(icon),
    isTransient: true,
    shellPath: program,
    shellArgs: [...args],
    env: { ...environment },
  });
  terminal.show();
  return terminal;
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
