/** Settings of the editor that are another's than VS Code's where YAML is typed, as package.json has them. */
export type ConfigurationDefaults = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Where a person types any YAML, no key is taken from them: Enter is a new line until they have chosen a suggestion or
 * typed a part of it, and behind one that they have typed in full. Words that are somewhere in the file are no
 * suggestions, because the name of one thing is mostly the beginning of another's.
 */
const typing = {
  'editor.suggest.selectionMode': 'whenQuickSuggestion',
  'editor.acceptSuggestionOnEnter': 'smart',
  'editor.wordBasedSuggestions': 'off',
} as const;

/** Templates of YAML are indented as YAML is: VS Code has no defaults for them. */
const indentation = { 'editor.insertSpaces': true, 'editor.tabSize': 2 } as const;

/** What is set for typing, by the identifiers of the languages. */
export const typingDefaults: ConfigurationDefaults = {
  yaml: typing,
  helm: typing,
  'helm-template': typing,
  'gotmpl-yaml': typing,
};

/** By language. What a person sets for the language themselves goes before them. */
export const configurationDefaults: ConfigurationDefaults = {
  '[yaml]': typing,
  '[helm]': { ...indentation, ...typing },
  '[helm-template]': typing,
  '[gotmpl-yaml]': { ...indentation, ...typing },
};
