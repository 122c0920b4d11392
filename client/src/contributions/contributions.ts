import {
  buttonId,
  type Command,
  type CommandId,
  commandTable,
  isButton,
  type Keybinding,
  keysOfOthers,
  type Menu,
  paletteId,
} from './commands.ts';
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
  return entries().flatMap(([command, { title, fromPalette, icon, enablement }]) => {
    const common = {
      category: 'Kubewright',
      ...(icon === undefined ? {} : { icon: `$(${icon})` }),
      ...(enablement === undefined ? {} : { enablement }),
    };
    const own = { command: command as string, title, ...common };
    const button = buttonId(command);
    return [
      own,
      ...(fromPalette === undefined ? [] : [{ command: paletteId(command), title: fromPalette, ...common }]),
      ...(button === undefined ? [] : [{ command: button, title, ...common }]),
    ];
  });
}

function menus() {
  const commandPalette = entries().flatMap(([command, { palette, fromPalette }]) => {
    const offer = (id: string, when: string | undefined) =>
      when === undefined ? [] : [{ command: id, when }];
    const button = buttonId(command);
    return [
      ...(fromPalette === undefined
        ? offer(command, palette)
        : [...offer(command, 'false'), ...offer(paletteId(command), palette)]),
      ...(button === undefined ? [] : offer(button, 'false')),
    ];
  });
  const others = menuNames.map((name) => [
    name,
    entries().flatMap(([command, entry]) =>
      (entry.menus?.[name] ?? []).map((item) => ({
        command: (isButton(item) && buttonId(command)) || command,
        ...item,
      })),
    ),
  ]);
  return { commandPalette, ...Object.fromEntries(others) };
}

function entries(): [CommandId, Command][] {
  return Object.entries(commandTable) as [CommandId, Command][];
}

function keybindings() {
  const own = entries().flatMap(([command, { keybinding }]) =>
    keybinding === undefined ? [] : [{ command, ...bindingOf(keybinding) }],
  );
  return [...own, ...keysOfOthers];
}

function bindingOf({ key, mac, when }: Keybinding) {
  return { key, ...(mac === undefined ? {} : { mac }), when };
}

function properties() {
  return Object.fromEntries(Object.entries(settings).map(([name, schema]) => [`kubewright.${name}`, schema]));
}
