import { type LogOutputChannel, window } from 'vscode';
import { entry } from './log-entry.ts';

/**
 * Opens an output channel for a log. Texts of more than one line go on indented, so that none of them looks like another
 * entry, and nothing in them is hidden.
 */
export function openLogChannel(name: string): LogOutputChannel {
  const channel = window.createOutputChannel(name, { log: true });
  return {
    name,
    get logLevel() {
      return channel.logLevel;
    },
    onDidChangeLogLevel: channel.onDidChangeLogLevel,
    trace: (message, ...more) => channel.trace(entry(message), ...more.map(shown)),
    debug: (message, ...more) => channel.debug(entry(message), ...more.map(shown)),
    info: (message, ...more) => channel.info(entry(message), ...more.map(shown)),
    warn: (message, ...more) => channel.warn(entry(message), ...more.map(shown)),
    error: (error, ...more) => channel.error(entry(textOf(error)), ...more.map(shown)),
    append: (text) => channel.append(entry(text)),
    appendLine: (text) => channel.appendLine(entry(text)),
    replace: (text) => channel.replace(entry(text)),
    clear: () => channel.clear(),
    show: () => channel.show(true),
    hide: () => channel.hide(),
    dispose: () => channel.dispose(),
  };
}

function shown(value: unknown): unknown {
  return typeof value === 'string' ? entry(value) : value;
}

function textOf(error: string | Error): string {
  return typeof error === 'string' ? error : (error.stack ?? error.message);
}
