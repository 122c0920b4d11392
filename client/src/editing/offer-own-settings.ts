import { ConfigurationTarget, type Disposable, type Memento, workspace } from 'vscode';
import type { Log } from '../cluster/log.ts';
import { typingDefaults } from '../contributions/configuration-defaults.ts';
import { offerActions } from '../prompts/messages.ts';
import { type OverriddenSetting, overriddenSettings, overriddenSettingsText } from './own-typing-settings.ts';

/** Remembers, for all workspaces, that the question has been put. */
const asked = 'ownTypingSettingsOffered';

/**
 * Asks somebody once whose settings count where YAML is typed, when they have set one of them otherwise for all languages:
 * at the start, and when they set it.
 */
export function offerOwnSettings(memory: Memento, log: Log): Disposable {
  const look = () => {
    if (memory.get<boolean>(asked)) return;
    const overridden = overriddenSettings(typingDefaults, (setting, languageId) =>
      workspace.getConfiguration(undefined, { languageId }).inspect(setting),
    );
    if (overridden.length === 0) return;
    offer(overridden, memory).catch((error) => log.error('offering the settings for typing', error));
  };
  look();
  return workspace.onDidChangeConfiguration((event) => {
    if (settings.some((setting) => event.affectsConfiguration(setting))) look();
  });
}

const settings = [...new Set(Object.values(typingDefaults).flatMap((own) => Object.keys(own)))];

async function offer(overridden: readonly OverriddenSetting[], memory: Memento): Promise<void> {
  await memory.update(asked, true);
  const answer = await offerActions(overriddenSettingsText(overridden), ['Use Mine', "Keep Kubewright's"]);
  if (answer !== 'Use Mine') return;
  for (const { language, setting, own, scope } of overridden) {
    const target = scope === 'user' ? ConfigurationTarget.Global : ConfigurationTarget.Workspace;
    await workspace.getConfiguration(undefined, { languageId: language }).update(setting, own, target, true);
  }
}
