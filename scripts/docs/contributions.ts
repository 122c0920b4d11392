import { madeContributions } from '../../client/src/contributions/contributions.ts';

/** The text of package.json in which commands, menus, keys and settings are what the client's tables say. */
export function withContributions(text: string): string {
  const manifest = JSON.parse(text);
  const { commands, menus, keybindings, properties } = madeContributions();
  const { contributes } = manifest;
  contributes.commands = commands;
  contributes.menus = menus;
  contributes.keybindings = keybindings;
  contributes.configuration.properties = properties;
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
