import { type Uri, workspace } from 'vscode';
import { settings } from './settings.ts';

type Settings = typeof settings;

/** A setting's value now; of one that folders may have each their own, that of the folder or file of `scope`. */
export function readSetting<Name extends keyof Settings>(name: Name, scope?: Uri): Settings[Name]['default'] {
  const value = workspace.getConfiguration('kubewright', scope).get<Settings[Name]['default']>(name);
  return value ?? settings[name].default;
}
