import { workspace } from 'vscode';
import { settings } from './settings.ts';

type Settings = typeof settings;

/** A setting's value now. */
export function readSetting<Name extends keyof Settings>(name: Name): Settings[Name]['default'] {
  const value = workspace.getConfiguration('kubewright').get<Settings[Name]['default']>(name);
  return value ?? settings[name].default;
}
