import { madeContributions } from '../../client/src/contributions/contributions.ts';

/** The text of package.json in which commands, menus, settings and their defaults are what the client's tables say. */
export function withContributions(text: string): string {
  const manifest = JSON.parse(text);
  const { commands, menus, properties, configurationDefaults } = madeContributions();
  const { contributes } = manifest;
  contributes.commands = commands;
  contributes.menus = menus;
  contributes.configuration.properties = properties;
  contributes.configurationDefaults = configurationDefaults;
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
