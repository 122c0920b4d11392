import { type Ability, abilities, abilityWord, missingWord } from './abilities.ts';
import { contextKeys } from './context-keys.ts';
import type { ItemWord } from './item-context.ts';
import { views } from './views.ts';

/** A menu of VS Code's that offers commands of the extension. */
export type Menu =
  | 'editor/title'
  | 'editor/context'
  | 'explorer/context'
  | 'view/title'
  | 'view/item/context';

/** Where a menu offers a command. */
export interface MenuItem {
  /** When it is offered: a `when` clause. */
  readonly when: string;
  /** `GROUP@ORDER`; `inline` and `navigation` are buttons. */
  readonly group: string;
}

/** A command, as package.json describes it to VS Code. */
export interface Command {
  readonly title: string;
  /** A codicon. */
  readonly icon?: string;
  /** When it can be run; undefined for a command that also works in a workspace that is not trusted. */
  readonly enablement?: string;
  /** When the Command Palette offers it; undefined for always. */
  readonly palette?: string;
  /**
   * What the Command Palette calls it, where it asks for what menus give it: there the title says what is asked for, too. VS Code
   * shows one title of a command everywhere, so the palette has a command of its own (`paletteId`).
   */
  readonly fromPalette?: string;
  readonly menus?: { readonly [In in Menu]?: readonly MenuItem[] };
  readonly keybinding?: Keybinding;
}

/** A key that runs a command. */
export interface Keybinding {
  readonly key: string;
  /** On a Mac, where it is another one there. */
  readonly mac?: string;
  /** When it does: a `when` clause. */
  readonly when: string;
  /** What it does, and where, as the README says it. */
  readonly does: string;
  readonly where: string;
}

const trusted = 'isWorkspaceTrusted';
const never = 'false';
const manifestLanguage = '=~ /^(?:yaml|json)$/';
const inManifest = `resourceLangId ${manifestLanguage} && ${contextKeys.editorHasManifest} && !(resourceScheme =~ /^kubewright/)`;
/** A manifest, or the document of an object of a cluster. */
const manifestOrLive = `${inManifest} || resourceScheme == kubewright`;
const forActiveManifest = `editorLangId ${manifestLanguage} && ${contextKeys.editorHasManifest}`;
const templatesAndYaml = 'editorLangId =~ /^(?:yaml|helm|helm-template|gotmpl-yaml)$/';
/** Where Tab has nothing else to do: no list to choose from, no text that is offered, no next stop of a snippet. */
const inItemIndentation = [
  contextKeys.inItemIndentation,
  'editorTextFocus',
  '!editorReadonly',
  templatesAndYaml,
  '!editorHasSelection',
  '!editorHasMultipleSelections',
  '!editorTabMovesFocus',
  '!suggestWidgetVisible',
  '!inlineSuggestionVisible',
  '!inlineEditIsVisible',
  '!inSnippetMode',
  // In Vim's normal mode Tab goes through the places that the cursor was at.
  "vim.mode != 'Normal'",
].join(' && ');
const isYamlFile = String.raw`resourceExtname =~ /^\.ya?ml$/`;
const onClusters = `view == ${views.clusters}`;
/** Where several lines are selected, what is done to one is not offered. */
const ofOne = '!listMultiSelection';
/** Where keys go to a line of the Clusters view: to none that sticks at its top, and to no text that is typed. */
const atClustersLine = `focusedView == ${views.clusters} && listFocus && !inputFocus && !treestickyScrollFocused`;
/** Where keys do something, in words. */
const inClusters = 'a line of the Clusters view';
const beforeDash = 'YAML, in front of the dash of an item';
const onForward = `view == ${views.forwards} && viewItem == ${'forward' satisfies ItemWord}`;

/** On a line of the Clusters view that is any of these. */
function onItem(...words: readonly ItemWord[]): string {
  return onLine(words.length === 1 ? words[0]! : `(${words.join('|')})`);
}

