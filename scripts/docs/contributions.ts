import { madeContributions } from '../../client/src/contributions/contributions.ts';
import { grammarContributions } from '../syntaxes/grammars.ts';

/** The text of package.json in which commands, menus, keys, settings, their defaults and grammars are what the tables say. */
export function withContributions(text: string): string {
  const manifest = JSON.parse(text);
  const { commands, menus, keybindings, properties, configurationDefaults } = madeContributions();
  const { contributes } = manifest;
  contributes.grammars = grammarContributions();
  contributes.commands = commands;
  contributes.menus = menus;
  contributes.keybindings = keybindings;
  contributes.configuration.properties = properties;
  contributes.configurationDefaults = configurationDefaults;
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
