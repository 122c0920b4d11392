/** Where a setting of the editor is set, as VS Code tells it: without a language and for one. */
export interface SetValues {
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly globalLanguageValue?: unknown;
  readonly workspaceLanguageValue?: unknown;
  readonly workspaceFolderLanguageValue?: unknown;
}

/** A setting that a person has set for all languages, and that a default for one language keeps from them there. */
export interface OverriddenSetting {
  readonly language: string;
  readonly setting: string;
  /** What they have set it to. */
  readonly own: unknown;
  /** What it is in the language instead. */
  readonly shipped: unknown;
  /** Where they have set it. */
  readonly scope: 'user' | 'workspace';
}

/**
 * The settings of which a person has said something else than what is shipped for a language, and nothing for the language:
 * VS Code puts an extension's default for a language before what somebody sets for all. A workspace's value goes before
 * the user's.
 */
export function overriddenSettings(
  shipped: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  inspect: (setting: string, language: string) => SetValues | undefined,
): OverriddenSetting[] {
  return Object.entries(shipped).flatMap(([language, settings]) =>
    Object.entries(settings).flatMap(([setting, value]) => {
      const values = inspect(setting, language);
      if (!values || isSetForLanguage(values)) return [];
      const { globalValue, workspaceValue } = values;
      const own = workspaceValue ?? globalValue;
      if (own === undefined || own === value) return [];
      const scope = workspaceValue === undefined ? 'user' : 'workspace';
      return [{ language, setting, own, shipped: value, scope } as const];
    }),
  );
}

function isSetForLanguage(values: SetValues): boolean {
  return (
    values.globalLanguageValue !== undefined ||
    values.workspaceLanguageValue !== undefined ||
    values.workspaceFolderLanguageValue !== undefined
  );
}

/** What is said of them: each setting once, whatever the number of languages. */
export function overriddenSettingsText(overridden: readonly OverriddenSetting[]): string {
  const said = overridden.map(
    ({ setting, own, shipped }) =>
      `${setting} is ${JSON.stringify(shipped)} there, not ${JSON.stringify(own)}`,
  );
  const differences = [...new Set(said)].join('; ');
  return `Where YAML is typed, Kubewright's settings go before yours for all languages: ${differences}. Use yours for YAML too?`;
}