/** On a line of the Clusters view whose kind lets it be done. */
function onAble(ability: Ability): string {
  return onLine(abilityWord(ability));
}

/** Where the user is not known to lack the right to it: elsewhere the command is dimmed. */
function unlessMissing(ability: Ability): string {
  return String.raw`${trusted} && !(viewItem =~ /\b${missingWord(ability)}\b/)`;
}

function onLine(word: string): string {
  return String.raw`${onClusters} && viewItem =~ /\b${word}\b/`;
}

/**
 * Keys that run commands of VS Code's. Tab takes the suggestion that is chosen, also where that is what stands there
 * already: who has typed the text of a snippet's stop means the next stop.
 */
export const keysOfOthers: readonly (Omit<Keybinding, 'does' | 'where'> & { readonly command: string })[] = [
  {
    command: 'jumpToNextSnippetPlaceholder',
    key: 'tab',
    when: [
      'inSnippetMode',
      'hasNextTabstop',
      'suggestWidgetVisible',
      '!suggestionMakesTextEdit',
      'textInputFocus',
      templatesAndYaml,
    ].join(' && '),
  },
];

const table = {
  'kubewright.apply': {
    title: 'Apply Manifest',
    icon: 'cloud-upload',
    enablement: trusted,
    palette: forActiveManifest,
    menus: {
      'editor/title': [{ when: inManifest, group: 'navigation' }],
      'editor/context': [{ when: inManifest, group: '5_kubewright@1' }],
      'explorer/context': [{ when: `explorerResourceIsFolder || ${isYamlFile}`, group: '5_kubewright@1' }],
    },
  },
  'kubewright.deleteManifest': {
    title: 'Delete Objects of Manifest',
    icon: 'trash',
    enablement: trusted,
    palette: forActiveManifest,
    menus: {
      'editor/context': [{ when: inManifest, group: '5_kubewright@2' }],
      'explorer/context': [{ when: `!explorerResourceIsFolder && ${isYamlFile}`, group: '5_kubewright@2' }],
    },
  },
  'kubewright.deleteObject': {
    title: 'Delete',
    icon: 'trash',
    enablement: unlessMissing(abilities.deleteObject),
    fromPalette: 'Delete an Object…',
    menus: { 'view/item/context': [{ when: onAble(abilities.deleteObject), group: '3_change@1' }] },
  },
  'kubewright.deleteByKey': {
    title: 'Delete Selected Objects',
    enablement: trusted,
    palette: never,
    keybinding: {
      key: 'delete',
      mac: 'cmd+backspace',
      when: `${trusted} && ${atClustersLine}`,
      does: 'deletes the objects that are selected, once you have confirmed it',
      where: inClusters,
    },
  },
  'kubewright.openYaml': {
    title: 'Open YAML',
    icon: 'go-to-file',
    enablement: unlessMissing(abilities.openYaml),
    fromPalette: 'Open YAML of an Object…',
    menus: { 'view/item/context': [{ when: onAble(abilities.openYaml), group: '1_open@1' }] },
  },
  'kubewright.openByKey': {
    title: 'Open Selected Objects',
    enablement: trusted,
    palette: never,
    keybinding: {
      key: 'enter',
      when: `${trusted} && ${atClustersLine}`,
      does: 'opens the YAML of the objects that are selected; expands a line of anything else',
      where: inClusters,
    },
  },
  'kubewright.compareObjects': {
    title: 'Compare…',
    enablement: unlessMissing(abilities.openYaml),
    fromPalette: 'Compare Two Objects…',
    menus: { 'view/item/context': [{ when: onAble(abilities.openYaml), group: '2_compare@3' }] },
  },
  'kubewright.selectForCompare': {
    title: 'Select for Compare',
    enablement: unlessMissing(abilities.openYaml),
    palette: never,
    menus: {
      'view/item/context': [{ when: `${onAble(abilities.openYaml)} && ${ofOne}`, group: '2_compare@2' }],
    },
  },
  'kubewright.compareWithSelected': {
    title: 'Compare with Selected',
    enablement: unlessMissing(abilities.openYaml),
    palette: never,
    menus: {
      'view/item/context': [
        {
          when: `${onAble(abilities.openYaml)} && ${contextKeys.hasSelectedForCompare} && ${ofOne}`,
          group: '2_compare@1',
        },
      ],
    },
  },
  'kubewright.showLogs': {
    title: 'Logs',
    icon: 'output',
    enablement: unlessMissing(abilities.showLogs),
    fromPalette: 'Show Logs…',
    menus: {
      'view/item/context': [
        { when: onAble(abilities.showLogs), group: 'inline@1' },
        { when: `${onAble(abilities.showLogs)} && ${ofOne}`, group: '1_open@2' },
      ],
    },
  },
  'kubewright.portForward': {
    title: 'Port-Forward',
    icon: 'plug',
    enablement: unlessMissing(abilities.portForward),
    fromPalette: 'Forward a Port…',
    menus: {
      'view/item/context': [
        { when: onAble(abilities.portForward), group: 'inline@2' },
        { when: `${onAble(abilities.portForward)} && ${ofOne}`, group: '1_open@3' },
      ],
    },
  },
  'kubewright.openForward': {
    title: 'Open Forwarded Port in Browser',
    fromPalette: 'Open Forwarded Port in Browser…',
    icon: 'globe',
    enablement: trusted,
    palette: contextKeys.hasForwards,
    menus: { 'view/item/context': [{ when: onForward, group: 'inline@1' }] },
  },
  'kubewright.copyForwardUrl': {
    title: 'Copy URL of Forwarded Port',
    fromPalette: 'Copy URL of Forwarded Port…',
    icon: 'copy',
    enablement: trusted,
    palette: contextKeys.hasForwards,
    menus: { 'view/item/context': [{ when: onForward, group: 'inline@2' }] },
  },
  'kubewright.stopForward': {
    title: 'Stop Port-Forward',
    fromPalette: 'Stop Port-Forward…',
    icon: 'debug-stop',
    enablement: trusted,
    palette: contextKeys.hasForwards,
    menus: { 'view/item/context': [{ when: onForward, group: 'inline@3' }] },
  },
  'kubewright.startSandbox': {
    title: 'Start Sandbox',
    icon: 'play',
    enablement: `${trusted} && !${contextKeys.sandboxRunning}`,
    menus: {
      'view/title': [{ when: `${onClusters} && !${contextKeys.sandboxRunning}`, group: 'navigation@1' }],
      'view/item/context': [
        { when: onItem('stoppedSandbox'), group: 'inline@1' },
        { when: `${onItem('stoppedSandbox')} && ${ofOne}`, group: '1_cluster@2' },
      ],
    },
  },
  'kubewright.stopSandbox': {
    title: 'Stop Sandbox',
    icon: 'debug-stop',
    enablement: `${trusted} && ${contextKeys.sandboxRunning}`,
    menus: {
      'view/item/context': [
        { when: onItem('sandbox'), group: 'inline@2' },
        { when: `${onItem('sandbox')} && ${ofOne}`, group: '1_cluster@3' },
      ],
    },
  },
  'kubewright.dismissSandbox': {
    title: 'Dismiss',
    icon: 'close',
    enablement: trusted,
    palette: never,
    menus: {
      'view/item/context': [
        { when: onItem('stoppedSandbox'), group: 'inline@3' },
        { when: `${onItem('stoppedSandbox')} && ${ofOne}`, group: '1_cluster@4' },
      ],
    },
  },
  'kubewright.showLog': {
    title: 'Show Log',
    icon: 'output',
    menus: {
      'view/title': [{ when: onClusters, group: '3_changes@2' }],
      'view/item/context': [
        { when: onItem('stoppedSandbox'), group: 'inline@2' },
        { when: `${onItem('stoppedSandbox')} && ${ofOne}`, group: '1_cluster@3' },
      ],
    },
  },
  'kubewright.setTarget': {
    title: 'Set as Target',
    icon: 'target',
    enablement: trusted,
    fromPalette: 'Choose the Target…',
    menus: {
      'view/item/context': [{ when: `${onItem('context')} && ${ofOne}`, group: '1_cluster@0' }],
    },
  },
  'kubewright.selectNamespace': {
    title: 'Select Namespaces',
    icon: 'list-filter',
    enablement: trusted,
    fromPalette: 'Select Namespaces…',
    menus: {
      'view/item/context': [
        { when: onItem('context'), group: 'inline@1' },
        { when: `${onItem('context')} && ${ofOne}`, group: '1_cluster@1' },
      ],
    },
  },
  'kubewright.useContext': {
    title: 'Use Context',
    enablement: trusted,
    fromPalette: 'Use Context…',
    menus: {
      // The sandbox's kubeconfig is its own.
      'view/item/context': [
        { when: `${onClusters} && viewItem =~ /^context(?: login)?$/ && ${ofOne}`, group: '1_cluster@4' },
      ],
    },
  },
  'kubewright.nameKubeconfig': {
    title: 'Name a Kubeconfig…',
    icon: 'new-file',
    enablement: trusted,
    menus: { 'view/title': [{ when: onClusters, group: '2_clusters@1' }] },
  },
  'kubewright.logIn': {
    title: 'Log In in a Terminal',
    icon: 'sign-in',
    enablement: trusted,
    fromPalette: 'Log In in a Terminal…',
    menus: {
      'view/item/context': [
        // A button on the line that tells of a login that is missing.
        { when: `${onClusters} && viewItem =~ /^problem login$/`, group: 'inline@1' },
        { when: `${onItem('login')} && ${ofOne}`, group: '1_cluster@5' },
      ],
    },
  },
  'kubewright.fetchSchema': { title: 'Fetch Schema', enablement: trusted, palette: never },
  'kubewright.copyName': {
    title: 'Copy Name',
    enablement: trusted,
    palette: never,
    menus: { 'view/item/context': [{ when: onItem('context', 'object', 'container'), group: '2_copy@1' }] },
  },
  'kubewright.showProblem': { title: 'Show Message', enablement: trusted, palette: never },
  'kubewright.copyProblem': {
    title: 'Copy Message',
    enablement: trusted,
    palette: never,
    menus: { 'view/item/context': [{ when: `${onItem('problem')} && ${ofOne}`, group: '2_copy@1' }] },
  },
  'kubewright.retryProblem': {
    title: 'Retry',
    icon: 'refresh',
    enablement: trusted,
    palette: never,
    menus: {
      'view/item/context': [
        { when: onItem('problem'), group: 'inline@2' },
        { when: `${onItem('problem')} && ${ofOne}`, group: '1_cluster@1' },
      ],
    },
  },
  'kubewright.copyByKey': {
    title: 'Copy Selected Names',
    enablement: trusted,
    palette: never,
    keybinding: {
      key: 'ctrl+c',
      mac: 'cmd+c',
      when: `${trusted} && ${atClustersLine}`,
      does: 'copies the names of the lines that are selected',
      where: inClusters,
    },
  },
  'kubewright.copyAs': {
    title: 'Copy As…',
    enablement: unlessMissing(abilities.openYaml),
    fromPalette: 'Copy an Object As…',
    menus: { 'view/item/context': [{ when: onAble(abilities.openYaml), group: '2_copy@2' }] },
  },
  'kubewright.countObjects': {
    title: 'Count Objects',
    icon: 'symbol-numeric',
    enablement: trusted,
    palette: never,
    menus: {
      'view/item/context': [
        { when: onItem('context', 'category'), group: 'inline@4' },
        { when: `${onItem('context', 'category', 'kind')} && ${ofOne}`, group: '1_cluster@6' },
      ],
    },
  },
  'kubewright.pinKind': {
    title: 'Pin Kind',
    icon: 'pin',
    enablement: trusted,
    palette: never,
    menus: { 'view/item/context': [{ when: `${onItem('unpinned')} && ${ofOne}`, group: '1_cluster@3' }] },
  },
  'kubewright.unpinKind': {
    title: 'Unpin Kind',
    icon: 'pinned',
    enablement: trusted,
    palette: never,
    menus: { 'view/item/context': [{ when: `${onItem('pinned')} && ${ofOne}`, group: '1_cluster@3' }] },
  },
  'kubewright.filterObjects': {
    title: 'Filter Objects…',
    icon: 'filter',
    enablement: trusted,
    fromPalette: 'Filter Objects of a Kind…',
    menus: {
      'view/item/context': [
        { when: onItem('kind'), group: 'inline@1' },
        { when: `${onItem('kind')} && ${ofOne}`, group: '0_rows@1' },
      ],
    },
  },
  'kubewright.sortObjects': {
    title: 'Sort Objects…',
    enablement: trusted,
    fromPalette: 'Sort Objects of a Kind…',
    menus: { 'view/item/context': [{ when: `${onItem('kind')} && ${ofOne}`, group: '0_rows@2' }] },
  },
  'kubewright.groupObjects': {
    title: 'Group Objects…',
    enablement: trusted,
    fromPalette: 'Group Objects of a Kind…',
    menus: { 'view/item/context': [{ when: `${onItem('kind')} && ${ofOne}`, group: '0_rows@3' }] },
  },
  'kubewright.showOnlyUnhealthy': {
    title: 'Show Only Unhealthy',
    enablement: trusted,
    fromPalette: 'Show Only Unhealthy Objects of a Kind…',
    menus: {
      'view/item/context': [
        { when: `${onItem('kind')} && !(${onItem('unhealthy')}) && ${ofOne}`, group: '0_rows@4' },
      ],
    },
  },
  'kubewright.showAllObjects': {
    title: 'Show All',
    enablement: trusted,
    fromPalette: 'Show All Objects of a Kind Again…',
    menus: { 'view/item/context': [{ when: `${onItem('unhealthy')} && ${ofOne}`, group: '0_rows@4' }] },
  },
  'kubewright.openReleaseValues': {
    title: 'Open Values',
    enablement: unlessMissing(abilities.openYaml),
    palette: never,
    menus: { 'view/item/context': [{ when: `${onItem('release')} && ${ofOne}`, group: '1_open@1' }] },
  },
  'kubewright.openReleaseManifest': {
    title: 'Open Manifest',
    enablement: unlessMissing(abilities.openYaml),
    palette: never,
    menus: { 'view/item/context': [{ when: `${onItem('release')} && ${ofOne}`, group: '1_open@2' }] },
  },
  'kubewright.turnPage': { title: 'Turn Page', enablement: trusted, palette: never },
  'kubewright.showRules': { title: 'Show Rules of Manifests' },
  'kubewright.whoCan': {
    title: 'Who Can…',
    enablement: trusted,
    palette: never,
    menus: { 'view/item/context': [{ when: `${onItem('kind')} && ${ofOne}`, group: '2_access@1' }] },
  },
  'kubewright.refresh': {
    title: 'Refresh',
    icon: 'refresh',
    enablement: trusted,
    menus: {
      'editor/title': [{ when: 'resourceScheme == kubewright', group: 'navigation' }],
      'view/title': [{ when: onClusters, group: 'navigation@2' }],
      'view/item/context': [{ when: `${onItem('context', 'kind')} && ${ofOne}`, group: '1_cluster@2' }],
    },
  },
  'kubewright.searchObjects': {
    title: 'Search Objects',
    icon: 'search',
    enablement: trusted,
    fromPalette: 'Search Objects…',
    menus: {
      'view/title': [{ when: onClusters, group: 'navigation@0' }],
      'view/item/context': [
        { when: onItem('context'), group: 'inline@0' },
        { when: `${onItem('context')} && ${ofOne}`, group: '1_cluster@-2' },
      ],
    },
    keybinding: {
      key: 'ctrl+k ctrl+y',
      mac: 'cmd+k cmd+y',
      when: trusted,
      does: 'searches the objects of a cluster by their names',
      where: 'anywhere',
    },
  },
  'kubewright.goToKind': {
    title: 'Go to Kind',
    enablement: trusted,
    fromPalette: 'Go to Kind…',
    menus: {
      'view/item/context': [{ when: `${onItem('context')} && ${ofOne}`, group: '1_cluster@-1' }],
    },
    keybinding: {
      key: 'ctrl+k ctrl+g',
      mac: 'cmd+k cmd+g',
      when: trusted,
      does: 'goes to a kind by its short name',
      where: 'anywhere',
    },
  },
  'kubewright.revealInClusters': {
    title: 'Reveal in Clusters',
    enablement: trusted,
    palette: `${forActiveManifest} || resourceScheme == kubewright`,
    menus: {
      'editor/title': [{ when: manifestOrLive, group: '5_kubewright@1' }],
      'editor/context': [{ when: manifestOrLive, group: '5_kubewright@3' }],
    },
  },
  'kubewright.revealManifest': {
    title: 'Reveal Manifest in Workspace',
    enablement: trusted,
    palette: never,
    menus: {
      'view/item/context': [{ when: `${onItem('object')} && ${ofOne}`, group: '1_open@8' }],
    },
  },
  'kubewright.showChanges': {
    title: 'Show Changes of This Session',
    menus: { 'view/title': [{ when: onClusters, group: '3_changes@1' }] },
  },
  'kubewright.indentListItem': {
    title: 'Indent List Item',
    palette: never,
    keybinding: {
      key: 'tab',
      when: inItemIndentation,
      does: 'indents an item of a list with all that is in it',
      where: beforeDash,
    },
  },
  'kubewright.outdentListItem': {
    title: 'Outdent List Item',
    palette: never,
    keybinding: {
      key: 'shift+tab',
      when: inItemIndentation,
      does: 'takes that back a level',
      where: beforeDash,
    },
  },
} as const satisfies Readonly<Record<`kubewright.${string}`, Command>>;

