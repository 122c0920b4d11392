import { commandTable, keysOfOthers, type Menu } from './commands.ts';
import { type ConfigurationDefaults, configurationDefaults } from './configuration-defaults.ts';
import { settings } from './settings.ts';

/** The parts of package.json's `contributes` that the tables of this folder say. */
export interface MadeContributions {
  readonly commands: readonly unknown[];
  readonly menus: Readonly<Record<string, readonly unknown[]>>;
  readonly keybindings: readonly unknown[];
  readonly properties: Readonly<Record<string, unknown>>;
  readonly configurationDefaults: ConfigurationDefaults;
}

/** What package.json says of commands, menus, keys and settings, those of VS Code's that it changes included. */
export function madeContributions(): MadeContributions {
  return {
    commands: commands(),
    menus: menus(),
    keybindings: keybindings(),
    properties: properties(),
    configurationDefaults,
  };
}

const menuNames: readonly Menu[] = [
  'editor/title',
  'editor/context',
  'explorer/context',
  'view/title',
  'view/item/context',
];

function commands() {
  return Object.entries(commandTable).map(([command, { title, icon, enablement }]) => ({
    command,
    title,
    category: 'Kubewright',
    ...(icon === undefined ? {} : { icon: `$(${icon})` }),
    ...(enablement === undefined ? {} : { enablement }),
  }));
}

function menus() {
  const entries = Object.entries(commandTable);
  const commandPalette = entries.flatMap(([command, { palette }]) =>
    palette === undefined ? [] : [{ command, when: palette }],
  );
  const others = menuNames.map((name) => [
    name,
    entries.flatMap(([command, entry]) => (entry.menus?.[name] ?? []).map((item) => ({ command, ...item }))),
  ]);
  return { commandPalette, ...Object.fromEntries(others) };
}

function keybindings() {
  const own = Object.entries(commandTable).flatMap(([command, { keybinding }]) =>
    keybinding === undefined ? [] : [{ command, ...keybinding }],
  );
  return [...own, ...keysOfOthers];
}

function properties() {
  return Object.fromEntries(Object.entries(settings).map(([name, schema]) => [`kubewright.${name}`, schema]));
}
