import type { ExtensionContext, LogOutputChannel } from 'vscode';
import { createLog, type Log } from './cluster/log.ts';
import { openLogChannel } from './prompts/log-channel.ts';

/** Opens the output channel *Kubewright*, and the log that writes there. Its level is the person's choice, in the channel. */
export function openLog({ subscriptions }: ExtensionContext): {
  readonly log: Log;
  readonly channel: LogOutputChannel;
} {
  const channel = openLogChannel('Kubewright');
  subscriptions.push(channel);
  return { log: createLog((level, line) => channel[level](line)), channel };
}
