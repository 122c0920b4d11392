import { type ExtensionContext, type LogOutputChannel, window } from 'vscode';
import { createLog, type Log } from './cluster/log.ts';

/** Opens the output channel *Kubewright*, and the log that writes there. Its level is the person's choice, in the channel. */
export function openLog({ subscriptions }: ExtensionContext): {
  readonly log: Log;
  readonly channel: LogOutputChannel;
} {
  const channel = window.createOutputChannel('Kubewright', { log: true });
  subscriptions.push(channel);
  return { log: createLog((level, line) => channel[level](line)), channel };
}
