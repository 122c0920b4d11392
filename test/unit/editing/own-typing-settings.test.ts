import { describe, expect, test } from 'vitest';
import {
  overriddenSettings,
  overriddenSettingsText,
  type SetValues,
} from '../../../client/src/editing/own-typing-settings.ts';

const enter = 'editor.acceptSuggestionOnEnter';
const words = 'editor.wordBasedSuggestions';
const shipped = { yaml: { [enter]: 'smart', [words]: 'off' }, helm: { [enter]: 'smart' } };

describe('settings that a person has set, and that lose to what is shipped for a language', () => {
  test.each<[string, SetValues | undefined, string | undefined]>([
    ['nothing is set', {}, undefined],
    ['the editor knows no such setting', undefined, undefined],
    ['the same is set', { globalValue: 'smart' }, undefined],
    ['another is set by the user', { globalValue: 'on' }, 'on, user'],
    ['another is set by the workspace', { globalValue: 'smart', workspaceValue: 'off' }, 'off, workspace'],
    ['the workspace agrees', { globalValue: 'on', workspaceValue: 'smart' }, undefined],
    ['the user has said it of the language', { globalValue: 'on', globalLanguageValue: 'smart' }, undefined],
    [
      'the workspace has said it of the language',
      { globalValue: 'on', workspaceLanguageValue: 'off' },
      undefined,
    ],
    [
      'a folder has said it of the language',
      { globalValue: 'on', workspaceFolderLanguageValue: 'on' },
      undefined,
    ],
  ])('%s', (_, values, lost) => {
    const inspect = (setting: string, language: string) =>
      setting === enter && language === 'yaml' ? values : {};
    const found = overriddenSettings(shipped, inspect).map(({ own, scope }) => `${own}, ${scope}`);
    expect(found).toEqual(lost === undefined ? [] : [lost]);
  });

  test('each language has its own, and the text says each setting once', () => {
    const inspect = (setting: string) =>
      setting === enter ? { globalValue: 'on' } : { globalValue: 'currentDocument' };
    const found = overriddenSettings(shipped, inspect);
    expect(found.map(({ language, setting }) => `${language} ${setting}`)).toEqual([
      `yaml ${enter}`,
      `yaml ${words}`,
      `helm ${enter}`,
    ]);
    expect(overriddenSettingsText(found)).toBe(
      "Where YAML is typed, Kubewright's settings go before yours for all languages: " +
        'editor.acceptSuggestionOnEnter is "smart" there, not "on"; ' +
        'editor.wordBasedSuggestions is "off" there, not "currentDocument". Use yours for YAML too?',
    );
  });
});
