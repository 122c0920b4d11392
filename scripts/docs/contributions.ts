import { madeContributions } from '../../client/src/contributions/contributions.ts';
import { grammarContributions } from '../syntaxes/grammars.ts';

/** The text of package.json in which commands, menus, settings and grammars are what the tables say. */
export function withContributions(text: string): string {
  const manifest = JSON.parse(text);
  const { commands, menus, properties } = madeContributions();
  const { contributes } = manifest;
  contributes.grammars = grammarContributions();
  contributes.commands = commands;
  contributes.menus = menus;
  contributes.configuration.properties = properties;
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