/** The id of a command of the extension. */
export type CommandId = keyof typeof table;

/** The id by which the palette has a command that it calls by another title. */
export function paletteId(id: CommandId): string {
  return `${id}.fromPalette`;
}

/** The id of the buttons that run a command on lines of views; undefined where it has none there. */
export function buttonId(id: CommandId): string | undefined {
  return commandTable[id].menus?.['view/item/context']?.some(isButton) ? `${id}.button` : undefined;
}

/**
 * Whether a command that stands in the menu of a line is offered nowhere else where VS Code may have no line for it: a button above a
 * view is given the line in focus, or nothing where none is.
 */
export function isOfLines(id: CommandId): boolean {
  const { menus } = commandTable[id];
  return menus?.['view/item/context'] !== undefined && menus['view/title'] === undefined;
}

/** Whether an item of the menu of a line is a button on it. */
export function isButton({ group }: MenuItem): boolean {
  return group.startsWith('inline@');
}

/** Whether a command waits until the workspace is trusted. */
export function needsTrust(id: CommandId): boolean {
  return commandTable[id].enablement?.split(' && ').includes(trusted) ?? false;
}

/** Every command of the extension. `npm run docs` writes what package.json says of them. */
export const commandTable: Readonly<Record<CommandId, Command>> = table;
